package solve

import (
	"strings"
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// TestTakeUnits checks that a word right after a quantity is its unit if it is known as a unit, or if the network
// takes it for a unit rather than a text.
func TestTakeUnits(t *testing.T) {
	for _, test := range []struct {
		name     string
		rows     [][]printedCell // the first word is the quantity
		seen     float32         // probability that the second word is a unit
		want     []string
		describe int // number of words left in the description
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

// TestTrimUnits checks that amounts before units and codes after them are not part of the units, unless the network
// takes them for units.
func TestTrimUnits(t *testing.T) {
	for _, test := range []struct {
		unit string
		seen float32 // probability that its words are units
		want string
	}{
		{"EA 14-220", 0, "EA"}, {"EA 14-220", 0.5, "EA 14-220"}, {"0.00 EA", 0, "EA"}, {"box 50", 0, "box 50"}, {"50 kg", 0, "50 kg"}, {"14-220", 0, "14-220"}, {"/PCE", 0.9, "PCE"}, {"x", 0.9, ""},
	} {
		r := newReviser([][]printedCell{{{"2", 50, quantity}, {test.unit, 200, tagging.Unit}}})
		for n := range r.Nodes {
			r.Words[n][tagging.Unit] = test.seen
		}
		r.trimUnits()
		checkCells(t, test.unit, r, schema.Unit, []string{test.want})
	}
}

// TestTakePlacedUnits checks that where most items have words in one column that belong to no cell, these are the
// units if they are known as units or if the network sees some as such. A single letter may be anything, and words
// after the total are no units.
func TestTakePlacedUnits(t *testing.T) {
	for _, test := range []struct {
		name   string
		column printedCell
		seen   float32 // probability that the words of the column are units
		want   string
	}{
		{"known", printedCell{"boxes", 200, none}, 0.05, "boxes"},
		{"known, but not seen", printedCell{"boxes", 200, none}, 0, ""},
		{"seen", printedCell{"door panels", 200, none}, 0.3, "door panels"},
		{"neither", printedCell{"grey", 200, none}, 0.05, ""},
		{"a letter", printedCell{"T", 200, none}, 0.05, ""},
		{"behind the total", printedCell{"boxes", 400, none}, 0.3, ""},
	} {
		row := []printedCell{{"2", 50, quantity}, test.column, {"17.00", 300, total}}
		if test.column.x > 300 {
			row[1], row[2] = row[2], row[1]
		}
		r := newReviser([][]printedCell{row, row, {{"3", 50, quantity}, {"8.00", 300, total}}})
		for n := range r.Nodes {
			if strings.Contains(test.column.text, r.Nodes[n].Word.Text) {
				r.Words[n][tagging.Unit] = test.seen
			}
		}
		r.takeUnits()
		checkCells(t, test.name, r, schema.Unit, []string{test.want, test.want, ""})
	}
}
