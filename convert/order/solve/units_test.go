package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// Units are the words right behind quantities that are known as such or that the network takes for units rather than texts.
func TestTakeUnits(t *testing.T) {
	for _, test := range []struct {
		name     string
		rows     [][]printedCell // the first word is the quantity
		seen     float32         // how probable the second word is a unit
		want     []string
		describe int // words of the description that are left
	}{
		{"known", [][]printedCell{{{"2 boxes door mats", 50, text}, {"17.00", 300, total}}}, 0, []string{"boxes"}, 2},
		{"in brackets", [][]printedCell{{{"2 (EA) door mats", 50, text}, {"17.00", 300, total}}}, 0, []string{"EA"}, 2},
		{"seen", [][]printedCell{{{"2 trunks door mats", 50, text}, {"17.00", 300, total}}}, 0.4, []string{"trunks"}, 2},
		{"neither", [][]printedCell{{{"2 grey door mats", 50, text}, {"17.00", 300, total}}}, 0.05, []string{""}, 3},
		{"in another column", [][]printedCell{{{"2", 50, text}, {"boxes", 100, text}, {"17.00", 300, total}}}, 0, []string{""}, 1},
	} {
		r := newReviser(test.rows)
		r.words[0][quantity], r.words[0][text] = r.words[0][text][:1], r.words[0][text][1:]
		r.Words[1][tagging.Unit] = test.seen
		r.takeUnits()
		checkCells(t, test.name, r, schema.Unit, test.want)
		if got := len(r.words[0][text]); got != test.describe {
			t.Errorf("%s: %d words are left of the description, want %d", test.name, got, test.describe)
		}
	}
}
