package ranking

import "testing"

// TestBehindWords checks that words of a label are not part of the number after them.
func TestBehindWords(t *testing.T) {
	for number, want := range map[string]bool{
		"form 4711": true, "číslo OBJ-V-4711": true, "offer no. 4711": true,
		"4711": false, "PO 4711": false, "Mail 4711": false, "4711 rev": false, "board 3 May": false, "第 R6-041": false,
	} {
		if got := behindWords(number); got != want {
			t.Errorf("behindWords(%q) = %t, want %t", number, got, want)
		}
	}
}

// TestIsTitle checks that names that end with a document's title, in scripts without blanks between words, are no
// names.
func TestIsTitle(t *testing.T) {
	for name, want := range map[string]bool{
		"成衣加工采购单": true, "电子发票（增值税专用发票）": true, "거래명세서 (공급받는자 보관용)": true, "ＦＡＸ注文書": true,
		"合同会社コトリノス": false, "有限会社丸徳食品（本社）": false, "Purchase Order": false, "": false,
	} {
		if got := isTitle(name); got != want {
			t.Errorf("isTitle(%q) = %t, want %t", name, got, want)
		}
	}
}

// TestIsTaxNumber checks that a number after words for a tax register is not an order number, unless another number
// stands between them.
func TestIsTaxNumber(t *testing.T) {
	g := &Graph{terms: map[string]*term{}, ids: map[string]int32{}}
	for _, c := range [...]struct {
		label, text string
		want        bool
	}{
		{"", "VAT Reg. No. 4711", true}, {"Your VAT-ID", ": 4711", true}, {"GSTIN", "4711", true},
		{"", "Order no. 4711", false}, {"", "VAT 88 Order 4711", false}, {"VAT no.", "Order 4711", false},
		{"Makers of pumps and valves, ITAR registered", "4711", false},
	} {
		n := segmentOf(g, c.text)
		if c.label != "" {
			n.next[left] = 1
		}
		g.nodes = []node{n, segmentOf(g, c.label)}
		if got := g.isTaxNumber(&Candidate{words: n.words[len(n.words)-1:]}); got != c.want {
			t.Errorf("%q, %q: %t, want %t", c.label, c.text, got, c.want)
		}
	}
}

// TestBeforeDate checks that a number with a date attached ends before the date, but that an attached date without
// the century, or written with slashes, is part of the number.
func TestBeforeDate(t *testing.T) {
	g := &Graph{View: &View{}}
	for number, want := range map[string]string{
		"4711/30.06.2026": "4711", "KF-12/2026-06-30": "KF-12", "4711/30.06.26": "4711/30.06.26",
		"ZK/2026/03/07": "ZK/2026/03/07", "30.06.2026": "30.06.2026", "4711/12": "4711/12", "4711": "4711",
	} {
		if got := g.beforeDate(number); got != want {
			t.Errorf("beforeDate(%q) = %q, want %q", number, got, want)
		}
	}
}
