package tagging

import (
	"strings"
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/value"
)

// TestSums checks that successive figures of a column are found to add up to a sum printed after them,
// also on later pages and several times, but not to one printed before them.
func TestSums(t *testing.T) {
	pages := layout.Analyze(ordertest.Typed(`
Carried     65.00

Chair       10.00
Table       25.00
Lamp        30.00
Sum         65.00
` + "\f" + `
Freight      7.00
Total       72.00
Due         65.00`))
	g := NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		t.Fatal("NewGraph gives none")
	}
	f := g.findFacts()
	var summed, sums []string
	for i := range g.Nodes {
		text := g.Nodes[i].Word.Text
		if f.of[i]&inSum != 0 {
			summed = append(summed, text)
		}
		if f.of[i]&isSum != 0 {
			sums = append(sums, text)
		}
	}
	if got, want := strings.Join(summed, " "), "10.00 25.00 30.00"; got != want {
		t.Errorf("figures of sums = %q, want %q", got, want)
	}
	if got, want := strings.Join(sums, " "), "65.00 65.00"; got != want {
		t.Errorf("sums = %q, want %q", got, want)
	}
}
