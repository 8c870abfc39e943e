package ranking

import (
	"fmt"
	"testing"

	"lineitem/convert/doc"
)

// TestDoubt checks that a name that could hardly be read becomes less likely than
// one read with confidence.
func TestDoubt(t *testing.T) {
	for _, c := range [...]struct {
		name string
		read [2]float64 // the confidence of the last word of each name
		want string
	}{
		{"both read surely", [2]float64{0.95, 0.75}, "[0.6 0.3]"},
		{"one hardly read", [2]float64{0.35, 1}, "[0.27 0.55]"},
	} {
		var all []*Candidate
		for _, read := range c.read {
			all = append(all, &Candidate{words: []*word{{Word: &doc.Word{Text: "Alder", Confidence: 1}}, {Word: &doc.Word{Text: "Ltd", Confidence: read}}}})
		}
		chances := chances{p: []float64{0.6, 0.3}, none: 0.1}
		chances.doubt(all)
		if got := fmt.Sprintf("%.2g", chances.p); got != c.want {
			t.Errorf("%s: probabilities %s, want %s", c.name, got, c.want)
		}
	}
}
