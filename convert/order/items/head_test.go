package items

import (
	"slices"
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// TestLineAboveHead reads a header row of two lines beneath a line that slightly
// resembles a header row.
func TestLineAboveHead(t *testing.T) {
	text := `
Tax Exempt? Y        Tax Exempt ID: E-2044        Replenishment Option: Standard
Line-  Item/Description              Quantity UOM      PO Price   Extended
Sch                                                                    Amt
1- 1   Tube, rack of                      4.00 CS         10.00      40.00
       25 pieces
2- 1   Pipet                              6.00 CS          5.00      30.00`
	want := "1- 1|Tube, rack of 25 pieces|4.00|CS|40.00\n2- 1|Pipet|6.00|CS|30.00"
	if got := itemsOf(text, schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.LineTotal); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

// TestLabelsAboveHead checks that labels with values right above a header row do
// not belong to it.
func TestLabelsAboveHead(t *testing.T) {
	pages := layout.Analyze(ordertest.Typed(`Order No:   ES/25/0418                   Date:  3 March 2025
            Details                      Qty       Unit       Each       Total
            Meadow seed                   25         kg      41.20    1,030.00
            Tree shelter                 400        pcs       1.18      472.00`))
	tables := find(pages)
	if len(tables) != 1 || len(tables[0].Lines) != 2 {
		t.Fatalf("found %d tables, want one of two items", len(tables))
	}
	if l := &pages[0].Lines[0]; PlacesOf(tables).Contains(0, l.MidX(), l.MidY()) {
		t.Error("the line above the head stands in the table")
	}
}

func TestHeadingAboveSeveral(t *testing.T) {
	pages := layout.Analyze(ordertest.Typed(`Item        Quantities of all articles      Amount
No          Ordered   Open       Sent     in EUR`))
	f := NewFinder(pages, value.FindLocale(pages), tableSpeller, nil)
	row := f.stackHeadings(f.headings[0])[0]
	var got []string
	for _, c := range row {
		got = append(got, textnorm.Join(c.words))
	}
	if want := []string{"Item No", "Quantities of all articles Ordered", "Quantities of all articles Open", "Quantities of all articles Sent", "Amount in EUR"}; !slices.Equal(got, want) {
		t.Fatalf("stackHeadings gives %q, want %q", got, want)
	}
	for i := 1; i < 4; i++ {
		if got, own := &row[i], &f.headings[0][1][i]; got.X0 != own.X0 || got.X1 != own.X1 {
			t.Errorf("heading %q reaches from %g to %g, want %g to %g, as what stands beneath the wide one", textnorm.Join(got.words), got.X0, got.X1, own.X0, own.X1)
		}
	}
}
