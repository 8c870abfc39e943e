package main

import (
	"bytes"
	"image"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"

	"lineitem/convert/doc"
	"lineitem/convert/raster"
	"lineitem/convert/segmentation"
)

// fonts returns a folder with a print font and one that counts as handwriting.
func fonts(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for name, data := range map[string][]byte{"FreeSans.ttf": goregular.TTF, "breip.ttf": goitalic.TTF, "Symbols.ttf": goregular.TTF, "freebroken.ttf": []byte("no font")} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestPages checks that the same page is drawn each time, that no page is empty, and that some have
// both print and handwriting.
func TestPages(t *testing.T) {
	shelf, err := readShelf(fonts(t))
	if err != nil || len(shelf.print) != 1 || len(shelf.hand) != 1 {
		t.Fatalf("readShelf: %v, %d fonts of print and %d of handwriting, want 1 and 1", err, len(shelf.print), len(shelf.hand))
	}
	ink := func(g *image.Gray) (n int) {
		for _, v := range g.Pix {
			if v > covered {
				n++
			}
		}
		return n
	}
	both := 0
	for i := range uint64(6) {
		one, two := form(rand.New(rand.NewPCG(i, 7)), shelf), form(rand.New(rand.NewPCG(i, 7)), shelf)
		if !bytes.Equal(one.print.Pix, two.print.Pix) || !bytes.Equal(one.hand.Pix, two.hand.Pix) {
			t.Errorf("page %d is another one the second time", i)
		}
		if ink(one.print)+ink(one.hand) == 0 {
			t.Errorf("page %d is empty", i)
		}
		if ink(one.print) > 0 && ink(one.hand) > 0 {
			both++
		}
	}
	if both == 0 {
		t.Error("no form is filled in")
	}
}

// TestClass checks that a word gets the class of most of its ink, found through the cleaned page's
// view.
func TestClass(t *testing.T) {
	p := &sheet{print: image.NewGray(image.Rect(0, 0, 100, 50)), hand: image.NewGray(image.Rect(0, 0, 100, 50)), cos: 1}
	p.stroke(p.print, []point{{10, 20}, {40, 20}}, 4, 1)
	p.stroke(p.hand, []point{{60, 20}, {90, 20}}, 4, 1)
	clean := &raster.Page{DPI: 144, View: doc.Transform{1, 0, 5, 0, 1, 0, 0, 0, 1}, ViewDPI: 144}
	for _, test := range []struct {
		name     string
		from, to float64 // x on the page, pixels of the picture
		want     class
	}{
		{"print", 5, 45, inPrint}, {"handwriting", 55, 95, byHand}, {"some of each", 5, 95, unknown}, {"nothing", 45, 55, unknown},
	} {
		w := segmentation.Word{Word: doc.Word{Box: doc.Box{X0: test.from/2 - 5, X1: test.to/2 - 5, Y0: 7, Y1: 13}}}
		if got := p.class(clean, &w); got != test.want {
			t.Errorf("%s: class = %d, want %d", test.name, got, test.want)
		}
	}
}
