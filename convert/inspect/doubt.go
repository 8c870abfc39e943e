package inspect

import (
	"fmt"
	"strings"

	"lineitem/convert/order"
	judge "lineitem/convert/order/confidence"
)

// notVerified tells whether the result was judged, and is not all but certainly
// right.
func (v *viewer) notVerified() bool { return v.result.Verified != nil && !*v.result.Verified }

// wanted are the keys of the values without which no order is verified unless it
// states none.
var wanted = func() map[string]bool {
	keys := map[string]bool{}
	for f := range order.NumFields {
		keys[f.Key()] = judge.Core(f)
	}
	return keys
}()

// missing tells whether a cell is empty of which that is known to be doubtful.
func (v *viewer) missing(row, c int) bool {
	return v.notVerified() && wanted[v.result.Columns[c].Key] && value(v.result.Rows[row], c) == ""
}

// noteDoubt says of a result that is not verified which amounts no arithmetic
// confirms, and where nothing is marked, that this does not make it right.
func (v *viewer) noteDoubt() {
	if !v.notVerified() || len(v.result.Rows) == 0 {
		return
	}
	if v.Checks == 0 {
		v.Notes = append(v.Notes, "No value is marked, but it is not certain enough that all of them are right.")
	}
	lines, total := 0, false
	for i := range v.result.Rows {
		if e, ok := v.evidence(i, order.LineTotal.Key()); ok && e.Proof == "" {
			lines++
		}
		if e, ok := v.evidence(i, order.Total.Key()); ok && e.Proof == "" {
			total = true
		}
	}
	var what []string
	switch {
	case lines == 1:
		what = append(what, "1 line total")
	case lines > 1:
		what = append(what, fmt.Sprintf("%d line totals", lines))
	}
	if total {
		what = append(what, "the total")
	}
	if len(what) > 0 {
		v.Notes = append(v.Notes, "No arithmetic confirms "+strings.Join(what, " and ")+".")
	}
}
