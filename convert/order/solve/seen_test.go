package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// TestSeenBehindUnits checks that a code that the network sees after a unit, in
// the same cell, is taken out of the cell.
func TestSeenBehindUnits(t *testing.T) {
	r := newReviser([][]printedCell{
		{{"2", 50, quantity}, {"EA KT-0412", 100, tagging.Unit}, {"Door mat", 200, text}},
		{{"1", 50, quantity}, {"EA KT-0977", 100, tagging.Unit}, {"Key rack", 200, text}},
	})
	r.best, r.p = make([]tagging.Tag, len(r.Nodes)), make([][tagging.NumTags]float64, len(r.Nodes))
	for n := range r.Nodes {
		if textnorm.HasDigit(r.Nodes[n].Word.Text) && !r.words[n/5].contains(n, tagging.Unit) {
			r.Words[n][code], r.p[n][code], r.best[n] = 0.9, 0.9, code
		}
	}
	if !r.takeSeenCodes() {
		t.Fatal("takeSeenCodes() = false, want true")
	}
	checkCells(t, "behind units", r, schema.ItemCode, []string{"KT-0412", "KT-0977"})
	checkCells(t, "behind units", r, schema.Unit, []string{"EA", "EA"})
}
