package convert_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"image/png"
	"math"
	"os"
	"reflect"
	"testing"

	"golang.org/x/image/tiff"

	"lineitem/convert"
	"lineitem/convert/testenv"
)

// TestFaxes checks that a fax of two pages gives the rows of the order that was sent,
// and the sizes and pictures of both pages.
func TestFaxes(t *testing.T) {
	testenv.Sequential(t)
	text, err := os.ReadFile("../testdata/orders/us-multipage.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Rows []map[string]string }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for name, leastRight := range map[string]int{
		"us-multipage-g4.tif": 126, // all cells
		"us-multipage-g3.tif": 112, // half the vertical resolution: two less than today
	} {
		data, err := os.ReadFile("../testdata/faxes/" + name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := reader().Convert(context.Background(), convert.Input{Filename: name, Data: data, Evidence: true, Pictures: 2})
		if err != nil {
			t.Errorf("Convert(%s): %v", name, err)
			continue
		}
		right := 0
		for i, row := range want.Rows {
			for key, value := range row {
				if i < len(got.Rows) && cell(got.Rows[i], key) == value {
					right++
				}
			}
		}
		if got.Mode != convert.ModeOCR || len(got.Rows) != len(want.Rows) || right < leastRight {
			t.Errorf("Convert(%s) gives %d rows in mode %q with %d right cells, want %d with %d", name, len(got.Rows), got.Mode, right, len(want.Rows), leastRight)
		}
		if len(got.Pages) != 2 || len(got.Pictures) != 2 || got.Pictures[1].Data == nil {
			t.Fatalf("Convert(%s) gives %d pages and %d pictures, want 2 of each", name, len(got.Pages), len(got.Pictures))
		}
		// Letter paper on its side: the pixels were made square.
		if p := got.Pages[1]; p.Width < 780 || p.Width > 804 || p.Height < 600 || p.Height > 624 || p.Pixels.Resolution != 204 {
			t.Errorf("Convert(%s): page 2 is %v by %v points at %v pixels per inch, want 792 by 612 at 204", name, p.Width, p.Height, p.Pixels.Resolution)
		}
	}
}

// TestUnreadablePageOfTIFF checks that a page that cannot be read still has the size at
// which it would be shown, and that the other pages are read.
func TestUnreadablePageOfTIFF(t *testing.T) {
	data, err := os.ReadFile("../testdata/faxes/us-multipage-g4.tif")
	if err != nil {
		t.Fatal(err)
	}
	const orientation, stripOffsets = 274, 273
	order := binary.LittleEndian
	directory := func(at uint32) []byte { return data[order.Uint32(data[at:]):] } // the directory of a page
	first := directory(4)
	next := len(data) - len(first) + 2 + 12*int(order.Uint16(first))
	second := directory(uint32(next))
	for i := range int(order.Uint16(second)) {
		entry := second[2+12*i:]
		switch order.Uint16(entry) {
		case orientation:
			order.PutUint16(entry[8:], 6) // turned clockwise when shown
		case stripOffsets:
			order.PutUint32(entry[8:], uint32(len(data)))
		}
	}
	got, err := reader().Convert(context.Background(), convert.Input{Data: data, Evidence: true})
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) == 0 || len(got.Pages) != 2 {
		t.Fatalf("there are %d rows and %d pages, want those of page 1, and 2", len(got.Rows), len(got.Pages))
	}
	if p := got.Pages[1]; math.Abs(p.Width-612) > 1 || math.Abs(p.Height-792) > 1 {
		t.Errorf("page 2 is %v by %v points, want 612 by 792", p.Width, p.Height)
	}
}

// TestTIFFAsPNG checks that a page gives the same result in a TIFF file as in a PNG
// file.
func TestTIFFAsPNG(t *testing.T) {
	testenv.Sequential(t)
	data, err := os.ReadFile("../testdata/pictures/french-clean.png")
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var asPNG, asTIFF bytes.Buffer
	if err := png.Encode(&asPNG, img); err != nil {
		t.Fatal(err)
	}
	if err := tiff.Encode(&asTIFF, img, &tiff.Options{Compression: tiff.Deflate, Predictor: true}); err != nil {
		t.Fatal(err)
	}
	var results [2]*convert.Result
	for i, data := range [][]byte{asPNG.Bytes(), asTIFF.Bytes()} {
		if results[i], err = reader().Convert(context.Background(), convert.Input{Data: data, Evidence: true}); err != nil {
			t.Fatal(err)
		}
	}
	if len(results[0].Rows) == 0 || !reflect.DeepEqual(results[0], results[1]) {
		t.Errorf("a page gives %d rows as PNG and %d as TIFF, or they differ", len(results[0].Rows), len(results[1].Rows))
	}
}
