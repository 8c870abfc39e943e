// Package keyvalue finds the labels of a document ("PO number", "Liefertermin"), the
// values that they announce, and what these may say in an order's head: its number and
// dates, terms of payment, method of shipment, currency. It also finds the headings of
// parties and the captions in their addresses, which package parties reads.
//
// NewIndex takes each segment apart once (tokens.go), and finds the lexicon's phrases
// (phrases.go) in it: labels (match.go), and a heading at its beginning (heading.go). A
// Reader finds where the value of a label may stand (place.go) and reads it (number.go,
// text.go) as a Candidate, whose score says how well label, place and value go together.
// It decides nothing.
//
// For mappers, pairs.go finds all labels and values, also such as no lexicon holds, and
// tables.go the tables that are not those of line items.
package keyvalue

import (
	"strings"

	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Reader reads what the labels of a document announce. It is not changed by that.
type Reader struct {
	Index  *Index
	Locale value.Locale
	Tables items.Places // of line items
}

// Candidate is a possible value of a field of an order's head.
type Candidate struct {
	Field schema.Field
	Value string
	Span  Span
	More  []Span // further lines of the value
	Page  int    // index into the document's pages
	Score float64
}

// Weights of candidates.
const (
	leastScore  = 0.15 // what is weaker is none
	dateBeside  = 0.9  // of a date behind the order's number
	noLabel     = 0.3  // of dates in sentences
	loose       = 0.6  // strength of labels behind which only what surely is a method of shipment counts
	sureOfOrder = 0.8  // least strength of labels that tell of an order on an invoice
)

// Candidates finds what labels announce on a page.
func (r *Reader) Candidates(page int) []Candidate {
	found := r.deliverySentences(page)
	for _, at := range r.Places(page) {
		for _, m := range at.Label.Means {
			if r.Index.invoice && m.Strength < sureOfOrder {
				continue
			}
			for _, c := range r.understand(m, at) {
				c.Page = page
				if c.Score *= m.Strength * at.Geometry; c.Score >= leastScore {
					found = append(found, c)
				}
			}
		}
	}
	return found
}

// understand reads a value as what its label means. Scores are those of the value.
func (r *Reader) understand(m Meaning, at Place) []Candidate {
	switch m.Kind {
	case Number, NumberDate:
		return r.numberAndDate(m, at)
	case Date:
		return r.date(schema.PODate, at.Span, 1)
	case Delivery:
		return r.date(schema.DeliveryDate, at.Span, 1)
	case Terms, ShipVia:
		if !r.goesOn(at) {
			return r.text(m, at)
		}
	case Currency:
		if code, from, to := value.FindCurrency(at.Span.Text()); code != "" {
			return []Candidate{{Field: schema.Currency, Value: code, Span: at.Span.Slice(from, to), Score: 1}}
		}
	}
	return nil
}

// text reads terms of payment or a method of shipment.
func (r *Reader) text(m Meaning, at Place) []Candidate {
	c := Candidate{Field: schema.PaymentTerms, Span: at.Span}
	lines, read := maxTermsLines, paymentTerms
	if m.Kind == ShipVia {
		c.Field, lines, read = schema.ShipVia, maxShipLines, r.shippingMethod
	}
	text, more := r.paragraph(at, lines)
	if c.Value, c.Score = read(text); c.Score < 1 && m.Kind == ShipVia && m.Strength <= loose {
		return nil
	}
	c.More = more
	return []Candidate{c}
}

// date reads the first date of a span.
func (r *Reader) date(f schema.Field, s Span, score float64) []Candidate {
	text := s.Text()
	iso, from, to, ok := r.Locale.FindDate(text)
	if !ok {
		first, _, _ := strings.Cut(text, " ")
		if iso, ok = value.CompactDate(first); !ok {
			return nil
		}
		from, to = 0, len(first)
	}
	return []Candidate{{Field: f, Value: iso, Span: s.Slice(from, to), Score: score}}
}

// numberAndDate reads an order's number, and the date that may stand beside it.
func (r *Reader) numberAndDate(m Meaning, at Place) (found []Candidate) {
	if number, span, shape := r.orderNumber(at.Span, m.Strength); shape > 0 {
		found = append(found, Candidate{Field: schema.PONumber, Value: number, Span: span, Score: shape})
	}
	if m.Kind == NumberDate {
		found = append(found, r.date(schema.PODate, at.Span, dateBeside)...)
	}
	return found
}

// deliverySentences are the dates of a page's running text behind words that say that goods
// are to be delivered: "Please deliver to our stockroom by 14th August 2026."
func (r *Reader) deliverySentences(n int) (found []Candidate) {
	for i := range r.Index.pages[n].Lines {
		for _, s := range r.Index.pages[n].Lines[i].Segments {
			if len(s.Words) < leastSentence || r.holds(s) {
				continue
			}
			for _, l := range r.Index.Within(s, RoleDelivers) {
				if iso, from, to, ok := r.Locale.FindDate(l.Value.Text()); ok {
					found = append(found, Candidate{Field: schema.DeliveryDate, Value: iso, Span: l.Value.Slice(from, to), Page: n, Score: noLabel})
				}
			}
		}
	}
	return found
}

// Best is the candidate of a field with the highest score; false where there is none.
func Best(found []Candidate, f schema.Field) (Candidate, bool) {
	var top Candidate
	for _, c := range found {
		if c.Field == f && c.Score > top.Score {
			top = c
		}
	}
	return top, top.Score > 0
}
