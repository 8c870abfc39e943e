package order

import (
	"math"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/doc"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

// lineDates is a mechanism: without it, only columns and the readers of line items state
// when a line is to be delivered.
var lineDates = mechanism.New("delivery: dates among the line items")

// Confidences of dates among line items.
const (
	sureOfLabelled = 1.0
	sureOfItemDate = 0.6 // that no label announces
)

// columnWithin is how far apart edges or middles in one column may be, in points.
const columnWithin = 3

// readLineDates reads the dates of delivery that stand among line items and in no column:
// behind or beneath a label, of the item above them, "Delivery date: 04/06/2026" under each;
// and such as no label announces, if items state one each, in one column, all after the
// order's.
func (r *reading) readLineDates(p part, o *Order) {
	if !lineDates.On() || len(o.Lines) == 0 {
		return
	}
	tops := topsOf(o.Lines)
	labelled, loose := make([][]Cell, len(o.Lines)), make([][]Cell, len(o.Lines))
	for n := p.first; n <= p.last; n++ {
		r.findItemDates(n, &tops, o, labelled, loose)
	}
	stated := false
	for i, dates := range labelled {
		c := &o.Lines[i][DeliveryDate]
		if len(dates) > 0 && c.Value == "" {
			*c = dates[0]
		}
		stated = stated || c.Value != ""
	}
	if ordered := o.Head[PODate].Value; !stated && ordered != "" && !r.labels.Index.Invoice() && oneEach(loose, ordered) {
		for i, dates := range loose {
			if len(dates) > 0 {
				o.Lines[i][DeliveryDate] = dates[0]
			}
		}
	}
}

// findItemDates adds the dates among the line items of a page to those of their items.
func (r *reading) findItemDates(n int, tops *itemTops, o *Order, labelled, loose [][]Cell) {
	page := r.pages[n]
	announced := map[*doc.Word]bool{} // as a date of delivery
	for _, l := range r.labels.Index.On(n) {
		if l.Strength(keyvalue.Delivery) == 0 {
			continue
		}
		for _, at := range r.labels.Around(&l) {
			if iso, from, to, ok := r.locale.FindDate(at.Span.Text()); ok {
				words := at.Span.Slice(from, to).Words()
				if item := r.itemAt(n, l.Box, tops); item >= 0 {
					labelled[item] = append(labelled[item], Cell{Value: iso, Evidence: page.Evidence(words, sureOfLabelled)})
				}
				announced[words[0]] = true
				break
			}
		}
	}
	for k := range page.Lines {
		for _, s := range page.Lines[k].Segments {
			item := r.itemAt(n, s.Box, tops)
			if item < 0 {
				continue
			}
			text := s.Text()
			iso, from, to, ok := r.locale.FindDate(text)
			if !ok || namesOtherDate(text[:from]) {
				continue
			}
			words := keyvalue.Whole(s).Slice(from, to).Words()
			e := page.Evidence(words, sureOfItemDate)
			if !announced[words[0]] && !claimed(&o.Lines[item], &e) {
				loose[item] = append(loose[item], Cell{Value: iso, Evidence: e})
			}
		}
	}
}

// namesOtherDate reports whether text ends with the name of a date of line items that is none of
// delivery.
func namesOtherDate(text string) bool {
	text = " " + strings.TrimRight(textnorm.Fold(text), " :")
	return slices.ContainsFunc(otherDates(), func(end string) bool { return strings.HasSuffix(text, end) })
}

// otherDates are the names of such dates, with a blank before them.
var otherDates = sync.OnceValue(func() (all []string) {
	for e := range lexicon.Entries("items.heading.otherdate") {
		all = append(all, " "+e.Phrase)
	}
	return all
})

// oneEach reports whether at least half of the items, and two, have a date, none has two, and
// all stand in one column and are after a date.
func oneEach(of [][]Cell, after string) bool {
	var column *doc.Box
	count := 0
	for _, dates := range of {
		if len(dates) == 0 {
			continue
		}
		box := &dates[0].Evidence.Box
		if column == nil {
			column = box
		}
		if len(dates) > 1 || dates[0].Value <= after ||
			min(math.Abs(box.X0-column.X0), math.Abs(box.X1-column.X1), math.Abs(box.MidX()-column.MidX())) >= columnWithin {
			return false
		}
		count++
	}
	return count >= 2 && 2*count >= len(of)
}

// itemTops are where line items begin.
type itemTops struct {
	onPage map[int][]itemTop // by the page's number, in the items' order
	high   float64           // the least height of an item; infinite where no two follow each other on a page
}

// itemTop is the upper edge of a line item's first words.
type itemTop struct {
	item int
	y    float64
}

// topsOf are where line items begin. An item without evidence begins nowhere.
func topsOf(lines []Cells) itemTops {
	tops := itemTops{map[int][]itemTop{}, math.Inf(1)}
	for i := range lines {
		page, top := 0, itemTop{item: i}
		for f := range lines[i] {
			if e := &lines[i][f].Evidence; lines[i][f].Value != "" && (page == 0 || e.Page < page || e.Page == page && e.Box.Y0 < top.y) {
				page, top.y = e.Page, e.Box.Y0
			}
		}
		on := tops.onPage[page]
		if k := len(on) - 1; k >= 0 && on[k].item == i-1 && top.y > on[k].y {
			tops.high = min(tops.high, top.y-on[k].y)
		}
		tops.onPage[page] = append(on, top)
	}
	return tops
}

// itemAt is the last item that begins above what stands on a page; -1 where none does on that
// page, or where it stands beneath the tables and beneath where the last item surely ends: each
// is as high as the lowest of all.
func (r *reading) itemAt(n int, place doc.Box, tops *itemTops) int {
	y := r.pages[n].Displayed(place).MidY()
	at := itemTop{item: -1}
	for _, t := range tops.onPage[r.pages[n].Number] {
		if t.y < y {
			at = t
		}
	}
	if at.item >= 0 && !r.places.Hold(n, place.MidX(), place.MidY()) && (math.IsInf(tops.high, 1) || y >= at.y+tops.high) {
		return -1
	}
	return at.item
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
