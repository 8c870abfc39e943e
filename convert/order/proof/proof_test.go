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
		{"3", "33.50", "", "100", "3 × 33.50 = 100"},
		{"2", "1.00", "", "3", ""}, // rounding to whole numbers changes less than one
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

// TestPercentages checks that discounts become percentages if arithmetic shows it for most items.
// Discounts of zero do not count.
func TestPercentages(t *testing.T) {
	line := func(quantity, price, discount, total string) *schema.Cells {
		c := new(schema.Cells)
		c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.Discount].Value, c[schema.LineTotal].Value = quantity, price, discount, total
		return c
	}
	for _, tt := range []struct {
		name  string
		lines []*schema.Cells
		want  []string
	}{
		{"percentages", []*schema.Cells{line("2", "40.00", "12.5", "70.00"), line("1", "40.00", "0.00", "40.00"), line("1", "9.00", "5.00", "")}, []string{"12.5%", "0.00", "5.00%"}},
		{"amounts", []*schema.Cells{line("2", "40.00", "12.50", "67.50"), line("4", "50.00", "10.00", "190.00")}, []string{"12.50", "10.00"}},
		{"with their sign", []*schema.Cells{line("2", "40.00", "12.5 %", "70.00")}, []string{"12.5 %"}},
		{"nothing tells", []*schema.Cells{line("2", "40.00", "12.5", "80.00")}, []string{"12.5"}},
	} {
		Percentages(tt.lines)
		for i, c := range tt.lines {
			if got := c[schema.Discount].Value; got != tt.want[i] {
				t.Errorf("%s: discount %d is %q, want %q", tt.name, i, got, tt.want[i])
			}
		}
	}
}

func TestTaken(t *testing.T) {
	for printed, want := range map[string]string{"−35 %": "35 %", "-35 %": "35 %", "5,00- %": "5,00 %", "10+5": "10+5", "- 4%": "4%"} {
		if got := TrimMinus(printed); got != want {
			t.Errorf("TrimMinus(%q) = %q, want %q", printed, got, want)
		}
	}
}
