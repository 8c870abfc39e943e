package ranking

import (
	"strings"
	"testing"
)

// TestDateNumber checks that the date after an order's number is the order's date if at most few
// words and no figures are between them.
func TestDateNumber(t *testing.T) {
	for _, c := range [...]struct {
		segments []string // each right of the one before
		follows  bool
	}{
		{[]string{"Your order 4711 of 03.05.2026"}, true},
		{[]string{"Your order 4711", "dated 03.05.2026"}, true},
		{[]string{"Your order 4711/03.05.2026"}, true},
		{[]string{"Invoice of 03.05.2026 for your order 4711"}, false},
		{[]string{"Your order 4711 offer 12 of 03.05.2026"}, false},
		{[]string{"Your order 4711 which reached us by mail on 03.05.2026"}, false},
		{[]string{"Your order 4711", "Invoice", "03.05.2026"}, false},
	} {
		g := &Graph{terms: map[string]*term{}, ids: map[string]int32{}}
		number, date := &Ranked{}, &Ranked{P: []float64{0.8, 0.1}, None: 0.1}
		date.Candidates = []*Candidate{{Value: "2026-05-06", words: []*word{{}}, first: -1}}
		for i, text := range c.segments {
			n := segmentOf(g, text)
			n.next[right] = int32(i + 1)
			for k, w := range n.words {
				candidate := Candidate{Value: "4711", words: n.words[k : k+1], first: int32(i), last: int32(i), value: 1}
				if dated := candidate; strings.HasSuffix(w.Text, "03.05.2026") {
					date.Candidates = append(date.Candidates, &dated)
				}
				if strings.Contains(w.Text, "4711") {
					number.Candidates = append(number.Candidates, &candidate)
				}
			}
			g.nodes = append(g.nodes, n)
		}
		if g.dateNumber(number, date); (date.Best == 1) != c.follows {
			t.Errorf("%q: the date behind the number is chosen: %t, want %t", c.segments, date.Best == 1, c.follows)
		}
	}
}
