package convert_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// TestBoxesLieOnPagePictures checks that page pictures show the pages as displayed,
// whichever way they lie in the file: there must be print on the picture wherever a
// value was read. Otherwise users would see a value's box beside it.
func TestBoxesLieOnPagePictures(t *testing.T) {
	if testenv.Race {
		t.Skip("the goroutines are those of TestFaxes")
	}
	letter, err := os.ReadFile("../testdata/pictures/us-letter-scan.jpg")
	if err != nil {
		t.Fatal(err)
	}
	documents := []convert.Input{
		{Filename: "us-letter-scan.jpg, on its side", Data: oriented(letter, 6)},
	}
	names := []string{"orders/french-rotated.pdf", "pictures/dutch-turned.jpg"}
	if testenv.RequireAll() && !testing.Short() {
		names = append(names, "orders/german-letter.pdf", "pictures/dutch-screenshot.png", "orders/us-construction-multipage.pdf", "pictures/us-accounting-photo.jpg", "pictures/us-hospital-scan.pdf", "pictures/portuguese-fax.pdf")
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("../testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		documents = append(documents, convert.Input{Filename: filepath.Base(name), Data: data})
	}
	for _, in := range documents {
		t.Run(in.Filename, func(t *testing.T) {
			in.Evidence = true
			in.Pictures = 5
			got, err := reader().Convert(context.Background(), in)
			if err != nil {
				t.Fatal(err)
			}
			pages := map[int]image.Image{}
			for _, p := range got.Pictures {
				picture, _, err := image.Decode(bytes.NewReader(p.Data))
				if err != nil {
					t.Fatalf("page %d: %v", p.Number, err)
				}
				size := picture.Bounds().Size()
				if size != p.Pixels || max(size.X, size.Y) > 1600 {
					t.Errorf("page %d is %v pixels, told as %v, want the same and at most 1600", p.Number, size, p.Pixels)
				}
				if across, down := float64(size.X)/p.Width, float64(size.Y)/p.Height; math.Abs(across/down-1) > 0.01 {
					t.Errorf("page %d of %g by %g points is shown by %v pixels", p.Number, p.Width, p.Height, size)
				}
				pages[p.Number] = picture
			}
			boxes := 0
			for row, cells := range got.Evidence {
				for key, e := range cells {
					picture := pages[e.Page]
					if picture == nil {
						continue
					}
					boxes++
					p := got.Pictures[e.Page-1]
					if dark, light := extremes(picture, e.Box, float64(p.Pixels.X)/p.Width); light-dark < 60 {
						t.Errorf("row %d, %s: from %d to %d of 255 where it was read (%q at %.0f), want print", row, key, dark, light, e.Words, e.Box)
					}
				}
			}
			if boxes == 0 {
				t.Error("no value was read on a page that is shown")
			}
			checkWords(t, got)
		})
	}
}

// checkWords checks that values read as one word are found at their places among the
// words that come with the pictures.
func checkWords(t *testing.T, r *convert.Result) {
	t.Helper()
	found, of := 0, 0
	for _, cells := range r.Evidence {
		for _, e := range cells {
			if len(e.Words) != 1 || e.Page == 0 || e.Page > len(r.Pictures) {
				continue
			}
			of++
			for _, w := range r.Pictures[e.Page-1].Words {
				if w.Text == e.Words[0] && math.Abs(w.Box.MidX()-e.Box.MidX()) < 4 && math.Abs(w.Box.MidY()-e.Box.MidY()) < 4 {
					found++
					break
				}
			}
		}
	}
	// Some values were split from the text before them, or corrected, and so differ
	// from the words.
	if found == 0 || found*2 < of {
		t.Errorf("of %d values of one word %d are among the words of the pictures", of, found)
	}
}

// TestPicturesChangeNothingElse checks that asking for pictures changes nothing else in
// the result, and that the same document gives the same pictures again.
func TestPicturesChangeNothingElse(t *testing.T) {
	names := []string{"orders/german-letter.pdf", "pictures/dutch-screenshot.png"}
	if testing.Short() {
		names = names[:1]
	}
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join("../testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		var results [3]*convert.Result
		for i, pictures := range []int{0, 2, 2} {
			in := convert.Input{Data: data, Evidence: true, Pictures: pictures}
			if results[i], err = reader().Convert(context.Background(), in); err != nil {
				t.Fatal(err)
			}
		}
		if !reflect.DeepEqual(results[1], results[2]) {
			t.Errorf("Convert(%s) with pictures gives another result the second time", name)
		}
		if results[0].Pictures != nil {
			t.Errorf("Convert(%s) without pictures gives %d pages, want none", name, len(results[0].Pictures))
		}
		results[1].Pictures = nil
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("Convert(%s) with pictures gives other rows than without", name)
		}
	}
}

// extremes returns the darkest and the lightest green value within a box, given in
// points, of a picture with scale pixels per point.
func extremes(picture image.Image, b doc.Box, scale float64) (dark, light int) {
	dark, light = 255, 0
	for y := int(b.Y0 * scale); y < int(math.Ceil(b.Y1*scale)); y++ {
		for x := int(b.X0 * scale); x < int(math.Ceil(b.X1*scale)); x++ {
			if !image.Pt(x, y).In(picture.Bounds()) {
				continue
			}
			_, g, _, _ := picture.At(x, y).RGBA()
			dark, light = min(dark, int(g>>8)), max(light, int(g>>8))
		}
	}
	return dark, light
}

// oriented returns the JPEG file with an EXIF orientation (EXIF 2.32, Orientation), so
// that viewers show it turned.
func oriented(jpeg []byte, orientation byte) []byte {
	exif := append([]byte("Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), orientation, 0, 0, 0, 0, 0, 0)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(exif)+2))
	return bytes.Join([][]byte{head, exif, jpeg[2:]}, nil)
}

// TestPagesWithoutPictures checks that pages have a size but no picture where no
// renderer for PDF files is set up, however many pictures are asked for.
func TestPagesWithoutPictures(t *testing.T) {
	data, err := os.ReadFile("../testdata/orders/us-multipage.pdf")
	if err != nil {
		t.Fatal(err)
	}
	got, err := new(convert.Converter).Convert(context.Background(), convert.Input{Data: data, Pictures: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Pictures) == 0 {
		t.Fatal("Convert gives no pages")
	}
	for i, p := range got.Pictures {
		if p.Number != i+1 || p.Width < 500 || p.Height < 500 || p.Data != nil {
			t.Errorf("page %d = %d of %g by %g points with a picture of %d bytes, want its size and no picture", i+1, p.Number, p.Width, p.Height, len(p.Data))
		}
	}
}
