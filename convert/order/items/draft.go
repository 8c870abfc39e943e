package items

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
)

// tableDraft is a table of line items while it is being read.
type tableDraft struct {
	*reader
	columns []tableColumn
	keys    []columnKey // of the columns
	parts   []*tablePart
	codes   codePlace
	middle  bool // figures are beside the middle of texts, not beside their first lines
}

var bareFound = mechanism.New("items: columns without headings")

// columnKey identifies a column across the pages of a table, by its place in their headers.
type columnKey struct {
	row     int // of headings
	heading int // index of the heading, or of the one before a column without heading, -1 if there is none before
	bare    int // 0 for the heading's own column; columns without heading after it are counted from 1
}

// tablePart is the part of a table that is on one page below one header.
type tablePart struct {
	*layout.Page
	index   int            // of the page
	header  *header        // nil where the table continues without one
	columns [][]int        // by row of headings: the indices of its columns in the table
	slots   [][]slot       // by row of headings: the slots of these columns
	extents []columnExtent // by column of the table; one that is not here has the zero extent
	lines   []bodyLine
}

// bodyLine is a line below a header.
type bodyLine struct {
	*layout.Line
	row   int           // of headings that it is under
	cells [][]*doc.Word // by column
	class lineClass
	dense bool // several of its columns are filled with what their headings announce
	// beyond is set if a total is between the table's first items and this line,
	// or is this line, so that it says nothing about the columns.
	beyond bool
}

// add reads the lines from first to last, exclusive, of a page as a part of
// the table under the given header.
func (t *tableDraft) add(index int, h *header, first, last int) {
	p := &tablePart{Page: t.pages[index], index: index, header: h, columns: make([][]int, len(h.rows)), slots: make([][]slot, len(h.rows))}
	p.lines = t.bodyLines(p.Lines[first:last])
	rows, columns := p.slots, p.columns
	for r, cells := range h.rows {
		rows[r], columns[r] = t.slots(r, cells)
		if len(p.lines) > 0 {
			p.rule(rows[r], p.lines[0].MidY())
		}
	}
	pieces := make([][]piece, len(p.lines))
	into := make([][]int, len(p.lines))
	align := func() {
		items, beyond := false, false
		for i := range p.lines {
			l := &p.lines[i]
			pieces[i], into[i] = l.align(rows)
			items = items || l.dense
			beyond = beyond || items && l.class == totalLine
			l.beyond = beyond
		}
	}
	align()
	// What was surely found beneath a heading shows better than the heading
	// itself where its column is.
	found := false
	for r := range rows {
		if bare := bareColumns(p.lines, pieces, rows[r], r); len(bare) > 0 && bareFound.On() {
			rows[r], columns[r] = t.insert(r, rows[r], columns[r], bare)
			found = true
		}
	}
	if found {
		align()
	}
	for r := range rows {
		p.widen(rows[r], pieces, into, r)
	}
	align()
	p.extents = make([]columnExtent, len(t.columns))
	for r := range rows {
		p.measure(rows[r], columns[r])
	}
	p.fill(t, pieces, into)
	t.parts = append(t.parts, p)
}

// continueOn reads the lines before end, on the page after that of the table's last part, as a part
// without a header of its own, if one of them states an item.
func (t *tableDraft) continueOn(index, end int) {
	before := t.parts[len(t.parts)-1]
	p := &tablePart{Page: t.pages[index], index: index, columns: before.columns, slots: before.slots, extents: slices.Clone(before.extents)}
	p.lines = t.bodyLines(p.Lines[:end])
	pieces, into := make([][]piece, end), make([][]int, end)
	for i := range p.lines {
		pieces[i], into[i] = p.lines[i].align(p.slots)
	}
	p.fill(t, pieces, into)
	if slices.ContainsFunc(p.lines, func(l bodyLine) bool { return l.dense }) {
		t.parts = append(t.parts, p)
	}
}

// bodyLines returns lines below a header, classified by their words.
func (t *tableDraft) bodyLines(lines []layout.Line) []bodyLine {
	body := make([]bodyLine, len(lines))
	for i := range lines {
		body[i] = bodyLine{Line: &lines[i], class: t.classify(&lines[i])}
	}
	return body
}

// slots returns the slots of a row of headings and the indices of their columns
// in the table. It adds columns that are new.
func (t *tableDraft) slots(row int, cells []columnHeading) ([]slot, []int) {
	slots, columns := make([]slot, len(cells)), make([]int, len(cells))
	for i := range cells {
		c := &cells[i]
		slots[i] = slot{x0: c.X0, x1: c.X1, heading: c.Box, meanings: c.meanings}
		columns[i] = t.column(columnKey{row: row, heading: i})
		if col := &t.columns[columns[i]]; col.heading == nil {
			col.heading, col.meanings, col.known = c.tokens, c.meanings, c.known
		}
	}
	return slots, columns
}

// rule widens slots to the vertical rules on both sides of their headings, where
// these rules also exist at y, beneath the header.
func (p *tablePart) rule(slots []slot, y float64) {
	for i := range slots {
		left, right := p.VerticalsAbout(slots[i].heading.MidX(), y)
		if math.IsInf(left, 0) || math.IsInf(right, 0) ||
			i > 0 && slots[i-1].heading.MidX() > left || i+1 < len(slots) && slots[i+1].heading.MidX() < right {
			continue
		}
		slots[i].x0, slots[i].x1 = min(slots[i].x0, left+1), max(slots[i].x1, right-1)
		slots[i].ruled = true
	}
}

