package keyvalue

import (
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

const (
	leastSentence = 5   // words of a segment that is running text
	dateWithin    = 120 // bytes in which a date follows the word of delivery
)

// deliverySentences are the dates of a page's running text in sentences that say that goods
// are to be delivered: "Please deliver to our stockroom by 14th August 2026."
func (r *Reader) deliverySentences(n int) (found []Candidate) {
	page := r.Index.pages[n]
	for i := range page.Lines {
		for _, s := range page.Lines[i].Segments {
			if !sentences.On() || len(s.Words) < leastSentence || r.Tables.Hold(n, s.MidX(), s.MidY()) {
				continue
			}
			if c, ok := r.deliverySentence(page, s); ok {
				c.Page = n
				found = append(found, c)
			}
		}
	}
	return found
}

// deliverySentence reads the date in the sentence that a segment holds, or that it begins and
// the line beneath ends.
func (r *Reader) deliverySentence(page *layout.Page, s *layout.Segment) (c Candidate, ok bool) {
	for _, l := range r.Index.Within(s, RoleDelivers) {
		spans := []Span{{Segment: s, From: l.Phrase().To, To: len(s.Words)}}
		if s.Line+1 < len(page.Lines) {
			if next := r.Index.labels[s.Page].continuing(page, s.Line+1, s, [2]float64{s.X0, s.X0}); next != nil {
				spans = append(spans, Whole(next))
			}
		}
		before := ""
		for _, span := range spans {
			text := firstSentence(span.Text())
			iso, from, to, found := r.Locale.FindDate(text)
			if found && len(before)+from < dateWithin && !ofAnother(before+text[:from]) {
				return Candidate{Field: schema.DeliveryDate, Value: iso, Span: span.Slice(from, to), Score: noLabel}, true
			}
			if found || text != span.Text() {
				break
			}
			before += text + " "
		}
	}
	return c, false
}

// ofAnother reports whether text names a document or a sum, of which the date behind it is.
func ofAnother(text string) bool {
	for w := range strings.FieldsFuncSeq(textnorm.Fold(text), notLetter) {
		if invoiceWords()[w] || beforeOtherDate()[w] {
			return true
		}
	}
	return false
}
