package order

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

// lineDates is a mechanism: without it, a line's delivery date comes only from columns and
// from the readers of line items.
var lineDates = mechanism.New("delivery: dates among the line items")

// leastDelivery is the least probability, by package tagging, that a date after the order's date
// is a delivery date if no label announces it.
const leastDelivery = 0.1

// aligned is the greatest distance between the left edges of dates in one column, in font sizes.
const aligned = 0.6

// lineDate is a date among line items.
type lineDate struct {
	Cell
	x    float64 // left edge
	size float64 // font size
	item int     // index of the last item that begins above it; -1 for none
	next int     // index of the first item that begins on its line or below it
	deep float64 // how far it stands below the top of item
	past bool    // the items may have ended above it
	sure float64 // probability that it is a delivery date
}

// readLineDates reads the delivery dates that stand among line items but in no column: those that
// labels announce, such as "Delivery date: 04/06/2026" under each item, and those that package tagging
// sees. They belong to the item above them, or, if such dates stand above the items, to those below them.
func (r *reading) readLineDates(p part, o *Order) {
	if !lineDates.On() || len(o.Lines) == 0 {
		return
	}
	tops := topsOf(o.Lines)
	dates := r.datesAmong(p, &tops, o.Head[PODate].Value)
	given := headedDates(dates, len(o.Lines))
	for _, d := range likelyDates(dates) {
		if given[d.item].Value == "" {
			given[d.item] = d.Cell
		}
	}
	for i := range given {
		if c := &o.Lines[i][DeliveryDate]; c.Value == "" {
			*c = given[i]
		}
	}
}

// datesAmong returns the dates on a part's pages, with their places relative to the line items.
func (r *reading) datesAmong(p part, tops *itemTops, ordered string) (dates []lineDate) {
	begun := 0
	for n := p.first; n <= p.last; n++ {
		announced, heads := r.announcedDeliveries(n, ordered), r.deliveryHeadings(n, tops)
		for i := range r.pages[n].Lines {
			for _, s := range r.pages[n].Lines[i].Segments {
				iso, from, to, ok := r.findDelivery(s.Text(), ordered)
				if !ok {
					continue
				}
				words := keyvalue.WholeSegment(s).Slice(from, to).Words()
				d := lineDate{x: words[0].Box.X0, size: s.Size()}
				switch {
				case announced[words[0]], slices.ContainsFunc(heads, func(b doc.Box) bool { return b.Y1 <= s.Y0 && b.Misalignment(s.Box) < aligned*d.size }):
					d.sure = 1
				case iso > ordered:
					d.sure = r.fieldProbability(words[0], DeliveryDate)
				}
				d.Cell = Cell{Value: iso, Evidence: r.pages[n].Evidence(words, d.sure)}
				d.item, d.deep, d.past = r.itemAt(n, s.Box, tops)
				if d.next = max(begun, d.item+1); d.item >= 0 && d.deep < d.size {
					d.next = d.item
				}
				dates = append(dates, d)
			}
		}
		begun += len(tops.onPage[r.pages[n].Number])
	}
	return dates
}

// findDelivery finds a date in a text, which may lack its year if it is the whole text.
func (r *reading) findDelivery(text, ordered string) (iso string, from, to int, ok bool) {
	if !textnorm.HasDigit(text) {
		return "", 0, 0, false
	}
	if iso, from, to, ok = r.locale.FindDate(text); ok {
		return iso, from, to, true
	}
	iso, ok = r.locale.DayAndMonth(text, ordered)
	return iso, 0, len(text), ok
}

// likelyDates returns the delivery dates that stand below the tops of their items. Dates at the same place within their items
// are all delivery dates if one of them is. A date past the end of the items counts only if another item has one at that place.
func likelyDates(all []lineDate) (likely []lineDate) {
	for _, d := range all {
		sure, within := 0.0, false
		for i := range all {
			if e := &all[i]; e.item >= 0 && e.isAligned(&d) && math.Abs(e.deep-d.deep) < d.size {
				sure, within = max(sure, e.sure), within || !e.past
			}
		}
		if d.item >= 0 && within && sure >= leastDelivery {
			likely = append(likely, d)
		}
	}
	return likely
}

