package order

import (
	"math"
	"strings"
	"sync"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/wording"
)

// lineReductions is a mechanism: without it, only columns and the readers of line items
// state discounts.
var lineReductions = mechanism.New("items: discounts on lines of their own beneath items")

// reductionWords are what discounts of a line item are called.
var reductionWords = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("items.heading.discount") })

// readLineReductions reads the discount and the total of line items that state both on a
// line of their own, beneath quantity and price: "Discount 12.00 % 669.07- 4,906.53".
// Only what arithmetic proves is one.
func (r *reading) readLineReductions(p part, o *Order) {
	if !lineReductions.On() {
		return
	}
	for i := range o.Lines {
		c := &o.Lines[i]
		if c[Quantity].Value == "" || c[UnitPrice].Value == "" || c[LineTotal].Value != "" || c[Discount].Value != "" {
			continue
		}
		top, end := topOf(c), math.Inf(1)
		if i+1 < len(o.Lines) {
			if next := topOf(&o.Lines[i+1]); next.page == top.page {
				end = next.y
			}
		}
		for n := p.first; n <= p.last; n++ {
			page := r.pages[n]
			for k := range page.Lines {
				l := &page.Lines[k]
				if y := page.Displayed(l.Box).MidY(); page.Number == top.page && y > top.y && y < end && c[LineTotal].Value == "" {
					r.readLineReduction(page, l, c)
				}
			}
		}
	}
}

// readLineReduction reads the discount and the total of a line item on a line beneath it.
func (r *reading) readLineReduction(p *layout.Page, l *layout.Line, c *Cells) {
	if len(l.Segments) < 3 || !reductionWords()[strings.TrimRight(wording.Fold(l.Segments[0].Text()), " :")] {
		return
	}
	percent, total := l.Segments[1], l.Segments[len(l.Segments)-1]
	rate, isRate := r.locale.Number(percent.Text())
	sum, isSum := r.locale.Number(total.Text())
	if !isRate || !rate.Percent || rate.Value.IsZero() || !isSum || sum.Percent {
		return
	}
	text, ok := proof.LineProof(c[Quantity].Value, c[UnitPrice].Value, percent.Text(), sum.Text)
	if !ok || text == "" {
		return
	}
	c[Discount] = Cell{Value: percent.Text(), Evidence: p.Evidence(percent.Words, items.SureCell)}
	c[LineTotal] = Cell{Value: sum.Text, Evidence: p.Evidence(total.Words, items.SureCell)}
	for _, f := range [...]Field{Quantity, UnitPrice, LineTotal} {
		c[f].Evidence.Proof = text
		c[f].Evidence.Confidence = max(c[f].Evidence.Confidence, items.SureCell)
	}
}
