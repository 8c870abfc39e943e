package keyvalue

import (
	"math"
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
	maxLead       = 32 // bytes of a sentence before the figure of its terms
	maxShip       = 60 // bytes of a method of shipment
	maxShipLines  = 2
	maxShipWords  = 6

	maxAbbreviation = 3 // bytes
)

// How much a text looks like what it is taken for.
const (
	termsUnknown = 0.45 // no word of terms
	shipUnknown  = 0.7  // no carrier and no method
)

// paymentTerms reads terms of payment and tells how much they look like some.
func paymentTerms(text string) (terms string, shape float64) {
	terms = trimValue(firstSentence(text))
	if len(terms) < 2 || len(terms) > maxTerms || strings.Contains(terms, "@") || value.OnlyDateWords(terms) && textnorm.HasDigit(terms) {
		return "", 0
	}
	for w := range strings.FieldsFuncSeq(textnorm.Fold(terms), notLetter) {
		if termsWords()[w] {
			return terms, 1
		}
	}
	return terms, termsUnknown
}

// termsIn is the part of a sentence that states when to pay, from its first figure and the
// words of terms before that on: "will be made within 28 days of receipt"; empty where it
// states nothing of that.
func termsIn(sentence string) string {
	sentence = firstSentence(sentence)
	at := strings.IndexFunc(sentence, textnorm.IsDigit)
	if at < 0 || at > maxLead || !statesWhen(sentence[at:]) {
		return ""
	}
	at = strings.LastIndexByte(sentence[:at], ' ') + 1
	if before := strings.LastIndexByte(strings.TrimRight(sentence[:at], " "), ' ') + 1; termsWords()[textnorm.Fold(strings.TrimSpace(sentence[before:at]))] {
		at = before
	}
	terms, rest, _ := strings.Cut(sentence[at:], ", ")
	if statesTerms(rest) {
		terms += ", " + rest
	}
	return terms
}

// firstSentence is a text up to the full stop behind which another sentence begins. What
// is short before it may be an abbreviation.
func firstSentence(s string) string {
	for i := 1; i+2 < len(s); i++ {
		if s[i] != '.' || s[i+1] != ' ' || !beginsUpper(s[i+2:]) {
			continue
		}
		word := s[strings.LastIndexByte(s[:i], ' ')+1 : i]
		if len(word) > maxAbbreviation || len(word) > 1 && word == strings.ToUpper(word) && capitals(word) {
			return s[:i+1]
		}
	}
	return s
}

// statesTerms reports whether text surely states terms of payment: when, or by what
// means, or which share.
func statesTerms(s string) bool {
	for w := range strings.FieldsFuncSeq(textnorm.Fold(s), notLetter) {
		if payWords()[w] {
			return true
		}
	}
	return statesWhen(s)
}

// statesWhen reports whether text counts days, or states a share.
func statesWhen(s string) bool {
	days := false
	for w := range strings.FieldsFuncSeq(textnorm.Fold(s), notLetter) {
		days = days || dayWords()[w]
	}
	return textnorm.HasDigit(s) && (days || strings.Contains(s, "%"))
}

// shippingMethod reads a carrier or method of shipment and tells how much it looks like
// one.
func (r *Reader) shippingMethod(text string) (method string, shape float64) {
	method = trimValue(text)
	words := strings.Count(method, " ") + 1
	if len(method) < 2 || len(method) > maxShip || strings.Contains(method, "@") || strings.HasSuffix(method, ".") && words > maxShipWords {
		return "", 0
	}
	if _, _, _, ok := r.Locale.FindDate(method); ok {
		return "", 0 // when, whatever else: "Ravi to collect before 12 Jan 2026"
	}
	if _, ok := r.Locale.Number(method); ok {
		return "", 0
	}
	shape = shipUnknown
	for _, w := range strings.FieldsFunc(textnorm.Fold(method), notLetter) {
		if shipWords()[w] || shipWords()[strings.TrimSuffix(w, "s")] {
			return method, 1
		}
	}
	return method, shape
}

