package items

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
)

// tableRow is one line item as it stands on the page.
type tableRow struct {
	part   *tablePart
	anchor *bodyLine // the line that holds its figures
	lines  []*bodyLine
	cells  [][]*doc.Word // by column
	more   []itemText    // the cells again, line by line
}

// itemText is one line of a row's texts.
type itemText struct {
	part   *tablePart
	line   *bodyLine
	column int
	words  []*doc.Word
}

// isAnchor reports whether the line states an item: it has as many figures as a
// row needs, and nothing makes it a summary.
func (t *tableDraft) isAnchor(l *bodyLine) bool {
	filled, figures, wrong := t.figuresOf(l)
	switch l.class {
	case separatorLine, totalLine, subtotalLine:
		return false
	case taxLine:
		return filled[headings.Quantity] && filled[headings.Price] && wrong == 0
	}
	if figures == 0 || wrong > 0 && figures < 2 && !t.isProbableItem(l, filled) {
		return false
	}
	numbered := t.numbered(l)
	named := t.hasText(l)
	switch {
	case figures >= min(2, t.figureColumns()):
		return figures >= 2 || named || numbered
	case numbered && named:
		return true
	}
	return filled[headings.Quantity] && named && t.find(headings.LineNumber) < 0
}

// isProbableItem reports whether a line names an item and the probabilities confirm each of its figures, while what is in place of
// its other figures has no digits: "free of charge", "included".
func (t *tableDraft) isProbableItem(l *bodyLine, filled [headings.NumKinds]bool) bool {
	if t.fieldProbability == nil || !t.hasText(l) {
		return false
	}
	for _, k := range productKinds {
		words := t.cellOf(l, k)
		taken := func(w *doc.Word) bool { return t.fieldProbability(w, kindFields[k]) >= leastProbability }
		if filled[k] && !slices.ContainsFunc(words, taken) || !filled[k] && textnorm.HasDigit(textnorm.Join(words)) {
			return false
		}
	}
	return true
}

// figuresOf reports which of quantity, price and total the line states, how many
// these are, and how many of their columns hold something else.
func (t *tableDraft) figuresOf(l *bodyLine) (filled [headings.NumKinds]bool, figures, wrong int) {
	for _, k := range productKinds {
		words := t.cellOf(l, k)
		if len(words) == 0 {
			continue
		}
		if n, ok := t.figure(words); ok && (!n.Percent || k == headings.Quantity) {
			filled[k] = true
			figures++
		} else {
			wrong++
		}
	}
	return filled, figures, wrong
}

// figureColumns returns how many of quantity, price and total have a column that
// is not empty.
func (t *tableDraft) figureColumns() int {
	n := 0
	for _, c := range t.productColumns() {
		if c >= 0 && t.columns[c].content.filled > 0 {
			n++
		}
	}
	return n
}

// numbered reports whether the line states an item's line number.
func (t *tableDraft) numbered(l *bodyLine) bool {
	words := t.cellOf(l, headings.LineNumber)
	_, ok := lineOrdinal(textnorm.Join(words))
	return ok && len(words) <= 2
}

// hasText reports whether the line names an item.
func (t *tableDraft) hasText(l *bodyLine) bool {
	return len(t.cellOf(l, headings.Description))+len(t.cellOf(l, headings.Code)) > 0
}

// isText reports whether the line may continue an item's text: it states none
// of the item's figures, and does not begin in a column of figures.
func (t *tableDraft) isText(l *bodyLine) bool {
	if _, figures, _ := t.figuresOf(l); l.class != plainLine || figures > 0 {
		return false
	}
	for c, words := range l.cells {
		if len(words) == 0 {
			continue
		}
		k := t.columns[c].kind
		opens := words[0] == l.Segments[0].Words[0]
		if k == headings.LineNumber && !t.opens(l) || k.Numeric() && opens && !(k == headings.Quantity && isKnownUnit(words)) {
			return false
		}
	}
	return true
}

// opens reports whether the line may begin an item whose figures are further
// down: it has the item's number and a text.
func (t *tableDraft) opens(l *bodyLine) bool {
	return t.numbered(l) && t.hasText(l)
}

// isUnitAlone reports whether words that are alone beneath a quantity may be its
// unit of measure.
func isUnitAlone(words []*doc.Word) bool {
	return isKnownUnit(words) || len(words) == 1 && isUnitWord(words[0].Text) && !textnorm.HasDigit(words[0].Text) && words[0].Text[0] != '+' // a tax
}

// newRow returns a row that has an anchor but no lines yet.
func (t *tableDraft) newRow(p *tablePart, anchor *bodyLine) tableRow {
	return tableRow{part: p, anchor: anchor, cells: make([][]*doc.Word, len(t.columns))}
}

// join adds a line to a row.
func (t *tableDraft) join(r *tableRow, p *tablePart, l *bodyLine) {
	r.lines = append(r.lines, l)
	for c, words := range l.cells {
		if len(words) == 0 {
			continue
		}
		r.cells[c] = append(r.cells[c], words...)
		r.more = append(r.more, itemText{p, l, c, words})
	}
}
