package order

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

func TestOrdersByLine(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{
			name: "a list of several orders",
			text: `
Open orders                                       Date: 03/02/2026

PO Number   Line   Item        Description            Qty    Price     Amount
PO77120     1      AB-1042     Hex bolt M8              10     0.35       3.50
PO77120     2      AB-1043     Flat washer             100     0.10      10.00
PO77125     1      CD-2000     Ball valve                2    40.00      80.00`,
			want: "PO77120: AB-1042 AB-1043; PO77125: CD-2000",
		},
		{
			name: "the supplier's order beside each line",
			text: `
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

Order No    Line   Item        Description            Qty    Price     Amount
SO77120     1      AB-1042     Hex bolt M8              10     0.35       3.50
SO77125     2      CD-2000     Ball valve                2    40.00      80.00`,
			want: "4500017: AB-1042 CD-2000",
		},
	}
	for _, tt := range tests {
		var d doc.Document
		for _, p := range typed(strings.Trim(tt.text, "\n")) {
			d.Pages = append(d.Pages, *p.Page)
		}
		var got []string
		for _, o := range Read(&d) {
			codes := o.Head[PONumber].Value + ":"
			for i := range o.Lines {
				codes += " " + o.Lines[i][ItemCode].Value
			}
			got = append(got, codes)
		}
		if s := strings.Join(got, "; "); s != tt.want {
			t.Errorf("%s: orders of\n%s\n= %q, want %q", tt.name, tt.text, s, tt.want)
		}
	}
}

// TestByNumber checks that a column of order numbers splits an order, unless a label announces
// another number or the column has amounts.
func TestByNumber(t *testing.T) {
	for _, tt := range []struct {
		name, own, announced string
		lines                []string
		want                 int
	}{
		{"none of its own", "", "", []string{"B-7301", "B-7302", ""}, 2},
		{"one that a line repeats", "B-7301", "B-7301", []string{"B-7301", "B-7302"}, 2},
		{"one that a label announces", "4500017", "4500017", []string{"SO-1", "SO-2"}, 1},
		{"one that none announces", "2026-03", "", []string{"B-7301", "B-7302"}, 2},
		{"amounts", "", "", []string{"42,42", "231,20"}, 1},
		{"no column", "4500017", "4500017", []string{"", ""}, 1},
	} {
		o := Order{Lines: make([]Cells, len(tt.lines))}
		o.Head[PONumber].Value = tt.own
		for i, v := range tt.lines {
			o.Lines[i][PONumber].Value = v
		}
		orders := byNumber(o, tt.announced)
		lines := 0
		for i := range orders {
			lines += len(orders[i].Lines)
		}
		if len(orders) != tt.want || lines != len(tt.lines) {
			t.Errorf("%s: %d orders with %d lines, want %d with %d", tt.name, len(orders), lines, tt.want, len(tt.lines))
		}
	}
}
