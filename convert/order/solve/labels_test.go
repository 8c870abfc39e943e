package solve

import (
	"strings"
	"testing"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// TestTakeLabelledCodes checks that items without codes get those after a label
// that most of their texts have.
func TestTakeLabelledCodes(t *testing.T) {
	for _, test := range []struct {
		name string
		rows [][]printedCell
		want []string
	}{
		{"beneath the description", [][]printedCell{
			{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: KT-0412", 50, text}},
			{{"Key rack", 50, text}, {"1", 200, quantity}}, {{"SKU: KT-0977", 50, text}},
		}, []string{"KT-0412", "KT-0977"}},
		{"over the end of a narrow column", [][]printedCell{
			{{"Door mat", 50, text}, {"grey - SKU: KT-", 120, text}, {"2", 200, quantity}}, {{"40 cm", 50, text}, {"0412-GREY", 120, text}},
			{{"Key rack", 50, text}, {"oak - SKU:", 120, text}, {"1", 200, quantity}}, {{"KT-0977", 120, text}},
		}, []string{"KT-0412-GREY", "KT-0977"}},
		{"few have the label", [][]printedCell{
			{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: KT-0412", 50, text}},
			{{"Key rack", 50, text}, {"1", 200, quantity}}, {{"Coat hook", 50, text}, {"1", 200, quantity}},
		}, []string{"", "", ""}},
		{"codes of other items stand behind it", [][]printedCell{
			{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: KT-0412", 50, code}},
			{{"Coat hook", 50, text}, {"1", 200, quantity}},
			{{"Key rack", 50, text}, {"1", 200, quantity}}, {{"SKU: KT-0977", 50, text}},
			{{"Umbrella", 50, text}, {"1", 200, quantity}}, {{"SKU: KT-1180", 50, code}},
		}, []string{"KT-0412", "", "KT-0977", "KT-1180"}},
		{"in brackets", [][]printedCell{
			{{"Door mat (SKU KT-0412)", 50, text}, {"2", 400, quantity}}, {{"Key rack (SKU KT-0977)", 50, text}, {"1", 400, quantity}},
		}, []string{"KT-0412", "KT-0977"}},
		{"capitals", [][]printedCell{
			{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: KT-GREY", 50, text}},
			{{"Key rack", 50, text}, {"1", 200, quantity}}, {{"SKU: KT-OAK", 50, text}},
		}, []string{"KT-GREY", "KT-OAK"}},
		{"capitals before other words", [][]printedCell{{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: KT grey", 50, text}}}, []string{""}},
		{"what stands behind it is no code", [][]printedCell{{{"Door mat", 50, text}, {"2", 200, quantity}}, {{"SKU: grey", 50, text}}}, []string{""}},
	} {
		r := newReviser(test.rows)
		for _, l := range r.lines {
			l[schema.ItemCode].Value = strings.TrimPrefix(l[schema.ItemCode].Value, "SKU: ")
		}
		r.takeLabelledCodes()
		checkCells(t, test.name, r, schema.ItemCode, test.want)
		for i, p := range r.descriptions(r.words) {
			if got := textnorm.Join(r.decoder.words(p.main)); strings.Contains(got, "SKU") && test.want[i] != "" {
				t.Errorf("%s: the text of item %d is %q, with the label of its code", test.name, i+1, got)
			}
		}
	}
}

// TestJoinCodes checks that a code that ends with a hyphen continues in the next
// line of its column.
func TestJoinCodes(t *testing.T) {
	for _, test := range []struct {
		name string
		rows [][]printedCell
		want []string
	}{
		{"beneath", [][]printedCell{{{"KT-", 50, code}, {"Door mat", 120, text}, {"2", 200, quantity}}, {{"0412", 50, none}}}, []string{"KT-0412"}},
		{"above", [][]printedCell{
			{{"KT-", 50, none}}, {{"0412", 50, code}, {"Door mat", 120, text}, {"2", 200, quantity}},
		}, []string{"KT-0412"}},
		{"above, behind a text", [][]printedCell{
			{{"Door mat", 50, text}, {"grey / ref. KT-", 120, text}, {"2", 200, quantity}}, {{"0412-GR", 120, code}},
		}, []string{"KT-0412-GR"}},
		{"beneath a word that is parted", [][]printedCell{
			{{"Door mat", 50, text}, {"soft grey-", 120, text}, {"2", 200, quantity}}, {{"0412", 120, code}},
		}, []string{"0412"}},
		{"a rule", [][]printedCell{{{"------", 50, none}}, {{"0412", 50, code}, {"2", 200, quantity}}}, []string{"0412"}},
		{"of another item", [][]printedCell{{{"KT-", 50, code}, {"2", 200, quantity}}, {{"0412", 50, code}, {"1", 200, quantity}}}, []string{"KT-", "0412"}},
	} {
		r := newReviser(test.rows)
		r.joinCodes()
		checkCells(t, test.name, r, schema.ItemCode, test.want)
	}
}
