package items

import (
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"

	"github.com/shopspring/decimal"
)

// Beneath an item may stand when it is to come, in one delivery or several: a
// date, the quantity once more or a part of it, and a word or two.

// Bounds of a line that schedules a delivery.
const (
	scheduleWords  = 3 // words beside the date and the figures
	measuredWords  = 6 // the same where a unit of measure follows a figure
	scheduleFields = 9 // words in all, the date's left out
)

// scheduleOn reads a line that says when how much is to be delivered. It gives
// the date, and the figures beside it.
func (t *tableDraft) scheduleOn(l *bodyLine) (iso string, figures []decimal.Decimal) {
	if l.class != plainLine {
		return "", nil
	}
	text := wording.Join(lineWords(l.Line))
	if label, numbered, ok := strings.Cut(text, " 1 "); ok && !wording.HasDigit(label) {
		if _, _, _, ok := t.locale.FindDate(numbered); ok {
			text = label + " " + numbered // "Schedule 1 September 6, 2026"
		}
	}
	iso, from, to, ok := t.locale.FindDate(text)
	if !ok {
		return "", nil
	}
	rest := strings.Fields(text[:from] + " " + text[to:])
	if len(rest) > scheduleFields {
		return "", nil
	}
	words, most := 0, scheduleWords
	for i, w := range rest {
		n, ok := t.locale.Number(w)
		switch {
		case i == 1 && isNumeral(strings.TrimRight(w, ".:)")) && !isNumeral(w): // "Delivery 2: 40 EA"
		case ok && n.Currency == "" && !n.Percent:
			figures = append(figures, n.Value)
		case wording.HasDigit(w):
			return "", nil // a code
		case len(figures) > 0 && i > 0 && value.IsUnit(w) && wording.HasDigit(rest[i-1]):
			most = measuredWords
		case wording.CountLetters(w) > 1 && !value.IsUnit(w):
			words++
		}
	}
	if words > most || len(figures) == 0 {
		return "", nil
	}
	return iso, figures
}

// isSchedule tells whether a line beneath an item may schedule its delivery: the
// table has no column of dates, and the line no price and no total.
func (t *tableDraft) isSchedule(l *bodyLine) bool {
	if t.find(kindDate) >= 0 || t.figureColumns() < 2 {
		return false
	}
	if filled, _, _ := t.figuresOf(l); filled[kindPrice] || filled[kindTotal] {
		return false
	}
	_, figures := t.scheduleOn(l)
	return len(figures) > 0
}

// readSchedules reads the lines beneath an item that schedule its quantity, in
// all or in parts, and takes them out of its texts. The first tells the date.
func (t *tableDraft) readSchedules(r *tableRow, cells *schema.Cells) {
	quantities := t.readingsOf(r, t.find(kindQuantity))
	if len(quantities) == 0 {
		return
	}
	quantity, sum := quantities[0].Value, decimal.Decimal{}
	var lines []*bodyLine
	whole := false
	for _, l := range r.lines {
		if l == r.anchor || !t.isSchedule(l) {
			continue
		}
		_, figures := t.scheduleOn(l)
		last := figures[len(figures)-1]
		whole = whole || last.Equal(quantity)
		sum = sum.Add(last)
		lines = append(lines, l)
	}
	if len(lines) == 0 || !whole && !sum.Equal(quantity) {
		return
	}
	for k, l := range lines {
		for i := range r.more {
			text := &r.more[i]
			if text.line != l {
				continue
			}
			if iso, _ := t.scheduleOn(l); k == 0 && cells[schema.DeliveryDate].Value == "" {
				cells[schema.DeliveryDate] = schema.Cell{Value: iso, Evidence: evidenceOf(text.part, lineWords(l.Line), headedCell)}
			}
			text.words = nil
		}
	}
}
