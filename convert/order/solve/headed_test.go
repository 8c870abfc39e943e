package solve

import (
	"testing"

	"lineitem/convert/order/schema"
)

// TestTakeHeadedCodes checks that items without codes get those in the column of a heading for
// codes, if most of them have one there.
func TestTakeHeadedCodes(t *testing.T) {
	head := []printedCell{{"Description", 50, none}, {"Article code", 120, none}, {"Quantity", 200, none}}
	for _, test := range []struct {
		name string
		rows [][]printedCell
		want []string
	}{
		{"a column", [][]printedCell{head,
			{{"Door mat", 50, text}, {"2.00.05.012", 120, none}, {"2", 200, quantity}}, {{"Key rack", 50, text}, {"2.00.05.073", 120, none}, {"1", 200, quantity}},
		}, []string{"2.00.05.012", "2.00.05.073"}},
		{"beside it", [][]printedCell{head, {{"Door mat", 50, text}, {"2.00.05.012", 160, none}, {"2", 200, quantity}}}, []string{""}},
		{"few have one", [][]printedCell{head,
			{{"Door mat", 50, text}, {"KT-0412", 120, none}, {"2", 200, quantity}}, {{"Key rack", 50, text}, {"1", 200, quantity}},
			{{"Coat hook", 50, text}, {"1", 200, quantity}},
		}, []string{"", "", ""}},
		{"codes of tariffs", [][]printedCell{{{"Description", 50, none}, {"HSN Code", 120, none}, {"Quantity", 200, none}},
			{{"Door mat", 50, text}, {"57050024", 120, none}, {"2", 200, quantity}}}, []string{""}},
		{"words", [][]printedCell{head, {{"Door mat", 50, text}, {"grey 60", 120, none}, {"2", 200, quantity}}}, []string{""}},
	} {
		r := newReviser(test.rows)
		r.takeHeadedCodes()
		checkCells(t, test.name, r, schema.ItemCode, test.want)
	}
}
