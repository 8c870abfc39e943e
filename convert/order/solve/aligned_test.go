package solve

import (
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// TestTakeAlignedCodes checks that the beginning of a description is a code if it is in the column of the
// other items' codes.
func TestTakeAlignedCodes(t *testing.T) {
	rows := func(more ...printedCell) [][]printedCell {
		return [][]printedCell{
			{{"KT-0412", 50, code}, {"Door mat", 120, text}, {"2", 200, quantity}},
			{{"KT-0977", 50, code}, {"Key rack", 120, text}, {"1", 200, quantity}},
			append(more, printedCell{"1", 200, quantity}),
		}
	}
	for _, test := range []struct {
		name              string
		rows              [][]printedCell
		code, description string
	}{
		{"in its column", rows(printedCell{"FITTING", 50, text}, printedCell{"On site", 120, text}), "FITTING", "On site"},
		{"before a mark", rows(printedCell{"FIT / On site", 50, text}), "FIT", "On site"},
		{"in the column of descriptions", rows(printedCell{"FITTING", 120, text}, printedCell{"On site", 165, text}), "", "FITTING On site"},
		{"a word of a text", rows(printedCell{"FITTING ON SITE", 50, text}), "", "FITTING ON SITE"},
		{"in no cell", rows(printedCell{"FITTING", 50, none}, printedCell{"On site", 120, text}), "FITTING", "On site"},
		{"in brackets", rows(printedCell{"[KT-1] On site", 70, text}), "KT-1", "On site"},
		{"in brackets behind", rows(printedCell{"Door mat [KT-1]", 70, text}), "KT-1", "Door mat"},
		{"a word in brackets", rows(printedCell{"Door mat [OAK]", 70, text}), "", "Door mat [OAK]"},
		{"nothing else", rows(printedCell{"FITTING", 50, text}), "", "FITTING"},
	} {
		r := newReviser(test.rows)
		r.takeAlignedCodes()
		checkCells(t, test.name, r, schema.ItemCode, []string{"KT-0412", "KT-0977", test.code})
		if got := textOf(r, 2); got != test.description {
			t.Errorf("%s: description is %q, want %q", test.name, got, test.description)
		}
	}
}

// TestTakeCodesLikeOthers checks that a word marked like the other items' codes, or after the same label, is
// a code even without a digit.
func TestTakeCodesLikeOthers(t *testing.T) {
	for _, test := range []struct {
		name  string
		texts [3][]printedCell
		code  string
	}{
		{"in brackets", [3][]printedCell{{{"Door mat [KT-0412]", 50, text}}, {{"Key rack [KT-0977]", 50, text}}, {{"Coat stand [CS-OAK]", 50, text}}}, "CS-OAK"},
		{"in brackets where no other is", [3][]printedCell{{{"Door mat KT-0412", 50, text}}, {{"Key rack KT-0977", 50, text}}, {{"Coat stand [CS-OAK]", 50, text}}}, ""},
		{"behind a label", [3][]printedCell{{{"Door mat | Cat KT-0412", 50, text}}, {{"Key rack | Cat KT-0977", 50, text}}, {{"Coat stand | Cat CS-OAK", 50, text}}}, "CS-OAK"},
		{"behind another label", [3][]printedCell{{{"Door mat | Cat KT-0412", 50, text}}, {{"Key rack | Cat KT-0977", 50, text}}, {{"Coat stand | Ref CS-OAK", 50, text}}}, ""},
		{"before further words", [3][]printedCell{{{"Door mat | Cat KT-0412", 50, text}}, {{"Key rack | Cat KT-0977", 50, text}}, {{"Coat stand | Cat CS-OAK light", 50, text}}}, ""},
	} {
		var rows [][]printedCell
		for _, cells := range test.texts {
			rows = append(rows, append(cells, printedCell{"1", 250, quantity}))
		}
		r := newReviser(rows)
		for i, l := range r.lines[:2] {
			described := r.words[i][text]
			last := len(described) - 1
			l[schema.ItemCode].Value = unbracketed(r.Nodes[described[last]].Word.Text)
			r.words[i][code], r.words[i][text] = described[last:], described[:last]
		}
		r.takeAlignedCodes()
		r.takeAlikeCodes()
		checkCells(t, test.name, r, schema.ItemCode, []string{"KT-0412", "KT-0977", test.code})
	}
}

// TestTakeAlignedCodesBeforeTexts checks that the word right before an item's text is a code if the other
// codes are printed there.
func TestTakeAlignedCodesBeforeTexts(t *testing.T) {
	for _, test := range []struct{ last, code string }{{"KT-0512 Coat stand", "KT-0512"}, {"FITTING ON SITE", ""}} {
		r := newReviser([][]printedCell{
			{{"KT-0412 Door mat", 50, text}, {"2", 200, quantity}}, {{"KT-0977 Key rack", 50, text}, {"1", 200, quantity}}, {{test.last, 50, text}, {"1", 200, quantity}},
		})
		for i, l := range r.lines[:2] {
			described := r.words[i][text]
			l[schema.ItemCode].Value = r.Nodes[described[0]].Word.Text
			r.words[i][code], r.words[i][text] = described[:1], described[1:]
		}
		r.takeAlignedCodes()
		checkCells(t, test.last, r, schema.ItemCode, []string{"KT-0412", "KT-0977", test.code})
	}
}

// textOf returns an item's description, joined from its words.
func textOf(r *reviser, item int) string {
	return textnorm.Join(r.decoder.words(r.words[item][tagging.Description]))
}
