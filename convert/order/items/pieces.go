package items

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
)

// align puts the line's pieces under the row of headings that they fit best.
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

// tells reports whether the line tells what its columns state and where they stand.
func (l *bodyLine) tells() bool { return l.dense && !l.beyond }

// isDense reports whether the pieces fill several columns with what their
// headings announce: two columns of figures, or one and a text where there is
// one of quantities, prices and totals.
func isDense(pieces []piece, into []int, slots []slot) bool {
	figures, texts, announced, answered, named := 0, 0, 0, 0, false
	for i := range slots {
		if announcesFigures(&slots[i]) {
			announced++
			if slots[i].meanings[0].Kinds[0].Answered() {
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
		named = named || names(s, pieces[i].words)
	}
	if announced == 0 {
		return texts >= 2 && named
	}
	return figures >= 2 || figures > 0 && figures >= min(announced, answered) && texts > 0
}

// names reports whether the words number a line or an article, as the heading
// announces.
func names(s *slot, words []*doc.Word) bool {
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

// leastFuller is how many times as many cells the alignment of pieces has to fill as their places.
const leastFuller = 1.1

// fill puts the lines' words into the cells in whose columns they stand. Lines that state items are filled as their
// pieces were aligned instead where that leaves far fewer cells empty: columns may stand closer than their extents tell.
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

// filled is how many cells of the line have words.
func (l *bodyLine) filled() int {
	count := 0
	for _, words := range l.cells {
		count += min(1, len(words))
	}
	return count
}

// fill puts the line's words into the cells in whose columns they stand. Words
// that follow one another without a gap stay together, but for the line's number.
func (l *bodyLine) fill(columns []int, slots []slot, extents []extent, wordGap float64) {
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

// put adds words to a cell. The words of one segment are not copied.
func (l *bodyLine) put(column int, words []*doc.Word) {
	if len(l.cells[column]) == 0 {
		l.cells[column] = words[:len(words):len(words)]
		return
	}
	l.cells[column] = append(l.cells[column], words...)
}

// cellGap is the gap by which words of a segment may part cells whatever they
// say, in usual gaps between words.
const cellGap = 1.75
