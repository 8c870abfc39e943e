package order

import (
	"iter"
	"math"
	"strings"
	"sync"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/textnorm"
)

// lineReductions is a mechanism: without it, only columns and the readers of line items
// state discounts.
var lineReductions = mechanism.New("items: discounts outside of columns")

// reductionWords are what discounts of a line item are called.
var reductionWords = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("items.heading.discount") })

// readLineReductions reads the discounts that stand with line items but in no column of
// discounts, as far as arithmetic proves them: a percentage by which quantity and price make
// the total, "Rebate 12 %", or one with that total on a line of its own, beneath quantity and
// price: "Discount 12.00 % 669.07- 4,906.53".
func (r *reading) readLineReductions(p part, o *Order) {
	if !lineReductions.On() {
		return
	}
	for i := range o.Lines {
		c := &o.Lines[i]
		if c[Quantity].Value == "" || c[UnitPrice].Value == "" || c[Discount].Value != "" {
			continue
		}
		if text, _ := proof.LineProof(c[Quantity].Value, c[UnitPrice].Value, "", c[LineTotal].Value); text != "" {
			continue
		}
		for page, l := range r.linesOf(p, o, i) {
			if c[LineTotal].Value == "" {
				r.readLineReduction(page, l, c)
			} else {
				r.readLineDiscount(page, l, c)
			}
		}
	}
}

// linesOf are the lines of the page on which a line item begins, from there to the next item.
func (r *reading) linesOf(p part, o *Order, item int) iter.Seq2[*layout.Page, *layout.Line] {
	top, end := topOf(&o.Lines[item]), math.Inf(1)
	if item+1 < len(o.Lines) {
		if next := topOf(&o.Lines[item+1]); next.page == top.page {
			end = next.y
		}
	}
	return func(yield func(*layout.Page, *layout.Line) bool) {
		for _, page := range r.pages[p.first : p.last+1] {
			for k := range page.Lines {
				l := &page.Lines[k]
				if y := page.Displayed(l.Box).MidY(); page.Number == top.page && y > top.y && y < end && !yield(page, l) {
					return
				}
			}
		}
	}
}

// readLineDiscount reads the percentage in a line by which a line item's quantity and price make its total.
func (r *reading) readLineDiscount(p *layout.Page, l *layout.Line, c *Cells) {
	for _, s := range l.Segments {
		for i, w := range s.Words {
			words, value := s.Words[i:i+1], strings.TrimRight(w.Text, ").,;")
			if value == "%" && i > 0 {
				words, value = s.Words[i-1:i+1], strings.TrimRight(s.Words[i-1].Text, "-–−")+" %"
			}
			value = strings.TrimLeft(value, "-–−(")
			if rate, ok := r.locale.Number(value); !ok || !rate.Percent || rate.Value.IsZero() || c[Discount].Value != "" {
				continue
			}
			if text, _ := proof.LineProof(c[Quantity].Value, c[UnitPrice].Value, value, c[LineTotal].Value); text != "" {
				c[Discount] = Cell{Value: value, Evidence: p.Evidence(words, items.SureCell)}
				proven(c, text)
			}
		}
	}
}

// readLineReduction reads the discount and the total of a line item on a line beneath it.
func (r *reading) readLineReduction(p *layout.Page, l *layout.Line, c *Cells) {
	if len(l.Segments) < 3 || !reductionWords()[strings.TrimRight(textnorm.Fold(l.Segments[0].Text()), " :")] {
		return
	}
	percent, total := l.Segments[1], l.Segments[len(l.Segments)-1]
	rate, isRate := r.locale.Number(percent.Text())
	sum, isSum := r.locale.Number(total.Text())
	if !isRate || !rate.Percent || rate.Value.IsZero() || !isSum || sum.Percent {
		return
	}
	text, _ := proof.LineProof(c[Quantity].Value, c[UnitPrice].Value, percent.Text(), sum.Text)
	if text == "" {
		return
	}
	c[Discount] = Cell{Value: percent.Text(), Evidence: p.Evidence(percent.Words, items.SureCell)}
	c[LineTotal] = Cell{Value: sum.Text, Evidence: p.Evidence(total.Words, items.SureCell)}
	proven(c, text)
}

// proven notes the arithmetic that confirms a line item.
func proven(c *Cells, text string) {
	for _, f := range [...]Field{Quantity, UnitPrice, LineTotal} {
		c[f].Evidence.Proof = text
		c[f].Evidence.Confidence = max(c[f].Evidence.Confidence, items.SureCell)
	}
}
