package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// Where the examples of a layout have no codes, the first word of a description is none.
func TestMergeRowLeavesDescriptionsWhole(t *testing.T) {
	for _, test := range []struct {
		stated            int // examples that state a code
		description       string
		wantCode, wantAll string
	}{
		{0, "IM-0.75 KW motor", "", "IM-0.75 KW motor"},
		{1, "IM-0.75 KW motor", "IM-0.75", "KW motor"},
		{0, "KW motor", "IM-0.75", "KW motor"},
	} {
		var usual, led schema.Cells
		usual[schema.ItemCode].Value, usual[schema.Description].Value = "IM-0.75", "KW motor"
		led[schema.Description].Value = test.description
		trust := new(taught.Trust)
		trust.Stated[schema.ItemCode] = test.stated
		row := mergeRow(&usual, &led, trust)
		if code, all := row[schema.ItemCode].Value, row[schema.Description].Value; code != test.wantCode || all != test.wantAll {
			t.Errorf("%d examples with codes, %q: code %q and description %q, want %q and %q", test.stated, test.description, code, all, test.wantCode, test.wantAll)
		}
	}
}

// A price that the examples do not state is left out, unless it makes its line's total or the general reader took
// something else for it in the examples.
func TestMergeRowKeepsPricesThatMakeTotals(t *testing.T) {
	for _, test := range []struct {
		right int // examples on which the general reader was right about prices, of 1
		total string
		want  string
	}{
		{1, "24.00", "12.00"},
		{1, "25.00", ""},
		{0, "24.00", ""},
	} {
		var usual, led schema.Cells
		usual[schema.Quantity].Value, usual[schema.UnitPrice].Value, usual[schema.LineTotal].Value = "2", "12.00", test.total
		led[schema.Quantity].Value, led[schema.LineTotal].Value = "2", test.total
		trust := &taught.Trust{Examples: 1, Lines: 1}
		trust.General[schema.UnitPrice], trust.Layout[schema.UnitPrice] = test.right, 1
		row := mergeRow(&usual, &led, trust)
		if got := row[schema.UnitPrice].Value; got != test.want {
			t.Errorf("right about %d, a total of %s: price %q, want %q", test.right, test.total, got, test.want)
		}
	}
}
