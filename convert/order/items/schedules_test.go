package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestSchedules(t *testing.T) {
	const text = `
Code     Description               Qty      Price    Amount
KP-120   Ball valve                2,000    1.00     2,000.00
         Schedule 1 7-Dec-26       2,000
KP-121   Steel plate               40       1.00     40.00
         Call-off: 12/14/2026      15
         Call-off: 12/21/2026      25
KP-122   Shim                      20       2.00     40.00
         Delivery 1:    8 EA    Dock date 02/16/2027    Status: OPEN
         Delivery 2:   12 EA    Dock date 03/16/2027    Status: OPEN
KP-123   Screw                     3        1.00     3.00
         Offer 12`
	want := "KP-120|Ball valve|2000|2026-12-07\nKP-121|Steel plate|40|2026-12-14\nKP-122|Shim|20|2027-02-16\nKP-123|Screw Offer 12|3|"
	if got := itemsOf(text, schema.ItemCode, schema.Description, schema.Quantity, schema.DeliveryDate); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}