// widen makes the slots of a row as wide as most of their pieces: from the 20th
// percentile of the left edges to the 80th of the right ones.
func (p *tablePart) widen(slots []slot, pieces [][]piece, into [][]int, row int) {
	left, right := make([][]float64, len(slots)), make([][]float64, len(slots))
	for i := range p.lines {
		if !p.lines[i].isTelling() || p.lines[i].row != row {
			continue
		}
		for k := range pieces[i] {
			if q, j := &pieces[i][k], into[i][k]; fitCost(q, &slots[j]) < costlyPiece {
				left[j], right[j] = append(left[j], q.x0), append(right[j], q.x1)
			}
		}
	}
	for j := range slots {
		s := &slots[j]
		n := len(left[j])
		if n == 0 || s.ruled {
			continue
		}
		slices.Sort(left[j])
		slices.Sort(right[j])
		x0, x1 := left[j][n/5], right[j][n-1-n/5]
		if j > 0 {
			x0 = max(x0, slots[j-1].heading.X1)
		}
		if j+1 < len(slots) {
			x1 = min(x1, slots[j+1].heading.X0)
		}
		s.x0, s.x1 = min(s.x0, x0), max(s.x1, x1)
	}
	// Slots that overlap are cut halfway, outside their headings.
	for j := 0; j+1 < len(slots); j++ {
		if a, b := &slots[j], &slots[j+1]; a.x1 > b.x0 {
			middle := (max(a.heading.X1, b.x0) + min(a.x1, b.heading.X0)) / 2
			a.x1, b.x0 = middle, middle
		}
	}
}

// column returns the index of the column with the given key, which it adds if it is new.
func (t *tableDraft) column(key columnKey) int {
	if i := slices.Index(t.keys, key); i >= 0 {
		return i
	}
	t.keys = append(t.keys, key)
	t.columns = append(t.columns, tableColumn{})
	for _, p := range t.parts {
		p.extents = append(p.extents, columnExtent{})
		for i := range p.lines {
			p.lines[i].cells = append(p.lines[i].cells, nil)
		}
	}
	return len(t.keys) - 1
}

// insert adds columns without heading to a row's slots.
func (t *tableDraft) insert(row int, slots []slot, columns []int, bare []slot) ([]slot, []int) {
	var newSlots []slot
	var newColumns []int
	for i := 0; i <= len(slots); i++ {
		for n := 1; len(bare) > 0 && (i == len(slots) || bare[0].x0 < slots[i].x0); n++ {
			newSlots = append(newSlots, bare[0])
			newColumns = append(newColumns, t.column(columnKey{row, i - 1, n}))
			bare = bare[1:]
		}
		if i < len(slots) {
			newSlots, newColumns = append(newSlots, slots[i]), append(newColumns, columns[i])
		}
	}
	return newSlots, newColumns
}

// bareColumns finds columns without a heading: stacks of pieces that are under no
// heading, while the headings beside them have pieces of their own.
func bareColumns(lines []bodyLine, pieces [][]piece, slots []slot, row int) []slot {
	type stack struct {
		x0, x1 float64
		lines  int
	}
	var all []piece
	dense := 0
	for i := range lines {
		if lines[i].isTelling() && lines[i].row == row {
			dense++
			all = append(all, pieces[i]...)
		}
	}
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(a.x0, b.x0) })
	var stacks []stack
	for _, p := range all {
		if k := len(stacks) - 1; k >= 0 && p.x0 < stacks[k].x1 {
			stacks[k].x1 = max(stacks[k].x1, p.x1)
			stacks[k].lines++
		} else {
			stacks = append(stacks, stack{p.x0, p.x1, 1})
		}
	}
	under := func(s slot) bool { // has pieces
		return slices.ContainsFunc(stacks, func(k stack) bool { return k.x0 < s.x1 && s.x0 < k.x1 })
	}
	var bare []slot
	for _, k := range stacks {
		if 2*k.lines < dense || len(bare) >= 8 {
			continue
		}
		free := !slices.ContainsFunc(slots, func(s slot) bool { return k.x0 < s.x1 && s.x0 < k.x1 })
		i := slices.IndexFunc(slots, func(s slot) bool { return s.x0 > k.x1 })
		if i < 0 {
			i = len(slots)
		}
		if free && (i == 0 || under(slots[i-1])) && (i == len(slots) || under(slots[i])) {
			bare = append(bare, slot{x0: k.x0, x1: k.x1, heading: doc.Box{X0: k.x0, X1: k.x1}})
		}
	}
	return bare
}

// measure sets the extents of the columns of a row of headings from its slots,
// which are as wide as most of their contents.
func (p *tablePart) measure(slots []slot, columns []int) {
	extents := make([]*columnExtent, len(slots))
	for j, c := range columns {
		e := &p.extents[c]
		e.present, e.middle = true, (slots[j].x0+slots[j].x1)/2
		extents[j] = e
	}
	limits(extents, slots)
}
