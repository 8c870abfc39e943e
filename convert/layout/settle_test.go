package layout

import (
	"math"
	"testing"

	"lineitem/convert/doc"
)

// TestSettled analyses two lines on bent paper whose words were measured one by
// one: the words of a line must get its baseline and its size.
func TestSettled(t *testing.T) {
	page := &doc.Page{Width: 600, Height: 800, Source: doc.Pixels}
	for line := range 2 {
		for i := range 12 {
			x := 40 + 45*float64(i)
			bend := 4 * math.Sin(math.Pi*x/600)
			size := 10 + 0.3*float64(i%3)
			y := 100 + 13*float64(line) + bend
			page.Words = append(page.Words, doc.Word{
				Text: "word", Size: size, Baseline: y, Confidence: 0.9,
				Box: doc.Box{X0: x, Y0: y - 7, X1: x + 30, Y1: y + 2},
			})
		}
	}
	before := page.Words[3].Baseline
	p := Analyze(&doc.Document{Pages: []doc.Page{*page}})[0]
	if len(p.Lines) != 2 {
		t.Fatalf("%d lines are found on bent paper, want 2", len(p.Lines))
	}
	for i := range p.Lines {
		words := 0
		for _, s := range p.Lines[i].Segments {
			for _, w := range s.Words {
				words++
				if w.Baseline != p.Lines[i].Baseline || w.Size != p.Lines[0].Segments[0].Words[0].Size {
					t.Errorf("a word of line %d has the baseline %.1f and size %.1f, want those of its line", i, w.Baseline, w.Size)
				}
			}
		}
		if words != 12 {
			t.Errorf("line %d has %d words, want 12", i, words)
		}
	}
	if gap := p.Lines[0].Segments[1].X0 - p.Lines[0].Segments[0].X1; gap > 14 {
		t.Errorf("words whose ink is 15 points apart have a gap of %.1f, want that between the places of their characters", gap)
	}
	if page.Words[3].Baseline != before {
		t.Error("Analyze changed the document's words")
	}
}

// TestSettledTypewriter checks that words in typewriter type stay in one segment,
// although the blanks between them are as wide as a character.
func TestSettledTypewriter(t *testing.T) {
	page := &doc.Page{Width: 600, Height: 800, Source: doc.Pixels}
	for line := range 3 {
		x, y := 40.0, 100+12*float64(line)
		for _, text := range []string{"Marbury", "Gasket", "&", "Seal", "Co."} {
			n := float64(len(text))
			page.Words = append(page.Words, doc.Word{
				Text: text, Size: 7.2, Baseline: y, Confidence: 0.9,
				Box: doc.Box{X0: x, Y0: y - 5, X1: x + 5.4*n - 1.1, Y1: y + 2},
			})
			x += 5.4 * (n + 1)
		}
	}
	p := Analyze(&doc.Document{Pages: []doc.Page{*page}})[0]
	if n := len(p.Lines[0].Segments); n != 1 {
		t.Errorf("a name in typewriter type is read as %d segments, want 1", n)
	}
	if size := p.Lines[0].Segments[0].Words[0].Size; size < 8.5 || size > 9.5 {
		t.Errorf("its size is %.1f, want about 9", size)
	}
}
