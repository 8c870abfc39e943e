package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestLeadingCodes(t *testing.T) {
	const text = `
Item No. / Description    Qty     Price    Amount
389.746.50 Office chair   2       10.00    20.00
389.746.51 Desk, oak      1        5.00     5.00`
	want := "389.746.50|Office chair\n389.746.51|Desk, oak"
	if got := itemsOf(text, schema.ItemCode, schema.Description); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

func TestWrappedCodes(t *testing.T) {
	const text = `
Code     Description               Qty     Price    Amount
KP-120-  Pump housing              2       10.00    20.00
GR
KL-12-20 Lid                       1        5.00     5.00

7312044
KL-12-30 Screw                     1        5.00     5.00`
	want := "KP-120- GR|Pump housing\nKL-12-20|Lid\nKL-12-30|Screw"
	if got := itemsOf(text, schema.ItemCode, schema.Description); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

// TestCodesUnderNumberedHeadings checks that a name for codes in a heading may be
// followed by a word for a number.
func TestCodesUnderNumberedHeadings(t *testing.T) {
	for _, head := range []string{"Mfr-Cat #    ", "Referencia nr"} {
		text := "Pos   " + head + `     Description       Qty     Price    Amount
1     KP-1204           Pump housing      2       10.00    20.00
2     KP-1207           Lid               1        5.00     5.00`
		want := "KP-1204|Pump housing\nKP-1207|Lid"
		if got := itemsOf(text, schema.ItemCode, schema.Description); got != want {
			t.Errorf("under %q Find gives\n%s\nwant\n%s", head, got, want)
		}
	}
}

func TestCodesInDescriptions(t *testing.T) {
	const head = "Description               Qty     Price    Amount\n"
	tests := []struct{ name, text, want string }{
		{"the last line, but for one item", `
Pump housing              2       10.00    20.00
KP120
Lid                       1        5.00     5.00
KL120
Freight                   1        5.00     5.00
by lorry`,
			"KP120|Pump housing\nKL120|Lid\n|Freight by lorry"},
		{"texts that begin with a measure", `
1200mm pipe of steel      2       10.00    20.00
1400mm pipe of steel      1        5.00     5.00`,
			"|1200mm pipe of steel\n|1400mm pipe of steel"},
		{"texts that end with a measure", `
Pump housing of steel     2       10.00    20.00
SS304
Lid                       1        5.00     5.00
of iron
Screw                     1        5.00     5.00`,
			"|Pump housing of steel SS304\n|Lid of iron\n|Screw"},
	}
	for _, test := range tests {
		if got := itemsOf(head+test.text[1:], schema.ItemCode, schema.Description); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
