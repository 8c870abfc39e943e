package inspect

import (
	"fmt"

	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// remark is an entry of the review that is about no single value.
type remark struct {
	Check   int // number among what is to be checked, from 1
	Message string
	Box     string // id of its box; empty without one
}

// signs are the classes of the cells that entries are about, by the codes of the entries.
var signs = map[review.Code]string{
	review.LowConfidence: "low", review.TwoCandidates: "low", review.Missing: "missing",
	review.LineUnproven: "unproven", review.TotalUnproven: "unproven",
}

// review divides the entries of the result's review into those about values, by their cells,
// and the others, which become remarks with boxes of their own.
func (v *viewer) review() {
	v.entries = review.ByCell(v.result.Review)
	for i := range v.result.Review {
		e := &v.result.Review[i]
		if e.Key != "" {
			continue
		}
		r := remark{Check: len(v.Remarks) + 1, Message: e.Message}
		if e.Page > 0 {
			r.Box = v.place(fmt.Sprintf("r-%d", i), order.Column{Key: fmt.Sprint("review ", i), Label: "Look here"}, e.Page, e.Box, &cell{Value: e.Message, Class: "low"})
		}
		v.Remarks = append(v.Remarks, r)
	}
	v.Checks = len(v.Remarks)
}
