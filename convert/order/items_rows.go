package order

import (
	"slices"

	"lineitem/convert/doc"
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
	labelLeading = 4.2 // labelled lines may stand further below
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
		if _, ok := t.figure(l.cells[c]); ok {
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
	return lineOrdinal(joinWords(l.cells[c]))
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

// isText tells whether the line may go on with an item's text: it states none
// of the item's figures, and does not begin in a column of figures.
func (t *tableDraft) isText(l *bodyLine) bool {
	if l.class != plainLine {
		return l.statesDiscount()
	}
	_, figures, _ := t.figuresOf(l)
	if figures > 0 {
		return false
	}
	for c, words := range l.cells {
		if len(words) == 0 {
			continue
		}
		if k := t.columns[c].kind; k == kindLine || k.numeric() && words[0] == l.Segments[0].Words[0] {
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

// findRows groups the lines of all parts into rows.
func (t *tableDraft) findRows() []tableRow {
	t.aligned = t.findMode()
	var rows []tableRow
	for _, p := range t.parts {
		ended := false
		for _, band := range t.bands(p) {
			rows, ended = t.bandRows(rows, p, band, ended)
		}
	}
	return rows
}

// band is a run of lines between two rules.
type band struct {
	lines          []*bodyLine
	above, beneath bool // a rule is drawn there
}

// bands cuts a part's lines at the horizontal rules that run through most of
// its columns.
func (t *tableDraft) bands(p *tablePart) []band {
	var bands []band
	var at []float64 // middles of columns
	for i := range p.extents {
		if e := &p.extents[i]; e.present {
			at = append(at, e.middle)
		}
	}
	ruled := func(y0, y1 float64) bool {
		n := 0
		for _, x := range at {
			if p.HorizontalBetween(y0, y1, x) {
				n++
			}
		}
		return n >= 2 && 5*n >= 3*len(at)
	}
	above := p.head != nil
	for i := range p.lines {
		l := &p.lines[i]
		y := p.bottomOfHead()
		if i > 0 {
			y = p.lines[i-1].MidY()
		}
		cut := ruled(y, l.MidY()) || l.class == separatorLine
		if i == 0 {
			above = cut
		}
		if i == 0 || cut {
			if n := len(bands); n > 0 {
				bands[n-1].beneath = true
			}
			bands = append(bands, band{above: cut || i == 0 && above})
		}
		if l.class == separatorLine {
			continue
		}
		bands[len(bands)-1].lines = append(bands[len(bands)-1].lines, l)
	}
	if n := len(bands); n > 0 && len(p.lines) > 0 {
		y := p.lines[len(p.lines)-1].MidY()
		bands[n-1].beneath = ruled(y, y+200)
	}
	return bands
}

func (p *tablePart) bottomOfHead() float64 {
	if p.head == nil {
		return 0
	}
	return p.head.MidY()
}

// bandRows adds the rows of a band. Where the table has ended, only what is
// surely an item goes on with it.
func (t *tableDraft) bandRows(rows []tableRow, p *tablePart, b band, ended bool) ([]tableRow, bool) {
	var anchors []int
	for i, l := range b.lines {
		switch {
		case t.isAnchor(l) && (!ended || t.surely(l)):
			ended = false
			anchors = append(anchors, i)
		case l.class == totalLine:
			ended = true
		}
	}
	closed := b.above && b.beneath
	if len(anchors) == 0 && !ended && closed {
		if merged := t.merge(b.lines); merged != nil && t.isAnchor(merged) && len(b.lines) > 1 {
			r := t.newRow(p, merged)
			for _, l := range b.lines {
				t.join(&r, p, l)
			}
			return append(rows, r), ended
		}
	}
	if len(anchors) == 0 {
		if len(rows) > 0 && !ended {
			t.continueRow(&rows[len(rows)-1], p, b)
		}
		return rows, ended
	}
	if len(anchors) == 1 && closed && !t.hasSummary(b) {
		r := t.newRow(p, b.lines[anchors[0]])
		for i, l := range b.lines {
			if i == anchors[0] || (t.isText(l) || l.class == plainLine && t.beside(l)) && !l.isAside() {
				t.join(&r, p, l)
			}
		}
		return append(rows, r), ended
	}
	return t.splitBand(rows, p, b, anchors), ended
}

// surely tells whether a line states an item even where the table seems to
// have ended: its figures multiply up, or none is absent and it is numbered.
func (t *tableDraft) surely(l *bodyLine) bool {
	if t.provesItself(l) {
		return true
	}
	_, figures, _ := t.figuresOf(l)
	_, line := t.ordinal(l)
	return figures == 3 && line && t.hasText(l)
}

// hasSummary tells whether a line of the band sums up.
func (t *tableDraft) hasSummary(b band) bool {
	return slices.ContainsFunc(b.lines, func(l *bodyLine) bool { return l.class != plainLine })
}

// beside tells whether a line of a ruled row only wraps cells.
func (t *tableDraft) beside(l *bodyLine) bool {
	c := t.find(kindLine)
	return c < 0 || len(l.cells[c]) == 0
}

// merge reads several lines of a ruled row as one.
func (t *tableDraft) merge(lines []*bodyLine) *bodyLine {
	if len(lines) == 0 {
		return nil
	}
	m := *lines[0]
	m.cells = make([][]*doc.Word, len(t.columns))
	for _, l := range lines {
		if l.class != plainLine {
			return nil
		}
		for c, words := range l.cells {
			m.cells[c] = append(m.cells[c], words...)
		}
	}
	return &m
}

// continueRow adds to the row before what goes on with its text: beneath a
// page's head, or in a ruled field of its own.
func (t *tableDraft) continueRow(r *tableRow, p *tablePart, b band) {
	last := r.lines[len(r.lines)-1]
	for i, l := range b.lines {
		d := t.find(kindDescription)
		if d < 0 || !t.isText(l) || len(l.cells[d]) == 0 || l.Segments[0].Words[0] != l.cells[d][0] || l.Segments[0].Words[0].Bold && !r.bold(d) {
			return
		}
		if cell := l.Segments[0].Cell; cell >= 0 && p.Cells[cell].Width() > 1.4*p.width(d) {
			return
		}
		if r.part == p {
			if l.Baseline-last.Baseline > 3.2*l.Segments[0].Size() {
				return
			}
			if !b.above && l.Baseline-last.Baseline > lastLeading*l.Segments[0].Size() {
				return
			}
		} else if i == 0 && (p.head == nil || l.Baseline-p.head.Y1 > 3*l.Segments[0].Size()) {
			return
		}
		t.join(r, p, l)
		last = l
	}
}

// width is the column's width as far as the head tells it, points.
func (p *tablePart) width(column int) float64 {
	e := &p.extents[column]
	left, right := e.left, e.right
	if p.head != nil {
		left, right = max(left, p.head.X0), min(right, p.head.X1)
	}
	return right - left
}

func (r *tableRow) bold(column int) bool {
	return len(r.cells[column]) > 0 && r.cells[column][0].Bold
}

// splitBand divides a band with several items, or with one and other lines.
func (t *tableDraft) splitBand(rows []tableRow, p *tablePart, b band, anchors []int) []tableRow {
	owners := t.owners(b.lines, anchors, t.aligned)
	first := len(rows)
	for _, a := range anchors {
		rows = append(rows, t.newRow(p, b.lines[a]))
	}
	for i, l := range b.lines {
		switch o := owners[i]; {
		case o >= 0:
			t.join(&rows[first+o], p, l)
		case o == ownedBefore && first > 0 && rows[first-1].part != p:
			t.join(&rows[first-1], p, l)
		}
	}
	return rows
}

// Owners of lines that belong to no item of their band.
const (
	ownedByNone = -1 // notes, section headings
	ownedBefore = -2 // to the last item before the band, perhaps
)

// owners tells for each line the item, as an index into anchors, that it
// belongs to.
func (t *tableDraft) owners(lines []*bodyLine, anchors []int, mode rowMode) []int {
	owner := make([]int, len(lines))
	for i := range owner {
		owner[i] = ownedByNone
	}
	for k, a := range anchors {
		owner[a] = k
	}
	// The lines of text between two anchors that hang together with the upper
	// or with the lower one.
	for k := -1; k < len(anchors); k++ {
		from, to := 0, len(lines)
		if k >= 0 {
			from = anchors[k] + 1
		}
		if k+1 < len(anchors) {
			to = anchors[k+1]
		}
		down := t.chain(lines, from, to, +1, k == len(anchors)-1)
		up := t.chain(lines, to-1, from-1, -1, false)
		if k == len(anchors)-1 {
			up = 0
		}
		if k < 0 {
			down = 0
		}
		switch mode {
		case topRow:
			if k < 0 && up == to-from {
				for i := from; i < to; i++ {
					owner[i] = ownedBefore
				}
			}
			up = 0
		case bottomRow:
			down = 0
		case middleRow:
			if k >= 0 {
				above := 0
				for i := anchors[k] - 1; i >= 0 && owner[i] == k; i-- {
					above++
				}
				down = min(down, above)
			}
			up = min(up, to-from-down)
		}
		for i := from; i < from+down; i++ {
			owner[i] = k
		}
		for i := to - up; i < to; i++ {
			owner[i] = k + 1
		}
	}
	return owner
}

// chain counts the lines of text that follow from the line at from toward the
// line at to, exclusive, each near the one before it.
func (t *tableDraft) chain(lines []*bodyLine, from, to, step int, last bool) int {
	n := 0
	for i := from; i != to; i += step {
		l, before := lines[i], i-step
		if before >= 0 && before < len(lines) {
			gap := float64(step) * (l.Baseline - lines[before].Baseline) / l.Segments[0].Size()
			limit := textLeading
			if last {
				limit = lastLeading
			}
			if step > 0 && t.sublabel(l) {
				limit = labelLeading
			}
			if gap > limit {
				break
			}
		}
		if !t.isText(l) || t.isHeading(l) || l.isAside() {
			break
		}
		n++
	}
	return n
}

// isHeading tells whether a line of text heads a section of the table: it
// begins before the texts' column.
func (t *tableDraft) isHeading(l *bodyLine) bool {
	d := t.find(kindDescription)
	if d < 0 || len(l.cells[d]) > 0 && l.cells[d][0] == l.Segments[0].Words[0] {
		return false
	}
	for c, words := range l.cells {
		if len(words) > 0 && words[0] == l.Segments[0].Words[0] {
			k := t.columns[c].kind
			return k != kindCode && k != kindDescription && len(l.cells[d]) == 0 && len(words) > 2
		}
	}
	return false
}

// findMode tells where items' figures stand beside their texts: the mode that
// leaves the fewest lines unexplained.
func (t *tableDraft) findMode() rowMode {
	var cost [3]float64
	for k, p := range t.parts {
		for n, b := range t.bands(p) {
			var anchors []int
			for i, l := range b.lines {
				if t.isAnchor(l) {
					anchors = append(anchors, i)
				} else if l.class == totalLine {
					break
				}
			}
			if len(anchors) == 0 || len(anchors) == 1 && b.above && b.beneath {
				continue
			}
			for mode := topRow; mode <= bottomRow; mode++ {
				cost[mode] += t.modeCost(b.lines, anchors, mode, k > 0 && n == 0)
			}
		}
	}
	best := topRow
	for mode := middleRow; mode <= bottomRow; mode++ {
		if cost[mode] < cost[best]-0.5 {
			best = mode
		}
	}
	return best
}

// modeCost tells how ill a mode suits a band; continued tells that an item of
// the page before may go on at its top.
func (t *tableDraft) modeCost(lines []*bodyLine, anchors []int, mode rowMode, continued bool) float64 {
	owner := t.owners(lines, anchors, mode)
	cost := 0.0
	// Lines of text that hang together with an anchor but belong to none.
	for i, l := range lines[:anchors[len(anchors)-1]] {
		switch {
		case owner[i] == ownedBefore && continued:
			cost += 0.2
		case owner[i] < 0 && t.isText(l) && !t.isHeading(l):
			cost++
		}
	}
	end := anchors[len(anchors)-1] + 1
	for i := end; i < end+t.chain(lines, end, len(lines), +1, true); i++ {
		if owner[i] < 0 {
			cost++
		}
	}
	d := t.find(kindDescription)
	for k, a := range anchors {
		above, below := 0, 0
		for i := a - 1; i >= 0 && owner[i] == k; i-- {
			above++
		}
		for i := a + 1; i < len(lines) && owner[i] == k; i++ {
			below++
		}
		switch mode {
		case topRow:
			// An item whose text begins beneath its figures is a rare thing.
			if d >= 0 && len(lines[a].cells[d]) == 0 && below > 0 {
				cost += 0.7
			}
		case middleRow:
			cost += 0.3 * float64(max(above-below, below-above))
			if above+below > 0 && d >= 0 && len(lines[a].cells[d]) == 0 && above == below {
				cost -= 0.5
			}
		case bottomRow:
			cost += 0.2
			if d >= 0 && len(lines[a].cells[d]) == 0 && above > 0 {
				cost += 0.7
			}
		}
	}
	return cost
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
