package order

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// TestReadLineDates checks that delivery dates after a label among line items belong
// to the items above them.
func TestReadLineDates(t *testing.T) {
	const head = `
PURCHASE ORDER                                    PO Number: 4500017
                                                  Date: 03/02/2026

`
	tests := []struct{ name, text, want string }{
		{"within a line of several labels", `
Line   Item        Description            Qty    Price     Amount
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   HSN: 38160000 Del. Date: 04/06/2026
2      AB-1043     Flat washer             100     0.10      10.00
                   HSN: 38160000 Del. Date: 04/20/2026
3      AB-1044     Spring washer           100     0.10      10.00
                   HSN: 38160000 Del. Date: 05/04/2026

                                           Total             23.50`,
			"2026-04-06 2026-04-20 2026-05-04"},
		{"beneath their labels", `
Line   Item        Description            Qty    Price     Amount
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   Requested Date         Promised Date
                   04/06/2026             04/06/2026
2      AB-1043     Flat washer             100     0.10      10.00
                   Requested Date         Promised Date
                   04/20/2026             04/20/2026

                                           Total             13.50`,
			"2026-04-06 2026-04-20"},
		{"of the last item, beneath more lines than another has", `
Line   Item        Description            Qty    Price     Amount
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   zinc plated

                   Del. Date: 04/06/2026
2      AB-1043     Flat washer             100     0.10      10.00
3      AB-1044     Spring washer           100     0.10      10.00
                   stainless

                   Del. Date: 05/04/2026

                                           Total             23.50`,
			"2026-04-06  2026-05-04"},
		{"of one item, and another of the order", `
Delivery Date: 06/01/2026

Line   Item        Description            Qty    Price     Amount
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   zinc plated
2      AB-1043     Flat washer             100     0.10      10.00
                   Del. Date: 05/04/2026
3      AB-1044     Spring washer           100     0.10      10.00

                                           Total             23.50`,
			"2026-06-01 2026-05-04 2026-06-01"},
		{"above the items", `
Line   Item        Description            Qty    Price     Amount
Del. Date: 04/06/2026
1      AB-1042     Hex bolt M8              10     0.35       3.50
2      AB-1043     Flat washer             100     0.10      10.00
Del. Date: 05/04/2026
3      AB-1044     Spring washer           100     0.10      10.00

                                           Total             23.50`,
			"2026-04-06 2026-04-06 2026-05-04"},
		{"under a heading of two lines", `
Line   Item        Description            Qty    Price     Amount
                   Specification                 Wanted
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   zinc plated               04/06/2026
2      AB-1043     Flat washer             100     0.10      10.00
                   stainless                 04/20/2026

                                           Total             13.50`,
			"2026-04-06 2026-04-20"},
		{"without a year", `
Line   Item        Description            Qty    Promised   Price     Amount
1      AB-1042     Hex bolt M8              10   11/30       0.35       3.50
2      AB-1043     Flat washer             100   12/14       0.10      10.00

                                                            Total      13.50`,
			"2026-11-30 2026-12-14"},
		{"of goods that go off", `
Line   Item        Description            Qty    Price     Amount
1      AB-1042     Tomato sauce             10     0.35       3.50
                   Best before: 04/06/2026
2      AB-1043     Orange juice            100     0.10      10.00
                   Best before: 04/20/2026

                                           Total             13.50`,
			""},
		{"before the order's date", `
Line   Item        Description            Qty    Price     Amount
1      AB-1042     Hex bolt M8              10     0.35       3.50
                   Offered: 01/06/2026
2      AB-1043     Flat washer             100     0.10      10.00
                   Offered: 01/20/2026

                                           Total             13.50`,
			""},
	}
	for _, tt := range tests {
		var d doc.Document
		for _, p := range typed(strings.Trim(head+tt.text, "\n")) {
			d.Pages = append(d.Pages, *p.Page)
		}
		rows, evidence := Rows(Read(&d))
		var got []string
		for i := range rows {
			got = append(got, rows[i][DeliveryDate].Value)
			if e := evidence[i][DeliveryDate.Key()]; rows[i][DeliveryDate].Value != "" && e.Box.Empty() {
				t.Errorf("%s: row %d: no evidence of %s", tt.name, i, rows[i][DeliveryDate].Value)
			}
		}
		if s := strings.TrimSpace(strings.Join(got, " ")); s != tt.want {
			t.Errorf("%s: dates of delivery of\n%s\n= %q, want %q", tt.name, tt.text, s, tt.want)
		}
	}
}
