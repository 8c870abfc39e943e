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

// A number to which a date is glued ends before it, but a slash and a date without its century, or with slashes of its own, are part of one.
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
