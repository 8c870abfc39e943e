package items

import (
	"slices"
	"strings"
	"testing"

	"lineitem/convert/order/schema"
)

// TestSpoken checks that items in running text are found if the product of each quantity and price is printed as a
// total, or if all products add up to a printed sum.
func TestSpoken(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"with totals", `Moss Lane, Elmbury 2XX
11 February 2025
Please supply 2 park benches, 1.8 m, at £410.00 each (£820.00); 1 lockable
noticeboard, at £655.00 each (£655.00); and 12 rolls of bin liners, at £9.50 each (£114.00).`,
			[]string{"2  park benches, 1.8 m 410.00 820.00", "1  lockable noticeboard 655.00 655.00", "12 rolls bin liners 9.50 114.00"}},
		{"with a sum", `Please send 20 bags of oats at $24.50 each and 6 drums of
molasses 60 L at $78.00 each. I make that $958.00.`,
			[]string{"20 bags oats 24.50 ", "6 drums molasses 60 L 78.00 "}},
		{"without a sum", `Please send 20 bags of oats at $24.50 each and 6 drums of
molasses 60 L at $78.00 each.`, nil},
		{"of one item", "Please send 20 bags of oats at $24.50 each, $490.00 in all.", nil},
		{"without texts", "20 @ 24.50 490.00\n6 @ 78.00 468.00", nil},
	} {
		var got []string
		for _, table := range typedFinder(test.text).InProse() {
			for i := range table.Lines {
				c := &table.Lines[i]
				got = append(got, strings.Join([]string{c[schema.Quantity].Value, c[schema.Unit].Value, c[schema.Description].Value, c[schema.UnitPrice].Value, c[schema.LineTotal].Value}, " "))
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: items are %q, want %q", test.name, got, test.want)
		}
	}
}
