package order

import (
	"math"
	"strings"

	"lineitem/convert/layout"
)

// placing is where a label's value may stand.
type placing struct {
	label    *label
	span     span
	geometry float64 // how well it stands to its label, in (0, 1]
}

// placings finds where the values of a page's labels may stand: behind the label
// in its segment, right of it, or beneath it.
func (r *reading) placings(n int) []placing {
	page, pl := r.pages[n], &r.labels.pages[n]
	var found []placing
	for i := range pl.labels {
		l := &pl.labels[i]
		if onlySum(l) || r.inTable(n, l) && !surelyHead(l) || tableHead(pl, &page.Lines[l.seg.Line]) {
			continue
		}
		if !l.value.empty() && l.value.text() != "" {
			found = append(found, placing{l, l.value, behindGeometry(l)})
		}
		if l.whole {
			right, beneath := r.rightOf(page, pl, l), r.beneath(page, pl, l)
			if len(right) > 0 && len(beneath) > 0 && pl.headings(&page.Lines[l.seg.Line]) < 2 {
				beneath[0].geometry *= notHeads
			}
			found = append(append(found, right...), beneath...)
		}
	}
	return found
}

// surelyHead tells whether a label announces the order's number or date so
// surely that it is heard even where a table seems to stand.
func surelyHead(l *label) bool {
	return max(l.strength(labelNumber), l.strength(labelDate), l.strength(labelNumberDate)) >= 0.9
}

// notHeads is the weight of a value beneath a label that has one beside it and
// stands in no row of headings.
const notHeads = 0.8

func behindGeometry(l *label) float64 {
	switch {
	case l.colon && l.lead:
		return 1
	case l.colon:
		return 0.9
	case l.lead:
		return 0.8
	}
	return 0.6
}

// inTable tells whether the label stands in a table of line items.
func (r *reading) inTable(page int, l *label) bool {
	return r.places.Hold(page, l.box.MidX(), l.box.MidY())
}

// tableHead tells whether a line is the head of a table of line items: it
// names at least three columns such tables have.
func tableHead(pl *pageLabels, line *layout.Line) bool {
	count := 0
	for _, s := range line.Segments {
		if labels := pl.of(s); len(labels) > 0 && labels[0].whole && !labels[0].colon && itemHeads()[labels[0].first.text] {
			count++
		}
	}
	return count >= 3
}

// rightOf finds the value right of a label, on its line or on one that
// overlaps it.
func (r *reading) rightOf(page *layout.Page, pl *pageLabels, l *label) []placing {
	var next *layout.Segment
	for n := max(0, l.seg.Line-1); n <= min(len(page.Lines)-1, l.seg.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == l.seg || s.X0 < l.box.X1-1 || leaders(s) || next != nil && s.X0 >= next.X0 {
				continue
			}
			if n != l.seg.Line && s.OverlapY(l.box) < 0.5*min(s.Height(), l.box.Height()) {
				continue
			}
			next = s
		}
	}
	if next == nil {
		return nil
	}
	value, ok := valueSpan(page, pl, l, next)
	if !ok {
		return nil
	}
	gap := (next.X0 - l.box.X1) / max(1, page.Width)
	geometry := 0.95 - 0.6*max(0, gap-0.05)
	if first := next.Words[0].Text[0]; !l.colon && first != ':' && first != '=' {
		geometry -= 0.1
	}
	if geometry <= 0.3 {
		return nil
	}
	return []placing{{l, value, geometry}}
}

// leaders tells whether a segment holds marks alone: the dots or the colon that
// lead from a label to its value.
func leaders(s *layout.Segment) bool {
	for _, w := range s.Words {
		if strings.Trim(w.Text, ".:_-…·=") != "" {
			return false
		}
	}
	return true
}

// valueSpan is the span of a segment as the value of a label. It is none when the
// segment announces a value of its own; the word "No." in front of it is not
// part of it.
func valueSpan(page *layout.Page, pl *pageLabels, l *label, s *layout.Segment) (span, bool) {
	if labels := pl.of(s); len(labels) > 0 && l.strength(labelNumber) > 0 && labels[0].lead && labels[0].onlyNumber() && !labels[0].value.empty() {
		return labels[0].value, true
	}
	if own := pl.of(s); pl.announces(s) && !(own[0].strength(labelShipVia) > 0 && l.strength(labelShipVia) > 0 && !own[0].colon) {
		return span{}, false
	}
	return whole(s), true
}

// widestColumn is how much of the page's width a ruled cell may take that holds
// one label and its value.
const widestColumn = 0.7

// beneathReach is how far a value stands beneath its label at most, in heights of
// the label.
const beneathReach = 3.0

// beneath finds the value beneath a label: the first segment that is aligned
// with it, in the label's own column.
func (r *reading) beneath(page *layout.Page, pl *pageLabels, l *label) []placing {
	line := &page.Lines[l.seg.Line]
	left, right := 0.0, page.Width
	for _, s := range line.Segments {
		if s.X1 <= l.box.X0 {
			left = max(left, s.X1)
		} else if s.X0 >= l.box.X1 {
			right = min(right, s.X0)
		}
	}
	height := max(4, l.box.Height())
	for n := l.seg.Line + 1; n < len(page.Lines); n++ {
		below := &page.Lines[n]
		if below.Y0-l.box.Y1 > beneathReach*height {
			break
		}
		for _, s := range below.Segments {
			if s.X1 <= l.box.X0-40 || s.X0 >= right || s.MidX() <= left || s.Y0 < l.box.Y0+0.5*height {
				continue
			}
			align := alignment(l, s)
			distance := (s.Y0 - l.box.Y1) / height
			if align <= 0 {
				continue
			}
			value, ok := valueSpan(page, pl, l, s)
			if !ok {
				return nil
			}
			geometry := (0.6 + 0.32*align) * (1 - 0.05*max(0, distance-0.5))
			if l.colon {
				geometry -= 0.05
			}
			return []placing{{l, value, geometry}}
		}
	}
	return nil
}

// alignment tells how well a segment stands under a label: 1 when their left
// edges, middles or right edges are the same, 0 when none is near.
func alignment(l *label, s *layout.Segment) float64 {
	d := min(math.Abs(s.X0-l.box.X0), math.Abs(s.MidX()-l.box.MidX()), math.Abs(s.X1-l.box.X1))
	if s.X0 > l.box.X1 || s.X1 < l.box.X0 {
		d = max(d, 20)
	}
	return 1 - d/40
}
