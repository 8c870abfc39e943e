package convert_test

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lineitem/convert/testenv"
)

// TestUpright checks that pages are read the right way up even if more letters reach below the
// baseline than rise above the others, or none does either.
func TestUpright(t *testing.T) {
	testenv.Sequential(t)
	for _, text := range [][]string{
		{"ЗАЩИТНЫЕ ЩИТКИ, ЦЕХ ЛИЦЕВОЙ", "ПЛОЩАДЬ ДЕРЖАВИНА, ДОМ ДВА", "ЩЕДРИН И ДОЧЕРИ, ДОСТАВКА", "ДЮЖИНА ЦИЛИНДРОВ, ПРИЦЕП", "СРЕДСТВО ДЛЯ ЧИСТКИ ЦИНКА"},
		{"SHOE HOOKS XS 10 80 100", "MIXED ZINC BOXES NO 1081", "SHIMS 808 MONEX SHOWN HIS", "WOOD SIZES OX 100 180", "BOX NO 88 NICHOLSON HOIST"},
	} {
		page := image.NewGray(image.Rect(0, 0, 1240, 1754))
		draw.Draw(page, page.Rect, image.White, image.Point{}, draw.Src)
		face, err := opentype.NewFace(bold(t), &opentype.FaceOptions{Size: 11, DPI: 150})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 20 {
			d := font.Drawer{Dst: page, Src: image.Black, Face: face, Dot: fixed.P(150, 200+40*i)}
			d.DrawString(text[i%len(text)])
		}
		turned := image.NewGray(page.Rect)
		for i, v := range page.Pix {
			turned.Pix[len(turned.Pix)-1-i] = v
		}
		want := strings.Join(text, " ")
		for way, picture := range []*image.Gray{page, turned} {
			var b bytes.Buffer
			if err := png.Encode(&b, picture); err != nil {
				t.Fatal(err)
			}
			got, err := reader().Document(context.Background(), b.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			var words []string
			for _, w := range got.Pages[0].Words {
				words = append(words, w.Text)
			}
			if read := strings.Join(words, " "); !strings.HasPrefix(read, want) {
				t.Errorf("Document(page turned by %d degrees) reads %q, want %q", 180*way, read, want)
			}
		}
	}
}
