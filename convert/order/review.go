package order

import (
	"fmt"

	"lineitem/convert/doc"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/review"
)

// Review returns what a person should check in a document with such orders, the most doubtful
// first. It is empty if the document is verified: if it holds at least one order and all are
// verified.
func Review(d *doc.Document, orders []Order) []review.Entry {
	entries := reviewOrders(orders)
	if len(entries) > 0 {
		entries = append(entries, handwritten(d)...)
	}
	return entries
}

// handwritten returns an entry for each page with handwriting.
func handwritten(d *doc.Document) []review.Entry {
	var entries []review.Entry
	for i := range d.Pages {
		p := &d.Pages[i]
		if len(p.Unread) == 0 {
			continue
		}
		box := p.Unread[0]
		for _, b := range p.Unread[1:] {
			box = box.Union(b)
		}
		entries = append(entries, review.Entry{
			Code: review.PixelsPoor, Page: p.Number, Box: p.DisplayedBox(box).Rounded(),
			Message: fmt.Sprintf("What is written by hand on page %d was not read.", p.Number),
		})
	}
	return entries
}

func reviewOrders(orders []Order) []review.Entry {
	if len(orders) == 0 {
		return []review.Entry{review.NoOrder()}
	}
	all, first := make([][]review.Entry, len(orders)), make([]int, len(orders))
	for i, row := 0, 0; i < len(orders); i++ {
		all[i], first[i] = orders[i].Review, row
		row += len(orders[i].rows())
	}
	return review.Join(all, first)
}

// Confidence returns the probability that every core value of a document with such orders is
// right: that of the least sure order, or nil if there is no order.
func Confidence(orders []Order) *float64 {
	var least *float64
	for i := range orders {
		if p := orders[i].Judgement.Probability; least == nil || p < *least {
			least = &p
		}
	}
	return least
}

// Contradictions returns the errors in the arithmetic of orders, whether printed or misread. It replaces what the orders list for review.
func Contradictions(orders []Order) []review.Entry {
	for i := range orders {
		var l review.List
		l.Arithmetic(&orders[i].Head, orders[i].Lines)
		orders[i].Review = l.Entries()
	}
	return reviewOrders(orders)
}

// LeastGiven is the least probability of a recognised value: one that is more than twice as likely wrong as right is left out.
const LeastGiven = 1.0 / 3

// leaveOut removes the values of an order that come from pixels and are likely wrong, and returns an entry for each of them.
// Values that arithmetic proves or that a taught layout led to stay.
func (r *reading) leaveOut(o *Order) []review.Entry {
	var left []review.Entry
	o.each(func(row int, f Field, c *Cell) {
		e := &c.Evidence
		if c.Value == "" || e.Confidence >= LeastGiven || e.Proof != "" || e.Layout != "" || !ocrrepair.FromPixels(r.pages, e.Page) {
			return
		}
		left = append(left, review.OfCell(row, f, c, review.Missing, fmt.Sprintf("“%s” was read here, but is probably wrong and was left out.", brief(c.Value))))
		*c = Cell{}
	})
	return left
}

// review returns what to check in an order with this judgement, including the values that were left out of it.
func (o *Order) review(j *confidence.Judgement, left []review.Entry) []review.Entry {
	if j.Verified {
		return nil
	}
	var l review.List
	for _, e := range left {
		l.AddEntry(e, 1-LeastGiven)
	}
	l.Arithmetic(&o.Head, o.Lines)
	for _, r := range o.alternatives {
		c := &o.Head[r.Field]
		l.Add(0, r.Field, c, review.TwoCandidates, max(1-c.Evidence.Confidence, r.Cell.Evidence.Confidence), fmt.Sprintf("It may be “%s” instead.", brief(r.Cell.Value)))
	}
	o.reviewWarnings(&l, j)
	o.reviewCells(&l, j)
	for _, p := range j.Unread {
		l.AddAt(p.Line, p.Page, p.Box, review.UnreadWords, unread, fmt.Sprintf("These words by the line item belong to no value: “%s”.", brief(p.Text)))
	}
	if p := j.Poorest; p != nil && p.Confidence < confidence.Sure {
		l.AddAt(max(0, p.Line), p.Page, p.Box, review.PixelsPoor, 1-p.Confidence, fmt.Sprintf("Words on page %d were hard to recognise, “%s” most of all.", p.Page, brief(p.Text)))
	}
	if l.Empty() {
		o.addLeastSure(&l, "Every value by itself is likely right, but not all of them together are sure enough; this one is the least sure.")
	}
	return l.Entries()
}

