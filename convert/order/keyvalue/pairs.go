package keyvalue

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// Pair is a label, known or not, and the value that it announces.
type Pair struct {
	Label    string  // as printed
	LabelBox doc.Box // of the label
	Value    []Span  // one for each line
}

// Bounds of pairs.
const (
	maxPairLines   = 6    // lines of a value
	valuelessScore = 0.35 // a place holds a value only if its geometry is greater
	claimMargin    = 0.1  // by how much the geometry of another label must be greater to take a value away
	sameLine       = 3.0  // points by which the vertical middles of pairs side by side may differ
)

// Pairs finds the labels and values of a page outside of tables of line items, in
// reading order: labels of the lexicon, whatever stands before a colon, captions in
// ruled boxes, and headings above single values.
func (r *Reader) Pairs(page int) []Pair {
	p := r.Index.pages[page]
	captions := r.captions(page)
	best := r.bestPlaces(p, &captions)
	// What stands beside or beneath a label is its value, even if it could be a
	// label itself: "Net 30".
	inValue := make(map[*doc.Word]bool)
	for _, at := range best {
		if at.Span.Segment != at.Label.Segment {
			for _, w := range at.Span.Words() {
				inValue[w] = true
			}
		}
	}
	var found []Pair
	taken := make(map[*doc.Word]bool) // as a label's first word, or a value's
	for i := range captions.all {
		l := &captions.all[i]
		at, ok := best[l]
		if ok && !taken[at.Span.First()] && (l.Colon || !inValue[l.Phrase().First()]) {
			taken[at.Span.First()] = true
			found = append(found, Pair{labelText(l), l.Box, r.wholeValue(p, &captions, at)})
		}
	}
	for i := range captions.all {
		taken[captions.all[i].Phrase().First()] = true
	}
	for _, g := range r.RuledTables(page) {
		found = append(found, g.pairs(taken)...)
	}
	slices.SortStableFunc(found, func(a, b Pair) int {
		if math.Abs(a.LabelBox.MidY()-b.LabelBox.MidY()) > sameLine {
			return cmp.Compare(a.LabelBox.MidY(), b.LabelBox.MidY())
		}
		return cmp.Compare(a.LabelBox.X0, b.LabelBox.X0)
	})
	return found
}

// bestPlaces returns for each label the best place of its value, of those that no other label
// claims clearly better.
func (r *Reader) bestPlaces(p *layout.Page, captions *labels) map[*Label]Place {
	var places []Place
	for i := range captions.all {
		l := &captions.all[i]
		if TrimColon(l.Value.Text()) != "" {
			places = append(places, Place{l, l.Value, 1})
			continue
		}
		for _, at := range valuesAround(p, captions, l) {
			if at.Geometry > valuelessScore && !r.holds(at.Span.Segment) {
				places = append(places, at)
			}
		}
	}
	claimed := make(map[*doc.Word]float64)
	for _, at := range places {
		claimed[at.Span.First()] = max(claimed[at.Span.First()], at.Geometry)
	}
	best := make(map[*Label]Place)
	for _, at := range places {
		if at.Geometry+claimMargin >= claimed[at.Span.First()] && at.Geometry > best[at.Label].Geometry {
			best[at.Label] = at
		}
	}
	return best
}

// holds reports whether a segment stands in a table of line items.
func (r *Reader) holds(s *layout.Segment) bool { return r.Tables.Contains(s.Page, s.MidX(), s.MidY()) }

// wholeValue returns a value with the lines that continue it. A value without letters has one line.
func (r *Reader) wholeValue(p *layout.Page, captions *labels, at Place) []Span {
	value := []Span{at.Span}
	if strings.ContainsFunc(at.Span.Text(), unicode.IsLetter) {
		value = append(value, captions.further(p, at, maxPairLines-1)...)
	}
	return slices.DeleteFunc(value, func(s Span) bool { return r.holds(s.Segment) })
}

// labelText returns a label as printed, with the remark that may follow it.
func labelText(l *Label) string {
	s := Span{Segment: l.Segment, From: l.first.word, To: len(l.Segment.Words)}
	if v := l.Value; !v.Empty() && v.From >= s.From {
		s.To = v.From
		if v.Skip > 0 && strings.ContainsAny(l.Segment.Words[v.From].Text[:v.Skip], ":：") {
			s.To, s.Cut = v.From+1, v.Skip
		}
	}
	if s.Empty() {
		s.To = l.last.word + 1
	}
	return TrimColon(s.Text())
}

// TrimColon removes the marks that separate a label from its value from both ends of a text.
func TrimColon(s string) string {
	return strings.TrimSpace(strings.Trim(strings.TrimSpace(s), ":：="))
}

// pairs returns the pairs in a ruled table: headings above one row of values, or labels
// left of one column of values. It leaves out what is taken already.
func (g *Table) pairs(taken map[*doc.Word]bool) []Pair {
	var found []Pair
	add := func(label, value []*doc.Word) {
		if len(value) == 0 || taken[value[0]] || taken[label[0]] {
			return
		}
		taken[value[0]] = true
		text := TrimColon(textnorm.Join(label))
		if text != "" && text != textnorm.Join(value) {
			found = append(found, Pair{text, label[0].Box, []Span{WholeSegment(&layout.Segment{Words: value})}})
		}
	}
	switch {
	case len(g.Rows) == 2 && !slices.ContainsFunc(g.Rows[0], func(cell []*doc.Word) bool { return !labelLike(cell) }):
		for c, label := range g.Rows[0] {
			add(label, g.Rows[1][c])
		}
	case len(g.Rows[0]) == 2:
		for _, row := range g.Rows {
			if labelLike(row[0]) {
				add(row[0], row[1])
			}
		}
	}
	return found
}
