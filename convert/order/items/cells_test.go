package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestDatesOfItems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"the heading tells the order of a date's parts", `
Pos  Description      Qty    Price    Amount   Due date
                                               DD/MM/YYYY
1    Pump             2      10.00    20.00    04/05/2026`, "Pump|2026-05-04"},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, schema.Description, schema.DeliveryDate); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestCleanUnit(t *testing.T) {
	for _, test := range [][2]string{{"EA", "EA"}, {"/ EA", "EA"}, {"(pair)", "pair"}, {"Stk,", "Stk"}} {
		if got := CleanUnit(test[0]); got != test[1] {
			t.Errorf("CleanUnit(%q) = %q, want %q", test[0], got, test[1])
		}
	}
}
