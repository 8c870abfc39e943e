package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestAnchors(t *testing.T) {
	const head = "Pos   Code    Description               Qty     Price    Amount\n1     AB-12   Pump housing, cast          2     10.00     20.00\n2     AB-13   Lid                         1      5.00      5.00\n"
	const items = "1|AB-12|Pump housing, cast|2\n2|AB-13|Lid|1"
	tests := []struct{ name, line, want string }{
		{"words for a price", "3     AB-14   Screw                       4     on request", "3|AB-14|Screw|4"},
		{"a unit beneath the price", "              for oil                     4     /pcs", ""},
		{"a sum split by account", "401           9026  022  1,383.80         6     230.63 1,383.80", ""},
	}
	for _, test := range tests {
		want := items
		if test.want != "" {
			want += "\n" + test.want
		}
		if got := itemsOf(head+test.line, schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity); got != want {
			t.Errorf("%s: with the line %q Find gives\n%s\nwant\n%s", test.name, test.line, got, want)
		}
	}
}
