package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// TestMergeRowLeavesDescriptionsWhole checks that the first word of a description is not taken for a code if the
// layout's examples have no codes.
func TestMergeRowLeavesDescriptionsWhole(t *testing.T) {
	for _, test := range []struct {
		stated            int // number of examples that state a code
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

// TestMergeRowKeepsPricesThatMakeTotals checks that a price that the layout does not read is left out, unless it
// makes the line's total and the general reader was right about prices in the examples.
func TestMergeRowKeepsPricesThatMakeTotals(t *testing.T) {
	for _, test := range []struct {
		right int // examples, of 1, on which the general reader was right about prices
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
