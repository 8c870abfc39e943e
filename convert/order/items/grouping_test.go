package items

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
)

func TestPricePartsInRuledRow(t *testing.T) {
	// The tax on an item is printed in the item's own ruled row.
	page := *layout.Analyze(ordertest.Typed(strings.Trim(`
Line   Description         Qty        Amount
1      Pump, cast          2           50.00
       iron
       Central GST 9 %                  4.50
2      Valve               4           10.00`, "\n")))[0].Page
	for _, row := range []float64{0, 1, 4, 5} {
		y := 34.5 + 12*row
		page.Rules = append(page.Rules, doc.Rule{Box: doc.Box{X0: 30, Y0: y, X1: 320, Y1: y + 0.5}})
	}
	var got []string
	for _, table := range find(layout.Analyze(&doc.Document{Pages: []doc.Page{page}})) {
		for _, c := range table.Lines {
			got = append(got, c[schema.Description].Value+"|"+c[schema.LineTotal].Value)
		}
	}
	want := "Pump, cast iron|50.00\nValve|10.00"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

func TestTablesOfFigures(t *testing.T) {
	const items = `
Pos   Description          Qty     Price    Amount
1     Label, woven         30      1.00     30.00
2     Label, printed       20      2.00     40.00`
	const total = `
Total                                       70.00`
	tests := []struct{ name, beneath string }{
		{"sizes under a head of their own", total + `
Ref      30 ml      50 ml     Quantity
7712     4          8         12
7713     8          10        18`},
		{"the bases of a tax", total + `
7712  70.00 9%             9       0.70     6.30`},
	}
	for _, test := range tests {
		want := "1|Label, woven|30\n2|Label, printed|20"
		if got := itemsOf(items+test.beneath, schema.LineNumber, schema.Description, schema.Quantity); got != want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
