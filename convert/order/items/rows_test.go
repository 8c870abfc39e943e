package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestAnchors(t *testing.T) {
	const head = "Pos   Code    Description               Qty     Price    Amount\n1     AB-12   Pump housing, cast          2     10.00     20.00\n2     AB-13   Lid                         1      5.00      5.00\n"
	const items = "1|AB-12|Pump housing, cast|2\n2|AB-13|Lid|1"
	tests := []struct{ name, line, want string }{
		{"a unit beneath the price", "              for oil                     4     /pcs", ""},
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

func TestNumbersOfLines(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"of two words", `
Line  Item      Description            Qty      Price      Amount
1- 1  KP-2210   Pipette tips             2      10.00       20.00
2- 1  KP-2211   Tube                     5       5.00       25.00`,
			"1- 1|KP-2210|Pipette tips|2\n2- 1|KP-2211|Tube|5"},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestSumsAreNoItems(t *testing.T) {
	const items = `
Style     Description          Size 8   Size 10   Units      Price      Amount
HK4410    Knit jumper              6         4       10      10.00      100.00
HK4427    Longline cardigan        3         2        5      20.00      100.00
`
	tests := []struct{ line, want string }{
		{"          Delivery                                   15                 200.00", ""},
		{"HK4430    Scarf                                      15      13.3333    200.00", "\nHK4430|15|200.00"},
	}
	for _, test := range tests {
		want := "HK4410|10|100.00\nHK4427|5|100.00" + test.want
		if got := itemsOf(items+test.line, schema.ItemCode, schema.Quantity, schema.LineTotal); got != want {
			t.Errorf("with the line %q Find gives\n%s\nwant\n%s", test.line, got, want)
		}
	}
}
