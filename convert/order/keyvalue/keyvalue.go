// Package keyvalue finds the labels of a document ("PO number", "Liefertermin"), the
// values that they announce, and the headings of parties. It decides nothing: package ranking
// chooses the head's values and considers what labels announce.
//
// NewIndex splits each segment into tokens once (tokens.go) and finds the lexicon's phrases
// (phrases.go) in it: labels (match.go), and a heading at its beginning (heading.go). A
// Reader finds where the value of a label may stand (place.go) and reads it (number.go,
// text.go) as a Candidate, whose score says how well label, place and value go together.
//
// For mappers, pairs.go finds all labels and values, including labels that are not in the
// lexicon, and tables.go finds the tables other than those of line items.
package keyvalue

import (
	"strings"

	"lineitem/convert/order/items"
	"lineitem/convert/order/value"
)

// Reader reads what the labels of a document announce. Reading does not change it.
type Reader struct {
	Index  *Index
	Locale value.Locale
	Tables items.Places // of line items
}

// Candidate is a possible value: text that a label announces and that has the form of such a value.
type Candidate struct {
	Kind  Kind
	Value string
	Span  Span
	More  []Span // further lines of the value
	Page  int    // index into the document's pages
	Score float64
}

// Scores of candidates.
const (
	leastScore = 0.15 // least score of a candidate
	dateBeside = 0.9  // share of a label's strength that counts for the date if it announces number and date
	// sureOfOrder is the least strength of the labels that count on an invoice, which has
	// a number and a date of its own.
	sureOfOrder = 0.8
)

// mostOfSum is the most words that an amount has, including its currency.
const mostOfSum = 4

// Candidates finds what labels announce on a page.
func (r *Reader) Candidates(page int) (found []Candidate) {
	for _, at := range r.Places(page) {
		for _, m := range at.Label.Meanings {
			if r.Index.invoice && m.Strength < sureOfOrder {
				continue
			}
			all := []Meaning{m}
			if m.Kind == NumberDate {
				all = []Meaning{{Number, m.Strength}, {Date, dateBeside * m.Strength}}
			}
			for _, m := range all {
				c := r.read(m, at)
				if c.Score *= m.Strength * at.Geometry; c.Score >= leastScore {
					c.Kind, c.Page = m.Kind, page
					found = append(found, c)
				}
			}
		}
	}
	return found
}

// read reads a value as the kind that its label means. The candidate's score rates its form alone; it
// is 0 if the text does not have the form of such a value.
func (r *Reader) read(m Meaning, at Place) Candidate {
	s := at.Span
	text := s.Text()
	switch m.Kind {
	case Number:
		return r.orderNumber(s, m.Strength)
	case Date, Delivery:
		if iso, from, to, ok := r.Locale.FindDate(text); ok {
			return Candidate{Value: iso, Span: s.Slice(from, to), Score: 1}
		}
		first, _, _ := strings.Cut(text, " ")
		if iso, ok := value.CompactDate(first); ok {
			return Candidate{Value: iso, Span: s.Slice(0, len(first)), Score: 1}
		}
	case Currency:
		if code, from, to := value.FindCurrency(text); code != "" {
			return Candidate{Value: code, Span: s.Slice(from, to), Score: 1}
		}
	case Terms, ShipVia:
		if !r.formsPhrase(at) {
			return r.text(m, at)
		}
	case Subtotal, Tax, Shipping, Total:
		for from := max(s.From, s.To-mostOfSum); from < s.To; from++ {
			own := Span{Segment: s.Segment, From: from, To: s.To}
			if n, ok := r.Locale.Number(own.Text()); ok && !n.Percent {
				return Candidate{Value: n.Text, Span: own, Score: 1}
			}
		}
	}
	return Candidate{}
}

// Best returns the candidate of a kind with the highest score, and whether there is one.
func Best(found []Candidate, k Kind) (Candidate, bool) {
	var top Candidate
	for _, c := range found {
		if c.Kind == k && c.Score > top.Score {
			top = c
		}
	}
	return top, top.Score > 0
}
