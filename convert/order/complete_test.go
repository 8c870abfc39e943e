package order_test

import (
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// Discounts under a heading that says nothing are told by arithmetic.
func TestProvenDiscounts(t *testing.T) {
	orders := order.Read(ordertest.Typed(`
Purchase Order 4500118273
Date 04/14/2026
Supplier: Halden Fittings Inc.

Item  Material   Description            Quantity  Price      Kolvik    Value
10    44-1008    Weld neck flange DN80      100   12.00       15.0     1,020.00
20    44-1020    Gasket DN80                 50    4.00       20.0       160.00
30    44-1031    Stud bolt M16               80    2.50        7.5       185.00
`))
	if len(orders) != 1 || len(orders[0].Lines) != 3 {
		t.Fatalf("%d orders, want one with three items", len(orders))
	}
	for i, want := range []string{"15.0%", "20.0%", "7.5%"} {
		if got := orders[0].Lines[i][order.Discount].Value; got != want {
			t.Errorf("item %d has the discount %q, want %q", i+1, got, want)
		}
	}
}
