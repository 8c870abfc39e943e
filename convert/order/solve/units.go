package solve

import (
	"slices"

	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

var besideUnits = mechanism.New("solve: units behind quantities that the reading left out")

// takeUnits gives items without units the words right behind their quantities that are known as units, or which the network takes
// rather for units than for texts.
func (r *reviser) takeUnits() {
	if !besideUnits.On() {
		return
	}
	const leastUnit = 0.1 // probability of a unit that is not known as one
	for i, l := range r.lines {
		figure := r.words[i][tagging.Quantity]
		if l[schema.Unit].Value != "" || len(figure) == 0 {
			continue
		}
		last := slices.Max(figure)
		n := last + 1
		if n == len(r.Nodes) || r.Nodes[n].Segment != r.Nodes[last].Segment || r.words[i].hold(n, tagging.Description) {
			continue
		}
		unit := items.CleanUnit(r.Nodes[n].Word.Text)
		seen := r.Words[n][tagging.Unit] > max(leastUnit, r.Words[n][tagging.Description]) && textnorm.CountLetters(unit) > 0
		if seen || value.IsUnit(unit) {
			l[schema.Unit], r.words[i][tagging.Unit] = r.newCell([]int{n}, tagging.Unit, unit), []int{n}
			r.changed[i] = r.words[i].drop(tagging.Description, []int{n}) || r.changed[i]
		}
	}
}
