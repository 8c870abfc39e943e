package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/schema"
)

// Opinion is how probable it is, 0 to 1, that a word states a line item's field, or
// where that is schema.NumFields, none.
type Opinion func(w *doc.Word, f schema.Field) float64

// kindFields are the fields that columns state; of others it is schema.NumFields.
var kindFields = func() (fields [headings.NumKinds]schema.Field) {
	for k := range fields {
		fields[k] = schema.NumFields
	}
	fields[headings.LineNumber], fields[headings.Code], fields[headings.Description] = schema.LineNumber, schema.ItemCode, schema.Description
	fields[headings.Quantity], fields[headings.Unit], fields[headings.Price] = schema.Quantity, schema.Unit, schema.UnitPrice
	fields[headings.Discount], fields[headings.Total], fields[headings.Date] = schema.Discount, schema.LineTotal, schema.DeliveryDate
	return fields
}()

// Weights of an opinion among the claims of columns.
const (
	opinionShare = 0.6 // by which it strengthens or weakens what headings and contents claim
	opinionClaim = 0.9 // score of what it alone claims, times the probability
	leastOpinion = 0.5 // the least probability that claims or is believed
)

// scoreClaims scores claims by the opinion of what stands in their columns, and adds the
// opinion's own.
func (t *tableDraft) scoreClaims(claims []claim) []claim {
	if t.opinion == nil {
		return claims
	}
	lines := t.denseLines()
	own := make([]claim, 0, len(t.columns))
	for c := range t.columns {
		if t.columns[c].seen.filled == 0 {
			continue
		}
		var fields [schema.NumFields + 1]float64
		for k := headings.LineNumber; k <= headings.Date; k++ {
			f := kindFields[k]
			if fields[f] = t.meanOpinion(lines, c, f); fields[f] >= leastOpinion {
				own = append(own, claim{column: c, kind: k, score: opinionClaim * fields[f]})
			}
		}
		fields[schema.NumFields] = t.meanOpinion(lines, c, schema.NumFields)
		for i := range claims {
			if cl := &claims[i]; cl.column == c {
				cl.score += opinionShare * (fields[kindFields[cl.kind]] - 0.5)
			}
		}
	}
	return append(claims, own...)
}

// meanOpinion is the mean probability that the words of a column's cells on lines state
// a field.
func (t *tableDraft) meanOpinion(lines []*bodyLine, column int, f schema.Field) float64 {
	sum, cells := 0.0, 0
	for _, l := range lines {
		words := l.cells[column]
		if len(words) == 0 {
			continue
		}
		cells++
		for _, w := range words {
			sum += t.opinion(w, f) / float64(len(words))
		}
	}
	return sum / float64(max(1, cells))
}
