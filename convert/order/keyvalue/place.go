package keyvalue

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// Place is where a label's value may stand.
type Place struct {
	Label    *Label
	Span     Span
	Geometry float64 // how well it is placed for the label, in (0, 1]
}

// The geometry of a place, relative to its label.
const (
	behindColon    = 1.0  // behind the label, which leads its segment and has a colon
	behindWithin   = 0.9  // behind a label within its segment, with a colon
	behindLead     = 0.8  // behind the label without a colon
	rightNear      = 0.95 // right of the label
	gapWeight      = 0.6  // what a gap beyond freeGap costs, as a share of the page's width
	freeGap        = 0.05 // gap that costs nothing, as a share of the page's width
	leastRight     = 0.3  // right of the label, the geometry must be greater
	beneathLeast   = 0.6  // beneath the label, and not aligned with it
	beneathAligned = 0.32 // added if perfectly aligned
	distanceWeight = 0.05 // what a distance beyond freeDistance costs, in heights of the label
	freeDistance   = 0.5  // distance that costs nothing, in heights of the label
	besideAnother  = 0.8  // factor for a value beneath a label that also has one beside it
)

// Bounds of where a value stands beneath its label.
const (
	beneathReach  = 3.0  // heights of the label
	leastHeight   = 4.0  // points; the height of a label counts as at least this
	alignedWithin = 40.0 // points by which edges may differ
)

// Places finds where the values of a page's labels may stand: behind the label in its
// segment, right of it, or beneath it. The values of sums may also stand further right,
// behind rates and quantities. Labels in tables of line items are skipped, except those of
// sums alone, since tables may have been taken to reach too far down.
func (r *Reader) Places(n int) []Place {
	var found []Place
	page, of := r.Index.pages[n], &r.Index.labels[n]
	for i := range of.all {
		l := &of.all[i]
		if l.onlySum() && r.Index.isTableHeader(&page.Lines[l.Segment.Line]) || !l.onlySum() && r.inTable(l) {
			continue
		}
		found = append(found, placesOf(page, of, l)...)
		if l.isSum() {
			found = append(found, farRight(page, of, l)...)
		}
	}
	return found
}

// Around finds where the value of a label may stand, as Places does.
func (r *Reader) Around(l *Label) []Place {
	n := l.Segment.Page
	return placesOf(r.Index.pages[n], &r.Index.labels[n], l)
}

// farRight returns the further segments right of a label, up to the next label.
func farRight(page *layout.Page, of *labels, l *Label) (found []Place) {
	last, part := l.Segment, l.Segment.Box
	if l.EndsSegment {
		part = l.Box
	}
	for first := l.EndsSegment; ; first = false {
		next := rightOf(page, last, part)
		if next == nil || !(next.X0 > last.X0) || of.announces(next) { // X0 may be NaN
			return found
		}
		if !first { // placesOf finds the first
			found = append(found, Place{l, WholeSegment(next), rightNear})
		}
		last, part = next, next.Box
	}
}

func placesOf(page *layout.Page, of *labels, l *Label) []Place {
	switch {
	case l.EndsSegment:
		return valuesAround(page, of, l)
	case l.Value.Text() == "": // another label follows
		return nil
	}
	return []Place{{l, l.Value, behindGeometry(l)}}
}

// inTable reports whether a label stands in a table of line items.
func (r *Reader) inTable(l *Label) bool {
	return r.Tables.Contains(l.Segment.Page, l.Box.MidX(), l.Box.MidY())
}

// behindGeometry returns the geometry of a value behind its label.
func behindGeometry(l *Label) float64 {
	switch {
	case l.Colon && l.StartsSegment:
		return behindColon
	case l.Colon:
		return behindWithin
	}
	return behindLead
}

// valuesAround finds the values right of a label and beneath it, unless they announce values of their own.
func valuesAround(page *layout.Page, of *labels, l *Label) (found []Place) {
	if s := rightOf(page, l.Segment, l.Box); s != nil && of.mayFollow(s, l) {
		gap := (s.X0 - l.Box.X1) / max(1, page.Width)
		if geometry := rightNear - gapWeight*max(0, gap-freeGap); geometry > leastRight {
			found = append(found, Place{l, WholeSegment(s), geometry})
		}
	}
	if p, ok := valueBeneath(page, of, l); ok {
		if len(found) > 0 {
			p.Geometry *= besideAnother
		}
		found = append(found, p)
	}
	return found
}

// mayFollow reports whether a segment may be the value of a label: it announces no value of its
// own. "Courier" may be both the label of a method of shipment and such a method.
func (p *labels) mayFollow(s *layout.Segment, l *Label) bool {
	own := p.of(s)
	return !p.announces(s) || !own[0].Colon && own[0].Strength(ShipVia) > 0 && l.Strength(ShipVia) > 0
}

// rightOverlap is how far a segment right of another may overlap it, in points.
const rightOverlap = 1

// rightOf returns the nearest segment right of a part of a segment, on its line or, if it overlaps
// the part vertically, on a neighbouring one. Leaders are skipped.
func rightOf(page *layout.Page, own *layout.Segment, part doc.Box) *layout.Segment {
	var next *layout.Segment
	for n := max(0, own.Line-1); n <= min(len(page.Lines)-1, own.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == own || s.X0 < part.X1-rightOverlap || next != nil && s.X0 >= next.X0 || isLeader(s) {
				continue
			}
			if n == own.Line || s.OverlapY(part) >= 0.5*min(s.Height(), part.Height()) {
				next = s
			}
		}
	}
	return next
}

// isLeader reports whether a segment consists of marks alone: the dots or the colon that
// lead from a label to its value.
func isLeader(s *layout.Segment) bool {
	for _, w := range s.Words {
		if strings.Trim(w.Text, ".:_-…·=") != "" {
			return false
		}
	}
	return true
}

// valueBeneath finds the first segment beneath a label that is aligned with it, unless it announces
// a value of its own.
func valueBeneath(page *layout.Page, of *labels, l *Label) (Place, bool) {
	height := max(leastHeight, l.Box.Height())
	for n := l.Segment.Line + 1; n < len(page.Lines); n++ {
		line := &page.Lines[n]
		if line.Y0-l.Box.Y1 > beneathReach*height {
			break
		}
		for _, s := range line.Segments {
			if align := alignment(l, s); align > 0 && s.Y0 >= l.Box.Y0+0.5*height {
				distance := (s.Y0 - l.Box.Y1) / height
				geometry := (beneathLeast + beneathAligned*align) * (1 - distanceWeight*max(0, distance-freeDistance))
				return Place{l, WholeSegment(s), geometry}, of.mayFollow(s, l)
			}
		}
	}
	return Place{}, false
}

// alignment returns how well a segment is aligned with a label: 1 if their left edges,
// middles or right edges are the same, 0 or less if none of these are near.
func alignment(l *Label, s *layout.Segment) float64 {
	return 1 - s.Misalignment(l.Box)/alignedWithin
}
