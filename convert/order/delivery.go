package order

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

// lineDates is a mechanism: without it, only columns and the readers of line items state
// when a line is to be delivered.
var lineDates = mechanism.New("delivery: dates behind labels among the line items")

// labelledDate is a date of delivery behind a label that stands among line items.
type labelledDate struct {
	label   doc.Box // on the page as displayed
	beneath bool    // it stands under its label, which may head a column
	cell    Cell
}

// readLineDates reads the dates of delivery that stand behind a label beneath the line
// items that they belong to: "Delivery date: 04/06/2026" under each. One that stands
// above all items, or only beneath the last of several, is the order's.
func (r *reading) readLineDates(p part, o *Order) {
	if !lineDates.On() || len(o.Lines) == 0 {
		return
	}
	tops := topsOf(o.Lines)
	of := make([]*Cell, len(o.Lines))
	count, above := 0, (*Cell)(nil)
	for n := p.first; n <= p.last; n++ {
		dates := r.labelledDates(n, tops)
		for k := range dates {
			d := &dates[k]
			switch at := lastAbove(tops, r.pages[n].Number, d.label.MidY()); {
			case at < 0 && above == nil && !d.beneath:
				above = &d.cell
			case at >= 0 && of[at] == nil:
				of[at] = &d.cell
				count++
			}
		}
	}
	last := len(of) - 1
	if count == 1 && last > 0 && of[last] != nil {
		of[last], above = nil, of[last]
	}
	for i, c := range of {
		if c != nil && o.Lines[i][DeliveryDate].Value == "" {
			o.Lines[i][DeliveryDate] = *c
		}
	}
	if above != nil && o.Head[DeliveryDate].Value == "" {
		o.Head[DeliveryDate] = *above
	}
}

// itemTop is where a line item begins.
type itemTop struct {
	page int // its number; 0 where the item has no evidence
	y    float64
}

// topsOf are the upper edges of line items.
func topsOf(lines []Cells) []itemTop {
	tops := make([]itemTop, len(lines))
	for i := range lines {
		tops[i] = topOf(&lines[i])
	}
	return tops
}

// topOf is the upper edge of a line item's first words.
func topOf(line *Cells) itemTop {
	top := itemTop{y: math.Inf(1)}
	for f := range line {
		c := &line[f]
		if c.Value == "" || c.Evidence.Page == 0 || c.Evidence.Box.Empty() {
			continue
		}
		if e := &c.Evidence; top.page == 0 || e.Page < top.page || e.Page == top.page && e.Box.Y0 < top.y {
			top = itemTop{e.Page, e.Box.Y0}
		}
	}
	return top
}

// lastAbove is the last item that begins above a height on a page, or on a page before;
// -1 where none does.
func lastAbove(tops []itemTop, page int, y float64) int {
	at := -1
	for i, t := range tops {
		if t.page > 0 && (t.page < page || t.page == page && t.y < y) {
			at = i
		}
	}
	return at
}

// lastItem is the part of a page, from one height to another, in which the last of its items
// surely stands: each is as high as the lowest of all. Nothing where that is not known.
func lastItem(tops []itemTop, page int) (from, to float64) {
	high := math.Inf(1)
	for i, t := range tops {
		if i > 0 && t.page == tops[i-1].page && t.y > tops[i-1].y {
			high = min(high, t.y-tops[i-1].y)
		}
		if t.page == page {
			from = t.y
		}
	}
	if from == 0 || math.IsInf(high, 1) {
		return 0, 0
	}
	return from, from + high
}

// amongItems reports whether what has a place on a page, and a height there as displayed, stands
// in a table, or in the last of the page's items.
func (r *reading) amongItems(n int, place doc.Box, y float64, tops []itemTop) bool {
	if r.places.Hold(n, place.MidX(), place.MidY()) {
		return true
	}
	from, to := lastItem(tops, r.pages[n].Number)
	return y > from && y < to
}

// labelledDates are the dates of delivery behind labels in the tables of a page, or in the
// last of its items.
func (r *reading) labelledDates(n int, tops []itemTop) []labelledDate {
	var all []labelledDate
	labels := r.labels.Index.On(n)
	for i := range labels {
		l := &labels[i]
		if l.Strength(keyvalue.Delivery) == 0 || !r.amongItems(n, l.Box, r.pages[n].Displayed(l.Box).MidY(), tops) {
			continue
		}
		if d, ok := r.labelledDate(n, l); ok {
			all = append(all, d)
		}
	}
	return all
}

