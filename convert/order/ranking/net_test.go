package ranking

import "testing"

// A value that stands in two places is as probable as both together.
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
