package layout

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// sheet builds a page of text for tests: each word is half an em per letter
// wide, set at 10 points, and stands on the baseline it is given.
type sheet struct{ doc.Page }

func newSheet() *sheet {
	return &sheet{doc.Page{Number: 1, Width: 600, Height: 800}}
}

func (s *sheet) text(x, baseline float64, text string) *sheet {
	return s.sized(x, baseline, 10, text)
}

func (s *sheet) sized(x, baseline, size float64, text string) *sheet {
	for _, t := range strings.Fields(text) {
		width := float64(len([]rune(t))) * size / 2
		s.Words = append(s.Words, doc.Word{
			Text:       t,
			Box:        doc.Box{X0: x, Y0: baseline - 0.8*size, X1: x + width, Y1: baseline + 0.2*size},
			Baseline:   baseline,
			Size:       size,
			Confidence: 1,
		})
		x += width + 0.28*size
	}
	return s
}

func (s *sheet) horizontal(y, x0, x1 float64) *sheet {
	s.Rules = append(s.Rules, doc.Rule{Box: doc.Box{X0: x0, Y0: y, X1: x1, Y1: y + 0.5}})
	return s
}

func (s *sheet) vertical(x, y0, y1 float64) *sheet {
	s.Rules = append(s.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: y0, X1: x + 0.5, Y1: y1}, Vertical: true})
	return s
}

func (s *sheet) analyze() *Page {
	return Analyze(&doc.Document{Pages: []doc.Page{s.Page}})[0]
}

// shape returns a page's lines, one per line of text, with their segments
// separated by bars.
func (p *Page) shape() string {
	var lines []string
	for _, l := range p.Lines {
		var parts []string
		for _, s := range l.Segments {
			parts = append(parts, s.Text())
		}
		lines = append(lines, strings.Join(parts, " | "))
	}
	return strings.Join(lines, "\n")
}

// paragraphs returns a page's blocks, with their lines separated by slashes.
func (p *Page) paragraphs() string {
	var blocks []string
	for _, b := range p.Blocks {
		var parts []string
		for _, s := range b.Segments {
			parts = append(parts, s.Text())
		}
		blocks = append(blocks, strings.Join(parts, " / "))
	}
	return strings.Join(blocks, "\n")
}

