package items

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
)

// align puts the line's pieces under the row of headings that they fit best, and
// returns them and the slot of each.
func (l *bodyLine) align(rows [][]slot) (best []piece, into []int) {
	least := 0.0
	for r, slots := range rows {
		pieces := cutPieces(make([]piece, 0, len(l.Segments)+2), l.Line, slots)
		to := make([]int, len(pieces))
		if cost := alignPieces(pieces, slots, to); r == 0 || cost < least {
			least, best, into, l.row = cost, pieces, to, r
		}
	}
	l.dense = l.class == plainLine && len(best) <= maxPieces && isDense(best, into, rows[l.row])
	return best, into
}

// isTelling reports whether the line shows what its columns state and where they are.
func (l *bodyLine) isTelling() bool { return l.dense && !l.beyond }

// isDense reports whether the pieces fill several columns with what their
// headings announce: two columns of figures, or one and one of texts where at
// most one heading of figures is of an Answered kind. Without headings of figures
// it takes two columns of texts, one of them a line number or a code.
func isDense(pieces []piece, into []int, slots []slot) bool {
	figures, texts, announced, answered, named := 0, 0, 0, 0, false
	for i := range slots {
		if announcesFigures(&slots[i]) {
			announced++
			if slots[i].meanings[0].Kinds[0].InOutput() {
				answered++
			}
		}
	}
	before := -1
	for i := range pieces {
		s := &slots[into[i]]
		if into[i] == before || fitCost(&pieces[i], s) > 3 {
			continue
		}
		before = into[i]
		if announcesFigures(s) {
			figures++
		} else {
			texts++
		}
		named = named || isIdentifier(s, pieces[i].words)
	}
	if announced == 0 {
		return texts >= 2 && named
	}
	return figures >= 2 || figures > 0 && figures >= min(announced, answered) && texts > 0
}

// isIdentifier reports whether the words are a line number or an article number, as the
// heading announces.
func isIdentifier(s *slot, words []*doc.Word) bool {
	if len(s.meanings) == 0 {
		return false
	}
	switch s.meanings[0].Kinds[0] {
	case headings.LineNumber:
		_, ok := lineOrdinal(textnorm.Join(words))
		return ok
	case headings.Code:
		return isCode(words)
	}
	return false
}

func announcesFigures(s *slot) bool {
	return len(s.meanings) > 0 && s.meanings[0].Kinds[0].Numeric()
}

// leastFuller is the factor by which aligning the pieces must fill more cells than placing the words by position.
const leastFuller = 1.1

// fill puts the words of the lines into cells by their positions. Lines that state items are filled as their pieces were
// aligned instead if that fills clearly more cells: columns may be closer together than their extents show.
func (p *tablePart) fill(t *tableDraft, pieces [][]piece, into [][]int) {
	placed, aligned := 0, 0
	cells := make([][]*doc.Word, len(t.columns)*len(p.lines))
	for i := range p.lines {
		l := &p.lines[i]
		l.cells, cells = cells[:len(t.columns):len(t.columns)], cells[len(t.columns):]
		l.fill(p.columns[l.row], p.slots[l.row], p.extents, p.WordGap)
		if l.dense {
			placed += l.filled()
			aligned += len(slices.Compact(slices.Sorted(slices.Values(into[i]))))
		}
	}
	if float64(aligned) <= leastFuller*float64(placed) {
		return
	}
	for i := range p.lines {
		l := &p.lines[i]
		if !l.dense {
			continue
		}
		clear(l.cells)
		for k := range pieces[i] {
			l.put(p.columns[l.row][into[i][k]], pieces[i][k].words)
		}
	}
}

// filled returns how many cells of the line have words.
func (l *bodyLine) filled() int {
	count := 0
	for _, words := range l.cells {
		count += min(1, len(words))
	}
	return count
}

// fill puts the line's words into the cells of the columns that they are in. Words
// without a wide gap between them stay together, except after the line's number.
func (l *bodyLine) fill(columns []int, slots []slot, extents []columnExtent, wordGap float64) {
	for _, s := range l.Segments {
		at, start := -1, 0
		for i, w := range s.Words {
			to := max(0, at)
			for k := to; k < len(columns); k++ {
				if e := &extents[columns[k]]; w.Box.MidX() >= e.left && w.Box.MidX() < e.right {
					to = k
					break
				}
			}
			switch {
			case at < 0:
				at = to
			case to > at && w.Box.X0 >= extents[columns[to]].left-1 &&
				(w.Box.X0-s.Words[i-1].Box.X1 > cellGap*wordGap*s.Size() || i == 1 && slots[at].numbers(s.Words[0])):
				l.put(columns[at], s.Words[start:i])
				at, start = to, i
			}
		}
		l.put(columns[at], s.Words[start:])
	}
}

// put adds words to a cell. Words that are the first of their cell are not copied.
func (l *bodyLine) put(column int, words []*doc.Word) {
	if len(l.cells[column]) == 0 {
		l.cells[column] = words[:len(words):len(words)]
		return
	}
	l.cells[column] = append(l.cells[column], words...)
}

// cellGap is the gap, in usual word gaps, above which words of a segment may be
// in different cells, whatever they say.
const cellGap = 1.75
