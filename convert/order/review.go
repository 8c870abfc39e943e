package order

import (
	"fmt"

	"lineitem/convert/doc"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/review"
	"lineitem/convert/order/schema"
)

// Review returns what a person should check in a document with such orders, the most doubtful
// first. It is empty where the document is verified: where it holds an order, and all of
// them are verified.
func Review(d *doc.Document, orders []Order) []review.Entry {
	entries := reviewOrders(orders)
	if len(entries) > 0 {
		entries = append(entries, handwritten(d)...)
	}
	return entries
}

// handwritten are the entries of the pages on which something is written by hand.
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
			Code: review.PixelsPoor, Page: p.Number, Box: p.View.Box(box).Rounded(),
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

// Confidence is how probable it is that every core value of a document with such orders is
// right: that of the least sure order, nil without any.
func Confidence(orders []Order) *float64 {
	var least *float64
	for i := range orders {
		if p := orders[i].Judgement.Probability; least == nil || p < *least {
			least = &p
		}
	}
	return least
}

// Contradictions are what is wrong with the arithmetic of orders, whoever made them.
func Contradictions(orders []Order) []review.Entry {
	for i := range orders {
		var l review.List
		l.Arithmetic(&orders[i].Head, orders[i].Lines)
		orders[i].Review = l.Entries()
	}
	return reviewOrders(orders)
}

// Given is the probability that a recognised value has at least: one that is twice as likely wrong as right is left out.
const Given = 1.0 / 3

// leaveOut leaves out the values of an order from pixels that are likely wrong, and gives an entry for each of them. What
// arithmetic proves or a taught layout leads to stays.
func (r *reading) leaveOut(o *Order) []review.Entry {
	var left []review.Entry
	look := func(row int, cells *Cells) {
		for f := range cells {
			c := &cells[f]
			e := &c.Evidence
			if c.Value == "" || e.Confidence >= Given || e.Proof != "" || e.Layout != "" || !ocrrepair.FromPixels(r.pages, e.Page) {
				continue
			}
			left = append(left, review.OfCell(row, Field(f), c, review.Missing, fmt.Sprintf("“%s” was read here, but is probably wrong and was left out.", brief(c.Value))))
			*c = Cell{}
		}
	}
	look(0, &o.Head)
	for i := range o.Lines {
		look(i, &o.Lines[i])
	}
	return left
}

// review is what to look at in an order that was judged so, with what was left out of it.
func (o *Order) review(j *confidence.Judgement, left []review.Entry) []review.Entry {
	if j.Verified {
		return nil
	}
	var l review.List
	for _, e := range left {
		l.AddEntry(e, 1-Given)
	}
	l.Arithmetic(&o.Head, o.Lines)
	for _, r := range o.alternatives {
		c := &o.Head[r.Field]
		l.Add(0, r.Field, c, review.TwoCandidates, max(1-c.Evidence.Confidence, r.Cell.Evidence.Confidence), fmt.Sprintf("It may be “%s” instead.", brief(r.Cell.Value)))
	}
	for _, r := range j.Rivals {
		c := &o.Head[Total]
		l.Add(0, Total, c, review.TwoCandidates, 1-c.Evidence.Confidence, fmt.Sprintf("%s on page %d may be the total instead.", brief(r.Text), r.Page))
	}
	o.reviewSigns(&l, j)
	o.reviewCells(&l, j)
	for _, p := range j.Unread {
		l.AddAt(p.Line, p.Page, p.Box, review.UnreadWords, unread, fmt.Sprintf("These words by the line item belong to no value: “%s”.", brief(p.Text)))
	}
	if p := j.Poorest; p != nil && p.Confidence < confidence.Sure {
		l.AddAt(max(0, p.Line), p.Page, p.Box, review.PixelsPoor, 1-p.Confidence, fmt.Sprintf("Words on page %d were hard to recognise, “%s” most of all.", p.Page, brief(p.Text)))
	}
	if l.Empty() {
		o.addLeastSure(&l, schema.NumFields, "Every value by itself is likely right, but not all of them together are sure enough; this one is the least sure.")
	}
	return l.Entries()
}

// unread is how doubtful words are that belong to no value. Most are remarks.
const unread = 0.3

// reviewSigns adds what the signs against an order say of its columns.
func (o *Order) reviewSigns(l *review.List, j *confidence.Judgement) {
	for _, s := range j.Signs {
		said, ok := said[s]
		if !ok {
			continue
		}
		f, _ := s.Field()
		switch {
		case s == confidence.SeveralOrders:
			l.AddAt(0, 0, o.Head[PONumber].Evidence.Box, review.SeveralOrders, 0.5, said)
		case f == LineTotal:
			o.addUnproven(l, said)
		case f == Total:
			if c := &o.Head[Total]; c.Value != "" { // or else it is missing
				l.Add(0, Total, c, review.TotalUnproven, 1-c.Evidence.Confidence, said)
			}
		default:
			o.addLeastSure(l, f, said)
		}
	}
}

