// Package order reads purchase orders from a laid-out document: labels,
// parties, dates, amounts and line items, each cell with its evidence.
//
// Packages below it read what can be read without the rest of an order: items the tables of
// line items, value numbers and dates, keyvalue labels and what they announce, and parties
// what may name a party. Package ranking chooses the head's values. This package splits a
// document into orders and puts the readings together. Package ocrrepair repairs misread
// text, and package proof notes the arithmetic that confirms what was read.
package order

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/taught"
	"lineitem/convert/order/value"
)

// reading holds the state of reading one document.
type reading struct {
	pages    []*layout.Page
	locale   value.Locale
	labels   *keyvalue.Reader
	headings parties.Headings
	// announced is what labels announce on each page.
	announced [][]keyvalue.Candidate
	tables    []*items.Table // in reading order
	places    items.Places   // where these stand
	nets      Nets
	verifyAt  float64
	// taught is the layout that was taught for such documents, or nil if there is none.
	taught *taught.Layout
	// seen reports whether the line items are those that only the network of package
	// tagging sees, and no rule reads.
	seen bool
	// fieldProbability returns the probability, by that network, that a word states a field.
	fieldProbability items.FieldProbability
}

// part is the part of a document that holds one order.
type part struct {
	first, last int // pages, as indices into reading.pages
	tables      []*items.Table
}

// Read returns the purchase orders in a document, in the order in which they
// stand there, or none if it finds none.
func Read(d *doc.Document) []Order { return new(Reader).Read(d) }

// Prepare makes the larger tables that reading a document needs, for which the first one would wait some 10 ms.
// It may run while documents are read.
func Prepare() {
	keyvalue.Prepare()
	ranking.Prepare()
	tagging.Prepare()
	headings.Prepare()
}

// Reader reads documents. The zero value reads as Read does.
type Reader struct {
	Nets Nets
	// Layout returns the layout that was taught for documents with such a fingerprint, or nil if
	// there is none. If Layout itself is nil, no layouts were taught.
	Layout func(taught.Fingerprint) *taught.Layout
	// VerifyAt is the least probability of a verified order; 0 stands for
	// confidence.Threshold.
	VerifyAt float64
}

// Nets are the networks used for reading; nil stands for the one that the program
// carries.
type Nets struct {
	Items *tagging.Net   // classes of words
	Lines *solve.Weights // of the features of line items' readings
	Head  *ranking.Net   // the head's values
}

// Read reads a document as the function Read does.
func (by *Reader) Read(d *doc.Document) []Order { return newReading(d, by).judged() }

// layOut lays out a document's words and determines how it writes numbers and dates.
func layOut(d *doc.Document) ([]*layout.Page, value.Locale) {
	pages := layout.Analyze(speller.Document(d))
	locale := value.FindLocale(pages)
	locale.Recognised = slices.ContainsFunc(pages, func(p *layout.Page) bool { return p.Source == doc.Pixels })
	return pages, locale
}

// LineItems returns the ways in which a document's line items can be read with a network,
// for fitting the choice between them.
func LineItems(d *doc.Document, net *tagging.Net) []solve.Reading {
	pages, locale := layOut(d)
	return solve.Readings(pages, locale, speller, net)
}

// newReading lays out a document and finds what its orders are read from: tables of line items, labels and headings.
func newReading(d *doc.Document, by *Reader) *reading {
	r := &reading{nets: by.Nets, verifyAt: by.VerifyAt}
	r.pages, r.locale = layOut(d)
	if by.Layout != nil {
		r.taught = by.Layout(taught.FingerprintOf(r.pages))
	}
	if r.taught != nil {
		r.locale = r.locale.With(r.taught.Conventions)
	}
	var tags *tagging.Tags
	r.tables, r.seen, tags = solve.Items(r.pages, r.locale, speller, r.nets.Items, r.nets.Lines)
	r.fieldProbability = solve.FieldProbability(tags)
	if r.taught != nil {
		r.tables = solve.ByLayout(r.pages, r.locale, r.tables, r.taught)
	}
	r.places = items.PlacesOf(r.tables)
	r.findLabels()
	return r
}

// orders reads the orders. ruled are the same orders with the heads that labels announce, before an order is split by its lines' numbers.
func (r *reading) orders() (orders, ruled []Order) {
	for _, p := range split(r) {
		o := r.order(p)
		view := r.view(p, &o)
		ruled = append(ruled, announce(o, view.Announced, view.Parties))
		ranked := ranking.Rank(view, r.nets.Head)
		o.bySupplier = ranked.BySupplier()
		o.alternatives = ranked.Choose(&o.Head)
		r.readLineDates(p, &o)
		if slices.ContainsFunc(o.Lines, func(l Cells) bool {
			return l[DeliveryDate].Value != "" && l[DeliveryDate].Evidence.Box == o.Head[DeliveryDate].Evidence.Box
		}) {
			o.Head[DeliveryDate] = Cell{} // it is an item's own
		}
		if r.taught != nil {
			r.taught.Head(r.taughtView(p), &o.Head)
		}
		proof.Order(&o.Head, o.Lines)
		for _, one := range byNumber(o, view.Announced[PONumber].Value) {
			one.likely, one.taught = ranked.Probabilities(&one.Head), r.taught != nil
			plainHyphens(&one)
			orders = append(orders, one)
		}
	}
	return orders, ruled
}

// taughtView returns what a taught layout reads a part from.
func (r *reading) taughtView(p part) *taught.View {
	return &taught.View{Pages: r.pages[p.first : p.last+1], Locale: r.locale, Labels: r.labels.Index, Heads: r.headings.Of}
}

// order reads the line items and the currency of one order in a part of a document.
func (r *reading) order(p part) Order {
	var o Order
	for _, t := range p.tables {
		o.Lines = append(o.Lines, t.Lines...)
	}
	o.Lines = solve.WithoutRepeats(o.Lines)
	o.Head[Currency] = r.currencyIn(p)
	if r.locale.Recognised {
		ocrrepair.Lines(r.pages, o.Lines)
	}
	return o
}
