// Package genre reports whether a document is an order at all. What reads orders
// finds something in every letter, manual and bank statement: a name for the
// buyer, a date, an amount. That it was an order shows in the whole: in items
// with quantities and prices, in labels that orders have, in sums that close.
//
// Each sign is a number from 0 to 1 that speaks for an order; their weights are
// fitted by the command training/genre, and none is negative.
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
	counted                  // lines that state a quantity alone
	coded                    // lines that state a code
	proved                   // lines whose total is quantity × price
	numbered                 // the order's number is announced, how surely
	titled                   // it is announced in large type
	summed                   // a subtotal, a tax or freight is announced, or the lines add up to a sum
	termed                   // terms of payment are announced
	delivered                // a date of delivery or a method of shipment is announced
	sellerHeaded             // a heading of the supplier stands somewhere
	headed                   // another heading of a party or an address
	addressed                // an address of delivery or of invoices was read
	recognised               // the document is from pixels, where much is misread
	numSigns
)

// names are the weights' names in their file: the base stands before the signs.
var names = []string{
	"base", "items", "counted", "coded", "proved", "numbered", "titled", "summed", "termed", "delivered", "seller headed", "headed",
	"addressed", "recognised",
}

// Signs are a number for each sign.
type Signs [numSigns]float64

// Weights are what is fitted: the log odds of an order without any signs, and
// what each sign adds.
type Weights struct {
	Base  float64
	Signs Signs
}

// Odds are the log odds that a document with such signs is an order.
func (w *Weights) Odds(s *Signs) float64 {
	odds := w.Base
	for k, v := range s {
		odds += w.Signs[k] * v
	}
	return odds
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

// String returns the weights as they are stored.
func (w *Weights) String() string {
	return linear.Text(names, append([]float64{w.Base}, w.Signs[:]...))
}

// Parse reads stored weights.
func Parse(text string) (*Weights, error) {
	all, err := linear.Parse(text, names)
	if err != nil {
		return nil, err
	}
	w := &Weights{Base: all[0]}
	copy(w.Signs[:], all[1:])
	return w, nil
}

// mostOrders is how many orders of a document are looked at: the first ones show what it is.
const mostOrders = 8

// Examine returns the signs of a document.
func Examine(r *confidence.Reading) Signs {
	var s Signs
	for i := range min(len(r.Orders), mostOrders) {
		o := &r.Orders[i]
		s.lines(o.Lines)
		s.head(r, o.Head)
	}
	s.headings(r)
	return s
}

// raise sets a sign to a value unless it has a greater one.
func (s *Signs) raise(k sign, v float64) { s[k] = max(s[k], v) }

// flag sets a sign where it is.
func (s *Signs) flag(k sign, is bool) {
	if is {
		s[k] = 1
	}
}

func (s *Signs) lines(lines []schema.Cells) {
	var n [numSigns]float64
	for i := range lines {
		l := &lines[i]
		has := func(f schema.Field) bool { return l[f].Value != "" }
		money := has(schema.UnitPrice) || has(schema.LineTotal)
		switch {
		case has(schema.Quantity) && money:
			n[items]++
		case has(schema.Quantity):
			n[counted]++
		}
		if has(schema.ItemCode) {
			n[coded]++
		}
		if strings.Contains(l[schema.LineTotal].Evidence.Proof, "=") {
			n[proved]++
		}
	}
	for k := items; k <= proved; k++ { // one line is worth half of what many are
		s.raise(k, n[k]/(n[k]+1)*min(1, 2*n[k]/max(1, float64(len(lines)))))
	}
}

// announced are the signs of fields that labels announce.
var announced = map[schema.Field]sign{
	schema.PONumber: numbered, schema.Subtotal: summed, schema.Tax: summed, schema.Shipping: summed,
	schema.PaymentTerms: termed, schema.DeliveryDate: delivered, schema.ShipVia: delivered,
}

// head looks at the values of the order, and whether labels announce them.
func (s *Signs) head(r *confidence.Reading, head *schema.Cells) {
	for i := range r.Labels {
		l := &r.Labels[i]
		c := &head[l.Field]
		if k, ok := announced[l.Field]; ok && c.Value != "" && r.Pages[l.Page].Number == c.Evidence.Page {
			s.raise(k, l.Strength*nearness(r.Pages[l.Page], l.Box, c.Evidence.Box))
		}
	}
	for _, f := range [...]schema.Field{schema.Subtotal, schema.Total} {
		s.flag(summed, strings.HasPrefix(head[f].Evidence.Proof, "sum of lines"))
	}
	for _, f := range [...]schema.Field{schema.ShipTo, schema.BillTo} {
		if head[f].Value != "" {
			s[addressed] = min(1, s[addressed]+0.5)
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

// headings looks for the titles and headings that orders have, and whether pages are from pixels.
func (s *Signs) headings(r *confidence.Reading) {
	for i := range r.Labels {
		l := &r.Labels[i]
		if p := r.Pages[l.Page]; l.Field == schema.PONumber && l.Box.Height() > titleSize*p.BodySize() && l.Box.Y0 < titlePart*p.Height {
			s.raise(titled, l.Strength)
		}
	}
	for _, p := range r.Pages {
		s.flag(recognised, p.Source == doc.Pixels)
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				buyer, seller, other := r.Heads(seg)
				s.flag(sellerHeaded, seller)
				s.flag(headed, buyer || other)
			}
		}
	}
}