// isAligned reports whether two dates begin in one column.
func (d *lineDate) isAligned(to *lineDate) bool { return math.Abs(d.x-to.x) < aligned*d.size }

// headedDates returns the date of each of the given number of items if the dates stand above the items that they belong to:
// one column holds all likely dates, one of them stands above the first item, and items stand between each and the next
// and below the last. Otherwise it returns empty cells.
func headedDates(all []lineDate, items int) []Cell {
	for _, first := range all {
		if first.next > 0 {
			continue // items stand above it
		}
		given, dates, above, sure, at := make([]Cell, items), 0, false, 0.0, items
		for i := len(all) - 1; i >= 0; i-- {
			switch d := &all[i]; {
			case d.isAligned(&first) && d.next < at:
				for k := d.next; k < at; k++ {
					given[k] = d.Cell
				}
				dates, above, sure, at = dates+1, above || d.next > d.item, max(sure, d.sure), d.next
			case d.isAligned(&first) || d.sure >= leastDelivery && d.item >= 0:
				at = -1 // no item stands beneath it, or it stands elsewhere
			}
		}
		if at == 0 && dates > 1 && above && sure >= leastDelivery {
			return given
		}
	}
	return make([]Cell, items)
}

// headingHeight is the greatest distance of a column's heading above a page's first item, in heights of the heading.
const headingHeight = 8

// deliveryHeadings returns the boxes of the headings of delivery date columns on a page.
func (r *reading) deliveryHeadings(n int, tops *itemTops) (heads []doc.Box) {
	items := tops.onPage[r.pages[n].Number]
	if len(items) == 0 {
		return nil
	}
	for i := range r.pages[n].Lines {
		for _, s := range r.pages[n].Lines[i].Segments {
			if y := r.pages[n].Displayed(s.Box).MidY(); y < items[0].y && y > items[0].y-headingHeight*s.Height() {
				heads = append(heads, headings.Find(s.Words, headings.Date)...)
			}
		}
	}
	return heads
}

// announcedDeliveries returns the first words of the dates on a page that labels announce as
// delivery dates, among line items too.
func (r *reading) announcedDeliveries(n int, ordered string) map[*doc.Word]bool {
	found := map[*doc.Word]bool{}
	for _, l := range r.labels.Index.On(n) {
		if l.Strength(keyvalue.Delivery) == 0 {
			continue
		}
		for _, at := range r.labels.Around(&l) {
			if _, from, to, ok := r.findDelivery(at.Span.Text(), ordered); ok {
				found[at.Span.Slice(from, to).First()] = true
				break
			}
		}
	}
	return found
}

// itemTops holds where line items begin.
type itemTops struct {
	onPage map[int][]itemTop // by the page's number, in the items' order
	high   float64           // the least height of an item, from its top to the next; infinite if no two follow each other on a page
}

// itemTop is the upper edge of a line item's first words.
type itemTop struct {
	item int
	y    float64
}

// topsOf returns where line items begin. An item without evidence is on no page.
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

// itemAt returns the last item that begins above a place on a page, or -1 if none does on that page, and how far above it
// begins. past reports whether the items may have ended above the place: it lies outside the tables and below the
// page's last item, taken to be as high as the lowest of all items.
func (r *reading) itemAt(n int, place doc.Box, tops *itemTops) (item int, deep float64, past bool) {
	y := r.pages[n].Displayed(place).MidY()
	at := itemTop{item: -1}
	for _, t := range tops.onPage[r.pages[n].Number] {
		if t.y >= y {
			return at.item, y - at.y, false
		}
		at = t
	}
	past = at.item >= 0 && !r.places.Contains(n, place.MidX(), place.MidY()) && (math.IsInf(tops.high, 1) || y >= at.y+tops.high)
	return at.item, y - at.y, past
}
