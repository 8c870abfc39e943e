// Package genre reports whether a document is an order at all. What reads orders
// finds something in every letter, manual and bank statement: a name for the
// buyer, a date, an amount. That it was an order shows in the whole: in items
// with quantities and prices, in labels that orders have, in sums that close.
//
// Each sign is a number from 0 to 1 that speaks for an order, or against one;
// their weights are fitted by the command training/genre, and none has the wrong way.
package genre

import (
	_ "embed"
	"math"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/linear"
	"lineitem/convert/order/schema"
)

// sign is a property of documents that distinguishes orders from others.
type sign int

const (
	items        sign = iota // lines that state a quantity with a price or a total
	priced                   // lines that state a price or a total alone
	counted                  // lines that state a quantity alone
	coded                    // lines that state a code
	proved                   // lines whose total is quantity × price
	summed                   // the lines add up to a sum of the order
	numbered                 // the order's number is announced, how surely
	titled                   // it is announced in large type, or above all else
	dated                    // the order's date is announced
	totalled                 // a total is announced
	taxed                    // a subtotal, a tax or freight is announced
	termed                   // terms of payment are announced
	delivered                // a date of delivery or a method of shipment is announced
	buyerHeaded              // a heading of the buyer stands somewhere
	sellerHeaded             // a heading of the supplier
	otherHeaded              // a heading of an address
	addressed                // an address of delivery or of invoices was read
	recognised               // the document is from pixels, where much is misread
	numSigns
)

// Signs from here on speak against an order.
const against = numSigns

const (
	prose sign = against + iota // share of words in long lines of text
	numAll
)

// names are the signs' names in the file of weights.
var names = [numAll]string{
	"items", "priced", "counted", "coded", "proved", "summed", "numbered", "titled", "dated", "totalled", "taxed", "termed",
	"delivered", "buyer headed", "seller headed", "other headed", "addressed", "recognised", "prose",
}

// Signs are a number for each sign.
type Signs [numAll]float64

// Weights are the fitted parameters: the log odds of an order without any signs, and
// what each sign adds or, of those against one, takes off. No weight is negative.
type Weights struct {
	Base  float64
	Signs Signs
}

// Odds are the log odds that a document with such signs is an order.
func (w *Weights) Odds(s *Signs) float64 {
	odds := w.Base
	for k, v := range s {
		odds += Direction(k) * w.Signs[k] * v
	}
	return odds
}

// Direction is 1 for signs that speak for an order, -1 for the others.
func Direction(k int) float64 {
	if sign(k) >= against {
		return -1
	}
	return 1
}

// The least log odds of what is taken for an order. They are below 0, since an
// order that is lost is worse than a row too many, and lower where pixels are
// read, of which much may be misread that would speak for an order.
const (
	leastOfText   = -0.7
	leastOfPixels = -1.3
)

// IsOrder reports whether what was read is an order.
func IsOrder(r *confidence.Reading) bool {
	s := Examine(r)
	return s.Order(weights())
}

// Order reports whether a document with such signs is taken for an order.
func (s *Signs) Order(w *Weights) bool {
	least := leastOfText
	if s[recognised] > 0 {
		least = leastOfPixels
	}
	return w.Odds(s) > least
}

//go:embed weights.txt
var stored string

