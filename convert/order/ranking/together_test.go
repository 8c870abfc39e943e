package ranking

import "testing"

// TestTogether checks that overlapping candidates for one number (with and without a word of its label) compete
// together against other numbers and none, and that the likeliest of them is chosen.
func TestTogether(t *testing.T) {
	label, number, other := new(word), new(word), new(word)
	whole, short := &Candidate{value: 0, words: []*word{label, number}}, &Candidate{value: 1, words: []*word{number}}
	all := []*Candidate{whole, short, {value: 2, words: []*word{other}}}
	for _, c := range [...]struct {
		p    []float64
		none float64
		want int
	}{
		{[]float64{0.25, 0.35, 0}, 0.4, 1},
		{[]float64{0.35, 0.25, 0}, 0.4, 0},
		{[]float64{0.3, 0.28, 0.4}, 0.02, 0},
		{[]float64{0.2, 0.15, 0.1}, 0.55, -1},
		{[]float64{0.2, 0.15, 0.6}, 0.05, 2},
	} {
		r := Ranked{Candidates: all, P: c.p, None: c.none}
		r.choose()
		if r.preferOverlapping(); r.Best != c.want {
			t.Errorf("%v, none %v: %d, want %d", c.p, c.none, r.Best, c.want)
		}
	}
}
