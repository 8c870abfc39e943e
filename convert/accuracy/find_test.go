package accuracy

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert"
	"lineitem/convert/doc"
	"lineitem/convert/testenv"
)

// written returns a page of lines. Each character is 10 points wide, and lines
// are 20 points apart.
func written(number int, lines ...string) doc.Page {
	p := doc.Page{Number: number, Width: 600, Height: 800}
	for i, line := range lines {
		for at, text := range line {
			if text == ' ' || at > 0 && line[at-1] != ' ' {
				continue
			}
			word, _, _ := strings.Cut(line[at:], " ")
			p.Words = append(p.Words, doc.Word{Text: word, Box: doc.Box{
				X0: 10 * float64(at), X1: 10 * float64(at+len(word)), Y0: 20 * float64(i), Y1: 20*float64(i) + 12,
			}})
		}
	}
	return p
}

// marked returns the words of the document within a place.
func marked(d *doc.Document, p place) string {
	var out []string
	for i := range d.Pages {
		for _, w := range d.Pages[i].Words {
			if d.Pages[i].Number == p.page && p.box.Contains(w.Box.MidX(), w.Box.MidY()) {
				out = append(out, w.Text)
			}
		}
	}
	return strings.Join(out, " ")
}

func TestFind(t *testing.T) {
	d := &doc.Document{Pages: []doc.Page{
		written(1,
			"Order No. AB 4711-X of 31. March 2026",
			"Ship to: Smith & Sons, 5 Hill Road,   Date 03/31/26",
			"         London",
			"1  Bolts M8, zinc   200  1.234,50 EUR    246.900,00",
			"2  Washers M8       200  2,00             400,00",
			"Total                                  247.300,00"),
		written(2, "Sum 400.00 $ 12 345", "Washers again"),
	}}
	tests := []struct {
		key, value string
		about      place
		want       string // the words found
	}{
		{"po_number", "AB 4711-X", place{}, "AB 4711-X"},
		{"po_number", "ab4711-x", place{}, "AB 4711-X"},
		{"po_number", "4711", place{}, "4711-X"}, // part of a word
		{"po_number", "0815", place{}, ""},
		{"po_date", "2026-03-31", place{}, "31. March 2026"},
		{"delivery_date", "2026-03-31", place{1, doc.Box{X0: 400, Y0: 20, X1: 410, Y1: 30}}, "03/31/26"},
		{"po_date", "2026-03-30", place{}, ""},
		{"ship_to", "Smith & Sons, 5 Hill Road, London", place{}, "Smith & Sons, 5 Hill Road, London"},
		{"description", "Bolts M8, zinc", place{}, "Bolts M8, zinc"},
		{"description", "Nuts", place{}, ""},
		{"unit_price", "1234.5", place{}, "1.234,50"},
		{"line_total", "400.00", place{}, "400,00"},
		{"subtotal", "400.00", place{}, "400.00"}, // the last occurrence
		{"total", "12345", place{}, "12 345"},
		{"total", "247300", place{}, "247.300,00"},
		{"quantity", "200", place{}, "200"},
		{"quantity", "-200", place{}, "200"},
		{"currency", "EUR", place{}, "EUR"},
		{"currency", "USD", place{}, "$"},
		{"total", "", place{}, ""},
	}
	f := newFinder(d)
	for _, tt := range tests {
		if got := marked(d, f.find(tt.key, tt.value, tt.about)); got != tt.want {
			t.Errorf("find(%s, %q) marks %q, want %q", tt.key, tt.value, got, tt.want)
		}
	}
	// Of two occurrences, the one in the requested line is found.
	for i, y := range []float64{66, 86} {
		got := f.find("quantity", "200", place{1, doc.Box{X0: 0, X1: 10, Y0: y - 6, Y1: y + 6}})
		if got.page != 1 || !got.box.Contains(got.box.MidX(), y) {
			t.Errorf("find(quantity, 200) beside line %d marks %+v", i+1, got)
		}
	}
}

func TestTellsDate(t *testing.T) {
	for _, text := range []string{"2026-03-05", "5.3.2026", "05/03/26", "3/5/2026", "5 mars 2026", "March 5, 2026", "05-MAR-2026", "05MAR26", "20260305", "05032026", "2026年3月5日"} {
		if !tellsDate(text, "2026", "03", "05") {
			t.Errorf("tellsDate(%q) = false for 2026-03-05", text)
		}
	}
	for _, text := range []string{"2026-03", "6.3.2026", "5.4.2026", "5.3.2025", "5 of 2026", "", "26", "5 or 26"} {
		if tellsDate(text, "2026", "03", "05") {
			t.Errorf("tellsDate(%q) = true for 2026-03-05", text)
		}
	}
}

// TestFindWhatWasRead checks that values that conversions read are found again
// where they were read.
func TestFindWhatWasRead(t *testing.T) {
	const least = 0.99
	paths, err := filepath.Glob("../../testdata/orders/*.pdf")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no documents in testdata/orders (%v)", err)
	}
	if testing.Short() {
		paths = paths[:4]
	}
	every := testenv.Either(3, 1)
	found, all := 0, 0
	var lost []string
	for n, path := range paths {
		if n%every != 0 {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := new(convert.Converter)
		r, err := c.Convert(context.Background(), convert.Input{Data: data, Evidence: true})
		if err != nil {
			t.Fatalf("Convert(%s): %v", path, err)
		}
		d, err := c.Document(context.Background(), data)
		if err != nil {
			t.Fatalf("Document(%s): %v", path, err)
		}
		f := newFinder(d)
		for i, row := range r.Rows {
			for _, p := range row {
				e, ok := r.Evidence[i][p.Key]
				if !ok || e.Page == 0 || e.Box.Empty() {
					continue // inferred, not read
				}
				all++
				got := f.find(p.Key, p.Value, place{e.Page, e.Box})
				if got.page == e.Page && !got.box.Intersect(e.Box).Empty() {
					found++
				} else {
					lost = append(lost, fmt.Sprintf("%s: %s %q, read from %q", filepath.Base(path), p.Key, p.Value, e.Words))
				}
			}
		}
	}
	t.Logf("%d of %d values are found", found, all)
	if float64(found) < least*float64(all) {
		t.Errorf("%d of %d values are found where they were read, want %.0f %%; not these:\n%s", found, all, 100*least, strings.Join(lost, "\n"))
	}
}
