package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// Items without codes have those in the column of a heading, where most of them have one there.
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

// Figures under a heading are taken where no item has one.
func TestTakeHeadedFigures(t *testing.T) {
	rows := func(first, second string, tag tagging.Tag) [][]printedCell {
		return [][]printedCell{{{"Description", 50, none}, {"Price", 120, none}, {"Quantity", 200, none}},
			{{"Door mat", 50, text}, {first, 120, tag}, {"2", 200, quantity}}, {{"Key rack", 50, text}, {second, 120, none}, {"1", 200, quantity}},
		}
	}
	for _, test := range []struct {
		name string
		rows [][]printedCell
		want []string
	}{
		{"no item has one", rows("12.00", "1,250.00", none), []string{"12.00", "1250.00"}},
		{"an item has one", rows("12.00", "1,250.00", price), []string{"12.00", ""}},
		{"words", rows("on request", "on request", none), []string{"", ""}},
		{"long numbers", rows("81204400117", "81204400124", none), []string{"", ""}},
	} {
		r := newReviser(test.rows)
		r.takeHeadedFigures()
		checkCells(t, test.name, r, schema.UnitPrice, test.want)
	}
}
