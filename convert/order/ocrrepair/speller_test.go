package ocrrepair

import (
	"fmt"
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// fewWords returns a small vocabulary of orders.
func fewWords() *Vocabulary {
	v := NewVocabulary()
	for w := range strings.FieldsSeq("order no po line unit price all vendor quantity") {
		v.Add(w)
	}
	return v
}

func TestMendedWords(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"l2.50", "12.50"}, {"1,2O4.5O", "1,204.50"}, {"$3S.00", "$35.00"}, {"12.50'", "12.50"}, {"1.2O4,50€", "1.204,50€"}, {"12;50", "12,50"},
		{"2''969.34", "2'969.34"}, {"2O26-05-l2", "2026-05-12"}, {"12/O5/2026", "12/05/2026"}, {"12.05,2026", "12.05.2026"}, {"02/27//2026", "02/27/2026"},
		{"E120.00", "120.00"}, {"2.00%%", "2.00%"}, {"436.723.69", "436'723.69"},
		// What may be meant as it was read stays.
		{"12:50", "12:50"}, {"436.723.690", "436.723.690"}, {"AB-1O42", "AB-1O42"}, {"2'913.01", "2'913.01"}, {"Quantitv", "Quantitv"},
		{"S5-10", "S5-10"}, {"1.022,89", "1.022,89"}, {"16.922,89", "16.922,89"}, {"1.2.3", "1.2.3"}, {"4-5816-14", "4-5816-14"}, {"B16,", "B16,"}, {"100", "100"}, {"B0LT", "B0LT"},
	} {
		if got := corrected(c.read); got != c.want {
			t.Errorf("mended(%q) = %q, want %q", c.read, got, c.want)
		}
	}
}

// TestLookup checks that a recognised word is looked up as the known word that it
// resembles.
func TestLookup(t *testing.T) {
	s := NewSpeller(fewWords)
	for read, want := range map[string]string{"0rder": "order", "N0": "no", "L1ne": "line", "Quantitv": "quantity", "B0LT": "b0lt", "4711": "4711"} {
		if got := s.Lookup(&doc.Word{Text: read, Confidence: 0.8}, read); got != want {
			t.Errorf("Lookup(%q) = %q, want %q", read, got, want)
		}
	}
}

// TestNearestIsFoundOnce checks that the answer for a word is kept, that only a limited
// number of answers is kept, and that the answers do not depend on either.
func TestNearestIsFoundOnce(t *testing.T) {
	v := fewWords()
	for range 3 {
		for _, c := range [...]struct{ read, want string }{{"0rder", "order"}, {"quantitv", "quantity"}, {"xyzzyx", ""}} {
			if got := v.nearest(c.read, true); got != c.want {
				t.Errorf("nearest(%q) = %q, want %q", c.read, got, c.want)
			}
		}
	}
	if len(v.found) != 3 {
		t.Errorf("of three words asked for three times %d answers are kept, want 3", len(v.found))
	}
	for i := range 2*mostCached + 10 {
		v.nearest(fmt.Sprintf("word%d", i), i%2 == 0)
		if len(v.found) > mostCached {
			t.Fatalf("%d answers are kept, want at most %d", len(v.found), mostCached)
		}
	}
	if got := v.nearest("0rder", true); got != "order" {
		t.Errorf("nearest(%q) after many others = %q, want %q", "0rder", got, "order")
	}
}

// BenchmarkNonsense looks up a page of meaningless words as often as headings and labels
// are looked for.
func BenchmarkNonsense(b *testing.B) {
	v := fewWords()
	for i := range 1500 {
		v.Add(fmt.Sprintf("%c%c%cheading", 'a'+i%26, 'a'+i/26%26, 'a'+i/676))
	}
	words := make([]string, 300)
	for i := range words {
		words[i] = fmt.Sprintf("h%deodlnq", i)
	}
	s := NewSpeller(func() *Vocabulary { return v })
	for b.Loop() {
		for range 100 {
			for _, w := range words {
				s.Lookup(&doc.Word{Confidence: 0.5}, w)
			}
		}
	}
}

