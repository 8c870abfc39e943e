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
