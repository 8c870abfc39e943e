package convert_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"lineitem/convert"
	"lineitem/convert/testenv"
)

// enlarged returns the PNG picture in grey with each pixel repeated n by n times.
func enlarged(t *testing.T, data []byte, n int) []byte {
	t.Helper()
	small, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	size := small.Bounds().Size()
	gray := image.NewGray(small.Bounds())
	draw.Draw(gray, gray.Rect, small, gray.Rect.Min, draw.Src)
	large := image.NewGray(image.Rect(0, 0, n*size.X, n*size.Y))
	for y := range large.Rect.Dy() {
		row := gray.Pix[y/n*gray.Stride:]
		for x := range large.Rect.Dx() {
			large.Pix[y*large.Stride+x] = row[x/n]
		}
	}
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, large); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestBoxesLieOnTheSentPicture checks that users who ask for evidence can place
// each box on the picture that they sent: there must be print where a value was
// read.
func TestBoxesLieOnTheSentPicture(t *testing.T) {
	if testing.Short() {
		t.Skip("reads pictures of many pixels; other tests read pictures")
	}
	screenshot, err := os.ReadFile("../testdata/pictures/dutch-screenshot.png")
	if err != nil {
		t.Fatal(err)
	}
	letter, err := os.ReadFile("../testdata/pictures/us-letter-scan.jpg")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		data  []byte
		turns bool // whether it is displayed with width and height swapped
	}{
		{"22 million pixels, more than are looked at", enlarged(t, screenshot, 4), false},
		{"a scan", letter, false},
		{"a scan on its side", oriented(letter, 6), true},
		{"a screenshot", screenshot, false},
	}[:testenv.Either(3, 4)] {
		got, err := reader().Convert(context.Background(), convert.Input{Data: tt.data, Evidence: true})
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if len(got.Pages) != 1 || got.Pages[0].Pixels == nil {
			t.Errorf("%s: pages = %+v, want one with its pixels", tt.name, got.Pages)
			continue
		}
		sent, _, err := image.Decode(bytes.NewReader(tt.data))
		if err != nil {
			t.Fatal(err)
		}
		size, pixels := sent.Bounds().Size(), *got.Pages[0].Pixels
		if tt.turns {
			size.X, size.Y = size.Y, size.X
		}
		if pixels.Width != size.X || pixels.Height != size.Y {
			t.Errorf("%s: told as %d by %d pixels, want %d by %d", tt.name, pixels.Width, pixels.Height, size.X, size.Y)
		}
		boxes := 0
		for row, cells := range got.Evidence {
			for key, e := range cells {
				if e.Page == 0 || tt.turns {
					continue
				}
				boxes++
				if dark, light := extremes(sent, e.Box, pixels.Resolution/72); light-dark < 60 {
					t.Errorf("%s: row %d, %s: from %d to %d of 255 where %q was read, want print", tt.name, row, key, dark, light, e.Words)
				}
			}
		}
		if boxes == 0 && !tt.turns {
			t.Errorf("%s: no value was read", tt.name)
		}
	}
}

// TestEvidenceAsJSON checks that the JSON gives the size of each page, that
// lengths have at most two decimals, and that names are written in the style of
// all others.
func TestEvidenceAsJSON(t *testing.T) {
	lengths := regexp.MustCompile(`"(?:x0|y0|x1|y1|width|height|resolution)":([^,}]*)`)
	short := regexp.MustCompile(`^[0-9]+(\.[0-9]{1,2})?$`)
	capital := regexp.MustCompile(`"[XY][01]"`)
	for name, pages := range map[string]int{
		"orders/french-rotated.pdf": 1, "pictures/us-hospital-scan.pdf": 2, "pictures/dutch-turned.jpg": 1,
	} {
		data, err := os.ReadFile(filepath.Join("../testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if testenv.Race && filepath.Dir(name) == "pictures" {
			continue // TestFaxes runs the same goroutines
		}
		both := []bool{false, true}
		if filepath.Dir(name) == "pictures" {
			both = testenv.Either(both[1:], both)
		}
		for _, evidence := range both {
			got, err := reader().Convert(context.Background(), convert.Input{Data: data, Evidence: evidence})
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			var answer struct{ Pages []map[string]any }
			if err := json.Unmarshal(text, &answer); err != nil {
				t.Fatal(err)
			}
			if !evidence {
				if answer.Pages != nil {
					t.Errorf("%s without evidence has pages", name)
				}
				continue
			}
			if len(answer.Pages) != pages {
				t.Errorf("%s has %d pages, want %d", name, len(answer.Pages), pages)
			}
			for i, p := range answer.Pages {
				if p["page"] != float64(i+1) || p["width"] == 0.0 || p["height"] == 0.0 {
					t.Errorf("%s: page %d is %v, want its number, width and height", name, i+1, p)
				}
			}
			for _, m := range lengths.FindAllStringSubmatch(string(text), -1) {
				if !short.MatchString(m[1]) {
					t.Errorf("%s: %s, want at most two decimals", name, m[0])
				}
			}
			if m := capital.FindString(string(text)); m != "" {
				t.Errorf("%s has a member %s", name, m)
			}
		}
	}
}
