// Package order understands a laid-out document as purchase orders: labels,
// parties, dates, amounts and line items, each cell with its evidence.
//
// What can be read without the rest of an order is read by packages below it:
// the tables of line items by items, buyer, supplier and addresses by parties,
// numbers and dates by value. Here a document is split into orders, labels are
// found and what they announce (the labels files), the sums are read and balanced
// (totals), what was misread is repaired by package ocrrepair, and package proof notes
// the arithmetic that confirms what was read.
//
// Labels are read in steps, each with its files:
//
//   - labels_words.go and the lexicons beside it hold the phrases
//   - labels_tokens.go takes a segment apart; labels_match.go finds phrases in it,
//     labels_bounds.go where they begin and end, labels_compose.go and
//     labels_bilingual.go those that no lexicon holds; labels_index.go keeps them
//   - labels_place.go finds where the value of a label may stand,
//     labels_paragraph.go the lines that continue it
//   - labels_number.go and labels_values.go read values, labels_sentences.go what
//     running text says instead
//   - labels.go rates the candidates and chooses, with weigh.go where rules leave
//     a choice
package order

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

// reading is what is known of a document while it is being understood.
type reading struct {
	pages  []*layout.Page
	locale value.Locale
	labels labelIndex
	tables []*items.Table // in reading order
	places items.Places   // where these stand
	exam   *learn.Examiner
	// seen reports that the line items are those that the network of package
	// tagging sees, and no rule's.
	seen bool
}

// part is the part of a document that holds one order.
type part struct {
	first, last int // pages, as indices into reading.pages
	tables      []*items.Table
}

// Read finds the purchase orders in a document, in the order in which they
// stand there. A document in which none can be found gives none.
func Read(d *doc.Document) []Order { return newReading(d, nil, nil).judged() }

// Questions reads a document by rules alone and gives the choices that they
// made, for training.
func Questions(d *doc.Document) []learn.Question {
	e := &learn.Examiner{}
	newReading(d, e, nil).orders()
	return e.Questions
}

// ReadBy reads a document as Read does, with the given network in place of the
// one that the program carries, to measure what it is worth.
func ReadBy(d *doc.Document, net *tagging.Net) []Order {
	return newReading(d, nil, net).judged()
}

// newReading finds what a document's orders are read from. The examiner, which
// may be nil, is asked where rules leave a choice; with one, rules alone read. The
// network reads line items where rules do not; nil is the one that the program
// carries.
func newReading(d *doc.Document, e *learn.Examiner, net *tagging.Net) *reading {
	r := &reading{pages: layout.Analyze(speller.Document(d)), exam: e}
	r.locale = value.FindLocale(r.pages)
	r.locale.Recognised = slices.ContainsFunc(r.pages, func(p *layout.Page) bool { return p.Source == doc.Pixels })
	r.labels = findAllLabels(r.pages)
	r.tables = items.Find(r.pages, r.locale, speller)
	if e == nil {
		r.tables, r.seen = solve.Items(r.pages, r.locale, r.tables, net)
	}
	r.places = items.PlacesOf(r.tables)
	return r
}

// orders reads the orders.
func (r *reading) orders() []Order {
	var orders []Order
	for _, p := range split(r) {
		var o Order
		for _, t := range p.tables {
			o.Lines = append(o.Lines, t.Lines...)
		}
		readLabels(r, p, &o)
		if c := &o.Head[PONumber]; ocrrepair.FromPixels(r.pages, c.Evidence.Page) {
			ocrrepair.OrderNumber(r.pages[p.first:p.last+1], c)
		}
		readParties(r, p, &o)
		if r.locale.Recognised {
			ocrrepair.Lines(r.pages, o.Lines)
		}
		readTotals(r, p, &o)
		proof.Order(&o.Head, o.Lines)
		orders = append(orders, byNumber(o)...)
	}
	return orders
}
