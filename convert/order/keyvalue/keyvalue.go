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
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// What is measured by command ablate.
var (
	valuesBeneath = mechanism.New("labels: values beneath")
	furtherLines  = mechanism.New("labels: further lines of a text")
	remarks       = mechanism.New("labels: remarks and rates behind a label")
	titled        = mechanism.New("labels: titles")
	looseTexts    = mechanism.New("labels: text without a colon weighs less")
	sentences     = mechanism.New("labels: dates of delivery in sentences")
	slashes       = mechanism.New("labels: numbers with blanks about slashes")
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
	leastScore = 0.15 // what is weaker is none
	dateBeside = 0.9  // of a date behind the order's number
	noLabel    = 0.3  // of dates in sentences
	looseText  = 0.5  // of a text that follows its label without a colon, and does not look like what it says
)

// onInvoice are the least strengths of labels that tell of an order on an invoice.
var onInvoice = [NumKinds]float64{Number: 0.9, Date: 1, Delivery: 0.8}

// Candidates finds what labels announce on a page.
func (r *Reader) Candidates(page int) []Candidate {
	var found []Candidate
	for _, at := range r.Places(page) {
		for _, m := range at.Label.Means {
			for _, c := range r.understand(m, at) {
				c.Page = page
				if c.Score *= m.Strength * at.Geometry; c.Value != "" && c.Score >= leastScore {
					found = append(found, c)
				}
			}
		}
	}
	return append(found, r.deliverySentences(page)...)
}

// understand reads a value as what its label means. Scores are those of the value.
func (r *Reader) understand(m Meaning, at Place) []Candidate {
	if r.Index.invoice && m.Strength < onInvoice[m.Kind] && !namesOrder(m, at.Label) {
		return nil
	}
	switch m.Kind {
	case Number, NumberDate:
		return r.numberAndDate(m, at)
	case Date:
		return r.date(schema.PODate, at)
	case Delivery:
		return r.date(schema.DeliveryDate, at)
	case Terms:
		return r.terms(m, at)
	case ShipVia:
		text, more := r.paragraph(at, maxShipLines, nil)
		method, shape := r.shippingMethod(text)
		if m.Strength != loose || at.Label.Lead && shape == 1 {
			return []Candidate{{Field: schema.ShipVia, Value: method, Span: at.Span, More: more, Score: shape * withoutColon(at, shape)}}
		}
	case Currency:
		if code, from, to := value.FindCurrency(at.Span.Text()); code != "" {
			return []Candidate{{Field: schema.Currency, Value: code, Span: at.Span.Slice(from, to), Score: 1}}
		}
	}
	return nil
}

// namesOrder reports whether a label that may be an order's title stands before a colon:
// "Bestellung: 4711" on an invoice.
func namesOrder(m Meaning, l *Label) bool {
	return m.Kind == Number && m.Strength == title && l.Lead && l.Colon
}

// date reads the first date of a value.
func (r *Reader) date(f schema.Field, at Place) []Candidate {
	text := at.Span.Text()
	iso, from, to, ok := r.Locale.FindDate(text)
	if !ok {
		first, _, _ := strings.Cut(text, " ")
		if iso, ok = value.CompactDate(first); !ok {
			return nil
		}
		from, to = 0, len(first)
	}
	return []Candidate{{Field: f, Value: iso, Span: at.Span.Slice(from, to), Score: 1}}
}

// terms reads terms of payment: a text, or what a sentence that begins with its label says of
// when to pay.
func (r *Reader) terms(m Meaning, at Place) []Candidate {
	text, more := r.paragraph(at, maxTermsLines, statesTerms)
	terms, shape := paymentTerms(text)
	weight := withoutColon(at, shape)
	if weight == 0 && at.Label.Lead {
		terms, shape = paymentTerms(termsIn(text))
		weight = 1
	}
	if m.Strength == loose && !(at.Label.Lead && statesTerms(terms)) {
		return nil
	}
	return []Candidate{{Field: schema.PaymentTerms, Value: terms, Span: at.Span, More: more, Score: shape * weight}}
}

// numberAndDate reads an order's number, and the date that may stand beside it.
func (r *Reader) numberAndDate(m Meaning, at Place) []Candidate {
	number, span, shape := r.orderNumber(at.Span, m.Strength)
	if number == "" {
		return nil
	}
	found := []Candidate{{Field: schema.PONumber, Value: number, Span: span, Score: shape}}
	for _, d := range r.date(schema.PODate, at) {
		if m.Kind == NumberDate {
			d.Score = dateBeside
			found = append(found, d)
		}
	}
	return found
}

// withoutColon is the weight of text that follows a label in its segment without
// a colon: unless it looks like what the label says, both may be a phrase.
func withoutColon(at Place, shape float64) float64 {
	switch {
	case !looseTexts.On(), at.Label.Colon || at.Span.First() != at.Label.Value.First():
		return 1
	case isProse(at.Span.Text()):
		return 0
	case shape < 1:
		return looseText
	}
	return 1
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
