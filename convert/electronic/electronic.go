// Package electronic reads purchase orders that come as XML: UBL 2.1 documents
// (OASIS Universal Business Language), and those of UN/CEFACT's Cross Industry
// messages (CII), which are Order-X, Factur-X and ZUGFeRD. Tables of
// paths say what elements mean, one for each syntax (dialect.go).
//
// Values are given in the normal forms of package schema. Nothing is inferred:
// what a document does not state stays empty. Amounts that the document's own
// arithmetic confirms carry it as a proof.
package electronic

import (
	"context"
	"fmt"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// Order is an order or invoice as its XML states it.
type Order struct {
	Head  schema.Cells
	Lines []schema.Cells
	// Invoice reports whether it is an invoice. Its number and date are then those of the order
	// that it refers to, as far as it does.
	Invoice bool
}

// Limits bound one reading. In every field zero means the default.
type Limits struct {
	Bytes    int // size of the XML, bytes
	Elements int
	Depth    int // of elements in each other
	// Attributes of one element, or signs of equality in one text.
	Attributes int
	Lines      int // line items of all orders
}

// DefaultLimits are the limits of a zero Limits.
var DefaultLimits = Limits{
	Bytes:      20 << 20,
	Elements:   1_000_000, // 25,000 lines of 40 elements
	Depth:      64,        // orders have 12
	Attributes: 10_000,
	Lines:      25_000,
}

func (l Limits) withDefaults() Limits {
	for _, field := range [...]struct {
		value    *int
		standard int
	}{
		{&l.Bytes, DefaultLimits.Bytes},
		{&l.Elements, DefaultLimits.Elements},
		{&l.Depth, DefaultLimits.Depth},
		{&l.Attributes, DefaultLimits.Attributes},
		{&l.Lines, DefaultLimits.Lines},
	} {
		if *field.value <= 0 {
			*field.value = field.standard
		}
	}
	return l
}

// Read reads the orders of an XML document: its root element, or those of them that an
// envelope holds (a StandardBusinessDocument, or any element without a namespace named orders).
//
// Errors: ctx's; *doc.FormatError where it is not well formed; *doc.UnsupportedError for XML of
// another kind, for one with a document type declaration, and for an unknown encoding; and
// *doc.LimitError.
func Read(ctx context.Context, data []byte, limits Limits) ([]Order, error) {
	limits = limits.withDefaults()
	if len(data) > limits.Bytes {
		return nil, &doc.LimitError{Limit: "bytes", Max: int64(limits.Bytes)}
	}
	root, err := parse(ctx, data, limits)
	if err != nil {
		return nil, err
	}
	var orders []Order
	lines := 0
	for _, e := range documents(root) {
		d := dialectOf(e)
		if d == nil {
			return nil, &doc.UnsupportedError{Feature: fmt.Sprintf(
				"XML with the root element %s (what is read: %s)", shown(e.name), known)}
		}
		if lines += len(e.all(d.line)); lines > limits.Lines {
			return nil, &doc.LimitError{Limit: "line items", Max: int64(limits.Lines)}
		}
		o := d.read(e)
		prove(d, e, &o)
		orders = append(orders, o)
	}
	return orders, nil
}

// known lists what is read, for those who send something else.
const known = "UBL 2.1 Order, OrderChange, OrderResponse, Invoice and CreditNote; Order-X; Factur-X and ZUGFeRD"

// Envelopes that may hold several documents. The first is that of UN/CEFACT SBDH, in which Peppol sends
// orders; the second is the one in which this program answers several.
const (
	businessDocument = "StandardBusinessDocument"
	Envelope         = "orders"
)

// documents are the elements of an XML document that may be orders.
func documents(root *element) []*element {
	if root.name != businessDocument && (root.name != Envelope || root.space != "") {
		return []*element{root}
	}
	var inside []*element
	for _, c := range root.children {
		if dialectOf(c) != nil {
			inside = append(inside, c)
		}
	}
	if len(inside) == 0 && root.name == businessDocument {
		return []*element{root}
	}
	return inside
}

// mostShown is the length of an element's name that errors tell, bytes.
const mostShown = 60

// shown is an element's name as an error tells it.
func shown(name string) string {
	if len(name) > mostShown {
		return "of a very long name"
	}
	return fmt.Sprintf("%q", name)
}
