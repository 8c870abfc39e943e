package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// TestHyphensOfCodes checks that codes are given with plain hyphens, as users type them, although non-breaking
// hyphens are printed in them, and that texts stay as printed.
func TestHyphensOfCodes(t *testing.T) {
	orders := Read(ordertest.Typed(`
PURCHASE ORDER
PO Number:   OCI‑2025‑0093
Date:        4 May 2026

Item Code      Description           Qty    Unit Price       Amount
KT‐0412        T‑piece, brass            3         12.00        36.00
KT‐0507        Union, brass             5          4.00        20.00
                                                  Total        56.00
`))
	if len(orders) != 1 || len(orders[0].Lines) != 2 {
		t.Fatalf("%d orders, want one of two items", len(orders))
	}
	o := &orders[0]
	for _, c := range [...]struct{ got, want string }{
		{o.Head[PONumber].Value, "OCI-2025-0093"},
		{o.Lines[0][ItemCode].Value, "KT-0412"},
		{o.Lines[1][ItemCode].Value, "KT-0507"},
		{o.Lines[0][Description].Value, "T‑piece, brass"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
