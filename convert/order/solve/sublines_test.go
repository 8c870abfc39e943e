package solve

import (
	"slices"
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// TestGrow checks that the main line of a description includes the words of its segment that the network does not
// rule out, but no codes and labels before them.
func TestGrow(t *testing.T) {
	for _, test := range []struct {
		segment string
		read    [2]int // range of words that were read; if from is -1, all but the second
		doubted int    // a word that the network does not take for a description, or -1
		want    string
	}{
		{"Mist-blow nozzle body, SUS316L", [2]int{2, 4}, -1, "Mist-blow nozzle body, SUS316L"},
		{"Telraam magnetisch, 100 kralen", [2]int{0, 2}, -1, "Telraam magnetisch, 100 kralen"},
		{"Telraam magnetisch, 100 kralen", [2]int{0, 2}, 2, "Telraam magnetisch,"},
		{"Enamel mug – forest", [2]int{0, 2}, 2, "Enamel mug – forest"},
		{"Enamel mug – Code: 4711", [2]int{0, 2}, 2, "Enamel mug"},
		{"42171600 Health kit", [2]int{1, 3}, -1, "Health kit"},
		{"Art.: Health kit", [2]int{1, 3}, -1, "Health kit"},
		{"Suspended ceilings to hall", [2]int{-1, 4}, -1, "Suspended ceilings to hall"},
		{"Suspended ceilings to hall", [2]int{-1, 4}, 1, "Suspended to hall"},
	} {
		r := newReviser([][]printedCell{{{test.segment, 50, text}, {"2", 400, quantity}}})
		for n := range r.Words {
			r.Words[n][tagging.Description] = 0.4
		}
		if test.doubted >= 0 {
			r.Words[test.doubted][tagging.Description] = 0
		}
		all := r.words[0][text]
		if test.read[0] >= 0 {
			r.words[0][text] = all[test.read[0]:test.read[1]]
		} else { // all but the second
			r.words[0][text] = slices.Delete(slices.Clone(all), 1, 2)
		}
		p := r.descriptionOf(r.words, 0, nil)
		if got := textnorm.Join(r.decoder.words(p.main)); got != test.want {
			t.Errorf("%q of which the words %v are read: %q, want %q", test.segment, test.read, got, test.want)
		}
	}
}

// TestGrowOverGaps checks that where the words of a description are far apart, words after it that are no farther
// away are part of it as well.
func TestGrowOverGaps(t *testing.T) {
	for at, want := range map[float64]string{117: "Tea kettle steel", 140: "Tea kettle"} {
		r := newReviser([][]printedCell{{{"Tea", 50, text}, {"kettle", 76, text}, {"steel", at, none}, {"2", 400, quantity}}})
		r.Words[2][tagging.Description] = 1
		p := r.descriptionOf(r.words, 0, nil)
		if got := textnorm.Join(r.decoder.words(p.main)); got != want {
			t.Errorf("a word %g points behind others that stand 11 points apart: %q, want %q", at-106, got, want)
		}
	}
}

// TestLabelledLines checks that a line that half of the items have, with a figure after it or in it, is not part of
// their descriptions.
func TestLabelledLines(t *testing.T) {
	r := newReviser([][]printedCell{
		{{"Hat stand, oak", 50, text}, {"2", 300, quantity}}, {{"Freight", 50, text}, {"4.10", 400, none}}, {{"002 VAT 48.00 paid", 50, text}}, {{"HS 9403.60 DE", 50, text}}, {{"Tariff 94036090", 50, text}},
		{{"Coat hook", 50, text}, {"8", 300, quantity}}, {{"Freight", 50, text}, {"1.20", 400, none}}, {{"002 VAT 9.60 paid", 50, text}}, {{"with screws", 50, text}},
		{{"Bench", 50, text}, {"1", 300, quantity}}, {{"black", 50, text}, {"1200", 400, none}}, {{"HS 9403.20", 50, text}}, {{"Tariff 94032080", 50, text}},
	})
	for i, want := range []string{"", "with screws", "black"} {
		got := ""
		for _, s := range r.descriptions(r.words)[i].sublines {
			got += textnorm.Join(r.decoder.words(s.Nodes))
		}
		if got != want {
			t.Errorf("item %d has the further lines %q, want %q", i, got, want)
		}
	}
}

// TestRemarks checks that a line that begins with several asterisks or dashes is not part of a description, unless it
// is the first.
func TestRemarks(t *testing.T) {
	r := newReviser([][]printedCell{
		{{"**Hat stand, oak", 50, text}, {"2", 300, quantity}}, {{"* hooks", 50, text}}, {{"** DELIVER ASSEMBLED **", 50, text}}, {{"-- Garden --", 50, text}},
	})
	p := r.descriptions(r.words)[0]
	if main := textnorm.Join(r.decoder.words(p.main)); main != "**Hat stand, oak" || len(p.sublines) != 1 || p.sublines[0].label != "* hooks" {
		t.Errorf("main line %q, further lines %+v; want the first line and one more", main, p.sublines)
	}
}

// TestNotes checks that lines that most items have, equal except for a figure, are left out together if the weights
// hardly favour them.
func TestNotes(t *testing.T) {
	r := newReviser([][]printedCell{
		{{"Hat stand", 50, text}, {"2", 300, quantity}}, {{"Lot K4", 50, text}}, {{"Height 1800", 50, text}},
		{{"Coat hook", 50, text}, {"8", 300, quantity}}, {{"Lot 7-A", 50, text}}, {{"with screws", 50, text}},
		{{"Bench", 50, text}, {"1", 300, quantity}}, {{"Lot 12", 50, text}}, {{"black", 50, text}},
	})
	all := r.descriptions(r.words)
	for odds, want := range map[float64]string{0: "Hat stand Height 1800", 1: "Hat stand Lot K4 Height 1800"} {
		w := &LineFeatures{lineBase: odds}
		nodes, _ := all[0].choose(w, notes(all, w))
		if got := textnorm.Join(r.decoder.words(nodes)); got != want {
			t.Errorf("log odds of %g: %q, want %q", odds, got, want)
		}
	}
}

func TestLabel(t *testing.T) {
	for text, want := range map[string]string{"Lot K4711 / 2": "lot", "L.0911A": "l.", "Origin China": "origin china", "12 pieces": ""} {
		if got := label(text); got != want {
			t.Errorf("label(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestMissingDescription checks that an item without a description gets the words that the network takes for one, in
// the rows from the one in which the network sees the item begin.
func TestMissingDescription(t *testing.T) {
	r := newReviser([][]printedCell{
		{{"8", 50, quantity}, {"Coat hook", 100, none}}, {{"black", 100, none}}, {{"Hat stand", 100, none}}, {{"2", 50, quantity}, {"oak", 100, none}},
	})
	r.Lines[2], r.Lines[3] = r.Lines[3], r.Lines[2] // the network sees the second item begin above its figures
	r.best = make([]tagging.Tag, len(r.Nodes))
	for n := range r.Nodes {
		if !textnorm.HasDigit(r.Nodes[n].Word.Text) {
			r.Words[n][tagging.Description], r.best[n] = 0.6, tagging.Description
		}
	}
	r.reviseCells()
	checkCells(t, "missing", r, schema.Description, []string{"Coat hook black", "Hat stand oak"})
	r.words[1][text] = r.words[1][text][2:] // without the words above the figures
	if s := r.descriptions(r.words)[1].sublines; len(s) != 1 || !s[0].Features.Above() {
		t.Errorf("the line above the figures is none of the lines that may be described: %+v", s)
	}
}
