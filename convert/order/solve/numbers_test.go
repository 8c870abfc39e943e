package solve

import (
	"testing"

	"lineitem/convert/order/schema"
)

// TestTakeNumbers checks that numbers that count the items, at the same place in
// all of them, are the line numbers.
func TestTakeNumbers(t *testing.T) {
	item := func(before, number string, x float64) [][]printedCell {
		return [][]printedCell{{{before + number, x, none}, {"Door mat", 120, text}, {"2", 300, quantity}}}
	}
	for _, test := range []struct {
		name string
		rows [][][]printedCell
		want []string
	}{
		{"in ones", [][][]printedCell{item("", "(1)", 50), item("", "(2)", 50)}, []string{"1", "2"}},
		{"in tens, behind a word", [][][]printedCell{item("Line ", "010", 50), item("Line ", "020", 50)}, []string{"010", "020"}},
		{"above", [][][]printedCell{{{{"1", 50, none}}}, item("", "", 50), {{{"2", 50, none}}}, item("", "", 50)}, []string{"1", "2"}},
		{"at two places", [][][]printedCell{item("", "1", 50), item("", "2", 80)}, []string{"", ""}},
		{"not counting", [][][]printedCell{item("", "1", 50), item("", "3", 50)}, []string{"", ""}},
		{"of one item", [][][]printedCell{item("", "1", 50)}, []string{""}},
	} {
		var rows [][]printedCell
		for _, of := range test.rows {
			rows = append(rows, of...)
		}
		r := newReviser(rows)
		r.takeNumbers()
		checkCells(t, test.name, r, schema.LineNumber, test.want)
	}
}
