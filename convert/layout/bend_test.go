package layout

import (
	"math"
	"testing"

	"lineitem/convert/doc"
)

// bentTable returns a page of 24 rows, each with an amount far to the right, above a paragraph,
// on paper that is bent by amplitude points in the middle and more towards the top. It also
// returns the displacement by place.
func bentTable(amplitude float64) (*doc.Page, func(x, y float64) float64) {
	down := func(x, y float64) float64 {
		return amplitude * math.Sin(math.Pi*x/600) * (1.2 - y/1000)
	}
	page := &doc.Page{Width: 600, Height: 800, Source: doc.Pixels, View: doc.Identity}
	word := func(text string, x, y, width float64) {
		b := y + down(x+width/2, y) + 0.2*float64(len(page.Words)%3-1)
		page.Words = append(page.Words, doc.Word{
			Text: text, Size: 9, Baseline: b, Confidence: 0.9,
			Box: doc.Box{X0: x, Y0: b - 6.5, X1: x + width, Y1: b + 2},
		})
	}
	for row := range 24 {
		y := 100 + 13*float64(row)
		for i, text := range []string{"Hex", "bolts,", "zinc", "plated,", "grade", "ten"} {
			word(text, 40+33*float64(i), y, 29)
		}
		word("500.00", 520, y, 35)
	}
	for row := range 4 {
		for i, text := range []string{"All", "invoices", "must", "state", "the", "number", "of", "this", "order", "and", "of", "its", "lines"} {
			word(text, 40+40*float64(i), 500+11*float64(row), 34)
		}
	}
	page.Rules = []doc.Rule{{Box: doc.Box{X0: 40, Y0: 85 + down(40, 85), X1: 555, Y1: 86 + down(300, 85)}}}
	return page, down
}

func TestBentPage(t *testing.T) {
	for _, amplitude := range []float64{0, 3, 12, -12} {
		page, _ := bentTable(amplitude)
		p := Analyze(&doc.Document{Pages: []doc.Page{*page}})[0]
		if len(p.Lines) != 28 {
			t.Errorf("bent by %v points: %d lines, want 28", amplitude, len(p.Lines))
			continue
		}
		for i, l := range p.Lines[:24] {
			if n := len(l.Segments); n != 2 || l.Segments[1].Text() != "500.00" {
				t.Errorf("bent by %v points: line %d has %d segments, want its text and its amount", amplitude, i, n)
			}
		}
		if h := p.Rules[0].Height(); h > 2+math.Abs(amplitude)/4 {
			t.Errorf("bent by %v points: the level rule is %.1f points thick", amplitude, h)
		}
		// Boxes must be displayed where the words are on the picture.
		for i, l := range p.Lines[:24] {
			at := p.Displayed(l.Segments[1].Box)
			if want := page.Words[7*i+6].Box; math.Abs(at.MidY()-want.MidY()) > 2.5 {
				t.Errorf("bent by %v points: the amount of line %d is shown at %.1f, want %.1f", amplitude, i, at.MidY(), want.MidY())
			}
		}
	}
}

func TestFlatPageStays(t *testing.T) {
	page, _ := bentTable(0)
	_, b := normalized(page)
	if b != (doc.Bend{}) {
		t.Errorf("a flat page is bent by %v", b)
	}
}
