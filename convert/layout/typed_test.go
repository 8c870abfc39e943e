package layout

import (
	"strings"
	"testing"

	"lineitem/convert/order/ordertest"
)

func TestTypedFrames(t *testing.T) {
	tests := []struct {
		name, text string
		words      string // of the lines without frame marks, separated by "/"
		cells      int
	}{
		{
			name: "a frame of two fields, values that touch it",
			text: `
+--------------+-----------+
| TO: Vendor   | PO 7S-446 |
| Miami        | PAGE 1    |
|              | TOTAL 2.50|
+--------------+-----------+`,
			words: "TO: Vendor PO 7S-446/Miami PAGE 1/TOTAL 2.50", cells: 2,
		},
		{
			name: "narrow cells, whose values touch marks on both sides",
			text: `
+-----+------+------+
|Menge|Einh. | Preis|
|   12|KRT6  | 34,80|
|    8|KISTE |  7,92|
+-----+------+------+`,
			words: "Menge Einh. Preis/12 KRT6 34,80/8 KISTE 7,92", cells: 3,
		},
		{
			name:  "marks between values, one above the other on two lines alone",
			text:  "Order 17 | Page 1\nJob  417 | Rev. 2\nand more",
			words: "Order 17 | Page 1/Job 417 | Rev. 2/and more",
		},
		{
			name:  "marks that stand far apart",
			text:  "A | B\n\n\n\n\nC | D\n\n\n\n\nE | F",
			words: "A | B/C | D/E | F",
		},
	}
	for _, test := range tests {
		p := Analyze(ordertest.Typed(strings.Trim(test.text, "\n")))[0]
		var lines []string
		for _, l := range p.Lines {
			var words []string
			for _, s := range l.Segments {
				for _, w := range s.Words {
					words = append(words, w.Text)
				}
			}
			lines = append(lines, strings.Join(words, " "))
		}
		if got := strings.Join(lines, "/"); got != test.words {
			t.Errorf("%s: the lines are %q, want %q", test.name, got, test.words)
		}
		if got := len(p.Cells); got != test.cells {
			t.Errorf("%s: %d ruled cells, want %d", test.name, got, test.cells)
		}
	}
}
