package taught_test

import (
	"slices"
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// TestRemarks checks that a layout is described in words that the user who taught
// it can compare with the document.
func TestRemarks(t *testing.T) {
	const document = `
Denholm Fittings Ltd                      PURCHASE ORDER
14 Wharf Road, Leith

Order No: DF-5512                         Order Date: 12.03.2026

Supplier:
Brass & Bronze Works GmbH

Item   Description            Qty    Unit Price     Amount

1      Brass hinge             12          3.00      36.00
       Art. BH-204
2      Bronze latch             5          7.50      37.50
       Art. BL-117
3      Copper washer           40          0.25      10.00
       Art. CW-300

                                          Total:     83.50
`
	head := map[string]string{"po_number": "DF-5512", "po_date": "2026-03-12", "buyer": "Denholm Fittings Ltd", "supplier": "Brass & Bronze Works GmbH", "total": "83.50"}
	var rows []map[string]string
	for _, v := range [][5]string{
		{"1", "BH-204", "Brass hinge", "12", "3.00 36.00"}, {"2", "BL-117", "Bronze latch", "5", "7.50 37.50"}, {"3", "CW-300", "Copper washer", "40", "0.25 10.00"},
	} {
		row := map[string]string{"line_number": v[0], "item_code": v[1], "description": v[2], "quantity": v[3], "unit_price": v[4][:4], "line_total": v[4][5:]}
		for key, value := range head {
			row[key] = value
		}
		rows = append(rows, row)
	}
	lesson, err := new(order.Reader).Learn(ordertest.Typed(document), rows)
	if err != nil {
		t.Fatal(err)
	}
	remarks := lesson.Layout.Remarks()
	for _, want := range []string{
		"PO #: behind 'Order no'",
		"PO Date: behind 'Order date'",
		"Buyer / Customer: always 'Denholm Fittings Ltd'",
		"Supplier / Vendor: beneath 'Supplier'",
		"Total: behind 'Total'",
		"Line #: under 'Item'",
		"Item #: second line of the cell under 'Description', behind 'Art'",
		"Description: under 'Description'",
		"Qty: under 'Qty'",
		"Unit Price: under 'Unit price'",
		"Line Total: under 'Amount'",
	} {
		if !slices.Contains(remarks, want) {
			t.Errorf("Remarks() = %q, want %q among them", remarks, want)
		}
	}
}
