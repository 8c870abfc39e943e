package taught

import (
	"slices"

	"lineitem/convert/order/schema"
)

// Trust counts of which values of the examples a reading was right, by column.
type Trust struct {
	Examples     int                   `json:"examples"`
	ItemsGeneral int                   `json:"items_general"` // of these, those of which the general reader found the right line items,
	ItemsLayout  int                   `json:"items_layout"`  // and the layout
	Lines        int                   `json:"lines"`         // line items
	Stated       [schema.NumFields]int `json:"stated"`        // values that the examples state
	General      [schema.NumFields]int `json:"general"`       // right, or rightly none, with the general reader,
	Layout       [schema.NumFields]int `json:"layout"`        // and with the layout
}

// Perfect reports whether the general reader read the examples without a mistake. Dates of
// delivery are left out, which may be those of the order.
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

// countRight counts the values of a reading that are right. It returns 1 if all of its line
// items are the right ones, or else 0.
func countRight(of *[schema.NumFields]int, right, read []schema.Cells) int {
	pairs := PairRows(right, read)
	for i, k := range pairs {
		for _, f := range itemFields {
			of[f] += flag(k >= 0 && SameValue(f, right[i][f].Value, read[max(k, 0)][f].Value))
		}
	}
	return flag(len(right) == len(read) && !slices.Contains(pairs, -1))
}
