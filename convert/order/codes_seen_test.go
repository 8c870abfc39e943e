package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// TestCodesWithinDescriptions checks that codes printed with a label of their own beneath
// descriptions, where the network of package tagging sees them, are given as item codes and not
// as part of the descriptions.
func TestCodesWithinDescriptions(t *testing.T) {
	orders := Read(ordertest.Typed(`
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Pos   Description                          Qty   Unit      Price       Amount
1     Stainless steel spring 18 x 60        40   pcs        2.15        86.00
      STK# SP-10022
2     Brass bushing, flanged                25   pcs        4.80       120.00
      STK# BB-20417
3     Shaft collar, two-piece               10   pcs        7.35        73.50
      STK# SC-30981

                                                        Total          279.50
`))
	if len(orders) != 1 || len(orders[0].Lines) != 3 {
		t.Fatalf("%+v, want an order of three items", orders)
	}
	for i, want := range [...][2]string{{"SP-10022", "Stainless steel spring 18 x 60"}, {"BB-20417", "Brass bushing, flanged"}, {"SC-30981", "Shaft collar, two-piece"}} {
		if c := orders[0].Lines[i]; c[ItemCode].Value != want[0] || c[Description].Value != want[1] {
			t.Errorf("item %d: code %q of %q, want %q", i+1, c[ItemCode].Value, c[Description].Value, want)
		}
	}
}
