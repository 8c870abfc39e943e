package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestLooseItems(t *testing.T) {
	fields := []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal, schema.DeliveryDate}
	tests := []struct{ name, text, want string }{
		{"lines of a message", `
please send us

  2,000 x KX-200 cardboard tube 20 cm @ EUR 0.31 = 620.00
  20 boxes x packing paper, as before @ EUR 14.50 = 290.00
  12 rolls x KT-48 brown tape @ EUR 2.00 = 24.00
  Total ex VAT EUR 934.00

Many thanks`, `
|KX-200|cardboard tube 20 cm|2000||0.31|620.00|
||packing paper, as before|20|boxes|14.50|290.00|
|KT-48|brown tape|12|rolls|2.00|24.00|`},
		{"price and quantity in one cell", `
Work table of steel, undershelf         $389.00 × 2       $778.00
Sheet pan, case of 12                   $96.24 × 3        $288.72
Subtotal                                                $1,066.72`, `
||Work table of steel, undershelf|2||389.00|778.00|
||Sheet pan, case of 12|3||96.24|288.72|`},
		{"a sum that is once itself", `
We ordered 1 pump for 418.00 of which 418.00 was paid.`, ""},
	}
	for _, test := range tests {
		want := test.want
		if want != "" {
			want = want[1:]
		}
		if got := itemsOf(test.text, fields...); got != want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
