package solve

import (
	"slices"
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// TestProducts checks that figures in the rows of items that multiply up replace those that do not, wherever they
// are, if most items have such figures.
func TestProducts(t *testing.T) {
	good := []printedCell{{"45", 200, quantity}, {"12.00", 300, price}, {"540.00", 400, total}}
	for _, test := range []struct {
		name string
		rows [][]printedCell
		want []string
	}{
		{"price and total swapped", [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, total}, {"540.00", 400, price}}}, []string{"45 12.00 540.00 "}},
		{"a price within a description", [][]printedCell{{{"45", 200, quantity}, {"12.00 Ball valve", 300, text}, {"540.00", 400, total}}}, []string{"45 12.00 540.00 "}},
		{"with a discount", [][]printedCell{{{"45×", 200, none}, {"12.00", 300, price}, {"-25 %", 350, none}, {"405.00", 400, total}}}, []string{"45 12.00 405.00 25 %"}},
		{"with a discount without a sign", [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, none}, {"25", 350, discount}, {"405.00", 400, total}}}, []string{"45 12.00 405.00 25"}},
		{"a discount that the price is less already", [][]printedCell{{{"45", 200, quantity}, {"16.01", 250, price}, {"25%", 300, discount}, {"12.00", 350, none}, {"540.00", 400, total}}}, []string{"45 16.01 540.00 25%"}},
		{"a price for a thousand", [][]printedCell{{{"40000", 200, none}, {"61.85", 300, price}, {"2474.00", 400, total}}}, []string{"40000 61.85 2474.00 "}},
		{"grouped by a blank", [][]printedCell{{{"45", 200, quantity}, {"120.00", 300, price}, {"5 400.00", 400, none}}}, []string{"45 120.00 5400.00 "}},
		{"with a discount without a sign, not taken for one", [][]printedCell{{{"45", 200, quantity}, {"12.00", 300, none}, {"25.0", 350, text}, {"405.00", 400, total}}}, []string{"45 12.00 405.00 25.0%"}},
		{"a total rounded to a whole amount", [][]printedCell{{{"24", 200, quantity}, {"2745", 300, none}, {"12%", 350, none}, {"57974", 400, total}}}, []string{"24 2745 57974 12%"}},
		{"cents in columns of their own", [][]printedCell{{{"25", 200, quantity}, {"165", 300, price}, {"50", 340, none}, {"4,137", 400, total}, {"50", 440, none}}}, []string{"25 165.50 4137.50 "}},
		{"nothing multiplies up", [][]printedCell{{{"45", 200, quantity}, {"13.00", 300, none}, {"540.00", 400, total}}}, []string{"45  540.00 "}},
		{"of few items", [][]printedCell{
			{{"45", 200, quantity}, {"12.00", 300, none}, {"540.00", 400, none}},
			{{"7", 200, quantity}}, {{"8", 200, quantity}},
		}, []string{"45   ", "7   ", "8   "}},
		{"of one among others", [][]printedCell{good, good, {{"45", 200, none}, {"12.00", 300, price}, {"540.00", 400, total}}}, []string{"45 12.00 540.00 ", "45 12.00 540.00 ", "45 12.00 540.00 "}},
	} {
		r := newReviser(test.rows)
		for n := range r.Nodes {
			if r.Nodes[n].Word.Text == "25.0" {
				r.Words[n][tagging.Discount] = 0.1
			}
		}
		r.takeProducts()
		var got []string
		for _, c := range r.lines {
			got = append(got, c[schema.Quantity].Value+" "+c[schema.UnitPrice].Value+" "+c[schema.LineTotal].Value+" "+c[schema.Discount].Value)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: quantity, price, total and discount are %q, want %q", test.name, got, test.want)
		}
	}
}

// TestExchangePrices checks that quantity and price are exchanged if a currency sign is before the quantity and
// none is before the price. A sign after the quantity may be its unit.
func TestExchangePrices(t *testing.T) {
	for _, test := range []struct {
		name string
		row  []printedCell
		want string
	}{
		{"a sign before the quantity", []printedCell{{"$12.00", 200, quantity}, {"45", 300, price}}, "45"},
		{"a sign apart", []printedCell{{"€", 200, none}, {"12.00", 208, quantity}, {"45", 300, price}}, "12.00"},
		{"signs before both", []printedCell{{"$12.00", 200, quantity}, {"$45", 300, price}}, "$12.00"},
		{"a sign behind the quantity", []printedCell{{"12 €", 200, quantity}, {"45", 300, price}}, "12 €"},
	} {
		r := newReviser([][]printedCell{test.row})
		r.exchangePrices()
		checkCells(t, test.name, r, schema.Quantity, []string{test.want})
	}
}
