package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

// TestLineAboveHead reads a head whose lines go on beneath another that looks a
// little like one.
func TestLineAboveHead(t *testing.T) {
	text := `
Tax Exempt? Y        Tax Exempt ID: E-2044        Replenishment Option: Standard
Line-  Item/Description              Quantity UOM      PO Price   Extended
Sch                                                                    Amt
1- 1   Tube, rack of                      4.00 CS         10.00      40.00
       25 pieces
2- 1   Pipet                              6.00 CS          5.00      30.00`
	want := "1- 1|Tube, rack of 25 pieces|4.00|CS|40.00\n2- 1|Pipet|6.00|CS|30.00"
	if got := itemsOf(text, schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.LineTotal); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}
