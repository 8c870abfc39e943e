package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestOrdinalRank(t *testing.T) {
	for _, tt := range [...][2]string{{"1", "2"}, {"1.1", "1.2"}, {"1.9", "1.10"}, {"1.2", "2"}, {"1-1", "1-2"}, {"1- 2", "2- 1"}, {"1/9", "1/10"}, {"1.", "2."}, {"00010", "00020"}, {"1.000", "2.000"}} {
		var rank [2]int
		for i, text := range tt {
			n, ok := lineOrdinal(text)
			if !ok {
				t.Fatalf("lineOrdinal(%q) reads no number", text)
			}
			rank[i] = ordinalRank(text, n)
		}
		if rank[0] >= rank[1] {
			t.Errorf("ordinalRank(%q) = %d, not below ordinalRank(%q) = %d", tt[0], rank[0], tt[1], rank[1])
		}
	}
}

func TestNumbersOfTwoLevels(t *testing.T) {
	got := itemsOf(`
No.     Article                    Qty     Price     Amount
1-1     Ball valve                 3       10.00      30.00
1-2     Gate valve                 4       12.00      48.00
1-3     Check valve                5       11.00      55.00`, schema.LineNumber, schema.ItemCode, schema.Description)
	if want := "1-1||Ball valve\n1-2||Gate valve\n1-3||Check valve"; got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}
