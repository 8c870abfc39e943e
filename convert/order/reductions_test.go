package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// A discount on a line of its own makes the total that stands behind it, if arithmetic says so.
func TestReadLineReductions(t *testing.T) {
	const form = `
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Item       Material          Description
              Order qty.     Unit         Price per unit                     Net value
00010      1000023446        Microcontroller 32-bit
                     400     EA           8.93 /1 EA                          3,572.00
00020      1000035442        Industrial Ethernet switch
                       8     EA           696.95 /1 EA
                             Discount     12.00 %          669.07-            `
	for total, want := range map[string][2]string{"4,906.53": {"12.00 %", "4906.53"}, "4,806.53": {}} {
		orders := Read(ordertest.Typed(form + total + "\n00030      1000065075        Circuit breaker\n                      20     EA           27.73 /1 EA                           554.60\n"))
		if len(orders) != 1 || len(orders[0].Lines) != 3 {
			t.Fatalf("%+v, want an order of three items", orders)
		}
		c := orders[0].Lines[1]
		proven := ""
		if c[LineTotal].Evidence.Proof != "" {
			proven = c[LineTotal].Value
		}
		if got := [2]string{c[Discount].Value, proven}; got != want {
			t.Errorf("discount and proven total of %s = %q, want %q", total, got, want)
		}
	}
}

// A percentage among an item's words is its discount if it makes the total.
func TestReadLineDiscounts(t *testing.T) {
	for printed, want := range map[string]string{"12%": "12%", "12,000- %": "12,000 %"} {
		orders := Read(ordertest.Typed(`
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Item       Description               Qty    Unit Price     Amount
00010      Gear motor 7.5 kW           4      1,890.00     6,652.80
           less ` + printed + `, cotton 60 %
00020      Coupling 98 ShA             6        138.40       830.40
           19 % VAT
`))
		if len(orders) != 1 || len(orders[0].Lines) != 2 {
			t.Fatalf("%+v, want an order of two items", orders)
		}
		lines := orders[0].Lines
		if got := lines[0][Discount].Value; got != want || lines[0][LineTotal].Evidence.Proof == "" {
			t.Errorf("discount of %q = %q with the proof %q, want %q and what it makes", printed, got, lines[0][LineTotal].Evidence.Proof, want)
		}
		if got := lines[1][Discount].Value; got != "" {
			t.Errorf("discount = %q where quantity and price make the total, want none", got)
		}
	}
}
