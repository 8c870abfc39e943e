package items

import (
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
)

func TestDiscounts(t *testing.T) {
	tests := []struct{ name, heading, cell, total, want string }{
		{"a percentage as printed", "Disc.", "12,5 %", "87.50", "12,5 %"},
		{"a rate whose sign stands in the heading", "Disc. %", "15,00", "85.00", "15.00%"},
		{"an amount", "Discount", "10.00", "90.00", "10.00"},
		{"one discount after another", "Disc.", "40+10", "54.00", "40+10"},
		{"the same with signs", "Disc.", "5%+3%", "92.15", "5%+3%"},
	}
	for _, test := range tests {
		text := "Code      Description        Qty       Price      " + test.heading + "       Amount\n" +
			"AB-12     Ball valve           2       50.00      " + test.cell + "       " + test.total
		if got := itemsOf(text, schema.Discount); got != test.want {
			t.Errorf("%s: discount of %q under %q = %q, want %q", test.name, test.cell, test.heading, got, test.want)
		}
		tables := find(layout.Analyze(ordertest.Typed(text)))
		if len(tables) != 1 || len(tables[0].Lines) != 1 || tables[0].Lines[0][schema.LineTotal].Evidence.Proof == "" {
			t.Errorf("%s: the total is not proved with the discount %q", test.name, test.cell)
		}
	}
}
