package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// TestFiguresThatAddUp checks that sums that add up beneath an order's items are
// found, whatever their labels.
func TestFiguresThatAddUp(t *testing.T) {
	const items = `
Item   Description          Qty    Price    Amount
1      Steel angle 40x40    10     12.00    120.00
2      Base plate 8 mm       4      7.50     30.00
`
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"strange labels", `
                            Zwurbel         150.00
                            Add: GST 5%       7.50
                            Nett Rs.        157.50`,
			wanted{Subtotal: "150.00", Tax: "7.50", Total: "157.50"}},
		{"total, tax and total again", `
                            TOTAL           150.00
                            CGST 9%          13.50
                            SGST 9%          13.50
                            ROUNDED OFF       0.25
                            GRAND TOTAL     177.25`,
			wanted{Subtotal: "150.00", Tax: "27.00", Total: "177.25"}},
		{"a figure that is no sum stands between", `
                            Total           150.00
                            Crates               7
                            VAT 10%          15.00
                            Due             165.00`,
			wanted{Subtotal: "150.00", Tax: "15.00", Total: "165.00"}},
		{"in one row", `
       Total            150.00          30.00          180.00`,
			wanted{Subtotal: "150.00", Tax: "30.00", Total: "180.00"}},
		{"a tax that is called a total", `
                            Total Mercadorias R$    150.00
                            Total IPI R$              5.80
                            Total geral R$          155.80`,
			wanted{Subtotal: "150.00", Tax: "5.80", Total: "155.80"}},
		{"a section's sum, and that of all lines", `
                            Subtotal         30.00
                            Worth, without VAT  150.00`,
			wanted{Subtotal: "30.00", Total: "150.00"}},
		{"a sum without tax that is called after the tax", `
                            Worth (ex. VAT):     150.00`,
			wanted{Total: "150.00"}},
		{"a sentence says that taxes are included, and a date", `
                            Total           150.00
Sales tax included. Completion: October 4, 2026.`,
			wanted{Total: "150.00"}},
	}
	for _, tt := range tests {
		orders := Read(ordertest.Typed(items + tt.text))
		if len(orders) != 1 || len(orders[0].Lines) != 2 {
			t.Errorf("%s: %d orders", tt.name, len(orders))
			continue
		}
		for _, f := range [...]Field{Subtotal, Tax, Shipping, Total} {
			if got := orders[0].Head[f].Value; got != tt.want[f] {
				t.Errorf("%s: %s = %q, want %q", tt.name, f.Key(), got, tt.want[f])
			}
		}
	}
}
