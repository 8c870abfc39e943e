// Package tagging classifies the words of a document: which column of a line
// item each of them states, if any, and which lines begin an item or go on with
// one. It looks at a word as a reader does who has never seen the layout: at what
// it says, at what stands left and right of it, above and below it, at the heading
// above it, and at whether figures multiply up.
//
// The classes come from a small network over the words' neighbourhood (token
// classification, as in Xu et al., "LayoutLM", KDD 2020, with message passing
// between neighbours as in Qasim et al., "Rethinking table recognition using
// graph neural networks", ICDAR 2019). It has some 1.1 million weights, nine tenths of them embeddings of words. It decides
// nothing: package solve weighs its probabilities against other evidence.
//
//   - graph.go finds each word's neighbours, headings.go the heading above it, labels.go the
//     label before it
//   - features.go computes the features of words, facts.go relations within rows and columns
//   - net.go computes the classes and learns them
package tagging

import (
	_ "embed"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// Tag is the class of a word: what it states about a line item.
type Tag uint8

// The tags of words.
const (
	Other Tag = iota // no line item's
	LineNumber
	ItemCode
	Description
	Quantity
	Unit
	UnitPrice
	Discount
	LineTotal
	Delivery
	NumTags // how many there are
)

// Fields are the columns of a converted order that the tags stand for. For Other,
// which stands for none, the entry is schema.NumFields.
var Fields = [NumTags]schema.Field{
	Other: schema.NumFields, LineNumber: schema.LineNumber, ItemCode: schema.ItemCode, Description: schema.Description,
	Quantity: schema.Quantity, Unit: schema.Unit, UnitPrice: schema.UnitPrice, Discount: schema.Discount,
	LineTotal: schema.LineTotal, Delivery: schema.DeliveryDate,
}

// Part is the role of a line of text in line items.
type Part uint8

// The parts of lines.
const (
	Outside Part = iota // no item's
	Begins              // the first line of an item
	Inside              // a further line of the item above
	NumParts
)

// Tags are the classes of a document's words and lines as probabilities.
type Tags struct {
	*Graph
	Words [][NumTags]float32  // by node
	Lines [][NumParts]float32 // by row of the graph
	nodes map[*doc.Word]int   // see NodeOf
}

// NodeOf returns the index of a word's node, and whether it has one. The words are indexed when it is first called.
func (t *Tags) NodeOf(w *doc.Word) (int, bool) {
	if t.nodes == nil {
		t.nodes = make(map[*doc.Word]int, len(t.Nodes))
		for i := range t.Nodes {
			t.nodes[t.Nodes[i].Word] = i
		}
	}
	n, ok := t.nodes[w]
	return n, ok
}

// maxWords is the number of words above which a document is not classified:
// orders have far fewer, and the work grows with their number.
const maxWords = 30000

// stored are the weights that the program carries.
//
//go:embed weights.bin
var stored []byte

var weights = sync.OnceValues(func() (*Net, error) { return Parse(stored) })

// Prepare reads the weights that the program carries, so that the first document does not wait for them.
func Prepare() { weights() }

// Classify classifies the words of a document's pages by a network, or if
// that is nil by the one that the program carries. It returns nil for a document
// without words, or with more than maxWords.
func Classify(pages []*layout.Page, locale value.Locale, net *Net) *Tags {
	if net == nil {
		var err error
		if net, err = weights(); err != nil { // a test ensures that they can be read
			return nil
		}
	}
	scratch := neural.BorrowScratch()
	defer scratch.Return()
	g := newGraph(pages, locale, scratch)
	if g == nil {
		return nil
	}
	tags := net.Classify(g)
	g.dense, g.scratch = nil, nil
	return tags
}
