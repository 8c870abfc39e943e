package ranking

import (
	"fmt"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// TestJoin checks that two lines each likely to be a name are one name if the second ends it with a legal form, and
// that a line ending with a word after which a name must continue is no name by itself.
func TestJoin(t *testing.T) {
	for _, c := range [...]struct {
		name         string
		upper, lower []string
		bold         bool // whether the second line is bold
		shares       [2]float64
		want         string
	}{
		{"a name on two lines", []string{"Alder", "Creek"}, []string{"Pumps", "Ltd"}, false, [2]float64{0.1, 0.6}, "[0 0 1]"},
		{"a person", []string{"Ann", "Alder"}, []string{"Pumps", "Ltd"}, false, [2]float64{0.01, 0.89}, "[0.01 0.89 0.1]"},
		{"hardly a name on two lines", []string{"Alder", "Creek"}, []string{"Pumps", "Ltd"}, false, [2]float64{0.3, 0.65}, "[0.3 0.65 0.05]"},
		{"in capitals", []string{"ALDER", "CREEK"}, []string{"Pumps", "Ltd"}, false, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
		{"printed otherwise", []string{"Alder", "Creek"}, []string{"Pumps", "Ltd"}, true, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
		{"a brand and its owner", []string{"Alder"}, []string{"Creek", "Pumps", "Ltd"}, false, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
		{"a name again in full", []string{"Alder", "Creek"}, []string{"Alder", "Ltd"}, false, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
		{"two names", []string{"Alder", "Ltd"}, []string{"Creek", "Ltd"}, false, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
		{"an open first line", []string{"Trustees", "of", "the"}, []string{"Alder", "Charity"}, false, [2]float64{0.9, 0.05}, "[0 0.05 0.95]"},
		{"an open first line in smaller print", []string{"Alder", "&"}, []string{"Creek"}, true, [2]float64{0.9, 0.05}, "[0 0.05 0.95]"},
		{"an ellipsis", []string{"Trustees", "of…"}, []string{"Alder", "Charity"}, false, [2]float64{0.9, 0.05}, "[0.9 0.05 0.05]"},
		{"no legal form", []string{"Alder", "Creek"}, []string{"Ann", "Orchard"}, false, [2]float64{0.1, 0.6}, "[0.1 0.6 0.3]"},
	} {
		g := &Graph{nodes: []node{{Segment: new(layout.Segment)}, {Segment: new(layout.Segment)}}, terms: map[string]*term{}, ids: map[string]int32{}}
		words := func(texts []string, bold bool) (all []*word) {
			for i, s := range texts {
				all = append(all, &word{Word: &doc.Word{Text: s, Size: 10, Bold: bold}, term: g.termOf(s), at: i})
			}
			return all
		}
		upper, lower := words(c.upper, false), words(c.lower, c.bold)
		for k, line := range [][]*word{upper, lower} {
			g.addWords(names, joinWords(line), line, k, k)
		}
		whole := append(upper[:len(upper):len(upper)], lower...)
		g.addWords(names, joinWords(whole), whole, 0, 1)
		chances := chances{p: []float64{c.shares[0], c.shares[1], 1 - c.shares[0] - c.shares[1]}}
		chances.join(g.joints(names))
		if got := fmt.Sprintf("%.2g", chances.p); got != c.want {
			t.Errorf("%s: probabilities of both lines and of the whole name %s, want %s", c.name, got, c.want)
		}
	}
}

// TestSentence checks that terms are the whole sentence if what follows its verb is likely.
func TestSentence(t *testing.T) {
	for _, c := range [...]struct {
		text string
		from int // index of the word with which the likely part begins
		want string
	}{
		{"Payment is due within 30 days.", 1, "[0 1]"},
		{"Das Zahlungsziel beträgt 14 Tage.", 2, "[0 1]"},
		{"Terms net 30 days.", 1, "[0.9 0.1]"},
	} {
		g := &Graph{terms: map[string]*term{}, ids: map[string]int32{}}
		n := segmentOf(g, c.text)
		g.nodes = []node{n}
		for _, words := range [...][]*word{n.words[c.from:], n.words} {
			g.addWords(texts, joinWords(words), words, 0, 0)
		}
		chances := chances{p: []float64{0.9, 0.1}}
		chances.join(g.joints(texts))
		if got := fmt.Sprintf("%.2g", chances.p); got != c.want {
			t.Errorf("%q: probabilities of the part and of the sentence %s, want %s", c.text, got, c.want)
		}
	}
}
