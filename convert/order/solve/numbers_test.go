package solve

import (
	"fmt"
	"testing"

	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
)

// Codes that count the items are their numbers, unless others are stated.
func TestNumberItems(t *testing.T) {
	for _, tt := range []struct {
		codes, numbers, wantCodes, want []string
	}{
		{codes: []string{"1", "2", "3"}, want: []string{"1", "2", "3"}},
		{codes: []string{"0010", "0020"}, want: []string{"0010", "0020"}},
		{codes: []string{"1", "2", "1", "2"}, want: []string{"1", "2", "1", "2"}}, // of two orders
		{codes: []string{"1", "2", "7"}, wantCodes: []string{"1", "2", "7"}},
		{codes: []string{"401", "402"}, wantCodes: []string{"401", "402"}},
		{codes: []string{"1", ""}, wantCodes: []string{"1", ""}},
		{codes: []string{"1", "2"}, numbers: []string{"5", "6"}, wantCodes: []string{"1", "2"}, want: []string{"5", "6"}},
	} {
		var table items.Table
		for i, c := range tt.codes {
			var line schema.Cells
			line[schema.ItemCode].Value = c
			if tt.numbers != nil {
				line[schema.LineNumber].Value = tt.numbers[i]
			}
			table.Lines = append(table.Lines, line)
		}
		before := fmt.Sprint(table.Lines)
		got := linesOf(numberItems([]*items.Table{&table}))
		for i := range tt.codes {
			wantCode, want := "", ""
			if tt.wantCodes != nil {
				wantCode = tt.wantCodes[i]
			}
			if tt.want != nil {
				want = tt.want[i]
			}
			if got[i][schema.ItemCode].Value != wantCode || got[i][schema.LineNumber].Value != want {
				t.Errorf("codes %q, numbers %q: item %d has code %q and number %q, want %q and %q", tt.codes, tt.numbers,
					i, got[i][schema.ItemCode].Value, got[i][schema.LineNumber].Value, wantCode, want)
			}
		}
		if fmt.Sprint(table.Lines) != before {
			t.Errorf("codes %q: the table itself was changed", tt.codes)
		}
	}
}
