package plugins

import (
	"image"
	"image/draw"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"lineitem/convert/segmentation"
)

// printLine prints text as a strip of the given height.
func printLine(t testing.TB, ttf []byte, text string, height int) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	// A face's cap height is known only for its size, so a first face is measured.
	capHeight := func(size float64) (font.Face, float64) {
		face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: size, DPI: 72})
		if err != nil {
			t.Fatal(err)
		}
		return face, float64(face.Metrics().CapHeight) / 64
	}
	_, each := capHeight(1000)
	face, _ := capHeight(1000 * segmentation.StripCap * float64(height) / each)
	const margin = 8 // columns
	strip := blank(font.MeasureString(face, text).Ceil()+2*margin, height)
	baseline := int(segmentation.StripBaseline * float64(height))
	d := font.Drawer{Dst: strip, Src: image.Black, Face: face, Dot: fixed.P(margin, baseline)}
	d.DrawString(text)
	return strip
}

func text(r segmentation.Reading) string {
	var b strings.Builder
	for _, g := range r {
		b.WriteRune(g.Rune)
	}
	return b.String()
}

// printed are lines as they are on orders, with characters that are easily mistaken for others.
var printed = []string{
	"Purchase Order 4500017283",
	"Artikelnummer DW-50108/B, 12 Stück",
	"1,250.00 EUR",
	"Bestellung Nr. 2026-0457 vom 08.12.2026",
	"Résumé: 3 pièces à 17,85 €",
	"Net 30 days",
	"IBAN DE75 5121 0800 1245 1261 99",
	"8 x B5S-100/IL",
	"SKU 7Z2-Q0018",
	"Gesamtsumme 12.345,67",
	"Łódź, ul. Długa 5",
}

// The built-in recognizer reads clean print without errors.
func TestReadsPrint(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	fonts := []struct {
		name string
		ttf  []byte
	}{{"Go Regular", goregular.TTF}, {"Go Mono", gomono.TTF}}
	for _, f := range fonts {
		var strips []*image.Gray
		for _, line := range printed {
			strips = append(strips, printLine(t, f.ttf, line, o.StripHeight()))
		}
		readings, err := o.Recognize(t.Context(), strips)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range printed {
			if got := text(readings[i]); got != want {
				t.Errorf("reading of %s = %q, want %q", f.name, got, want)
			}
		}
	}
}

// Doubled narrow letters are read as two, and a character between two steps of the network
// as one, wherever the steps fall.
func TestReadsWhereverStepsFall(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	for _, c := range []struct {
		want string
		ttf  []byte
	}{
		{"office matters different", goregular.TTF},
		{"http://www.example.com", goregular.TTF},
		{"Delivery: Item: Quantity: Unit price:", gomono.TTF},
	} {
		printed := printLine(t, c.ttf, c.want, o.StripHeight())
		for left := range 4 {
			strip := blank(printed.Rect.Dx()+left, o.StripHeight())
			draw.Draw(strip, image.Rect(left, 0, strip.Rect.Dx(), strip.Rect.Dy()), printed, image.Point{}, draw.Src)
			readings, err := o.Recognize(t.Context(), []*image.Gray{strip})
			if err != nil {
				t.Fatal(err)
			}
			if got := text(readings[0]); got != c.want {
				t.Errorf("reading of %q, %d columns to the right = %q", c.want, left, got)
			}
		}
	}
}

// A character that the edge of a strip cuts through ends at that edge at the latest;
// otherwise the reading would be refused.
func TestCutCharactersEndWithTheStrip(t *testing.T) {
	o := NewOCR(Options{})
	defer o.Close(t.Context())
	line := printLine(t, goregular.TTF, "12 hex bolts M8 x 30: 1,250.00 .......", o.StripHeight())
	var cut []*image.Gray
	for width := line.Rect.Dx() / 3; width < line.Rect.Dx(); width++ {
		cut = append(cut, line.SubImage(image.Rect(0, 0, width, o.StripHeight())).(*image.Gray))
	}
	if _, err := o.Recognize(t.Context(), cut); err != nil {
		t.Error(err)
	}
}
