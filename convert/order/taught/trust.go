package taught

import (
	"slices"

	"lineitem/convert/order/schema"
)

// Trust counts of how many values of the examples a reading was right, by column.
type Trust struct {
	Examples     int                   `json:"examples"`
	ItemsGeneral int                   `json:"items_general"` // those of them in which the general reader found the right line items,
	ItemsLayout  int                   `json:"items_layout"`  // and those in which the layout did
	Lines        int                   `json:"lines"`         // line items
	Stated       [schema.NumFields]int `json:"stated"`        // values that the examples state
	General      [schema.NumFields]int `json:"general"`       // values that the general reader read rightly, or rightly left empty,
	Layout       [schema.NumFields]int `json:"layout"`        // and those that the layout did
}

// Perfect reports whether the general reader read the examples without a mistake. Delivery
// dates are left out, since they may be those of the order.
func (t *Trust) Perfect() bool {
	for _, f := range itemFields {
		if f != schema.DeliveryDate && t.General[f] < t.Lines {
			return false
		}
	}
	return t.ItemsGeneral == t.Examples
}

// add counts the values of an example.
func (t *Trust) add(right, general, layout []schema.Cells) {
	t.Examples++
	t.ItemsGeneral += countRight(&t.General, right, general)
	t.ItemsLayout += countRight(&t.Layout, right, layout)
	t.addStated(right)
}

// addStated counts what line items state.
func (t *Trust) addStated(lines []schema.Cells) {
	t.Lines += len(lines)
	for i := range lines {
		for _, f := range itemFields {
			t.Stated[f] += flag(lines[i][f].Value != "")
		}
	}
}

// countRight counts, by column, the values of a reading that are right. It returns 1 if it has
// as many line items as are right and each of these is paired with one, otherwise 0.
func countRight(of *[schema.NumFields]int, right, read []schema.Cells) int {
	pairs := PairRows(right, read)
	for i, k := range pairs {
		for _, f := range itemFields {
			of[f] += flag(k >= 0 && SameValue(f, right[i][f].Value, read[max(k, 0)][f].Value))
		}
	}
	return flag(len(right) == len(read) && !slices.Contains(pairs, -1))
}
