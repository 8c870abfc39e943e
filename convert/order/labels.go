package order

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
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
		found = append(found, r.labelled(n, p)...)
	}
	for n := p.first; n <= p.lastOfTable(); n++ {
		found = r.sentences(n, found)
	}
	found = bounded(r.unlabelledDate(p, bounded(found)))
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

// Scores of a date without a label.
const (
	bareDate     = 0.25 // anywhere in the order's head
	bareDateNear = 0.45 // close beneath or beside the order's number
)

// maxDateLine is the most words of a letter's place and date: "San Juan del Monte,
// a 5 de octubre de 2026".
const maxDateLine = 12

// unlabelledDate adds the dates that stand alone in the order's head, as
// letterheads print them.
func (r *reading) unlabelledDate(p part, found []candidate) []candidate {
	page := r.pages[p.first]
	end := 0.45 * page.Height
	for _, g := range r.places.On(p.first) {
		end = min(end, g.Y0)
	}
	if r.labels.invoice {
		return found
	}
	number, ok := best(found, PONumber)
	taken := make(map[*doc.Word]bool)
	for _, at := range r.placings(p.first, p) {
		for _, w := range at.span.words() {
			taken[w] = true
		}
	}
	for i := range page.Lines {
		for _, s := range page.Lines[i].Segments {
			if s.Y0 > end || taken[s.Words[0]] || len(s.Words) > maxDateLine {
				continue
			}
			text := s.Text()
			if _, after, ok := strings.Cut(text, ","); ok && !wording.HasDigit(text[:len(text)-len(after)]) {
				text = after // "Hamburg, den 4. Mai 2026"
			}
			iso, ok2 := r.locale.Date(text)
			if !ok2 {
				continue
			}
			score := bareDate
			if ok && number.page == p.first && near(number.span.seg, s) {
				score = bareDateNear
			}
			found = append(found, candidate{field: PODate, value: iso, span: whole(s), page: p.first, score: score})
		}
	}
	return found
}

// near tells whether a segment stands close beneath or beside another.
func near(a, b *layout.Segment) bool {
	below := b.Y0 - a.Y0
	return below > -3 && below < 5*a.Size() && (a.OverlapX(b.Box) > 0 || math.Abs(a.X1-b.X1) < 10)
}

// labelled finds the candidates on one page.
func (r *reading) labelled(n int, p part) []candidate {
	places := r.placings(n, p)
	claimed := make(map[*doc.Word]float64) // by the best geometry of any label
	for _, at := range places {
		if at.span.seg != at.label.seg {
			claimed[at.span.first()] = max(claimed[at.span.first()], at.geometry)
		}
	}
	var found []candidate
	for _, at := range places {
		if at.span.seg != at.label.seg && at.geometry+claimMargin < claimed[at.span.first()] {
			continue
		}
		position := r.position(n, p, at.label)
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
func (r *reading) position(n int, p part, l *label) float64 {
	weight := 1.0
	if n > p.first {
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
		rest := r.wrappedNumber(at)
		if whole := at.span.text() + rest.text(); !rest.empty() && len(whole) <= maxOrderNumber {
			value, s, shape = whole, at.span, numberShape(whole, true, m.strength)
		}
		switch {
		case !at.label.onlyNumber():
		case !at.label.lead:
			shape *= otherNumber
		case r.besideTitle(at.label):
			shape *= titleStrength / m.strength
		}
		add(PONumber, value, s, shape)
		if !rest.empty() {
			extend(found, value, []span{rest})
		}
		if iso, d, ok := r.dateIn(at.span); ok && value != "" && (m.kind == labelNumberDate || besideNumber(at.span, s, d)) {
			add(PODate, iso, d, 0.9)
		}
	case labelDate:
		if iso, s, ok := r.dateIn(at.span); ok {
			add(PODate, iso, s, r.beneathTable(at.label))
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
		if !afterNumber[w] && !labelGlue[w] && rolesOf()[w]&(roleDate|roleOrder) == 0 && canonicalWords[w] != "date" {
			return false
		}
	}
	return true
}

// besideTitle tells whether a bare "No." stands right of a title that ends in a
// word for an order, though no lexicon holds it: "Print Order     No. 118".
func (r *reading) besideTitle(l *label) bool {
	for _, s := range r.pages[l.seg.Page].Lines[l.seg.Line].Segments {
		last, _ := canonicalWord(wording.Fold(s.Words[len(s.Words)-1].Text))
		if s.X1 <= l.seg.X0 && len(s.Words) <= 4 && rolesOf()[last]&roleOrder != 0 {
			return true
		}
	}
	return false
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

// beneathTable is the weight of a plain "Date": beneath the table of line
// items it is that of a signature.
func (r *reading) beneathTable(l *label) float64 {
	first := r.places.First()
	above := func(g items.Region) bool { return l.box.Y0 > g.Y1 }
	if first >= 0 && first < l.seg.Page || slices.ContainsFunc(r.places.On(l.seg.Page), above) {
		return 0.7
	}
	return 1
}

// best picks a field's candidate: the highest score, a little more for values
// that are printed again and again.
func best(found []candidate, f Field) (candidate, bool) {
	var top candidate
	for i, c := range found {
		if c.field != f {
			continue
		}
		for j, again := range found {
			if i != j && again.field == f && again.value == c.value && again.span.first() != c.span.first() {
				c.score += 0.04
			}
		}
		if c.score > top.score {
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
