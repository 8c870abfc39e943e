package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestSumsUp(t *testing.T) {
	const head = "Pos   Code    Description               Qty     Price    Amount\n1     AB-12   Pump housing, cast          2     10.00     20.00\n2     AB-13   Lid                         1      5.00      5.00\n"
	tests := []struct{ line, want string }{
		{"              Less main contractor's discount      2.5%      (0.50)", ""},
		{"              Add: freight                                    3.00", ""},
		{"              Shipping address:                   5.00       25.00", ""},
		{"              Součet položek                      5.00       25.00", ""},
		{"3     AB-14   Freight                     1      3.00      3.00", "3|AB-14|Freight|3.00"},
		{"3             Rounding gauge                     3.00      3.00", "3||Rounding gauge|3.00"},
		{"      AB-14   Discount card                      3.00      3.00", "|AB-14|Discount card|3.00"},
	}
	const items = "1|AB-12|Pump housing, cast|20.00\n2|AB-13|Lid|5.00"
	for _, test := range tests {
		want := items
		if test.want != "" {
			want += "\n" + test.want
		}
		if got := itemsOf(head+test.line, schema.LineNumber, schema.ItemCode, schema.Description, schema.LineTotal); got != want {
			t.Errorf("with the line %q: Find gives\n%s\nwant\n%s", test.line, got, want)
		}
	}
}
