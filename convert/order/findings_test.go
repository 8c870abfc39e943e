package order

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/ordertest"
)

// pairsOf returns the pairs found on a typewritten page, as "label = value".
func pairsOf(text string) []string {
	_, found := new(Reader).ReadWithFindings(&doc.Document{Pages: []doc.Page{typewritten(text)}})
	pairs := make([]string, len(found.Pairs))
	for i, p := range found.Pairs {
		pairs[i] = p.Label + " = " + p.Value
	}
	return pairs
}

func TestPairs(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string
	}{
		{"known labels and others", `
Purchase Order No: 4711        Project code: HB-7
Machine: Press 4               Cost centre: 0815`,
			[]string{"Purchase Order No = 4711", "Project code = HB-7", "Machine = Press 4", "Cost centre = 0815"}},
		{"values beside labels", `
Bin location:        R17
Inspector:           J. Doe`,
			[]string{"Bin location = R17", "Inspector = J. Doe"}},
		{"values beneath headings", `
Order Date       PO Number       Ship Via
2/28/2026        X3078           FedEx`,
			[]string{"Order Date = 2/28/2026", "PO Number = X3078", "Ship Via = FedEx"}},
		{"values of several lines", `
Ship To:
Example Works
Dock 4
12 Harbour Road`,
			[]string{"Ship To = Example Works Dock 4 12 Harbour Road"}},
		{"two in one run of words", `
State: Kerala, Code: 32`,
			[]string{"State = Kerala", "Code = 32"}},
		{"colons that end no label", `
Open 08:30 to 16:00
See https://example.com/terms`, nil},
	}
	for _, test := range tests {
		if got := pairsOf(test.text); strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: pairs = %q, want %q", test.name, got, test.want)
		}
	}
}

func TestGrids(t *testing.T) {
	_, found := new(Reader).ReadWithFindings(&doc.Document{Pages: []doc.Page{typewritten(`
Purchase Order 4711

Item     Description          Qty     Bin    Unit Price     Amount
AX-1     Hex bolt M8          12      R17    3.50           42.00
         zinc plated
BX-2     Washer               100     R18    0.25           25.00

Total                                                       67.00`)}})
	if len(found.Tables) != 1 {
		t.Fatalf("%d tables, want 1: %+v", len(found.Tables), found.Tables)
	}
	want := [][]string{
		{"Item", "Description", "Qty", "Bin", "Unit Price", "Amount"},
		{"AX-1", "Hex bolt M8 zinc plated", "12", "R17", "3.50", "42.00"},
		{"BX-2", "Washer", "100", "R18", "0.25", "25.00"},
	}
	g := found.Tables[0]
	var got [][]string
	for _, row := range g.Rows {
		var texts []string
		for _, c := range row {
			if c.Text != "" && (c.Box.Empty() || g.Box.Union(c.Box) != g.Box) {
				t.Errorf("cell %q stands in %v, the table in %v", c.Text, c.Box, g.Box)
			}
			texts = append(texts, c.Text)
		}
		got = append(got, texts)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("table = %q, want %q", got, want)
	}
	if n := len(found.Lines); n != 6 {
		t.Errorf("%d lines, want 6", n)
	}
}

// TestFindingsOfGeneratedOrders checks that findings are the same each time,
// change nothing in the orders, and contain what mappers are promised.
func TestFindingsOfGeneratedOrders(t *testing.T) {
	for seed := range uint64(60) {
		d := ordertest.Generate(seed).Document
		orders, found := new(Reader).ReadWithFindings(d)
		if again, twice := new(Reader).ReadWithFindings(d); !reflect.DeepEqual(found, twice) || !reflect.DeepEqual(orders, again) {
			t.Fatalf("ReadWithFindings of order %d is not the same when it is done again", seed)
		}
		if read := Read(d); !reflect.DeepEqual(orders, read) {
			t.Errorf("ReadWithFindings of order %d reads other orders than Read", seed)
		}
		if len(found.Lines) == 0 || len(found.Pairs) == 0 {
			t.Errorf("ReadWithFindings of order %d finds %d lines, %d pairs, %d tables", seed, len(found.Lines), len(found.Pairs), len(found.Tables))
		}
		if fault := faultOf(found, len(d.Pages)); fault != "" {
			t.Errorf("ReadWithFindings of order %d: %s", seed, fault)
		}
	}
}

// faultOf reports what is wrong with findings, of any document.
func faultOf(f Findings, pages int) string {
	finite := func(b doc.Box) bool {
		return !math.IsNaN(b.X0+b.Y0+b.X1+b.Y1) && !math.IsInf(b.X0+b.Y0+b.X1+b.Y1, 0)
	}
	for _, p := range f.Pairs {
		if p.Label == "" || p.Value == "" || p.Page < 1 || p.Page > pages || !finite(p.Box) {
			return fmt.Sprintf("pair %+v", p)
		}
	}
	for _, g := range f.Tables {
		if len(g.Rows) == 0 || g.Page < 1 || g.Page > pages || !finite(g.Box) {
			return fmt.Sprintf("table %+v", g)
		}
		for _, row := range g.Rows {
			if len(row) != len(g.Rows[0]) || len(row) == 0 {
				return fmt.Sprintf("table with rows of %d and %d cells", len(g.Rows[0]), len(row))
			}
		}
	}
	for _, l := range f.Lines {
		if l.Text == "" || l.Page < 1 || l.Page > pages {
			return fmt.Sprintf("line %+v", l)
		}
	}
	return ""
}

// FuzzFindings studies pages of arbitrary text.
func FuzzFindings(f *testing.F) {
	f.Add("PO Number: 4711   Date:\n      a:b ：c  Ref:12\n")
	f.Add("Item  Description  Qty  Price  Amount\n1  Bolt  2  3.00  6.00\nTotal:  6.00")
	f.Add(":\n: :\n  ::a :")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			t.Skip()
		}
		d := &doc.Document{Pages: []doc.Page{typewritten(text)}}
		_, found := new(Reader).ReadWithFindings(d)
		if fault := faultOf(found, 1); fault != "" {
			t.Errorf("ReadWithFindings(%q): %s", text, fault)
		}
	})
}

func BenchmarkStudy(b *testing.B) {
	d := ordertest.Generate(7).Document
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			Read(d)
		}
	})
	b.Run("study", func(b *testing.B) {
		for b.Loop() {
			new(Reader).ReadWithFindings(d)
		}
	})
}
