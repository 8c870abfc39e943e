package ranking

import "testing"

// Words of a label are no part of the number behind them.
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
