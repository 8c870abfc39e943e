// Package ranking chooses the values of an order's head: a network estimates for all candidates
// (names, numbers, dates, sums, blocks of lines) how probable each is, and how probable it is that
// the order states none.
//
// The values that labels and headings announce are among the candidates, and are marked so in their
// features, as is the evidence for a party. Sums are chosen together, since they add up (sums.go), and
// so are buyer and supplier, since they are different organisations (net.go).
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

// View is the part of a document that holds one order, with what lexicons and rules
// know about it.
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

// group is a set of fields that share their candidates.
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

// The scores of a name that follow those of its fields: that it is an organisation's name
// at all, from which the network learns more than from telling the two parties apart; that
// the organisation issued the document; and that the document was sent to it.
const (
	organisationScore = 2 + iota
	issuerScore
	receiverScore
	numNameScores
)

// columnsOf returns how many scores a candidate of a group has: one for each field, but more for names.
func columnsOf(k group) int {
	if k == names {
		return numNameScores
	}
	return len(fieldsOf[k])
}

// sideOf returns which score of a name, issuer or receiver, is added to that of its field: who issues
// an order buys, who issues an invoice sells. Issued is 0 for the case that the buyer issued the
// document, and 1 for the supplier; which of them did is not known.
func sideOf(f schema.Field, issued int) int {
	if (f == schema.Supplier) == (issued == 1) {
		return issuerScore
	}
	return receiverScore
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

// announcedGroups are the groups whose candidates have as a feature whether a label announces them, and maxAnnounced
// is the most fields of one of these. (Sums add up, names and addresses have package parties.)
var announcedGroups = [...]group{numbers, dates, texts}

const maxAnnounced = 2

// Fields returns the fields that are ranked.
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

	words     []*word    // from which it is read
	also      *Candidate // the previous one of its group that begins with the same word
	group     group
	value     int32              // the number of its value among the different values of its group
	party     *parties.Candidate // nil if package parties does not propose it
	traits    address.Trait      // of its lines
	located   bool               // the party has an address
	parted    bool               // it is only a part of a line, and so the traits are those of its value
	owner     owner              // by the words before it
	announced [maxAnnounced]bool // for each field of its group, whether a label announces it
	first     int32              // node in which it begins
	last      int32              // and ends
	next      int32              // node beneath it, -1 for none
	hashes    []int32
}

// Words returns the words from which the candidate is read.
func (c *Candidate) Words() []*doc.Word {
	all := make([]*doc.Word, len(c.words))
	for i, w := range c.words {
		all[i] = w.Word
	}
	return all
}

// Ranked holds the candidates of a field and their probabilities.
type Ranked struct {
	Field      schema.Field
	Candidates []*Candidate
	P          []float64  // how probable each is
	None       float64    // how probable it is that the order does not state the field
	Best       int        // the candidate that is chosen; -1 for none
	values     []float64  // how probable each value is, wherever it stands
	given      [2]chances // of names: if the buyer issued the document, and if the supplier did
}

// Ranking holds the ranked candidates of an order's head.
type Ranking struct {
	Fields []Ranked
	graph  *Graph
	proof  string // the arithmetic that sums rest on, empty for none
}

// Rank ranks the candidates of an order's head by a network or, if that is nil, by the one
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