// weights are those that the program carries. A test rules out that they cannot
// be read.
var weights = sync.OnceValue(func() *Weights {
	w, err := Parse(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// storedNames are the names of all weights: the base stands before the signs.
func storedNames() []string { return append([]string{"base"}, names[:]...) }

// String returns the weights as they are stored.
func (w *Weights) String() string {
	return linear.Text(storedNames(), append([]float64{w.Base}, w.Signs[:]...))
}

// Parse reads stored weights.
func Parse(text string) (*Weights, error) {
	all, err := linear.Parse(text, storedNames())
	if err != nil {
		return nil, err
	}
	w := &Weights{Base: all[0]}
	copy(w.Signs[:], all[1:])
	return w, nil
}

// How many orders of a document, and titles, are looked at: the first ones show
// what it is.
const (
	mostOrders = 8
	mostTitles = 16
)

// Examine returns the signs of a document.
func Examine(r *confidence.Reading) Signs {
	var s Signs
	for i := range min(len(r.Orders), mostOrders) {
		o := &r.Orders[i]
		s.lines(o.Lines)
		s.head(r, o.Head)
	}
	s.headings(r)
	s.texts(r)
	return s
}

// raise sets a sign to a value unless it has a greater one.
func (s *Signs) raise(k sign, v float64) { s[k] = max(s[k], v) }

// flag sets a sign that is or is not.
func (s *Signs) flag(k sign, is bool) {
	if is {
		s[k] = 1
	}
}

// enough is a count of lines as a sign: one line is worth half of what many are.
func enough(n int) float64 { return float64(n) / (float64(n) + 1) }

func (s *Signs) lines(lines []schema.Cells) {
	var n [numSigns]int
	for i := range lines {
		l := &lines[i]
		has := func(f schema.Field) bool { return l[f].Value != "" }
		count := func(k sign, is bool) {
			if is {
				n[k]++
			}
		}
		money := has(schema.UnitPrice) || has(schema.LineTotal)
		count(items, has(schema.Quantity) && money)
		count(priced, money && !has(schema.Quantity))
		count(counted, has(schema.Quantity) && !money)
		count(coded, has(schema.ItemCode))
		count(proved, strings.Contains(l[schema.LineTotal].Evidence.Proof, "="))
	}
	for k := items; k <= proved; k++ {
		s.raise(k, enough(n[k])*min(1, 2*float64(n[k])/float64(max(1, len(lines)))))
	}
}

// announced are the signs of fields that labels announce.
var announced = map[schema.Field]sign{
	schema.PONumber: numbered, schema.PODate: dated, schema.Total: totalled, schema.Subtotal: taxed, schema.Tax: taxed,
	schema.Shipping: taxed, schema.PaymentTerms: termed, schema.DeliveryDate: delivered, schema.ShipVia: delivered,
}

// head looks at the values of the order, and whether labels announce them.
func (s *Signs) head(r *confidence.Reading, head *schema.Cells) {
	for i := range r.Labels {
		l := &r.Labels[i]
		c := &head[l.Field]
		if c.Value == "" || r.Pages[l.Page].Number != c.Evidence.Page {
			continue
		}
		s.raise(announced[l.Field], l.Strength*nearness(r.Pages[l.Page], l.Box, c.Evidence.Box))
	}
	for _, f := range []schema.Field{schema.Subtotal, schema.Total} {
		if strings.HasPrefix(head[f].Evidence.Proof, "sum of lines") {
			s.raise(summed, 1)
		}
	}
	if head[schema.ShipTo].Value != "" {
		s.raise(addressed, 0.5)
		if head[schema.BillTo].Value != "" {
			s.raise(addressed, 1)
		}
	}
}

// nearness reports how near a value stands to the right of a label or beneath it.
func nearness(p *layout.Page, label, value doc.Box) float64 {
	label = p.Displayed(label)
	high := max(4, label.Y1-label.Y0, label.X1-label.X0)
	dx := max(0, value.X0-label.X1, label.X0-value.X1) / high
	dy := max(0, value.Y0-label.Y1, label.Y0-value.Y1) / high
	return 1 / (1 + 0.2*math.Hypot(dx, dy))
}

// titleSize is how much larger than the page's text a title is set, and
// titlePart the upper part of a page in which one stands.
const (
	titleSize = 1.15
	titlePart = 0.35
)

// headings looks for the titles and headings that orders have.
func (s *Signs) headings(r *confidence.Reading) {
	titles := 0
	for i := range r.Labels {
		l := &r.Labels[i]
		p := r.Pages[l.Page]
		if l.Field != schema.PONumber || l.Box.Y1-l.Box.Y0 <= titleSize*p.BodySize() || l.Box.Y0 >= titlePart*p.Height {
			continue
		}
		if titles++; titles > mostTitles {
			break
		}
		s.raise(titled, l.Strength)
		if alone(p, l.Box) {
			s.raise(titled, 1)
		}
	}
	for _, p := range r.Pages {
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				buyer, seller, other := r.Heads(seg)
				s.flag(buyerHeaded, buyer)
				s.flag(sellerHeaded, seller)
				s.flag(otherHeaded, other)
			}
		}
	}
}

// alone reports whether nothing stands in a line but what a box holds.
func alone(p *layout.Page, b doc.Box) bool {
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Y0 <= b.MidY() && b.MidY() <= l.Y1 && (l.X0 < b.X0-1 || l.X1 > b.X1+1) {
			return false
		}
	}
	return true
}

// longLine is how many words a line of running text has at least.
const longLine = 9

// texts looks at how much text there is, and of what kind.
func (s *Signs) texts(r *confidence.Reading) {
	words, running := 0, 0
	for n, p := range r.Pages {
		if p.Source == doc.Pixels {
			s.raise(recognised, 1)
		}
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				words += len(seg.Words)
				if len(seg.Words) >= longLine && !r.Tables.Hold(n, seg.MidX(), seg.MidY()) {
					running += len(seg.Words)
				}
			}
		}
	}
	s[prose] = float64(running) / float64(max(1, words))
}
