package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestTablesOfFigures(t *testing.T) {
	const items = `
Pos   Description          Qty     Price    Amount
1     Label, woven         30      1.00     30.00
2     Label, printed       20      2.00     40.00
Total                                       70.00`
	tests := []struct{ name, beneath string }{
		{"sizes under a head of their own", `
Ref      30 ml      50 ml     Quantity
7712     4          8         12
7713     8          10        18`},
		{"the bases of a tax", `
7712  70.00 9%             9       0.70     6.30`},
	}
	for _, test := range tests {
		want := "1|Label, woven|30\n2|Label, printed|20"
		if got := itemsOf(items+test.beneath, schema.LineNumber, schema.Description, schema.Quantity); got != want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