// said is what signs mean to a person. Those that only count little by little have no
// words of their own.
var said = map[confidence.Sign]string{
	confidence.NumberUnlabelled: "No label announces it as the order's number.",
	confidence.DateUnlabelled:   "No label announces it as the order's date, and there are other dates.",
	confidence.BuyerOdd:         "It does not look like the name of an organisation, or not like all of it.",
	confidence.SupplierOdd:      "It does not look like the name of an organisation, or not like all of it.",
	confidence.BuyerUnheaded:    "No heading, address or domain confirms that this is the buyer.",
	confidence.SupplierUnheaded: "No heading confirms that this is the supplier.",
	confidence.PartiesCrossed:   "The name stands under the other party's heading as well.",
	confidence.TextsOdd:         "A description of several lines may hold remarks that are not part of it.",
	confidence.TextsMixed:       "A description is in several scripts.",
	confidence.TextsNumbered:    "Descriptions begin with a number, which may not be part of them.",
	confidence.TextsCoded:       "Descriptions begin with what looks like an item code.",
	confidence.TextsDated:       "A description holds a date.",
	confidence.TextsBulleted:    "A description holds a list of what the item consists of, which may not be part of it.",
	confidence.TextsUnread:      "Words by the line items that belong to no value may go on with a description.",
	confidence.TextsTouched:     "Words that belong to no value touch a description.",
	confidence.PricesDivided:    "Prices seem to be for several units.",
	confidence.CodesParted:      "An item code has blanks, and may be more than one.",
	confidence.CodesCounted:     "An item code begins with a number that may be the line's.",
	confidence.CodesLeft:        "What looks like an item code stands by a line without one.",
	confidence.CountOdd:         "Line numbers skip or repeat, so that a line may be missing.",
	confidence.SeveralOrders:    "The document holds several orders; see that each has its own lines.",
	confidence.LinesUnproven:    "No arithmetic confirms the line's total.",
	confidence.SumsUnproven:     "No arithmetic confirms that the lines make the total.",
	confidence.PartiesAlike:     "Buyer and supplier have the same name.",
	confidence.NamesHeading:     "The name looks like a heading.",
	confidence.Unruled:          "The line items stand in no table, and may be incomplete.",
}

// reviewCells adds the cells that are not sure, and those without a value where one may
// be stated.
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
	add := func(row int, cells *Cells) {
		for f := range cells {
			if c := &cells[f]; c.Value != "" && c.Evidence.Confidence < confidence.Sure {
				l.Add(row, Field(f), c, review.LowConfidence, 1-c.Evidence.Confidence, "The value is not sure.")
			}
		}
	}
	add(0, &o.Head)
	for i := range o.Lines {
		add(i, &o.Lines[i])
	}
}

const missing = "It was not found, which is right only where the document states none."

// addUnproven adds the lines whose totals no arithmetic confirms.
func (o *Order) addUnproven(l *review.List, message string) {
	for i := range o.Lines {
		if c := &o.Lines[i][LineTotal]; c.Value != "" && c.Evidence.Proof == "" {
			l.Add(i, LineTotal, c, review.LineUnproven, 1-c.Evidence.Confidence, message)
		}
	}
}

// addLeastSure adds the least sure value of a column, or of all core columns for
// NumFields.
func (o *Order) addLeastSure(l *review.List, of Field, message string) {
	var worst *Cell
	row, column := 0, of
	look := func(at int, cells *Cells) {
		for f := range cells {
			c := &cells[f]
			if c.Value == "" || Field(f) != of && (of < NumFields || !confidence.Core(Field(f))) {
				continue
			}
			if worst == nil || c.Evidence.Confidence < worst.Evidence.Confidence {
				worst, row, column = c, at, Field(f)
			}
		}
	}
	look(0, &o.Head)
	for i := range o.Lines {
		look(i, &o.Lines[i])
	}
	switch {
	case worst != nil:
		l.Add(row, column, worst, review.LowConfidence, 1-worst.Evidence.Confidence, message)
	case of < NumFields:
		l.Add(0, of, &o.Head[of], review.Missing, 1-confidence.Sure, message)
	default:
		l.AddAt(0, 0, o.Head[Total].Evidence.Box, review.Missing, 1-confidence.Sure, message)
	}
}

// brief is a text that is not too long for a sentence.
func brief(text string) string {
	const most = 80 // characters
	short, _ := shortened(text, most)
	return short
}
