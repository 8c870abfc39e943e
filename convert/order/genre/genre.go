// Package genre reports whether a document is an order at all. The readers of orders find
// something in every letter, manual and bank statement: a name for the buyer, a date, an
// amount. Whether it is an order is seen from the whole: from items with quantities and prices,
// from labels that orders have, from sums that close, and from the words of the document.
//
// The weights of features and words are fitted by the command training/genre.
package genre

import (
	_ "embed"
	"errors"
	"math"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/linear"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// feature is a property of documents that distinguishes orders from others, as a number from 0 to 1.
type feature int

const (
	items        feature = iota // lines that state a quantity with a price or a total
	priced                      // lines that state a price or a total, but no quantity
	counted                     // lines that state a quantity, but neither price nor total
	coded                       // lines that state a code
	proved                      // lines whose total is quantity × price
	summed                      // the lines add up to a sum of the order
	numbered                    // how surely the order's number is announced
	titled                      // how surely it is announced in large type near the top of a page; 1 if nothing stands beside it
	dated                       // the order's date is announced
	totalled                    // a total is announced
	taxed                       // a subtotal, a tax or freight is announced
	termed                      // terms of payment are announced
	delivered                   // a date of delivery or a method of shipment is announced
	buyerHeaded                 // a heading of the buyer stands somewhere
	sellerHeaded                // a heading of the supplier
	otherHeaded                 // a heading of an address
	addressed                   // an address of delivery or of invoices was read
	recognised                  // the document is from pixels, where many words are misread
	prose                       // share of words in long lines of text
	numFeatures
)

// Description is that by which a document is judged: the hashes of its words, and a number for
// each feature.
type Description struct {
	Words    []int32
	Features []float64
}

// leastLogOdds is the log odds above which a document is taken for an order. It is far below 0, since
// losing an order is worse than reading a row too many.
const leastLogOdds = -1.5

// IsOrder reports whether what was read is an order.
func IsOrder(r *confidence.Reading) bool {
	d := Describe(r)
	return d.Order(weights())
}

// Order reports whether a document with this description is taken for an order.
func (d *Description) Order(w *linear.Words) bool { return d.Odds(w) > leastLogOdds }

// Odds returns the log odds that a document with this description is an order.
func (d *Description) Odds(w *linear.Words) float64 { return w.Score(w.Known(d.Words), d.Features) }

//go:embed weights.bin
var stored []byte

// weights returns the weights that the program carries. A test ensures that they can be read.
var weights = sync.OnceValue(func() *linear.Words {
	w, err := parse(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// parse reads weights that were stored by AppendBinary.
func parse(data []byte) (*linear.Words, error) {
	w, rest, err := linear.ParseWords(data, int(numFeatures))
	if err == nil && len(rest) > 0 {
		err = errRest
	}
	return w, err
}

var errRest = errors.New("something follows the weights")

// How many orders of a document, and how many titles, are looked at: the first ones show what
// it is.
const (
	mostOrders = 8
	mostTitles = 16
)

// features holds the number of each feature.
type features [numFeatures]float64

// Describe returns the description by which a document is judged.
func Describe(r *confidence.Reading) Description {
	var s features
	for i := range min(len(r.Orders), mostOrders) {
		o := &r.Orders[i]
		s.lines(o.Lines)
		s.head(r, o.Head)
	}
	s.headings(r)
	s.texts(r)
	return Description{words(r.Pages), s[:]}
}

// mostPages is the number of pages, from the first on, whose words are looked at.
const mostPages = 2

// words returns the hashes of the first pages' words, except those with digits.
func words(pages []*layout.Page) []int32 {
	var hashes []int32
	for _, p := range pages[:min(mostPages, len(pages))] {
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				for _, w := range seg.Words {
					if folded := textnorm.Bare(textnorm.Fold(w.Text)); folded != "" && !textnorm.HasDigit(folded) {
						hashes = append(hashes, neural.Hash(0, folded))
					}
				}
			}
		}
	}
	return hashes
}

// raise sets a feature to a value unless its value is greater already.
func (s *features) raise(k feature, v float64) { s[k] = max(s[k], v) }

// flag sets a feature to 1 if it holds.
func (s *features) flag(k feature, is bool) {
	if is {
		s[k] = 1
	}
}

// enough turns a count of lines into a feature: one line is worth half of what many are.
func enough(n int) float64 { return float64(n) / (float64(n) + 1) }

func (s *features) lines(lines []schema.Cells) {
	var n [numFeatures]int
	for i := range lines {
		l := &lines[i]
		has := func(f schema.Field) bool { return l[f].Value != "" }
		count := func(k feature, is bool) {
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

// announced maps fields to the features that say that labels announce them.
var announced = map[schema.Field]feature{
	schema.PONumber: numbered, schema.PODate: dated, schema.Total: totalled, schema.Subtotal: taxed, schema.Tax: taxed,
	schema.Shipping: taxed, schema.PaymentTerms: termed, schema.DeliveryDate: delivered, schema.ShipVia: delivered,
}

// head looks at the values of the order, and whether labels announce them.
func (s *features) head(r *confidence.Reading, head *schema.Cells) {
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

// nearness returns how near a value stands to a label: 1 if they touch, and less the further
// they are apart for the label's size.
func nearness(p *layout.Page, label, value doc.Box) float64 {
	label = p.Displayed(label)
	high := max(4, label.Y1-label.Y0, label.X1-label.X0)
	dx := max(0, value.X0-label.X1, label.X0-value.X1) / high
	dy := max(0, value.Y0-label.Y1, label.Y0-value.Y1) / high
	return 1 / (1 + 0.2*math.Hypot(dx, dy))
}

// titleSize is the ratio to the size of the page's text above which a label is a title, and
// titlePart is the upper part of a page in which titles stand.
const (
	titleSize = 1.15
	titlePart = 0.35
)

// headings looks for the titles and headings that orders have.
func (s *features) headings(r *confidence.Reading) {
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

// alone reports whether lines at the height of a box hold nothing else.
func alone(p *layout.Page, b doc.Box) bool {
	for i := range p.Lines {
		l := &p.Lines[i]
		if l.Y0 <= b.MidY() && b.MidY() <= l.Y1 && (l.X0 < b.X0-1 || l.X1 > b.X1+1) {
			return false
		}
	}
	return true
}

// longLine is the least number of words of a line of running text.
const longLine = 9

// texts measures how much running text there is, and whether text was recognised.
func (s *features) texts(r *confidence.Reading) {
	words, running := 0, 0
	for n, p := range r.Pages {
		if p.Source == doc.Pixels {
			s.raise(recognised, 1)
		}
		for i := range p.Lines {
			for _, seg := range p.Lines[i].Segments {
				words += len(seg.Words)
				if len(seg.Words) >= longLine && !r.Tables.Contains(n, seg.MidX(), seg.MidY()) {
					running += len(seg.Words)
				}
			}
		}
	}
	s[prose] = float64(running) / float64(max(1, words))
}
