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
	middle  bool // figures stand beside the middle of texts, not beside their first lines
}

var bareFound = mechanism.New("items: columns without headings")

// columnKey is which column of one page's head is which of another's.
type columnKey struct {
	heading int  // the heading, or the one behind which a column without heading stands; -1 for the first
	bare    bool // the column has no heading
}

// tablePart is what stands of a table on one page below one head.
type tablePart struct {
	*layout.Page
	index   int      // of the page
	head    *head    // nil where the table goes on without one
	slots   []slot   // of the columns, from left to right
	extents []extent // by column; a column that is absent here has none
	lines   []bodyLine
}

// bodyLine is a line below a head.
type bodyLine struct {
	*layout.Line
	class  lineClass
	pieces []piece       // each in one slot
	cells  [][]*doc.Word // by column
	dense  bool          // several of its columns are filled with what they are headed for
	// beyond tells that a total stands between the table's first lines and
	// this one, so that it says nothing of the columns.
	beyond bool
}

// add reads the lines from first to last, exclusive, of a page as a part of
// the table under the given head.
func (t *tableDraft) add(index int, h *head, first, last int) {
	p := &tablePart{Page: t.pages[index], index: index, head: h, slots: t.slots(h.cells)}
	p.lines = t.bodyLines(p.Lines[first:last])
	if len(p.lines) > 0 {
		p.rule(p.lines[0].MidY())
	}
	p.align()
	if bare := p.bareColumns(); len(bare) > 0 && bareFound.On() {
		p.slots = t.insert(p.slots, bare)
		p.align()
	}
	// What was surely found beneath a heading tells better than the heading
	// itself where its column stands.
	p.widen()
	p.align()
	p.measure(len(t.columns))
	p.fill()
	t.parts = append(t.parts, p)
}

// align puts what stands on the lines into slots.
func (p *tablePart) align() {
	items, beyond := false, false
	for i := range p.lines {
		l := &p.lines[i]
		l.align(p.slots)
		items = items || l.dense
		beyond = beyond || items && l.class == totalLine
		l.beyond = beyond
	}
}

// goOn reads the lines before the given one of the page after the table's last as a part of it
// that has no head of its own, if an item stands there.
func (t *tableDraft) goOn(index, end int) {
	before := t.parts[len(t.parts)-1]
	p := &tablePart{Page: t.pages[index], index: index, slots: before.slots, extents: slices.Clone(before.extents)}
	p.lines = t.bodyLines(p.Lines[:end])
	for i := range p.lines {
		p.lines[i].align(p.slots)
	}
	p.fill()
	if slices.ContainsFunc(p.lines, func(l bodyLine) bool { return l.dense }) {
		t.parts = append(t.parts, p)
	}
}

// bodyLines are lines below a head, of which it is known what they are by their words.
func (t *tableDraft) bodyLines(lines []layout.Line) []bodyLine {
	body := make([]bodyLine, len(lines))
	for i := range lines {
		body[i] = bodyLine{Line: &lines[i], class: t.classify(&lines[i])}
	}
	return body
}

// slots returns headings as slots of the table's columns, which it adds where they are new.
func (t *tableDraft) slots(cells []headCell) []slot {
	slots := make([]slot, len(cells))
	for i := range cells {
		c := &cells[i]
		column := t.column(columnKey{heading: i})
		slots[i] = slot{column: column, x0: c.X0, x1: c.X1, head: c.Box, meanings: c.meanings}
		if col := &t.columns[column]; col.heading == nil {
			col.heading, col.meanings, col.known = c.tokens, c.meanings, c.known
		}
	}
	return slots
}

// rule widens slots to the vertical rules about their headings, where these
// stand also at y, beneath the head.
func (p *tablePart) rule(y float64) {
	slots := p.slots
	for i := range slots {
		left, right := p.VerticalsAbout(slots[i].head.MidX(), y)
		if math.IsInf(left, 0) || math.IsInf(right, 0) ||
			i > 0 && slots[i-1].head.MidX() > left || i+1 < len(slots) && slots[i+1].head.MidX() < right {
			continue
		}
		slots[i].x0, slots[i].x1 = min(slots[i].x0, left+1), max(slots[i].x1, right-1)
		slots[i].ruled = true
	}
}

