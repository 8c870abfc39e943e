package order

import (
	"fmt"
	"strings"
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
)

// taughtRows returns the sample's rows as Learn takes them.
func taughtRows(s *ordertest.Sample) []map[string]string {
	rows := make([]map[string]string, len(s.Rows))
	for i, r := range s.Rows {
		rows[i] = r
	}
	return rows
}

// wrongCells counts the cells of line items that differ from the sample.
func wrongCells(s *ordertest.Sample, orders []Order) int {
	var lines []Cells
	for i := range orders {
		lines = append(lines, orders[i].Lines...)
	}
	n := 0
	for i := range max(len(lines), len(s.Rows)) {
		for f := LineNumber; f <= LineTotal; f++ {
			if i >= len(lines) || i >= len(s.Rows) || !taught.SameValue(f, s.Rows[i][f.Key()], lines[i][f].Value) {
				n++
			}
		}
	}
	return n
}

// TestTaughtLinesAreRead checks that one corrected order teaches how to read the items of another order of the same
// layout, which the reader gets wrong by itself.
func TestTaughtLinesAreRead(t *testing.T) {
	for _, seed := range []uint64{7037, 7047, 7067, 7115, 7135} {
		example, other := ordertest.GenerateAlike(seed, 1), ordertest.GenerateAlike(seed, 2)
		by := new(Reader)
		before := wrongCells(other, by.Read(other.Document))
		lesson, err := by.Learn(example.Document, taughtRows(example))
		if err != nil {
			t.Fatalf("seed %d: Learn: %v", seed, err)
		}
		by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
		after := wrongCells(other, by.Read(other.Document))
		if before == 0 || after > 0 {
			t.Errorf("seed %d: %d cells wrong before it was taught, %d after, want some and none", seed, before, after)
		}
	}
}

// TestTaughtByMisreadWords checks that a recognised order teaches its layout too, although some of its words were
// misread: the correct values tell what they should be.
func TestTaughtByMisreadWords(t *testing.T) {
	for _, seed := range []uint64{11, 18, 28, 46, 47} {
		example, other := ordertest.GenerateAlike(seed, 2), ordertest.GenerateAlike(seed, 1)
		by := new(Reader)
		before := wrongCells(other, by.Read(other.Document))
		lesson, err := by.Learn(ordertest.Recognised(example.Document, 1000*seed+2, 0.006), taughtRows(example))
		if err != nil {
			t.Fatalf("seed %d: Learn: %v", seed, err)
		}
		by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
		if after := wrongCells(other, by.Read(other.Document)); after > before {
			t.Errorf("seed %d: %d cells wrong after a scan was taught, %d before", seed, after, before)
		}
	}
}

// drawn returns an order whose items each have a line naming a drawing, and its correct rows.
func drawn(number string, items ...[5]string) (text string, rows []map[string]string) {
	var b strings.Builder
	fmt.Fprintf(&b, "HALDVIK MARINE AS                            CALL-OFF\n\nOur sign   %s\n\n", number)
	b.WriteString("Pos  What                          Amt   Per   Rate        Sum\n")
	for i, it := range items {
		fmt.Fprintf(&b, "%-5d%-30s%-6s%-6s%-12s%s\n     as drawn in %s\n", i+1, it[0], it[2], "pc", it[3], it[4], it[1])
		rows = append(rows, map[string]string{
			"po_number": number, "line_number": fmt.Sprint(i + 1), "item_code": it[1], "description": it[0],
			"quantity": it[2], "unit": "pc", "unit_price": it[3], "line_total": it[4],
		})
	}
	return b.String(), rows
}

var (
	pumps   = [][5]string{{"Bilge pump, bronze", "44-1020-B", "2", "1480.00", "2960.00"}, {"Strainer basket", "44-1033-A", "6", "85.50", "513.00"}, {"Packing", "44-0000-Z", "1", "10.00", "10.00"}}
	primers = [][5]string{{"Epoxy primer, grey", "71-0044-D", "48", "18.25", "876.00"}, {"Antifouling, red", "71-0051-A", "60", "31.40", "1884.00"}, {"Roller set", "71-0900-C", "12", "14.00", "168.00"}}
)

// TestTaughtRemarks checks that if the lines beneath the example's items are not part of their descriptions, they
// are not on other orders either.
func TestTaughtRemarks(t *testing.T) {
	text, rows := drawn("HM-0117", pumps...)
	for _, row := range rows {
		delete(row, "item_code")
	}
	by := new(Reader)
	lesson, err := by.Learn(ordertest.Typed(text), rows)
	if err != nil {
		t.Fatal(err)
	}
	by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
	text, rows = drawn("HM-0231", primers...)
	for _, o := range by.Read(ordertest.Typed(text)) {
		for i := range o.Lines {
			if got, want := o.Lines[i][Description].Value, rows[i]["description"]; got != want {
				t.Errorf("description %d = %q, want %q", i+1, got, want)
			}
		}
	}
}

// TestTaughtEnd checks that a line left out of the example's rows ends the items, unless it has words that occur in
// the items too.
func TestTaughtEnd(t *testing.T) {
	text, rows := drawn("HM-0117", pumps...)
	by := new(Reader)
	lesson, err := by.Learn(ordertest.Typed(text+"\n                                             Goods     3483.00\n                                             In all    3483.00\n"), rows[:len(rows)-1])
	if err != nil {
		t.Fatal(err)
	}
	by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
	text, rows = drawn("HM-0231", primers...)
	lines := 0
	for _, o := range by.Read(ordertest.Typed(text + "\n                                             In all    2928.00\n")) {
		lines += len(o.Lines)
		for i := range o.Lines {
			if got, want := o.Lines[i][ItemCode].Value, rows[i]["item_code"]; got != want {
				t.Errorf("item code %d = %q, want %q", i+1, got, want)
			}
		}
	}
	if lines != len(rows) {
		t.Errorf("%d line items, want %d", lines, len(rows))
	}
}

// TestTaughtHeadingsAboveSums checks that items are read beneath the headings of later pages although in the
// example the headings are repeated above the sums, on a page of their own.
func TestTaughtHeadingsAboveSums(t *testing.T) {
	text, rows := drawn("HM-0117", pumps...)
	by := new(Reader)
	heads := "Pos  What                          Amt   Per   Rate        Sum\n"
	lesson, err := by.Learn(ordertest.Typed(text+"\f"+heads+"\n                                             In all    3483.00\n"), rows)
	if err != nil {
		t.Fatal(err)
	}
	by.Layout = func(taught.Fingerprint) *taught.Layout { return lesson.Layout }
	text, rows = drawn("HM-0231", append(primers, primers...)...)
	first := strings.Index(text, "\n4  ") + 1
	var lines []Cells
	for _, o := range by.Read(ordertest.Typed(text[:first] + "\f" + heads + text[first:] + "\n                                             In all    5856.00\n")) {
		lines = append(lines, o.Lines...)
	}
	if len(lines) != len(rows) {
		t.Fatalf("%d line items, want %d", len(lines), len(rows))
	}
	for i := range lines {
		for _, f := range []Field{ItemCode, Description, Quantity, LineTotal} {
			if got, want := lines[i][f].Value, rows[i][f.Key()]; got != want {
				t.Errorf("%s of line item %d = %q, want %q", f.Key(), i+1, got, want)
			}
		}
	}
}
