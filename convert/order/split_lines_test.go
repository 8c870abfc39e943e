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
