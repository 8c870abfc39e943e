package keyvalue

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Bounds of free text.
const (
	maxTerms      = 160 // bytes of payment terms
	maxTermsLines = 4
	maxShip       = 60 // bytes of a method of shipment
	maxShipLines  = 2

	maxAbbreviation = 3 // bytes
)

// Scores of texts without a known word.
const (
	termsUnknown  = 0.45 // payment terms without a word of terms
	shipUnknown   = 0.7  // a method of shipment that names no known carrier or method
	looseStrength = 0.6  // up to this strength of a label, a method of shipment must have a known word
)

// text reads payment terms or a method of shipment. The candidate's score says how much it looks like one.
func (r *Reader) text(m Meaning, at Place) (c Candidate) {
	lines, most, unknown, known := maxTermsLines, maxTerms, termsUnknown, TermsWords()
	if m.Kind == ShipVia {
		lines, most, unknown, known = maxShipLines, maxShip, shipUnknown, ShipWords()
	}
	text, more := r.paragraph(at, lines)
	if m.Kind == Terms {
		text = firstSentence(text)
	}
	c = Candidate{Value: trimValue(text), Span: at.Span, More: more}
	switch _, _, _, dated := r.Locale.FindDate(c.Value); {
	case len(c.Value) > most || textnorm.CountLetters(c.Value) < 2 || dated && m.Kind == ShipVia || value.OnlyDateWords(c.Value):
		return Candidate{}
	case slices.ContainsFunc(strings.FieldsFunc(textnorm.Fold(c.Value), notLetter), func(w string) bool { return known[w] }):
		c.Score = 1
	case m.Kind == Terms || m.Strength > looseStrength:
		c.Score = unknown
	}
	return c
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// firstSentence returns a text up to the full stop behind which another sentence begins. A
// short word before a full stop may be an abbreviation and does not end the sentence.
func firstSentence(s string) string {
	for i := 1; i+2 < len(s); i++ {
		if s[i] == '.' && s[i+1] == ' ' && beginsUpper(s[i+2:]) && i-strings.LastIndexByte(s[:i], ' ')-1 > maxAbbreviation {
			return s[:i+1]
		}
	}
	return s
}

// trimValue removes filling and leading marks around a value.
func trimValue(s string) string {
	return strings.TrimRight(strings.TrimLeft(s, " :;-–—.*_=|#"), " :;-–—_|,*")
}

// Measures of the lines of one text.
const (
	lineReach  = 3    // lines below a line in which its continuation is searched
	mostPitch  = 1.75 // greatest distance between two baselines, ems
	edgeWithin = 2.0  // points by which their left edges may differ
	sizeWithin = 0.5  // points by which their font sizes may differ
	blank      = 0.4  // width of a blank, ems
)

// paragraph returns a value's text with the lines that continue it, at most the given number of lines
// in all. A line that begins with a capital continues it only if the text so far is all in capitals or
// ends in a connecting word.
func (r *Reader) paragraph(at Place, lines int) (string, []Span) {
	n := at.Label.Segment.Page
	more := r.Index.labels[n].further(r.Index.pages[n], at, lines-1)
	text, last := at.Span.Text(), at.Span.Segment
	for i, s := range more {
		next := s.Text()
		if beginsUpper(next) && !unfinished(last) && text != strings.ToUpper(text) {
			return text, more[:i]
		}
		text, last = text+" "+next, s.Segment
	}
	return text, more
}

// formsPhrase reports whether a label and what follows it without a colon form one phrase: "Mode of
// procurement".
func (r *Reader) formsPhrase(at Place) bool {
	text := at.Span.Text()
	return !at.Label.Colon && at.Span.Segment == at.Label.Segment && smallWords()[textnorm.Fold(text[:textnorm.WordEnd(text, 0)])]
}

// further returns the lines that continue a value, at most the given number.
func (p *labels) further(page *layout.Page, at Place, most int) (more []Span) {
	last := at.Span.Segment
	left := [2]float64{last.X0, at.Span.First().Box.X0}
	for n := last.Line + 1; n < len(page.Lines) && n <= last.Line+lineReach && len(more) < most; n++ {
		if s := p.continuing(page, n, last, left); s != nil && (at.Span.Segment == at.Label.Segment || !besideLabel(page, s, at.Label)) {
			more = append(more, WholeSegment(s))
			last = s
		}
	}
	return more
}

// beginsUpper reports whether a text begins with a capital.
func beginsUpper(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

// continuing returns the segment of a line that continues the one above, or nil if there is none.
// It stands closely beneath it, at one of the given left edges, in the same cell, and does not begin with a label.
func (p *labels) continuing(page *layout.Page, line int, above *layout.Segment, left [2]float64) *layout.Segment {
	for _, s := range page.Lines[line].Segments {
		if math.Abs(s.X0-left[0]) > edgeWithin && math.Abs(s.X0-left[1]) > edgeWithin {
			continue
		}
		own := p.of(s)
		if (s.Baseline()-above.Baseline())/above.Size() > mostPitch || math.Abs(s.Size()-above.Size()) > sizeWithin || s.Cell != above.Cell ||
			len(own) > 0 && own[0].StartsSegment && (own[0].Colon || !unfinished(above)) || captioned(s) || brokenOff(above, s) {
			return nil
		}
		return s
	}
	return nil
}

// unfinished reports whether a segment ends in a connecting word, which another must follow.
func unfinished(s *layout.Segment) bool {
	return connectingWords()[textnorm.Fold(s.Words[len(s.Words)-1].Text)]
}

// brokenOff reports whether the line above a segment was ended on purpose: the segment begins
// with a capital, and its first word would have had room on the line above.
func brokenOff(above, s *layout.Segment) bool {
	w := s.Words[0]
	return beginsUpper(w.Text) && above.X1+blank*above.Size()+w.Box.Width() < s.X1
}

// captioned reports whether a segment begins with a caption of its own, known or not, or with
// the number of a clause: up to three words and a colon, or "3." or "4)", with more behind it.
func captioned(s *layout.Segment) bool {
	for i := range min(3, len(s.Words)-1) {
		w := s.Words[i].Text
		if last := w[len(w)-1]; last == ':' || i == 0 && len(w) <= 3 && (last == '.' || last == ')') {
			return true
		}
	}
	return false
}

// besideLabel reports whether something stands left of a segment in the label's
// column; the segment's line then has a label of its own.
func besideLabel(page *layout.Page, s *layout.Segment, l *Label) bool {
	for _, o := range page.Lines[s.Line].Segments {
		if o != s && o.X1 > l.Box.X0 && o.X0 < l.Box.X1 && o.X0 < s.X0 {
			return true
		}
	}
	return false
}
