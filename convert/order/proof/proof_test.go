package proof

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestLine(t *testing.T) {
	tests := []struct{ quantity, price, discount, total, want string }{
		{"12", "3.50", "", "42.00", "12 × 3.50 = 42.00"},
		{"3", "33.333", "", "100.00", "3 × 33.333 = 100.00"},
		{"200", "125.00", "", "250.00", "200 × 125.00 / 100 = 250.00"},
		{"10", "11.68", "20 %", "93.44", "10 × 11.68 - 20 % = 93.44"},
		{"2", "50.00", "10.00", "90.00", "2 × 50.00 - 10.00 = 90.00"},
		{"2", "50.00", "", "90.00", ""},
		{"", "50.00", "", "90.00", ""},
	}
	for _, tt := range tests {
		var c schema.Cells
		c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value = tt.quantity, tt.price, tt.discount, tt.total
		Line(&c)
		if got := c[schema.LineTotal].Evidence.Proof; got != tt.want {
			t.Errorf("proof of %s × %s - %s = %s is %q, want %q", tt.quantity, tt.price, tt.discount, tt.total, got, tt.want)
		}
	}
}
