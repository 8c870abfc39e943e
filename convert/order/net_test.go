package order_test

import (
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// TestNetTotals checks that an item's total is the net amount where discounts and surcharges are printed line by
// line beneath the item.
func TestNetTotals(t *testing.T) {
	orders := order.Read(ordertest.Typed(`
Purchase Order 4500118273
Date 04/14/2026
Supplier: Halden Fittings Inc.

Item  Material   Description            Quantity  Price      Value
10    44-1008    Weld neck flange DN80  100 PC    12.00      1,200.00
                 Customer discount      5.0 %                   60.00-
                 Alloy surcharge                                12.50
                 Net value                                   1,152.50
20    44-1020    Gasket DN80            50 PC     4.00         200.00
                 Customer discount      5.0 %                   10.00-
                 Net value                                     190.00

                 Total net value                             1,342.50
`))
	if len(orders) != 1 || len(orders[0].Lines) != 2 {
		t.Fatalf("%d orders, want one with two items", len(orders))
	}
	for i, want := range []string{"1152.50", "190.00"} {
		if got := orders[0].Lines[i][order.LineTotal].Value; got != want {
			t.Errorf("the total of item %d is %q, want %q", i+1, got, want)
		}
	}
}
