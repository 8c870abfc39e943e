package keyvalue

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// Place is where a label's value may stand.
type Place struct {
	Label    *Label
	Span     Span
	Geometry float64 // how well it stands to its label, in (0, 1]
}

// What is known of a value by where it stands.
const (
	behindColon    = 1.0  // the label leads its segment, and a colon follows it
	behindWithin   = 0.9  // a label within its segment, and a colon
	behindLead     = 0.8  // the label leads, without a colon
	behindOther    = 0.6  // neither
	rightNear      = 0.95 // right of the label
	gapWeight      = 0.6  // of the gap, as a share of the page's width
	freeGap        = 0.05 // a gap that costs nothing
	noColon        = 0.1  // what the lack of a colon costs a value on the right,
	leastRight     = 0.3
	beneathLeast   = 0.6 // beneath the label, and not aligned with it
	beneathAligned = 0.32
	distanceWeight = 0.05 // of the distance, in heights of the label, beyond the free one
	freeDistance   = 0.5
	besideAnother  = 0.8 // of a value beneath a label that has one beside it
)

// Bounds of where a value stands beneath its label.
const (
	beneathReach  = 3.0  // heights of the label
	leastHeight   = 4.0  // points of a label that are reckoned with
	leftReach     = 40.0 // points by which it may end left of its label
	alignedWithin = 40.0 // points by which edges may differ
)

// Places finds where the values of a page's labels may stand: behind the label in its
// segment, right of it, or beneath it. Labels of sums are left out.
func (r *Reader) Places(n int) []Place {
	var found []Place
	page, of := r.Index.pages[n], &r.Index.labels[n]
	for i := range of.all {
		l := &of.all[i]
		if l.OnlySum() || r.InTable(l) {
			continue
		}
		if l.Value.Text() != "" {
			found = append(found, Place{l, l.Value, behind(l)})
		}
		if l.Whole {
			found = append(found, around(page, of, l)...)
		}
	}
	return found
}

// Beneath finds the value beneath a label: the first segment that is aligned with it,
// in the label's own column.
func (r *Reader) Beneath(l *Label) (Place, bool) {
	n := l.Segment.Page
	return beneath(r.Index.pages[n], &r.Index.labels[n], l)
}

// InTable reports whether a label stands in a table of line items.
func (r *Reader) InTable(l *Label) bool {
	return r.Tables.Hold(l.Segment.Page, l.Box.MidX(), l.Box.MidY())
}

// behind is how well a value stands behind its label.
func behind(l *Label) float64 {
	switch {
	case l.Colon && l.Lead:
		return behindColon
	case l.Colon:
		return behindWithin
	case l.Lead:
		return behindLead
	}
	return behindOther
}

// around finds the values right of a label and beneath it.
func around(page *layout.Page, of *labels, l *Label) (found []Place) {
	if p, ok := rightOf(page, of, l); ok {
		found = append(found, p)
	}
	if p, ok := beneath(page, of, l); ok && valuesBeneath.On() {
		if len(found) > 0 {
			p.Geometry *= besideAnother
		}
		found = append(found, p)
	}
	return found
}

// rightOf finds the value right of a label, on its line or on one that overlaps it.
func rightOf(page *layout.Page, of *labels, l *Label) (Place, bool) {
	next := RightOf(page, l.Segment, l.Box)
	if next == nil {
		return Place{}, false
	}
	value, ok := of.valueIn(next, l)
	gap := (next.X0 - l.Box.X1) / max(1, page.Width)
	geometry := rightNear - gapWeight*max(0, gap-freeGap)
	if first := next.Words[0].Text[0]; !l.Colon && first != ':' && first != '=' {
		geometry -= noColon
	}
	return Place{l, value, geometry}, ok && geometry > leastRight
}

// RightOverlap is how far what stands right of something may overlap it, in points.
const RightOverlap = 1

