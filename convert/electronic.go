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

// stated returns the orders that a document states as XML: those of an XML file, or of one that is
// embedded in a PDF file, of which orders count before invoices. It returns none where there is no
// such XML, or where it states no line items but the pages may. Errors are those of package doc,
// and ctx's; what is wrong with embedded files is not an error.
func (c *Converter) stated(ctx context.Context, data []byte, kind doc.Kind) ([]electronic.Order, error) {
	limits := electronic.Limits{Bytes: c.Limits.withDefaults().Bytes}
	switch {
	case kind == doc.XML:
		return electronic.Read(ctx, data, limits)
	case kind != doc.PDF, len(data) > limits.Bytes: // which is told where the pages are read
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

// printed returns the pages of a document that states its orders as XML: none of an XML file. Pages
// that cannot be read are no error.
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

// fromXML are the orders that a document states as XML, with the places where their values are printed, and
// what to look at. read reads what is printed.
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

// counterpart is the order in print that has the number of one from XML, or else its place among as many;
// nil where there is none.
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
