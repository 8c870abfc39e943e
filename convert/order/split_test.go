package order

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
)

func TestSplit(t *testing.T) {
	const (
		first  = "#Halden Pump Works Inc.\n14 Mill Street\nUtica, NY 13501\n          PURCHASE ORDER\nPO Number: 7741\nVendor: Corvid Fasteners LLC\n"
		second = "#Halden Pump Works Inc.\n14 Mill Street\nUtica, NY 13501\n          PURCHASE ORDER\nPO Number: 7802\nVendor: Brodie Timber Ltd\n"
		going  = "Purchase order continued\nPO Number: 7741\n"
		terms  = "Terms and conditions\n1. The order number must be shown on all invoices.\n2. Order No. 99 of the statutes applies.\n"
	)
	for _, tt := range []struct {
		name  string
		pages []string
		want  []int // the first page of each order
	}{
		{"no pages", nil, nil},
		{"one page", []string{first}, []int{0}},
		{"continued, with terms", []string{first, going, terms}, []int{0}},
		{"two orders", []string{first, second}, []int{0, 1}},
		{"two orders with terms after each", []string{first, terms, second, terms}, []int{0, 2}},
		{"two orders, the number of one within the other's", []string{first, strings.Replace(second, "7802", "17741", 1)}, []int{0, 1}},
		{"three orders, one continued", []string{second, first, going, second}, []int{0, 1, 3}},
	} {
		var d doc.Document
		for i, text := range tt.pages {
			page := typewritten(text)
			page.Number = i + 1
			d.Pages = append(d.Pages, page)
		}
		r := &reading{pages: layout.Analyze(&d)}
		r.findLabels()
		var got []int
		last := -1
		for _, p := range split(r) {
			got = append(got, p.first)
			if p.first != last+1 || p.last < p.first {
				t.Errorf("%s: part %d to %d follows page %d", tt.name, p.first, p.last, last)
			}
			last = p.last
		}
		if len(got) != len(tt.want) {
			t.Errorf("%s: parts begin on pages %v, want %v", tt.name, got, tt.want)
			continue
		}
		for i := range got {
			if got[i] != tt.want[i] {
				t.Errorf("%s: parts begin on pages %v, want %v", tt.name, got, tt.want)
				break
			}
		}
		if last != len(tt.pages)-1 {
			t.Errorf("%s: the last part ends on page %d, want %d", tt.name, last, len(tt.pages)-1)
		}
	}
}

func TestSameNumber(t *testing.T) {
	for _, tt := range []struct {
		a, b             string
		text, recognised bool
	}{
		{"204418", "204418", true, true},
		{"PO204418", "204418", true, true},
		{"PO-204418/1", "PO 204418", true, true},
		{"2044-18", "PO-204418-00", true, true},
		{"00204418", "204418", true, true},
		{"204418", "Nr. 204418A", true, true},
		{"9991", "19991", false, true},
		{"9991", "99910", false, true},
		{"9991", "19991/9991", true, true},
		{"PO9991", "PO19991", false, false},
		{"99", "19991", false, false},
		{"9991", "9992", false, false},
	} {
		for _, recognised := range []bool{false, true} {
			want := tt.text && !recognised || tt.recognised && recognised
			if got := sameNumber(tt.a, tt.b, recognised); got != want || sameNumber(tt.b, tt.a, recognised) != want {
				t.Errorf("sameNumber(%q, %q, %v) = %v, want %v, either way round", tt.a, tt.b, recognised, got, want)
			}
		}
	}
}

func TestCutTables(t *testing.T) {
	line := func(page int) (c Cells) {
		c[Description] = Cell{Value: "x", Evidence: doc.Evidence{Page: page}}
		return c
	}
	table := &items.Table{
		Lines:   []Cells{line(1), line(2), line(3)},
		Regions: []items.Region{{Page: 0}, {Page: 1}, {Page: 2}},
	}
	for _, tt := range []struct {
		p    part
		want int
	}{{part{first: 0, last: 0}, 1}, {part{first: 1, last: 2}, 2}} {
		got := cutTables([]*items.Table{table}, tt.p, false)
		if len(got) != 1 || len(got[0].Lines) != tt.want || len(got[0].Regions) != tt.want {
			t.Errorf("cutTables of pages %d to %d = %+v, want one table of %d lines", tt.p.first, tt.p.last, got, tt.want)
		}
	}
}