// labelledDate reads the date behind a label of a page: on its line, or right beneath it.
func (r *reading) labelledDate(n int, l *keyvalue.Label) (labelledDate, bool) {
	places := []keyvalue.Span{l.Value}
	if l.Value.Empty() {
		places = []keyvalue.Span{besideOf(r.pages[n], l.Segment)}
	}
	if l.Whole && !l.Colon {
		places = append(places, beneathOf(r.pages[n], l.Segment))
	}
	for i, span := range places {
		if iso, from, to, ok := r.locale.FindDate(span.Text()); ok {
			e := r.pages[n].Evidence(span.Slice(from, to).Words(), l.Strength(keyvalue.Delivery))
			return labelledDate{r.pages[n].Displayed(l.Box), i > 0, Cell{Value: iso, Evidence: e}}, true
		}
	}
	return labelledDate{}, false
}

// besideOf is the segment right of another on its line, empty where none is.
func besideOf(p *layout.Page, s *layout.Segment) keyvalue.Span {
	for _, o := range p.Lines[s.Line].Segments {
		if o.X0 >= s.X1 {
			return keyvalue.Whole(o)
		}
	}
	return keyvalue.Span{}
}

// beneathOf is the first segment of the next line that reaches beneath another, empty
// where none does.
func beneathOf(p *layout.Page, s *layout.Segment) keyvalue.Span {
	if s.Line+1 < len(p.Lines) {
		for _, o := range p.Lines[s.Line+1].Segments {
			if o.OverlapX(s.Box) > 0 {
				return keyvalue.Whole(o)
			}
		}
	}
	return keyvalue.Span{}
}

// itemDates is a mechanism: without it, a date among line items that no label announces is
// none of delivery.
var itemDates = mechanism.New("delivery: the one date of each line item")

// readItemDates reads the dates of delivery of line items that state nothing but one
// date each, in one column, all of them after the order's: where a heading of
// several lines or a label that the lexicon lacks announces them. Those of invoices may be
// anything, such as when goods go off.
func (r *reading) readItemDates(p part, o *Order) {
	ordered := o.Head[PODate].Value
	if !itemDates.On() || len(o.Lines) < 2 || ordered == "" || r.labels.Index.Invoice() {
		return
	}
	for i := range o.Lines {
		if o.Lines[i][DeliveryDate].Value != "" {
			return
		}
	}
	of := r.looseDates(p, o)
	var column doc.Box
	count := 0
	for _, dates := range of {
		if len(dates) == 0 {
			continue
		}
		box := dates[0].Evidence.Box
		if count == 0 {
			column = box
		}
		if len(dates) > 1 || dates[0].Value <= ordered || !inColumn(column, box) {
			return
		}
		count++
	}
	if count < 2 || 2*count < len(o.Lines) {
		return
	}
	for i, dates := range of {
		if len(dates) > 0 {
			o.Lines[i][DeliveryDate] = dates[0]
		}
	}
}

// columnWithin is how far apart edges or middles in one column may be, in points.
const columnWithin = 3

// inColumn reports whether two boxes begin, end or have their middle at the same place.
func inColumn(a, b doc.Box) bool {
	return min(math.Abs(a.X0-b.X0), math.Abs(a.X1-b.X1), math.Abs(a.MidX()-b.MidX())) < columnWithin
}

// sureOfItemDate is how sure a date is that no label announces.
const sureOfItemDate = 0.6

// looseDates are the dates that stand with each line item and in no other cell of it but,
// it may be, its description.
func (r *reading) looseDates(p part, o *Order) [][]Cell {
	tops := topsOf(o.Lines)
	of := make([][]Cell, len(o.Lines))
	for n := p.first; n <= p.last; n++ {
		page := r.pages[n]
		for k := range page.Lines {
			for _, s := range page.Lines[k].Segments {
				text := s.Text()
				iso, from, to, ok := r.locale.FindDate(text)
				if !ok || namesOtherDate(text[:from]) {
					continue
				}
				e := page.Evidence(keyvalue.Whole(s).Slice(from, to).Words(), sureOfItemDate)
				y := e.Box.MidY()
				at := lastAbove(tops, page.Number, y)
				if at >= 0 && tops[at].page == page.Number && r.amongItems(n, s.Box, y, tops) && !claimed(&o.Lines[at], &e) {
					of[at] = append(of[at], Cell{Value: iso, Evidence: e})
				}
			}
		}
	}
	return of
}

// namesOtherDate reports whether text ends with the name of a date of line items that is none of delivery.
func namesOtherDate(text string) bool {
	text = " " + strings.TrimRight(textnorm.Fold(text), " :")
	return slices.ContainsFunc(lexicon.Entries("items.heading.otherdate"), func(e lexicon.Entry) bool {
		return strings.HasSuffix(text, " "+e.Phrase)
	})
}

// claimed reports whether a place is in a cell of a line item other than its description.
func claimed(line *Cells, at *doc.Evidence) bool {
	for f := range line {
		e := &line[f].Evidence
		if Field(f) != Description && line[f].Value != "" && e.Page == at.Page && !e.Box.Intersect(at.Box).Empty() {
			return true
		}
	}
	return false
}
