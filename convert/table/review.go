package table

import (
	"slices"
	"strconv"
	"strings"

	"lineitem/convert"
	"lineitem/convert/order"
)

// The columns that WithReview adds.
var (
	verifiedColumn = order.Column{Key: ownSign + "verified", Label: "Verified"}
	reviewColumn   = order.Column{Key: ownSign + "review", Label: "Review"}
)

// WithReview returns a result that was reviewed with two more columns: whether its document is verified,
// and what to check in each row, as "key: message (code)", the most doubtful first and
// separated by semicolons. It is only for the tables of this package, which distinguish these columns from
// a mapper's columns with the same names.
func WithReview(r *convert.Result) *convert.Result {
	out := *r
	out.Columns = append(slices.Clone(r.Columns), verifiedColumn, reviewColumn)
	out.Rows = make([]order.Row, len(r.Rows))
	said := make([][]string, len(r.Rows))
	for i := range r.Review {
		e := &r.Review[i]
		text := e.Message + " (" + string(e.Code) + ")"
		if e.Key != "" {
			text = e.Key + ": " + text
		}
		if e.Row < len(said) { // a document without rows may have an entry too
			said[e.Row] = append(said[e.Row], text)
		}
	}
	verified := r.Verified != nil && *r.Verified
	for i, row := range r.Rows {
		out.Rows[i] = append(slices.Clone(row), order.Property{Key: verifiedColumn.Key, Value: strconv.FormatBool(verified)},
			order.Property{Key: reviewColumn.Key, Value: strings.Join(said[i], "; ")})
	}
	return &out
}
