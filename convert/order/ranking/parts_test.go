package ranking_test

import (
	"slices"
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/schema"
)

// Names, numbers, addresses and terms in sentences, behind marks and on two lines are among the
// candidates.
func TestParts(t *testing.T) {
	views := order.Heads(ordertest.Typed(`
PURCHASE ORDER 4711                              Harbour Lane Precision
                                                 Instruments Ltd
Terms: net 45, discount on request. Freight by our truck
The conditions of purchase of Osprey Valley Foundry Inc apply to this order.

Carried by Kestrel & Vane Haulage (depot north), phone ahead
Against your inquiry of last week and our purchase order OVF 23-2 please deliver to the address beneath.
Deliver to: Unit 4, Mill Road, Leeds LS1 4AB (rear gate, ring first)
We shall pay within 14 days by bank transfer to the account that you name on your invoice.

Item   Description          Qty   Price   Amount
1      Bearing 6204           2   10.00    20.00
Total                                      20.00
`))
	if len(views) != 1 {
		t.Fatalf("%d orders, want one", len(views))
	}
	candidates := map[schema.Field][]string{}
	fields, _ := carried(t).Rank(ranking.NewGraph(views[0]))
	for _, r := range fields {
		for _, c := range r.Candidates {
			candidates[r.Field] = append(candidates[r.Field], c.Value)
		}
	}
	for _, want := range []struct {
		field schema.Field
		value string
	}{
		{schema.Supplier, "Harbour Lane Precision Instruments Ltd"},
		{schema.Buyer, "Osprey Valley Foundry Inc"},
		{schema.Supplier, "Kestrel & Vane Haulage"},
		{schema.PaymentTerms, "net 45"},
		{schema.ShipVia, "Freight by our truck"},
		{schema.PONumber, "OVF 23-2"},
		{schema.ShipTo, "Unit 4, Mill Road, Leeds LS1 4AB"},
		{schema.PaymentTerms, "within 14 days by bank transfer"},
	} {
		if !slices.Contains(candidates[want.field], want.value) {
			t.Errorf("%s: %q is not among %q", want.field.Key(), want.value, candidates[want.field])
		}
	}
}
