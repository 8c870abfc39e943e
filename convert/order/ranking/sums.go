package ranking

import (
	"slices"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
)

// jointly is a mechanism: without it, each sum is chosen by itself.
var jointly = mechanism.New("ranking: sums that add up")

// byFar is how many times as probable sums are that are taken together.
const byFar = 5

// isSum reports whether a field is one of the sums.
func isSum(f schema.Field) bool { return slices.Contains(fieldsOf[sums], f) }

// addUp sets the sums of a head to the likeliest of each, if these lead from a subtotal to a total and
// are more probable together, by far, than what rules found. That may add up as well: what they
// take for the total may be the sum of the lines alone. It reports whether the sums are set.
func (r *Ranking) addUp(head *schema.Cells) bool {
	if !jointly.On() {
		return false
	}
	var likeliest schema.Cells
	var terms [schema.NumFields]decimal.Decimal
	learned, ruled := 1.0, 1.0
	for i := range r.Fields {
		f := &r.Fields[i]
		if !isSum(f.Field) {
			continue
		}
		learned, ruled = learned*f.Probability(f.Best), ruled*max(f.ruled, leastProbable)
		if f.Best >= 0 {
			likeliest[f.Field] = r.Cell(f, f.Best)
			terms[f.Field], _ = decimal.NewFromString(likeliest[f.Field].Value)
		}
	}
	from, to := terms[schema.Subtotal], terms[schema.Total]
	if learned <= byFar*ruled || from.IsZero() || from.Equal(to) || !from.Add(terms[schema.Tax]).Add(terms[schema.Shipping]).Equal(to) {
		return false
	}
	for _, f := range fieldsOf[sums] {
		head[f] = likeliest[f]
	}
	return true
}
