// Package electronic reads purchase orders that come as XML: UBL 2.1 documents
// (OASIS Universal Business Language), and messages of UN/CEFACT's Cross Industry
// family (CII), namely Order-X, Factur-X and ZUGFeRD. Tables of
// paths, one for each syntax, say which elements hold which values (dialect.go).
//
// Values are in the normal forms of package schema. Nothing is inferred:
// what a document does not state stays empty. Amounts that the document's own
// arithmetic confirms have it as their proof.
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
	// Invoice reports whether it is an invoice. Number and date are then those of the order
	// that it refers to, if it states them.
	Invoice bool
}

// Limits bound one reading. In every field zero means the default.
type Limits struct {
	Bytes    int // size of the XML, bytes
	Elements int
	Depth    int // nesting depth of elements
	// Attributes of one element; what is limited is the number of "=" up to the next "<".
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

// Read reads the orders of an XML document: its root element, or the orders in an
// envelope (a StandardBusinessDocument, or an element without a namespace named orders).
//
// Errors: ctx's; *doc.FormatError if the XML is not well formed; *doc.UnsupportedError for XML of
// another kind, for XML with a document type declaration, and for an unknown encoding; and
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

// known lists the syntaxes that are read, for error messages.
const known = "UBL 2.1 Order, OrderChange, OrderResponse, Invoice and CreditNote; Order-X; Factur-X and ZUGFeRD"

// Envelopes that may hold several documents. The first is that of UN/CEFACT SBDH, which Peppol uses for
// orders; the second is the one in which this program writes several orders.
const (
	businessDocument = "StandardBusinessDocument"
	Envelope         = "orders"
)

// documents returns the elements of an XML document that may be orders.
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

// mostShown is the greatest length of an element's name in errors, bytes.
const mostShown = 60

// shown returns an element's name as errors state it.
func shown(name string) string {
	if len(name) > mostShown {
		return "of a very long name"
	}
	return fmt.Sprintf("%q", name)
}