// isProse reports whether text goes on as a sentence does.
func isProse(text string) bool {
	first, _, _ := strings.Cut(textnorm.Fold(trimValue(text)), " ")
	return smallWords()[first] || proseWords()[first]
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// trimValue takes the marks that fill or lead a value off it.
func trimValue(s string) string {
	s = strings.TrimLeft(s, " :;-–—.*_=|#")
	s = strings.TrimRight(s, " :;-–—_|,*")
	return s
}

// Measures of the lines of one text.
const (
	lineReach  = 3    // lines that are looked at
	maxClause  = 2    // digits of a clause's number
	leastPitch = 0.8  // between two lines, ems
	mostPitch  = 1.75 //
	edgeWithin = 2.0  // points by which their left edges may differ
	sizeWithin = 0.5  // points by which their sizes may differ
	blank      = 0.4  // ems
)

// paragraph is a value's text with the lines that continue it, at most the given
// number of lines in all. What begins with a capital is no part of a text that
// already tells, unless it tells as well; tells may be nil.
func (r *Reader) paragraph(at Place, lines int, tells func(string) bool) (string, []Span) {
	n := at.Label.Segment.Page
	page, of := r.Index.pages[n], &r.Index.labels[n]
	text, last := at.Span.Text(), at.Span.Segment
	left := [2]float64{last.X0, at.Span.First().Box.X0}
	var more []Span
	for n := last.Line + 1; furtherLines.On() && n < len(page.Lines) && n <= last.Line+lineReach && len(more) < lines-1; n++ {
		s := of.continuing(page, n, last, left)
		if s == nil || at.Span.Segment != at.Label.Segment && besideLabel(page, s, at.Label) {
			continue
		}
		next := s.Text()
		if tells != nil && tells(text) && !tells(next) && beginsUpper(next) && text != strings.ToUpper(text) && !unfinished(last) {
			break
		}
		text += " " + next
		more = append(more, Whole(s))
		last = s
	}
	return text, more
}

// beginsUpper reports whether a text begins with a capital.
func beginsUpper(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(first)
}

// continuing is the segment of a line that continues the one above it: set beneath it,
// closely, at one of the given left edges, in the same cell, with no label in it.
func (p *labels) continuing(page *layout.Page, line int, above *layout.Segment, left [2]float64) *layout.Segment {
	for _, s := range page.Lines[line].Segments {
		if math.Abs(s.X0-left[0]) > edgeWithin && math.Abs(s.X0-left[1]) > edgeWithin {
			continue
		}
		pitch := (s.Baseline() - above.Baseline()) / above.Size()
		if pitch > mostPitch || pitch < leastPitch || math.Abs(s.Size()-above.Size()) > sizeWithin || s.Cell != above.Cell {
			return nil
		}
		if captioned(s) || isClause(s) || brokenOff(above, s) {
			return nil
		}
		if found := p.of(s); len(found) > 0 && found[0].Lead && !found[0].OnlySum() && (found[0].Colon || !unfinished(above)) {
			return nil
		}
		return s
	}
	return nil
}

// brokenOff reports whether a line was ended on purpose above a segment that begins
// with a capital: its first word would have had room there.
func brokenOff(above, s *layout.Segment) bool {
	w := s.Words[0]
	if !beginsUpper(w.Text) {
		return false
	}
	return above.X1+blank*above.Size()+w.Box.Width() < s.X1
}

// isClause reports whether a segment begins with the number of a clause: "3." or "4)".
func isClause(s *layout.Segment) bool {
	w := s.Words[0].Text
	n := len(w) - 1
	return len(s.Words) > 1 && 0 < n && n <= maxClause && (w[n] == '.' || w[n] == ')') && textnorm.OnlyDigits(w[:n])
}

// captioned reports whether a segment begins with a caption of its own, known or not:
// a word or three, a colon, and more.
func captioned(s *layout.Segment) bool {
	for i := range min(3, len(s.Words)-1) {
		if w := s.Words[i].Text; len(w) > 2 && w[len(w)-1] == ':' || i > 0 && w == ":" {
			return true
		}
	}
	return false
}

// unfinished reports whether a segment ends in a word that another must follow.
func unfinished(s *layout.Segment) bool {
	return connectingWords()[textnorm.Fold(s.Words[len(s.Words)-1].Text)]
}

// besideLabel reports whether something stands left of a segment in the label's own
// column: then its line has a label of its own.
func besideLabel(page *layout.Page, s *layout.Segment, l *Label) bool {
	for _, o := range page.Lines[s.Line].Segments {
		if o != s && o.X1 <= s.X0 && o.X1 > l.Box.X0 && o.X0 < l.Box.X1 {
			return true
		}
	}
	return false
}
