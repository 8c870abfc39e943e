package electronic

import (
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// Doubts of entries, 0 to 1: the probability that something is wrong.
const (
	doubtMissing  = 0.5
	doubtUnproven = 0.6
)

// Review adds entries for what a person should check in an order: sums that its own arithmetic does not
// confirm, and missing values that every order states. It adds nothing if the order can be processed as it is.
func Review(o *Order, l *review.List) {
	l.Arithmetic(&o.Head, o.Lines)
	for _, f := range [...]schema.Field{schema.PONumber, schema.PODate, schema.Buyer, schema.Supplier, schema.Total} {
		if c := &o.Head[f]; c.Value == "" {
			l.Add(0, f, c, review.Missing, doubtMissing, "The XML does not state it.")
		}
	}
	if len(o.Lines) == 0 {
		l.AddAt(0, 0, o.Head[schema.PONumber].Evidence.Box, review.Missing, doubtUnproven, "The XML has no line items.")
	}
	if c := &o.Head[schema.Total]; c.Value != "" && c.Evidence.Proof == "" {
		l.Add(0, schema.Total, c, review.TotalUnproven, doubtUnproven, "The sums that the XML states do not make it.")
	}
	for i := range o.Lines {
		switch c := &o.Lines[i][schema.LineTotal]; {
		case c.Value == "":
			l.Add(i, schema.LineTotal, c, review.Missing, doubtMissing, "The XML does not state it.")
		case c.Evidence.Proof == "":
			l.Add(i, schema.LineTotal, c, review.LineUnproven, doubtUnproven, "Quantity and price in the XML do not make it.")
		}
		if o.Lines[i][schema.Description].Value == "" && o.Lines[i][schema.ItemCode].Value == "" {
			l.Add(i, schema.Description, &o.Lines[i][schema.Description], review.Missing, doubtMissing, "The XML states neither a description nor a code of the item.")
		}
	}
}
