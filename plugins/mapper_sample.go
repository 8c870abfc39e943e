package plugins

import (
	"strconv"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// SampleSheet returns the sheet of a small order, on which a mapper can be tried. It
// has two line items, with a value in each column.
func SampleSheet() *order.Sheet {
	s := &order.Sheet{Filename: "sample.pdf", Mode: "text", Columns: order.Schema[:], Verified: true}
	head := map[order.Field]string{
		order.PONumber: "PO-2026-0815", order.PODate: "2026-03-14", order.Buyer: "Example Instruments Ltd",
		order.Supplier: "Sample Supplies Inc", order.ShipTo: "Dock 4, 12 Harbour Road, Bristol BS1 5TT",
		order.BillTo: "Example Instruments Ltd, 1 High Street, Bristol BS1 2AA", order.DeliveryDate: "2026-04-01",
		order.PaymentTerms: "Net 30 days", order.ShipVia: "DHL", order.Currency: "GBP",
		order.Subtotal: "64.50", order.Tax: "12.90", order.Shipping: "5.00", order.Total: "82.40",
	}
	items := []map[order.Field]string{
		{order.LineNumber: "1", order.ItemCode: "AX-100", order.Description: `Hex bolt M8 × 40, "A2"`, order.Quantity: "12",
			order.Unit: "EA", order.UnitPrice: "3.50", order.Discount: "0", order.LineTotal: "42.00"},
		{order.LineNumber: "2", order.ItemCode: "BX-200/7", order.Description: "Washer M8, zinc-plated", order.Quantity: "100",
			order.Unit: "EA", order.UnitPrice: "0.25", order.Discount: "10%", order.LineTotal: "22.50"},
	}
	for _, item := range items {
		row, evidence := make(order.Row, order.NumFields), order.RowEvidence{}
		for f := range order.NumFields {
			value, y := head[f], 120+14*float64(f)
			if v, ok := item[f]; ok {
				value, y = v, 420+14*float64(len(s.Rows))
			}
			row[f] = order.Property{Key: f.Key(), Value: value}
			evidence[f.Key()] = doc.Evidence{Page: 1, Box: sampleBox(90, y, value), Confidence: 0.95, Words: []string{value}}
		}
		s.Rows, s.Evidence = append(s.Rows, row), append(s.Evidence, evidence)
	}
	for i, p := range [...][2]string{
		{"Purchase Order No.", head[order.PONumber]}, {"Date", "14 March 2026"}, {"Project code", "HB-7"},
		{"Cost centre", "4711"}, {"Contract no.", "FC-2025-19"}, {"Terms", head[order.PaymentTerms]},
		{"Ship via", head[order.ShipVia]}, {"Deliver by", "1 April 2026"}, {"Total", "£82.40"},
	} {
		y := 60 + 14*float64(i)
		s.Pairs = append(s.Pairs, order.Pair{Label: p[0], Value: p[1], Page: 1, Box: sampleBox(200, y, p[1])})
		text := p[0] + ": " + p[1]
		s.Lines = append(s.Lines, order.TextLine{Page: 1, Box: sampleBox(90, y, text), Text: text})
	}
	grid := order.Grid{Page: 1, Box: doc.Box{X0: 40, Y0: 400, X1: 560, Y1: 440}}
	rows := [][]string{{"Line", "Item", "Description", "Qty", "Unit", "Price", "Disc.", "Amount", "Bin"}}
	for i, item := range items {
		var texts []string
		for _, f := range [...]order.Field{order.LineNumber, order.ItemCode, order.Description, order.Quantity, order.Unit, order.UnitPrice, order.Discount, order.LineTotal} {
			texts = append(texts, item[f])
		}
		rows = append(rows, append(texts, "R"+strconv.Itoa(i+1)))
	}
	for i, texts := range rows {
		y := 406 + 14*float64(i)
		cells, line := make([]order.GridCell, len(texts)), ""
		for c, text := range texts {
			cells[c] = order.GridCell{Text: text, Box: sampleBox(40+58*float64(c), y, text)}
			line += text + " "
		}
		grid.Rows = append(grid.Rows, cells)
		s.Lines = append(s.Lines, order.TextLine{Page: 1, Box: doc.Box{X0: 40, Y0: y, X1: 560, Y1: y + 10}, Text: line[:len(line)-1]})
	}
	s.Tables = []order.Grid{grid}
	return s
}

// sampleBox returns the approximate box of a text of 10 points with its top left
// corner at (x, y).
func sampleBox(x, y float64, text string) doc.Box {
	return doc.Box{X0: x, Y0: y, X1: x + 5*float64(len(text)), Y1: y + 10}
}
