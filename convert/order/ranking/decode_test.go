package ranking

import "testing"

// Buyer and supplier are the likeliest two organisations, where the rules' names count
// more, and are not dropped.
func TestDecode(t *testing.T) {
	const none = -1
	candidates := []*Candidate{{Value: "Acme Ltd"}, {Value: "ACME LTD."}, {Value: "Orchard Inc"}}
	ranked := func(p ...float64) *Ranked {
		r := &Ranked{Candidates: candidates, P: p[:3], values: p[:3], None: p[3], Best: none, Rule: none}
		for i, c := range candidates {
			c.value = int32(i)
		}
		for z := range r.given {
			r.given[z] = chances{p: r.P, none: r.None, values: r.values}
		}
		return r
	}
	for _, c := range [...]struct {
		name            string
		buyer, supplier *Ranked
		b, s            int
	}{
		{"two names", ranked(0.9, 0, 0.1, 0), ranked(0, 0.1, 0.9, 0), 0, 2},
		{"one name for both", ranked(0.9, 0, 0.1, 0), ranked(0, 0.6, 0.4, 0), 0, 2},
		{"one name, and none", ranked(0.9, 0, 0, 0.1), ranked(0, 0.8, 0, 0.2), 0, none},
		{"hardly a name", ranked(0, 0, 0.01, 0.99), ranked(0, 0, 0, 1), none, none},
	} {
		if decode(c.buyer, c.supplier, [2]float64{0.5, 0.5}); c.buyer.Best != c.b || c.supplier.Best != c.s {
			t.Errorf("%s: buyer %d and supplier %d, want %d and %d", c.name, c.buyer.Best, c.supplier.Best, c.b, c.s)
		}
	}
}