// widen makes the slots as wide as what mostly stands in them.
func (p *tablePart) widen() {
	slots := p.slots
	left, right := make([][]float64, len(slots)), make([][]float64, len(slots))
	for _, l := range p.denseLines() {
		for k := range l.pieces {
			if q := &l.pieces[k]; fitCost(q, &slots[q.slot]) < costlyPiece {
				left[q.slot], right[q.slot] = append(left[q.slot], q.x0), append(right[q.slot], q.x1)
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
			x0 = max(x0, slots[j-1].head.X1)
		}
		if j+1 < len(slots) {
			x1 = min(x1, slots[j+1].head.X0)
		}
		s.x0, s.x1 = min(s.x0, x0), max(s.x1, x1)
	}
	// What is wide reaches over its neighbour's heading at most.
	for j := 0; j+1 < len(slots); j++ {
		if a, b := &slots[j], &slots[j+1]; a.x1 > b.x0 {
			middle := (max(a.head.X1, b.x0) + min(a.x1, b.head.X0)) / 2
			a.x1, b.x0 = middle, middle
		}
	}
}

// column is the index of the column with the given key, which it adds when it is new.
func (t *tableDraft) column(key columnKey) int {
	if i := slices.Index(t.keys, key); i >= 0 {
		return i
	}
	t.keys = append(t.keys, key)
	t.columns = append(t.columns, tableColumn{})
	for _, p := range t.parts {
		p.extents = append(p.extents, extent{})
		for i := range p.lines {
			p.lines[i].cells = append(p.lines[i].cells, nil)
		}
	}
	return len(t.keys) - 1
}

// insert adds columns without heading to slots.
func (t *tableDraft) insert(slots, bare []slot) []slot {
	var all []slot
	for i := -1; i < len(slots); i++ {
		if i >= 0 {
			all = append(all, slots[i])
		}
		for len(bare) > 0 && (i+1 == len(slots) || bare[0].x0 < slots[i+1].x0) {
			bare[0].column = t.column(columnKey{i, true})
			all, bare = append(all, bare[0]), bare[1:]
		}
	}
	return all
}

// bareColumns finds columns that have no heading: stacks of pieces that stand
// under none while the headings beside them have pieces of their own.
func (p *tablePart) bareColumns() []slot {
	type stack struct {
		x0, x1 float64
		lines  int
	}
	slots, lines := p.slots, p.denseLines()
	var all []piece
	for _, l := range lines {
		all = append(all, l.pieces...)
	}
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(a.x0, b.x0) })
	var stacks []stack
	for _, q := range all {
		if k := len(stacks) - 1; k >= 0 && q.x0 < stacks[k].x1 {
			stacks[k].x1 = max(stacks[k].x1, q.x1)
			stacks[k].lines++
		} else {
			stacks = append(stacks, stack{q.x0, q.x1, 1})
		}
	}
	under := func(s slot) bool { // has pieces
		return slices.ContainsFunc(stacks, func(k stack) bool { return k.x0 < s.x1 && s.x0 < k.x1 })
	}
	var bare []slot
	for _, k := range stacks {
		if 2*k.lines < len(lines) || len(bare) >= 8 {
			continue
		}
		free := !slices.ContainsFunc(slots, func(s slot) bool { return k.x0 < s.x1 && s.x0 < k.x1 })
		i := slices.IndexFunc(slots, func(s slot) bool { return s.x0 > k.x1 })
		if i < 0 {
			i = len(slots)
		}
		if free && (i == 0 || under(slots[i-1])) && (i == len(slots) || under(slots[i])) {
			bare = append(bare, slot{x0: k.x0, x1: k.x1, head: doc.Box{X0: k.x0, X1: k.x1}})
		}
	}
	return bare
}

// measure sets how far the table's columns reach: halfway to what stands in the next ones.
func (p *tablePart) measure(columns int) {
	p.extents = make([]extent, columns)
	left := math.Inf(-1)
	for i, s := range p.slots {
		right := math.Inf(1)
		if i+1 < len(p.slots) {
			right = (s.x1 + p.slots[i+1].x0) / 2
		}
		p.extents[s.column] = extent{present: true, middle: (s.x0 + s.x1) / 2, left: left, right: right}
		left = right
	}
}