// unread is the doubt of words that belong to no value. Most are remarks.
const unread = 0.3

// reviewWarnings adds what speaks against an order as a whole.
func (o *Order) reviewWarnings(l *review.List, j *confidence.Judgement) {
	for _, s := range j.Warnings {
		switch s {
		case confidence.LinesUnproven:
			o.addUnproven(l)
		case confidence.SumsUnproven:
			if c := &o.Head[Total]; c.Value != "" { // otherwise it is reported as missing
				l.Add(0, Total, c, review.TotalUnproven, 1-c.Evidence.Confidence, "No arithmetic confirms that the lines make the total.")
			}
		case confidence.PartiesAlike:
			c := &o.Head[Supplier]
			l.Add(0, Supplier, c, review.LowConfidence, 1-c.Evidence.Confidence, "Buyer and supplier have the same name.")
		case confidence.SeveralOrders:
			at := &o.Head[PONumber].Evidence
			l.AddAt(0, at.Page, at.Box, review.SeveralOrders, 0.5, "The document holds several orders; see that each has its own lines.")
		case confidence.NetworkOnly:
			o.addLeastSure(l, "The line items stand in no table, and may be incomplete.")
		}
	}
}

// reviewCells adds the cells that are not sure, and the empty ones for which the document may
// state a value.
func (o *Order) reviewCells(l *review.List, j *confidence.Judgement) {
	for _, f := range [...]Field{PONumber, PODate, Buyer, Supplier, Total} {
		if o.Head[f].Value == "" {
			l.Add(0, f, &o.Head[f], review.Missing, 1-confidence.Sure, missing)
		}
	}
	for _, g := range j.Missing {
		c := &o.Head
		if g.Line >= 0 {
			c = &o.Lines[g.Line]
		}
		l.Add(max(0, g.Line), g.Field, &c[g.Field], review.Missing, 1-g.Probability, missing)
	}
	o.each(func(row int, f Field, c *Cell) {
		if c.Value != "" && c.Evidence.Confidence < confidence.Sure {
			l.Add(row, f, c, review.LowConfidence, 1-c.Evidence.Confidence, "The value is not sure.")
		}
	})
}

const missing = "It was not found, which is right only where the document states none."

// addUnproven adds the lines whose totals no arithmetic confirms.
func (o *Order) addUnproven(l *review.List) {
	for i := range o.Lines {
		if c := &o.Lines[i][LineTotal]; c.Value != "" && c.Evidence.Proof == "" {
			l.Add(i, LineTotal, c, review.LineUnproven, 1-c.Evidence.Confidence, "No arithmetic confirms the line's total.")
		}
	}
}

// addLeastSure adds the least sure value of the core columns.
func (o *Order) addLeastSure(l *review.List, message string) {
	var worst *Cell
	row, column := 0, NumFields
	o.each(func(at int, f Field, c *Cell) {
		if c.Value != "" && confidence.Core(f) && (worst == nil || c.Evidence.Confidence < worst.Evidence.Confidence) {
			worst, row, column = c, at, f
		}
	})
	if worst != nil {
		l.Add(row, column, worst, review.LowConfidence, 1-worst.Evidence.Confidence, message)
	} else {
		l.AddAt(0, 0, doc.Box{}, review.Missing, 1-confidence.Sure, message)
	}
}

// each calls do for each cell of the head and of the lines, with the index of the row that shows it; that of the head is 0.
func (o *Order) each(do func(row int, f Field, c *Cell)) {
	for f := range o.Head {
		do(0, Field(f), &o.Head[f])
	}
	for i := range o.Lines {
		for f := range o.Lines[i] {
			do(i, Field(f), &o.Lines[i][f])
		}
	}
}

// brief returns a text cut to a length that fits into a sentence.
func brief(text string) string {
	const most = 80 // characters
	short, _ := shortened(text, most)
	return short
}
