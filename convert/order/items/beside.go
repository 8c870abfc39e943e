package items

import (
	"slices"

	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
)

var besideTables = mechanism.New("items: tables that go on beside themselves")

// columnOfTable is a part of a table that stands beside another one of the same head.
type columnOfTable struct {
	head  *head
	lines []layout.Line
}

// beside parts a head whose headings come several times over, and the lines beneath it:
// the table goes on beside itself. Any other head stays as it is.
func beside(h *head, lines []layout.Line) []columnOfTable {
	n := h.period()
	if n == 0 || !besideTables.On() {
		return []columnOfTable{{h, lines}}
	}
	row := h.rows[0]
	var parts []columnOfTable
	for from := 0; from < len(row); from += n {
		half := &head{page: h.page, first: h.first, last: h.last, rows: [][]headCell{row[from : from+n]}, score: h.score}
		for _, c := range half.rows[0] {
			half.Box = half.Box.Union(c.Box)
		}
		parts = append(parts, columnOfTable{head: half, lines: make([]layout.Line, len(lines))})
	}
	for i := range lines {
		for k := range parts {
			parts[k].lines[i] = lines[i]
			parts[k].lines[i].Segments = nil
		}
		for _, s := range lines[i].Segments {
			k := 0
			for k+1 < len(parts) && s.X0 > (parts[k].head.X1+parts[k+1].head.X0)/2 {
				k++
			}
			parts[k].lines[i].Segments = append(parts[k].lines[i].Segments, s)
		}
	}
	for k := range parts {
		parts[k].lines = slices.DeleteFunc(parts[k].lines, func(l layout.Line) bool { return len(l.Segments) == 0 })
	}
	return parts
}

// period is after how many headings the head's come again, 0 where they do not. They
// have to name items and state how many of each.
func (h *head) period() int {
	if len(h.rows) != 1 {
		return 0
	}
	row := h.rows[0]
	for n := 2; 2*n <= len(row); n++ {
		again := len(row)%n == 0
		texts, figures := false, false
		for i := range row {
			again = again && sameTokens(row[i].tokens, row[i%n].tokens)
			for _, m := range row[i].meanings {
				texts = texts || slices.Contains(m.kinds, kindCode) || slices.Contains(m.kinds, kindDescription)
				figures = figures || slices.Contains(m.kinds, kindQuantity)
			}
		}
		if again {
			if texts && figures {
				return n
			}
			return 0
		}
	}
	return 0
}