func TestLinesAndSegments(t *testing.T) {
	tests := []struct {
		name string
		page *sheet
		want string
	}{
		{"empty page", newSheet(), ""},
		{"words of one phrase", newSheet().text(50, 100, "Bill to the buyer"), "Bill to the buyer"},
		{"column gap", newSheet().text(50, 100, "Bill to").text(300, 100, "Ship to"), "Bill to | Ship to"},
		{"slightly different baselines", newSheet().text(50, 100, "Total").sized(300, 101.5, 8, "42.00"), "Total | 42.00"},
		{
			"columns whose lines interleave",
			newSheet().text(50, 100, "left one").text(300, 106, "right one").text(50, 112, "left two").text(300, 118, "right two"),
			"left one\nright one\nleft two\nright two",
		},
		{
			"vertical rule in a narrow gap",
			newSheet().text(50, 100, "12").text(63, 100, "pcs").vertical(61.5, 80, 120),
			"12 | pcs",
		},
		{
			"vertical rule that ends above",
			newSheet().text(50, 100, "12").text(63, 100, "pcs").vertical(61.5, 20, 80),
			"12 pcs",
		},
		{
			"painting order does not matter",
			newSheet().text(300, 100, "right").text(50, 112, "below").text(50, 100, "left"),
			"left | right\nbelow",
		},
	}
	for _, test := range tests {
		if got := test.page.analyze().shape(); got != test.want {
			t.Errorf("%s: Analyze gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestBlocks(t *testing.T) {
	tests := []struct {
		name string
		page *sheet
		want string
	}{
		{
			"two addresses side by side",
			newSheet().text(50, 100, "Acme Inc").text(300, 100, "Bolt Ltd").text(50, 112, "1 High St").text(300, 112, "2 Low Rd"),
			"Acme Inc / 1 High St\nBolt Ltd / 2 Low Rd",
		},
		{
			"right aligned",
			newSheet().text(100, 100, "a longer line").text(130, 112, "shorter"),
			"a longer line / shorter",
		},
		{
			"a gap between paragraphs",
			newSheet().text(50, 100, "one").text(50, 112, "two").text(50, 140, "three"),
			"one / two\nthree",
		},
		{
			"a rule between",
			newSheet().text(50, 100, "one").text(50, 114, "two").horizontal(104, 40, 200),
			"one\ntwo",
		},
		{
			"another size",
			newSheet().sized(50, 100, 18, "Heading").text(50, 116, "text"),
			"Heading\ntext",
		},
	}
	for _, test := range tests {
		if got := test.page.analyze().paragraphs(); got != test.want {
			t.Errorf("%s: Analyze gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestCells(t *testing.T) {
	// Two columns and two rows; the lower row is one merged cell.
	p := newSheet().
		horizontal(100, 50, 250).horizontal(120, 50, 250).horizontal(140, 50, 250).
		vertical(50, 100, 140).vertical(150, 100, 120).vertical(250, 100, 140).
		text(60, 113, "left").text(160, 113, "right").text(60, 133, "merged").text(60, 200, "outside").
		analyze()
	if len(p.Cells) != 3 {
		t.Fatalf("Cells = %v, want 3 cells", p.Cells)
	}
	tests := []struct {
		x, y float64
		want int
	}{{60, 110, 0}, {160, 110, 1}, {60, 130, 2}, {200, 130, 2}, {60, 200, -1}, {10, 110, -1}}
	for _, test := range tests {
		if got := p.CellAt(test.x, test.y); got != test.want {
			t.Errorf("CellAt(%v, %v) = %d, want %d", test.x, test.y, got, test.want)
		}
	}
	if got := p.Lines[2].Segments[0].Cell; got != -1 {
		t.Errorf("Cell of a segment outside = %d, want -1", got)
	}
}

func TestCellsOfFills(t *testing.T) {
	s := newSheet().text(60, 113, "Vendor").text(160, 113, "Ship to")
	s.Fills = []doc.Fill{
		{Box: doc.Box{X0: 50, Y0: 100, X1: 150, Y1: 120}},
		{Box: doc.Box{X0: 150, Y0: 100, X1: 250, Y1: 120}},
	}
	p := s.analyze()
	if got, want := p.shape(), "Vendor | Ship to"; got != want {
		t.Errorf("Analyze gives %q, want %q", got, want)
	}
	if a, b := p.Lines[0].Segments[0].Cell, p.Lines[0].Segments[1].Cell; a < 0 || a == b {
		t.Errorf("cells of two fills = %d, %d, want two different ones", a, b)
	}
}

func TestTurnedText(t *testing.T) {
	// All words of the page run upward (270 degrees clockwise) except one margin
	// note.
	s := &sheet{doc.Page{Number: 1, Width: 600, Height: 800}}
	turned := func(x, y0, y1 float64, text string) {
		s.Words = append(s.Words, doc.Word{
			Text: text, Box: doc.Box{X0: x - 8, Y0: y0, X1: x + 2, Y1: y1}, Baseline: (y0 + y1) / 2, Size: 10, Turn: 270,
		})
	}
	turned(100, 660, 700, "Purchase")
	turned(100, 630, 657, "order")
	turned(112, 650, 700, "Quantity")
	s.text(10, 20, "note")
	p := s.analyze()
	if got, want := p.shape(), "Purchase order\nQuantity"; got != want {
		t.Errorf("Analyze gives %q, want %q", got, want)
	}
	if p.Turn != 270 || p.Width != 800 || p.Height != 600 {
		t.Errorf("page is turned by %d to %v x %v, want 270 to 800 x 600", p.Turn, p.Width, p.Height)
	}
	word := p.Lines[0].Segments[0].Words[0]
	if got, want := p.Displayed(word.Box), (doc.Box{X0: 92, Y0: 660, X1: 102, Y1: 700}); got != want {
		t.Errorf("Displayed(%v) = %v, want %v", word.Box, got, want)
	}
}

func TestDisplayedUndoesTurning(t *testing.T) {
	b := doc.Box{X0: 10, Y0: 20, X1: 110, Y1: 32}
	for _, turn := range []int{0, 90, 180, 270} {
		page := doc.Page{Width: 600, Height: 800, Words: []doc.Word{{Text: "word", Box: b, Turn: turn}}}
		p := Analyze(&doc.Document{Pages: []doc.Page{page}})[0]
		if got := p.Displayed(p.Words[0].Box); got != b {
			t.Errorf("turned by %d: Displayed = %v, want %v", turn, got, b)
		}
		if got, want := p.Upright([]doc.Box{b, {X0: 300, Y0: 300, X1: 310, Y1: 310}}), p.Words[0].Box; turn != 0 && (len(got) != 1 || got[0] != want) {
			t.Errorf("turned by %d: Upright = %v, want the box of the word %v", turn, got, want)
		}
	}
}
