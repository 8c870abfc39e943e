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
		{"a line beneath the item", `
Pos  Description                   Qty    Price    Amount
1    Pump                          2      10.00    20.00
     Promised 16-DEC-2025
2    Lid                           1       5.00     5.00
     Termin dostawy: 17.12.2025
3    Screw                         1       5.00     5.00
     Promised by the agent`, "Pump|2025-12-16\nLid|2025-12-17\nScrew Promised by the agent|"},
		{"a line beneath the item with a label nobody knows", `
Pos  Description                   Qty    Price    Amount
1    Pump                          2      10.00    20.00
     D.P.: 16/12/2025
2    Lid                           1       5.00     5.00
     Rel 1 Due: 17/12/2025 Insp: N
3    Screw                         1       5.00     5.00
     Mfg date: 18/12/2025`, "Pump|2025-12-16\nLid|2025-12-17\nScrew Mfg date: 18/12/2025|"},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, schema.Description, schema.DeliveryDate); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
