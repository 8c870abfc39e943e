package order

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// paragraph is a value's text with the lines that continue it, at most the given
// number of lines in all. What begins with a capital is no part of a text that
// already tells, unless it tells as well; tells may be nil.
func (r *reading) paragraph(at placing, lines int, tells func(string) bool) (string, []span) {
	page, pl := r.pages[at.label.seg.Page], &r.labels.pages[at.label.seg.Page]
	text := at.span.text()
	last := at.span.seg
	left := [2]float64{last.X0, at.span.first().Box.X0}
	var more []span
	for n := last.Line + 1; n < len(page.Lines) && n <= last.Line+3 && len(more) < lines-1; n++ {
		s := continuing(page, pl, n, last, left)
		if s == nil || at.span.seg != at.label.seg && besideLabel(page, n, s, at.label) {
			continue
		}
		joinedSpan := whole(s)
		if tells != nil && tells(text) && !tells(joinedSpan.text()) && beginsUpper(joinedSpan.text()) && text != strings.ToUpper(text) && !unfinished(last) {
			break
		}
		text += " " + joinedSpan.text()
		more = append(more, joinedSpan)
		last = s
	}
	return text, more
}

// beginsUpper tells whether a text begins with a capital.
func beginsUpper(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

// continuing is the segment of line n that continues the one above it: set
// beneath it, closely, in the same cell, with no label in it.
func continuing(page *layout.Page, pl *pageLabels, n int, above *layout.Segment, left [2]float64) *layout.Segment {
	for _, s := range page.Lines[n].Segments {
		if math.Abs(s.X0-left[0]) > 2 && math.Abs(s.X0-left[1]) > 2 {
			continue
		}
		pitch := (s.Baseline() - above.Baseline()) / above.Size()
		if pitch > 1.75 || pitch < 0.8 || math.Abs(s.Size()-above.Size()) > 0.5 || s.Cell != above.Cell {
			return nil
		}
		if captioned(s) || brokenOff(page, above, s) {
			return nil
		}
		if labels := pl.of(s); len(labels) > 0 && labels[0].lead && !onlySum(&labels[0]) && (labels[0].colon || !unfinished(above)) {
			return nil
		}
		return s
	}
	return nil
}

// brokenOff tells whether a line was ended on purpose above a segment that begins
// with a capital: its first word would have had room there.
func brokenOff(page *layout.Page, above, s *layout.Segment) bool {
	w := s.Words[0]
	if !beginsUpper(w.Text) {
		return false
	}
	right := s.X1
	if s.Cell >= 0 && page.Cells[s.Cell].Width() < widestColumn*page.Width {
		right = max(right, page.Cells[s.Cell].X1-above.Size())
	}
	return above.X1+0.4*above.Size()+w.Box.Width() < right
}

// captioned tells whether a segment begins with a caption of its own, known or
// not: a word or three, a colon, and more.
func captioned(s *layout.Segment) bool {
	for i := range min(3, len(s.Words)-1) {
		if w := s.Words[i].Text; len(w) > 2 && w[len(w)-1] == ':' || i > 0 && w == ":" {
			return true
		}
	}
	return false
}

// unfinished tells whether a segment ends in a word that another must follow.
func unfinished(s *layout.Segment) bool {
	return connecting()[wording.Fold(s.Words[len(s.Words)-1].Text)]
}

// besideLabel tells whether something stands left of the segment in the label's
// own column: then the line has a label of its own.
func besideLabel(page *layout.Page, n int, s *layout.Segment, l *label) bool {
	for _, o := range page.Lines[n].Segments {
		if o != s && o.X1 <= s.X0 && o.X1 > l.box.X0 && o.X0 < l.box.X1 {
			return true
		}
	}
	return false
}