// RightOf is the nearest segment right of a part of a segment, on its line or on one that
// overlaps the part. What leads to it does not count.
func RightOf(page *layout.Page, own *layout.Segment, part doc.Box) *layout.Segment {
	var next *layout.Segment
	for n := max(0, own.Line-1); n <= min(len(page.Lines)-1, own.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == own || s.X0 < part.X1-RightOverlap || isLeader(s) || next != nil && s.X0 >= next.X0 {
				continue
			}
			if n == own.Line || s.OverlapY(part) >= 0.5*min(s.Height(), part.Height()) {
				next = s
			}
		}
	}
	return next
}

// isLeader reports whether a segment holds marks alone: the dots or the colon that
// lead from a label to its value.
func isLeader(s *layout.Segment) bool {
	for _, w := range s.Words {
		if strings.Trim(w.Text, ".:_-…·=") != "" {
			return false
		}
	}
	return true
}

// valueIn is the span of a segment as the value of a label; ok is false where the
// segment announces a value of its own. The word "No." in front of it is not part of it.
// "Courier" may be a label of a method of shipment, and one.
func (p *labels) valueIn(s *layout.Segment, l *Label) (value Span, ok bool) {
	own := p.of(s)
	if len(own) > 0 && l.Strength(Number) > 0 && own[0].Lead && own[0].bareNumber() && !own[0].Value.Empty() {
		return own[0].Value, true
	}
	if p.announces(s) && (own[0].Colon || own[0].Strength(ShipVia) == 0 || l.Strength(ShipVia) == 0) {
		return Span{}, false
	}
	return Whole(s), true
}

func beneath(page *layout.Page, of *labels, l *Label) (Place, bool) {
	left, right := columnOf(page, l)
	height := max(leastHeight, l.Box.Height())
	for n := l.Segment.Line + 1; n < len(page.Lines); n++ {
		line := &page.Lines[n]
		if line.Y0-l.Box.Y1 > beneathReach*height {
			break
		}
		for _, s := range line.Segments {
			align := alignment(l, s)
			if align <= 0 && inRow(page, l, s, right) {
				align = alignedInRow
			}
			if s.X1 <= l.Box.X0-leftReach || s.X0 >= right || s.MidX() <= left || s.Y0 < l.Box.Y0+0.5*height || align <= 0 {
				continue
			}
			value, ok := of.valueIn(s, l)
			distance := (s.Y0 - l.Box.Y1) / height
			geometry := (beneathLeast + beneathAligned*align) * (1 - distanceWeight*max(0, distance-freeDistance))
			return Place{l, value, geometry}, ok
		}
	}
	return Place{}, false
}

// alignedInRow is how well a value stands under its label where only their places in two
// rows say that they belong together.
const alignedInRow = 0.25

// inRow reports whether a label and a segment beneath it have the same place in two lines of
// equally many, at least three: forms print headings at the left of wide boxes, and
// values in their middle.
func inRow(page *layout.Page, l *Label, s *layout.Segment, right float64) bool {
	heads, values := page.Lines[l.Segment.Line].Segments, page.Lines[s.Line].Segments
	return len(heads) >= 3 && len(heads) == len(values) && s.X0 >= l.Box.X0 && s.X1 <= right &&
		slices.Index(heads, l.Segment) == slices.Index(values, s)
}

// columnOf is the extent along x between what stands left and right of a label on its line.
func columnOf(page *layout.Page, l *Label) (left, right float64) {
	right = page.Width
	for _, s := range page.Lines[l.Segment.Line].Segments {
		if s.X1 <= l.Box.X0 {
			left = max(left, s.X1)
		} else if s.X0 >= l.Box.X1 {
			right = min(right, s.X0)
		}
	}
	return left, right
}

// alignment is how well a segment stands under a label: 1 where their left edges,
// middles or right edges are the same, 0 or less where none is near.
func alignment(l *Label, s *layout.Segment) float64 {
	d := min(math.Abs(s.X0-l.Box.X0), math.Abs(s.MidX()-l.Box.MidX()), math.Abs(s.X1-l.Box.X1))
	return 1 - d/alignedWithin
}
