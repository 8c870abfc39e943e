package order_test

import (
	"strings"
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// TestProvenDiscounts checks that a column of discounts under an unknown heading is recognised by
// arithmetic.
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

// TestEvidenceOfMarkedCodes checks that the evidence of a code marked in a description is the word that
// states it, not another word that contains it.
func TestEvidenceOfMarkedCodes(t *testing.T) {
	orders := order.Read(ordertest.Typed(`
PURCHASE ORDER                                    PO Number: 4500017

Description                                    Qty       Price       Amount
M12 Bolt (12)                                   40        2.15        86.00
M14 Bolt (14)                                   25        4.80       120.00
                                                        Total        206.00
`))
	if len(orders) != 1 || len(orders[0].Lines) != 2 {
		t.Fatalf("%+v, want an order of two items", orders)
	}
	for i, want := range []string{"(12)", "(14)"} {
		code, text := orders[0].Lines[i][order.ItemCode], orders[0].Lines[i][order.Description]
		if words := code.Evidence.Words; len(words) != 1 || words[0] != want {
			t.Errorf("item %d: the code %q was read in %q, want %q", i+1, code.Value, words, want)
		}
		if words := strings.Join(text.Evidence.Words, " "); words != text.Value {
			t.Errorf("item %d: the description %q was read in %q", i+1, text.Value, words)
		}
	}
}
