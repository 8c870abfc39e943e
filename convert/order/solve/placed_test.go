package solve

import (
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// TestPlacedCodes checks that codes are found at the same place in most items where a label announces them,
// even if the network sees none, or where the network doubts them less than other words.
func TestPlacedCodes(t *testing.T) {
	for _, tt := range []struct {
		name, table string
		seen        string  // the word that the network takes for a possible code,
		p           float32 // with this probability
		want        []string
	}{
		{"behind a label", `
Pos    Description         Quantity    Unit price    Amount
1      Music stand black   25          14.90         372.50
       Model KX-311
2      Carrying bag        12          4.20          50.40
       Model KX-311T
3      Fork for trumpet    8           11.75         94.00
       Model MG-22
`, "", 0, []string{"KX-311", "KX-311T", "MG-22"}},
		{"behind a label that is also a word of texts", `
Pos    Description         Quantity    Unit price    Amount
1      Music stand black   25          14.90         372.50
       Cat KX-311
2      Carrying bag        12          4.20          50.40
       Cat KX-311T
`, "", 0, []string{"KX-311", "KX-311T"}},
		{"in a column", `
Pos    Description           Storage      Quantity    Unit price    Amount
1      Music stand black     KX-311       25          14.90         372.50
2      Carrying bag          KX-311T      12          4.20          50.40
3      Fork for trumpet      MG-22        8           11.75         94.00
`, "KX-311T", 0.9, []string{"KX-311", "KX-311T", "MG-22"}},
		{"in a column of capitals and digits", `
Pos    Description           Storage      Quantity    Unit price    Amount
1      Music stand black     KX-311       25          14.90         372.50
2      Carrying bag          KX-311T      12          4.20          50.40
3      Fork for trumpet      MG-22        8           11.75         94.00
`, "", 0, []string{"KX-311", "KX-311T", "MG-22"}},
		{"in a column of bar codes", `
Pos    Description           Storage            Quantity    Unit price    Amount
1      Music stand black     4006381333931      25          14.90         372.50
2      Carrying bag          4006381333948      12          4.20          50.40
3      Fork for trumpet      4006381333955      8           11.75         94.00
`, "", 0, []string{"4006381333931", "4006381333948", "4006381333955"}},
		{"in columns that differ by page", `
Pos    Description           Storage      Quantity    Unit price    Amount
1      Music stand black     KX-311       25          14.90         372.50
2      Carrying bag          KX-311T      12          4.20          50.40
` + "\f" + `
Pos    Description                  Storage      Quantity    Unit price    Amount
3      Fork for trumpet             MG-22        8           11.75         94.00
4      Mouthpiece                   MG-24        10          21.00         210.00
`, "", 0, []string{"KX-311", "KX-311T", "MG-22", "MG-24"}},
		{"nowhere", `
Pos    Description           Storage      Quantity    Unit price    Amount
1      Music stand black     kx311        25          14.90         372.50
2      Carrying bag          kx312        12          4.20          50.40
3      Fork for trumpet      mg22         8           11.75         94.00
`, "kx312", 0.3, make([]string, 3)},
	} {
		d := analyzed(ordertest.Typed(tt.table))
		tags := tagging.Classify(d.pages, d.locale, nil)
		for i := range tags.Words {
			tags.Words[i] = [tagging.NumTags]float32{tagging.Other: 1}
			if tags.Nodes[i].Word.Text == tt.seen {
				tags.Words[i] = [tagging.NumTags]float32{tagging.Other: 1 - tt.p, tagging.ItemCode: tt.p}
			}
		}
		r := newReader(d.pages, d.locale, speller, tags)
		n := &r.readings[0]
		n.words = r.evidence.wordsOfCells(n.Lines)
		tables, _ := n.revise()
		lines := linesOf(tables)
		if len(lines) != len(tt.want) {
			t.Errorf("%s: %d items, want %d", tt.name, len(lines), len(tt.want))
			continue
		}
		for i, want := range tt.want {
			if got := lines[i][schema.ItemCode].Value; got != want {
				t.Errorf("%s: the code of item %d is %q, want %q", tt.name, i+1, got, want)
			}
		}
	}
}
