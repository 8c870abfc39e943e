// Package ranking chooses the values of an order's head: among all that could be one
// (names, numbers, dates, sums, blocks of lines) a network tells how probable each is,
// and that the order states none.
//
// What labels and headings announce is among the candidates, and among their features, as is what
// speaks for a party. Sums are chosen together, since they add up (sums.go), and so are buyer and
// supplier, since they are two (net.go).
package ranking

import (
	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// View is the part of a document that holds one order, and what lexicons and rules
// know of it.
type View struct {
	Pages       []*layout.Page // of the document
	First, Last int            // pages of the order, as indices into Pages
	Locale      value.Locale
	Tables      items.Places    // of line items
	Sum         decimal.Decimal // of the line items; zero where they do not state it
	Parties     []parties.Candidate
	Announced   schema.Cells // what labels announce
	Labels      *keyvalue.Reader
	// Heads reports whether a segment begins with a heading of a buyer, of a supplier, or
	// of somebody or something else.
	Heads func(*layout.Segment) (buyer, supplier, other bool)
}

// group is a set of fields whose candidates are the same.
type group uint8

const (
	names group = iota
	numbers
	dates
	texts
	sums
	blocks
	numGroups
)

// The scores of a name behind those of its fields: that it is an organisation's at
// all, from which the network learns more than from which of two parties it is, that
// its bearer issued the document, and that it was sent to its bearer.
const (
	organisation = 2 + iota
	issuer
	receiver
	numNameScores
)

// columnsOf is how many scores a candidate of a group has: one for each field, but more of names.
func columnsOf(k group) int {
	if k == names {
		return numNameScores
	}
	return len(fieldsOf[k])
}

// sideOf is the score of a name that adds to that of its field: who issues an order buys, who
// issues an invoice sells. Whether the buyer issued the document, 0, or the supplier, 1, is not
// known.
func sideOf(f schema.Field, issued int) int {
	if (f == schema.Supplier) == (issued == 1) {
		return issuer
	}
	return receiver
}

// fieldsOf are the fields that are ranked, by group.
var fieldsOf = [numGroups][]schema.Field{
	names:   {schema.Buyer, schema.Supplier},
	numbers: {schema.PONumber},
	dates:   {schema.PODate, schema.DeliveryDate},
	texts:   {schema.PaymentTerms, schema.ShipVia},
	sums:    {schema.Subtotal, schema.Tax, schema.Shipping, schema.Total},
	blocks:  {schema.ShipTo, schema.BillTo},
}

// toldOf are the groups of which it counts what labels announce, and maxTold is how many fields
// these have. (Sums add up, names and addresses have package parties.)
var toldOf = [...]group{numbers, dates, texts}

const maxTold = 2

// Fields are the fields that are ranked.
func Fields() []schema.Field {
	var all []schema.Field
	for _, fields := range fieldsOf {
		all = append(all, fields...)
	}
	return all
}

// Candidate is a possible value.
type Candidate struct {
	Value string
	Page  int // index into the view's pages

	words   []*word    // from which it is read
	also    *Candidate // the one before it in its group that begins with the same word
	group   group
	value   int32              // its value's place among those of its group
	party   *parties.Candidate // nil where no reader of parties proposes it
	traits  address.Trait      // of its lines
	located bool               // that party has an address
	parted  bool               // these are of a part of its line
	owner   owner              // by the words before it
	told    [maxTold]bool      // labels announce it for this field of its group
	first   int32              // node in which it begins
	last    int32              // and ends
	next    int32              // node beneath it, -1 for none
	hashes  []int32
}

// Words are those from which the candidate is read.
func (c *Candidate) Words() []*doc.Word {
	all := make([]*doc.Word, len(c.words))
	for i, w := range c.words {
		all[i] = w.Word
	}
	return all
}

// Ranked are the candidates of a field.
type Ranked struct {
	Field      schema.Field
	Candidates []*Candidate
	P          []float64  // how probable each is
	None       float64    // how probable it is that the order does not state the field
	Best       int        // the candidate that is chosen; -1 for none
	values     []float64  // how probable each value is, wherever it stands
	given      [2]chances // of a name, if the buyer issued the document, and if the supplier did
}

// Ranking are the candidates of an order's head.
type Ranking struct {
	Fields []Ranked
	graph  *Graph
	proof  string // the arithmetic that sums rest on, empty for none
}

// Rank ranks the candidates of an order's head by a network, or where that is nil by the one
// that the program carries. It returns nil where there are no candidates.
func Rank(v *View, net *Net) *Ranking {
	if net == nil {
		net = carried()
	}
	if net == nil {
		return nil
	}
	scratch := neural.BorrowScratch()
	defer scratch.Return()
	g := newGraph(v, scratch)
	if g == nil {
		return nil
	}
	fields, proof := net.Rank(g)
	g.dense, g.spans, g.scratch = nil, [numGroups]neural.Features{}, nil
	return &Ranking{fields, g, proof}
}

// BySupplier reports whether the supplier rather than the buyer issued the document: an invoice, a
// quotation, a confirmation.
func (r *Ranking) BySupplier() bool { return r != nil && r.graph.BySupplier > 0.5 }
