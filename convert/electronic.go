package convert

import (
	"context"
	"errors"

	"lineitem/convert/doc"
	"lineitem/convert/electronic"
	"lineitem/convert/order"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/review"
	"lineitem/convert/pdftext"
)

// stated returns the orders that a document states as XML: those of an XML file, or of XML
// embedded in a PDF file, where orders take precedence over invoices. It returns none if there is no
// such XML, or if embedded XML states no line items, as the pages may state them. Errors are those of package doc,
// and ctx's; faults of embedded files are not errors.
func (c *Converter) stated(ctx context.Context, data []byte, kind doc.Kind) ([]electronic.Order, error) {
	limits := electronic.Limits{Bytes: c.Limits.withDefaults().Bytes}
	switch {
	case kind == doc.XML:
		return electronic.Read(ctx, data, limits)
	case kind != doc.PDF, len(data) > limits.Bytes: // reading the pages reports this
		return nil, nil
	}
	var orders, invoices []electronic.Order
	numbers := map[string]bool{}
	for _, file := range pdftext.AttachedXML(data) {
		read, err := electronic.Read(ctx, file, limits)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			continue
		}
		for _, o := range read {
			number := o.Head[order.PONumber].Value
			switch {
			case len(o.Lines) == 0:
			case o.Invoice:
				invoices = append(invoices, o)
			case !numbers[number]: // some files state an order in two syntaxes
				numbers[number] = true
				orders = append(orders, o)
			}
		}
	}
	if len(orders) == 0 && len(invoices) > 0 {
		return invoices[:1], nil
	}
	return orders, nil
}

// printed returns the pages of a document that states its orders as XML; an XML file has none. It is
// no error if the pages cannot be read.
func (c *Converter) printed(ctx context.Context, in Input, pictures *album) (*doc.Document, error) {
	if in.Kind == doc.XML {
		return new(doc.Document), nil
	}
	document, err := c.document(ctx, in.Data, in.Kind, pictures)
	var format *doc.FormatError
	var unsupported *doc.UnsupportedError
	if errors.As(err, &format) || errors.As(err, &unsupported) {
		return new(doc.Document), nil
	}
	return document, err
}

// fromXML returns the orders that a document states as XML, with the places where their values are printed, and
// with what to check. read reads the orders from the printed pages.
func fromXML(stated []electronic.Order, d *doc.Document, read func(*doc.Document) []order.Order) []order.Order {
	var print *electronic.Print
	var printed []order.Order
	if len(d.Pages) > 0 {
		printed = read(d)
		print = electronic.NewPrint(d, len(printed) == len(stated))
	}
	orders := make([]order.Order, len(stated))
	for i := range stated {
		o := &stated[i]
		var entries review.List
		if print != nil {
			print.Compare(o, counterpart(printed, i, len(stated), o), &entries)
		}
		electronic.Review(o, &entries)
		orders[i] = order.Order{Head: o.Head, Lines: o.Lines, Review: entries.Entries(), Judgement: confidence.Judgement{Probability: unconfirmed}}
		if entries.Empty() {
			orders[i].Judgement.Probability, orders[i].Judgement.Verified = 1, true
		}
	}
	return orders
}

// unconfirmed is the confidence of an order from XML that somebody should look at.
const unconfirmed = 0.5

// counterpart returns the printed order with the order number of an order from XML, or else, if there are as many
// printed orders (n), the one at the same position; nil if there is none.
func counterpart(printed []order.Order, i, n int, o *electronic.Order) *electronic.Order {
	at := -1
	for k := range printed {
		if number := printed[k].Head[order.PONumber].Value; number != "" && number == o.Head[order.PONumber].Value {
			at = k
			break
		}
	}
	if at < 0 && len(printed) == n {
		at = i
	}
	if at < 0 {
		return nil
	}
	return &electronic.Order{Head: printed[at].Head, Lines: printed[at].Lines}
}
