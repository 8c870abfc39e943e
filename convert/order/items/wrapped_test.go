package items

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
)

// A ruled row whose cells are centred each by itself is one item, also where two of its
// lines look like items of their own: one with the number and the amount, one with the
// quantity and the price.
func TestWrappedCells(t *testing.T) {
	page := *layout.Analyze(ordertest.Typed(strings.Trim(`
Line   Description         Qty       Unit price    Amount
       Pump, cast
1      iron, with                                  50.00
       motor and           2         25.00
       bracket
2      Valve               4         2.50          10.00`, "\n")))[0].Page
	for _, row := range []float64{0, 1, 5, 6} {
		y := 34.5 + 12*row
		page.Rules = append(page.Rules, doc.Rule{Box: doc.Box{X0: 30, Y0: y, X1: 400, Y1: y + 0.5}})
	}
	for _, x := range []float64{30, 72, 190, 250, 334, 400} {
		page.Rules = append(page.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: 34.5, X1: x + 0.5, Y1: 106.5}, Vertical: true})
	}
	var got []string
	for _, table := range find(layout.Analyze(&doc.Document{Pages: []doc.Page{page}})) {
		for _, c := range table.Lines {
			got = append(got, strings.Join([]string{c[schema.LineNumber].Value, c[schema.Description].Value, c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.LineTotal].Value}, "|"))
		}
	}
	want := "1|Pump, cast iron, with motor and bracket|2|25.00|50.00\n2|Valve|4|2.50|10.00"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}
