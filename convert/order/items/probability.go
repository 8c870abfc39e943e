package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/schema"
)

// FieldProbability returns the probability, 0 to 1, that a word states the field f of a line item
// or, if f is schema.NumFields, no field.
type FieldProbability func(w *doc.Word, f schema.Field) float64

// kindFields are the fields that columns state, by kind: schema.NumFields for kinds that state none.
var kindFields = func() (fields [headings.NumKinds]schema.Field) {
	for k := range fields {
		fields[k] = schema.NumFields
	}
	fields[headings.LineNumber], fields[headings.Code], fields[headings.Description] = schema.LineNumber, schema.ItemCode, schema.Description
	fields[headings.Quantity], fields[headings.Unit], fields[headings.Price] = schema.Quantity, schema.Unit, schema.UnitPrice
	fields[headings.Discount], fields[headings.Total], fields[headings.Date] = schema.Discount, schema.LineTotal, schema.DeliveryDate
	return fields
}()

// Weights of the probabilities among the claims for columns.
const (
	probabilityShare = 0.6 // of how far it is above or below 0.5, in the score of a heading's claim
	probabilityClaim = 0.9 // of the probability, in the score of its own claim
	leastProbability = 0.5 // least probability for a claim of its own, or to confirm a figure
)

// scoreClaims adjusts the scores of claims by the probabilities of the words of their columns, and
// appends the claims that the probabilities themselves make.
func (t *tableDraft) scoreClaims(claims []claim) []claim {
	if t.fieldProbability == nil {
		return claims
	}
	lines := t.denseLines()
	own := make([]claim, 0, len(t.columns))
	for c := range t.columns {
		if t.columns[c].content.filled == 0 {
			continue
		}
		var fields [schema.NumFields + 1]float64
		for k := headings.LineNumber; k <= headings.Date; k++ {
			f := kindFields[k]
			if fields[f] = t.meanProbability(lines, c, f); fields[f] >= leastProbability {
				own = append(own, claim{column: c, kind: k, score: probabilityClaim * fields[f]})
			}
		}
		fields[schema.NumFields] = t.meanProbability(lines, c, schema.NumFields)
		for i := range claims {
			if cl := &claims[i]; cl.column == c {
				cl.score += probabilityShare * (fields[kindFields[cl.kind]] - 0.5)
			}
		}
	}
	return append(claims, own...)
}

// meanProbability returns the mean probability that the words in a column's cells state a
// field, where each cell on the lines that is not empty counts the same.
func (t *tableDraft) meanProbability(lines []*bodyLine, column int, f schema.Field) float64 {
	sum, cells := 0.0, 0
	for _, l := range lines {
		words := l.cells[column]
		if len(words) == 0 {
			continue
		}
		cells++
		for _, w := range words {
			sum += t.fieldProbability(w, f) / float64(len(words))
		}
	}
	return sum / float64(max(1, cells))
}
