package order

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/wording"
)

// candidate is one possible value of an order-level column.
type candidate struct {
	field Field
	value string
	span  span
	more  []span // further lines of the value
	page  int    // index into reading.pages
	score float64
}

// leastScore is what a candidate must reach to be told at all.
const leastScore = 0.15

// readLabels reads the order-level values that stand beside or beneath a
// label: number, dates, terms, shipping method, currency.
func readLabels(r *reading, p part, o *Order) {
	var found []candidate
	for n := p.first; n <= p.last; n++ {
		found = append(found, r.labelled(n, p.first)...)
	}
	found = bounded(found)
	s := r.newSurvey(p, found)
	for _, f := range [...]Field{PONumber, PODate, DeliveryDate, PaymentTerms, ShipVia} {
		if c, ok := s.best(f); ok {
			o.Head[f] = r.cell(c)
		}
	}
	readCurrency(r, p, o, found)
}

// maxCandidates bounds the candidates of a column, which are compared with one
// another. Orders have some dozens.
const maxCandidates = 256

// bounded leaves out the weakest candidates of a column that has too many.
func bounded(found []candidate) []candidate {
	if len(found) <= maxCandidates {
		return found
	}
	byScore := make([]int, len(found))
	for i := range byScore {
		byScore[i] = i
	}
	slices.SortStableFunc(byScore, func(i, j int) int { return cmp.Compare(found[j].score, found[i].score) })
	var count [NumFields]int
	keep := make([]bool, len(found))
	for _, i := range byScore {
		f := found[i].field
		count[f]++
		keep[i] = count[f] <= maxCandidates
	}
	strong := make([]candidate, 0, maxCandidates)
	for i := range found {
		if keep[i] {
			strong = append(strong, found[i])
		}
	}
	return strong
}

// labelled finds the candidates on one page.
func (r *reading) labelled(n, first int) []candidate {
	var found []candidate
	for _, at := range r.placings(n) {
		position := r.position(n, first, at.label)
		for _, m := range at.label.means {
			found = r.understand(found, m, at, position)
		}
	}
	return found
}

// claimMargin is by how much another label must claim a value better to
// take it away from a label.
const claimMargin = 0.1

// position weighs where on the pages a label stands: an order's head comes
// first, signatures and conditions stand beneath the table.
func (r *reading) position(n, first int, l *label) float64 {
	weight := 1.0
	if n > first {
		weight = 0.85
	}
	return weight - 0.05*l.box.Y0/max(1, r.pages[n].Height)
}

// understand adds the candidates that a value makes as what its label means.
func (r *reading) understand(found []candidate, m announced, at placing, position float64) []candidate {
	score := m.strength * at.geometry * position
	if r.labels.invoice && (m.kind == labelNumber && m.strength < 0.9 || m.kind == labelDate && m.strength < 1 || m.kind == labelDelivery && m.strength < 0.8) {
		return found
	}
	page := at.label.seg.Page
	add := func(f Field, value string, s span, shape float64) {
		if value != "" && score*shape >= leastScore {
			found = append(found, candidate{field: f, value: value, span: s, page: page, score: score * shape})
		}
	}
	switch m.kind {
	case labelNumber, labelNumberDate:
		value, s, shape := r.orderNumber(at.span, m.strength)
		if at.label.onlyNumber() && !at.label.lead {
			shape *= otherNumber
		}
		add(PONumber, value, s, shape)
		if iso, d, ok := r.dateIn(at.span); ok && value != "" && (m.kind == labelNumberDate || besideNumber(at.span, s, d)) {
			add(PODate, iso, d, 0.9)
		}
	case labelDate:
		if iso, s, ok := r.dateIn(at.span); ok {
			add(PODate, iso, s, 1)
		}
	case labelDelivery:
		if iso, s, ok := r.dateIn(at.span); ok {
			add(DeliveryDate, iso, s, 1)
		}
	case labelTerms:
		text, more := r.paragraph(at, maxTermsLines, statesTerms)
		value, shape := paymentTerms(text)
		if m.strength == looseStrength && (!at.label.lead || !statesTerms(value)) {
			return found
		}
		add(PaymentTerms, value, at.span, shape*looseText(at, shape))
		extend(found, value, more)
	case labelShipVia:
		text, more := r.paragraph(at, maxShipViaLines, nil)
		value, shape := r.shippingMethod(text)
		if m.strength == looseStrength && (!at.label.lead || shape < 1) {
			return found
		}
		add(ShipVia, value, at.span, shape*looseText(at, shape))
		extend(found, value, more)
	case labelCurrency:
		value, s := currencyIn(at.span)
		add(Currency, value, s, 1)
	}
	return found
}

// besideNumber tells whether nothing but such words as "dated" stand between an
// order's number and a date behind it.
func besideNumber(all, number, date span) bool {
	text, from, to := all.text(), number.text(), date.text()
	start, end := strings.Index(text, from), strings.LastIndex(text, to)
	if start < 0 || end < start+len(from) {
		return end >= 0 && end < start
	}
	for w := range strings.FieldsFuncSeq(wording.Fold(text[start+len(from):end]), notLetter) {
		if !afterNumber()[w] && !labelGlue()[w] && rolesOf()[w]&(roleDate|roleOrder) == 0 && canonicalWords()[w] != "date" {
			return false
		}
	}
	return true
}

// otherNumber is the weight of a "No." behind words that are not known: it is the
// number of something else.
const otherNumber = 0.5

// Lines of free text, at most.
const (
	maxTermsLines   = 4
	maxShipViaLines = 2
)

// looseText is the weight of text that follows a label in its segment without
// a colon: unless it looks like what the label says, both may be a phrase.
func looseText(at placing, shape float64) float64 {
	switch {
	case at.label.colon || at.span.first() != at.label.value.first():
		return 1
	case prose(at.span.text()):
		return 0
	case shape < 1:
		return 0.5
	}
	return 1
}

// extend notes further lines with the candidate that was added last.
func extend(found []candidate, value string, more []span) {
	if n := len(found); n > 0 && found[n-1].value == value {
		found[n-1].more = more
	}
}

// best picks a field's candidate: the highest score.
func best(found []candidate, f Field) (candidate, bool) {
	var top candidate
	for _, c := range found {
		if c.field == f && c.score > top.score {
			top = c
		}
	}
	return top, top.score > 0
}

// cell makes a candidate's cell.
func (r *reading) cell(c candidate) Cell {
	words := c.span.words()
	for _, m := range c.more {
		words = append(words[:len(words):len(words)], m.words()...)
	}
	return Cell{Value: c.value, Evidence: r.evidence(c.page, words, min(c.score, 1))}
}

// evidence tells where words stand that a value was read from.
func (r *reading) evidence(page int, words []*doc.Word, confidence float64) doc.Evidence {
	e := doc.Evidence{Page: r.pages[page].Number, Confidence: confidence}
	var box doc.Box
	for _, w := range words {
		box = box.Union(w.Box)
		e.Words = append(e.Words, w.Text)
		e.Confidence = min(e.Confidence, w.Confidence)
	}
	e.Box = r.pages[page].Displayed(box)
	return e
}
