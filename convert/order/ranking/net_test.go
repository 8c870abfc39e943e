package ranking

import (
	"testing"

	"lineitem/convert/doc"
)

// TestByValue checks that the probabilities of a value printed in two places are added.
func TestByValue(t *testing.T) {
	r := Ranked{
		Candidates: []*Candidate{{Value: "2026-05-16"}, {Value: "2026-05-30"}, {Value: "2026-05-16"}},
		P:          []float64{0.3, 0.4, 0.25}, None: 0.05,
	}
	countValues(r.Candidates, map[string]int32{})
	r.values = r.byValue(r.P)
	if got := r.likeliest(maxPairs); len(got) != 3 || got[0] != 0 || got[1] != 1 || got[2] != -1 {
		t.Errorf("likeliest() = %v, want [0 1 -1]: each value once, where it is likeliest, and none", got)
	}
	if got := r.Probability(2); got != 0.3+0.25 {
		t.Errorf("Probability(2) = %v, want 0.55", got)
	}
}

// TestGoOn checks that terms at the end of a line continue in the next line if that begins with a lower-case letter,
// unless this is hardly probable.
func TestGoOn(t *testing.T) {
	for _, c := range [...]struct {
		upper, lower string
		p            float64 // probability of both lines together
		want         int
	}{
		{"before", "dispatch", 0.1, 1},
		{"before", "dispatch", 0.01, 0},
		{"before", "Dispatch", 0.1, 0},
		{"order.", "dispatch", 0.1, 0},
	} {
		words := []*word{{Word: &doc.Word{Text: "half"}}, {Word: &doc.Word{Text: c.upper}}, {Word: &doc.Word{Text: c.lower}}}
		r := Ranked{Candidates: []*Candidate{{words: words[:2]}, {words: words, last: 1}}, P: []float64{0.8, c.p}}
		if r.extendText([]node{{words: words[:2]}, {words: words[2:]}}); r.Best != c.want {
			t.Errorf("half %s / %s, %g: candidate %d chosen, want %d", c.upper, c.lower, c.p, r.Best, c.want)
		}
	}
}
