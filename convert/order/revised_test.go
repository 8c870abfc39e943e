package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// TestLinesOfDescriptions checks that of the lines beneath an item those that continue its text are part
// of the description, and those that say something else are not, whichever reading of the table was
// chosen.
func TestLinesOfDescriptions(t *testing.T) {
	wantDescriptions(t, `
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Pos   Description                          Qty   Unit      Price       Amount
1     Stainless steel spring 18 x 60,       40   pcs        2.15        86.00
      with ground ends
      Requested by: M. Falk
2     Brass bushing, flanged, with          25   pcs        4.80       120.00
      lubricating groove
      Requested by: M. Falk
3     Shaft collar, two-piece, with         10   pcs        7.35        73.50
      clamping screw
      Requested by: M. Falk

                                                        Total          279.50
`, "Stainless steel spring 18 x 60, with ground ends", "Brass bushing, flanged, with lubricating groove", "Shaft collar, two-piece, with clamping screw")
}

// TestDescriptionsThatRulesMiss checks that descriptions of which the network is sure are given where the
// rules find none.
func TestDescriptionsThatRulesMiss(t *testing.T) {
	wantDescriptions(t, `
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Item              Supplier Ref        Ordered     Price       Amount
10                SP-10022            40 pcs       2.15        86.00
   Stainless steel spring 18 x 60
20                BB-20417            25 pcs       4.80       120.00
   Brass bushing, flanged
30                SC-30981            10 pcs       7.35        73.50
   Shaft collar, two-piece

                                                        Total          279.50
`, "Stainless steel spring 18 x 60", "Brass bushing, flanged", "Shaft collar, two-piece")
}

// wantDescriptions reads a page with one order and checks the descriptions of its items.
func wantDescriptions(t *testing.T, page string, want ...string) {
	t.Helper()
	orders := Read(ordertest.Typed(page))
	if len(orders) != 1 || len(orders[0].Lines) != len(want) {
		t.Fatalf("%+v, want an order of %d items", orders, len(want))
	}
	for i, want := range want {
		if got := orders[0].Lines[i][Description].Value; got != want {
			t.Errorf("item %d is described as %q, want %q", i+1, got, want)
		}
	}
}