// TestMendJoinsDecimals checks that decimals that were read as a separate word are joined
// to the figure before them.
func TestMendJoinsDecimals(t *testing.T) {
	for _, test := range []struct {
		second string
		gap    float64
		want   int // words
	}{{".20", 3, 1}, {",20", 3, 1}, {".20", 9, 2}, {".2", 3, 2}, {"20", 3, 2}} {
		words := []doc.Word{
			{Text: "343", Box: doc.Box{X1: 15, Y1: 10}, Baseline: 8, Size: 10},
			{Text: test.second, Box: doc.Box{X0: 15 + test.gap, X1: 40, Y1: 10}, Baseline: 8, Size: 10},
		}
		if got := correct(words); len(got) != test.want {
			t.Errorf("343 and %s, %v points apart, are mended to %+v, want %d words", test.second, test.gap, got, test.want)
		}
	}
}

func FuzzMended(f *testing.F) {
	for _, s := range []string{"l2.50", "12.05,2026", "0rder", "Stück|e", "€", "\xff0rder", "İSTANBUL1"} {
		f.Add(s)
	}
	v := fewWords()
	speller := NewSpeller(func() *Vocabulary { return v })
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 1<<10 {
			return
		}
		correct([]doc.Word{{Text: s, Size: 10, Confidence: 0.5}})
		speller.LookupAll(&doc.Word{Text: s, Confidence: 0.5})
	})
}

// TestDocument checks that documents with a text layer are left as they are, and
// recognised ones are corrected in a copy.
func TestDocument(t *testing.T) {
	s := NewSpeller(fewWords)
	words := []doc.Word{{Text: "l2.50", Size: 10, Confidence: 0.8}}
	printed := &doc.Document{Pages: []doc.Page{{Number: 1, Words: words}}}
	if got := s.Document(printed); got != printed {
		t.Errorf("Document of a text layer = %v, want the document itself", got)
	}
	scanned := &doc.Document{Pages: []doc.Page{{Number: 1, Source: doc.Pixels, Words: words}}}
	if got := s.Document(scanned).Pages[0].Words[0].Text; got != "12.50" || scanned.Pages[0].Words[0].Text != "l2.50" {
		t.Errorf("Document of pixels reads %q and leaves %q, want %q and %q", got, scanned.Pages[0].Words[0].Text, "12.50", "l2.50")
	}
}

// TestCorrectPartsAmountsFromLabels checks that a label and an amount that were recognised
// without a blank between them become two words side by side.
func TestCorrectPartsAmountsFromLabels(t *testing.T) {
	for read, want := range map[string]string{"Total:1,250.00": "Total:|1,250.00", "A1:12.50": "A1:12.50", "Ref:4417": "Ref:4417", ":12.50": "12.50"} {
		var got []string
		x := 40.0
		for _, w := range correct([]doc.Word{{Text: read, Box: doc.Box{X0: x, Y0: 10, X1: 120, Y1: 20}, Confidence: 0.99}}) {
			if w.Box.X0 != x || w.Box.X1 <= x {
				t.Errorf("%q: %q stands from %g to %g, want it from %g", read, w.Text, w.Box.X0, w.Box.X1, x)
			}
			got, x = append(got, w.Text), w.Box.X1
		}
		if strings.Join(got, "|") != want {
			t.Errorf("correct(%q) = %q, want %q", read, strings.Join(got, "|"), want)
		}
	}
}

// TestStrokes checks that a lone "l" between words is read as a bar, and one apart from
// them as the figure 1.
func TestStrokes(t *testing.T) {
	word := func(text string, x, y float64) doc.Word {
		return doc.Word{Text: text, Box: doc.Box{X0: x, X1: x + 5*float64(len(text))}, Baseline: y, Size: 10, Confidence: 0.6}
	}
	words := []doc.Word{
		word("l", 20, 100), word("Mint", 60, 100), word("l", 83, 100), word("9g", 91, 100), word("I", 104, 100), word("box", 112, 100),
		word("l", 20, 140), // not beside any row
		word("l", 60, 160), word("m", 68, 160),
	}
	correctStrokes(words)
	var got []string
	for i := range words {
		got = append(got, words[i].Text)
	}
	if got, want := strings.Join(got, " "), "1 Mint | 9g | box l l m"; got != want {
		t.Errorf("strokes: %q, want %q", got, want)
	}
}
