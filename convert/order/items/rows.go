package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/wording"
)

// tableRow is one line item as it stands on the page.
type tableRow struct {
	part   *tablePart
	anchor *bodyLine // the line, or the merged lines, that hold its figures
	lines  []*bodyLine
	cells  [][]*doc.Word // by column
	more   []itemText    // of its text columns' lines, in order
}

// itemText is one line of a row's texts.
type itemText struct {
	part   *tablePart
	line   *bodyLine
	column int
	words  []*doc.Word
}

// rowMode is where an item's figures stand beside its text.
type rowMode uint8

const (
	topRow    rowMode = iota // beside the first line of its text
	middleRow                // beside the middle
	bottomRow                // beside the last line
)

// Measures of rows, in ems.
const (
	textLeading  = 2.1 // lines of one item's text are not further apart than this
	lastLeading  = 1.8 // those of the last item
	apartLeading = 3.2 // even in a frame, a text goes on no further below
)

// isAnchor tells whether the line states an item: as many of its figures as a
// row needs, and nothing that would make it a summary.
func (t *tableDraft) isAnchor(l *bodyLine) bool {
	if l.class == separatorLine || (l.class == totalLine || l.class == subtotalLine) && !t.provesItself(l) {
		return false
	}
	filled, figures, wrong := t.figuresOf(l)
	_, line := t.ordinal(l)
	named := t.hasText(l)
	if l.class == taxLine {
		return filled[kindQuantity] && filled[kindPrice] && wrong == 0
	}
	if t.sumsUp(l) {
		return false
	}
	switch {
	case wrong > 0 && figures < 2 || figures == 0:
		return false
	case figures >= min(2, t.figureColumns()):
		return figures >= 2 || named || line
	case line && named:
		return true
	case filled[kindQuantity] && named:
		return t.find(kindLine) < 0 || line
	}
	return false
}

// figuresOf tells which of quantity, price and total the line states, how many
// they are, and in how many of their columns something else stands.
func (t *tableDraft) figuresOf(l *bodyLine) (filled [numKinds]bool, figures, wrong int) {
	for _, k := range [...]columnKind{kindQuantity, kindPrice, kindTotal} {
		c := t.find(k)
		if c < 0 || c >= len(l.cells) || len(l.cells[c]) == 0 {
			continue
		}
		if n, ok := t.figure(l.cells[c]); ok && (!n.Percent || k == kindQuantity) {
			filled[k] = true
			figures++
		} else {
			wrong++
		}
	}
	return filled, figures, wrong
}

// figureColumns is how many of quantity, price and total have columns with
// something in them.
func (t *tableDraft) figureColumns() int {
	n := 0
	for _, k := range [...]columnKind{kindQuantity, kindPrice, kindTotal} {
		if c := t.find(k); c >= 0 && t.columns[c].seen.filled > 0 {
			n++
		}
	}
	return n
}

// ordinal reads the line's number.
func (t *tableDraft) ordinal(l *bodyLine) (int, bool) {
	c := t.find(kindLine)
	if c < 0 || c >= len(l.cells) || len(l.cells[c]) == 0 || len(l.cells[c]) > 2 {
		return 0, false
	}
	text := wording.Join(l.cells[c])
	return lineOrdinal(text)
}

// hasText tells whether the line names an item.
func (t *tableDraft) hasText(l *bodyLine) bool {
	for _, k := range [...]columnKind{kindDescription, kindCode} {
		if c := t.find(k); c >= 0 && len(l.cells[c]) > 0 {
			return true
		}
	}
	return false
}

// opens tells whether the line begins an item whose figures stand further
// down: it has the item's number, and a text.
func (t *tableDraft) opens(l *bodyLine) bool {
	_, line := t.ordinal(l)
	return line && t.hasText(l)
}

// isText tells whether the line may go on with an item's text: it states none
// of the item's figures, and does not begin in a column of figures.
func (t *tableDraft) isText(l *bodyLine) bool {
	if l.class != plainLine {
		return false
	}
	_, figures, _ := t.figuresOf(l)
	if figures > 0 {
		return false
	}
	for c, words := range l.cells {
		if len(words) == 0 {
			continue
		}
		switch k := t.columns[c].kind; {
		case k == kindLine && !t.opens(l), k.numeric() && words[0] == l.Segments[0].Words[0] && !(k == kindQuantity && isKnownUnit(words)):
			return false
		}
	}
	d := t.find(kindDescription)
	if d >= 0 && len(l.cells[d]) > 0 {
		return true
	}
	// Other columns wrap, too, and some texts stand beneath their codes.
	for _, words := range l.cells {
		if len(words) > 0 {
			return true
		}
	}
	return false
}

// isUnitAlone tells whether words that stand alone beneath a quantity may be its
// unit of measure.
func isUnitAlone(words []*doc.Word) bool {
	return isKnownUnit(words) || len(words) == 1 && isUnitWord(words[0].Text) && !wording.HasDigit(words[0].Text)
}

// newRow begins a row with its anchor.
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
