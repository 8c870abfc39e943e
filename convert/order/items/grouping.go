package items

import (
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

var (
	ruledRows = mechanism.New("items: one item between two rules")
	textAbove = mechanism.New("items: figures beside the middle or the end of texts")
)

// Measures of rows, in ems.
const (
	textLeading = 2.1 // lines of one item's text are not further apart than this
	lastLeading = 1.8 // those of the last item
)

// rowMode is where an item's figures stand beside its text.
type rowMode uint8

const (
	topRow    rowMode = iota // beside the first line of its text
	middleRow                // beside the middle
	bottomRow                // beside the last line
)

// grouping groups a table's lines into rows.
type grouping struct {
	*tableDraft
	bands map[*tablePart][]band
	mode  rowMode
}

// band is a run of lines between two rules.
type band struct {
	lines  []*bodyLine
	above  bool // a rule is drawn there
	closed bool // and another one beneath
}

// findRows groups the lines of all parts into rows.
func (t *tableDraft) findRows() []tableRow {
	g := &grouping{tableDraft: t, bands: map[*tablePart][]band{}}
	for _, p := range t.parts {
		g.bands[p] = p.ruledBands()
	}
	if textAbove.On() {
		g.mode = g.findMode()
	}
	var rows []tableRow
	for _, p := range t.parts {
		ended := false
		for _, b := range g.bands[p] {
			rows, ended = g.bandRows(rows, p, b, ended)
		}
	}
	return rows
}

// lastBand is how far beneath a part's last line the rule may stand that closes its
// last band, points.
const lastBand = 200

// ruledBands cuts a part's lines at the horizontal rules that run through most of
// its columns.
func (p *tablePart) ruledBands() []band {
	var bands []band
	ruled := func(y0, y1 float64) bool {
		n, columns := 0, 0
		for i := range p.extents {
			if e := &p.extents[i]; e.present {
				columns++
				if p.HorizontalBetween(y0, y1, e.middle) {
					n++
				}
			}
		}
		return n >= 2 && 5*n >= 3*columns
	}
	y := 0.0
	for i := range p.lines {
		l := &p.lines[i]
		cut := l.class == separatorLine || ruled(y, l.MidY())
		if i == 0 || cut {
			if n := len(bands); n > 0 {
				bands[n-1].closed = bands[n-1].above
			}
			bands = append(bands, band{above: cut})
		}
		if y = l.MidY(); l.class != separatorLine {
			last := &bands[len(bands)-1]
			last.lines = append(last.lines, l)
		}
	}
	if n := len(bands); n > 0 {
		bands[n-1].closed = bands[n-1].above && ruled(y, y+lastBand)
	}
	return bands
}

// bandRows adds the rows of a band. Where the table has ended, only an item whose
// figures multiply up goes on with it.
func (t *grouping) bandRows(rows []tableRow, p *tablePart, b band, ended bool) ([]tableRow, bool) {
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
	switch {
	case len(anchors) == 0:
	case len(anchors) == 1 && b.closed && ruledRows.On():
		rows = append(rows, t.bandRow(p, b, anchors[0]))
	default:
		rows = t.splitBand(rows, p, b, anchors)
	}
	return rows, ended
}

// surely reports whether a line states an item even where the table seems to have
// ended: its figures multiply up, and beside them stand words, not sizes or the
// bases of a tax.
func (t *grouping) surely(l *bodyLine) bool {
	d := t.find(headings.Description)
	return t.provesItself(l) && (d < 0 || textnorm.CountLetters(textnorm.Join(l.cells[d])) > 1)
}

// bandRow is the row of a band with one item.
func (t *grouping) bandRow(p *tablePart, b band, at int) tableRow {
	anchor := b.lines[at]
	r := t.newRow(p, anchor)
	number := t.find(headings.LineNumber)
	for _, l := range b.lines {
		wraps := l.class == plainLine && !t.restates(l, anchor) && (number < 0 || len(l.cells[number]) == 0 || len(anchor.cells[number]) == 0)
		if l == anchor || t.isText(l) || wraps {
			t.join(&r, p, l)
		}
	}
	return r
}

// restates reports whether a line has a figure of its own where its anchor has
// one: a part of the price, a tax on it.
func (t *grouping) restates(l, anchor *bodyLine) bool {
	own, _, _ := t.figuresOf(l)
	stated, _, _ := t.figuresOf(anchor)
	for k := range own {
		if own[k] && stated[k] {
			return true
		}
	}
	return false
}

// splitBand divides a band with several items, or with one and other lines.
func (t *grouping) splitBand(rows []tableRow, p *tablePart, b band, anchors []int) []tableRow {
	owners := t.assignLines(b.lines, anchors, t.mode)
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

// assignLines returns for each line the item, as an index into anchors, that it belongs
// to: the lines of text between two anchors hang together with the upper or with
// the lower one.
func (t *grouping) assignLines(lines []*bodyLine, anchors []int, mode rowMode) []int {
	owner := make([]int, len(lines))
	for i := range owner {
		owner[i] = ownedByNone
	}
	own := func(from, to, k int) {
		for i := from; i < to; i++ {
			owner[i] = k
		}
	}
	above := 0 // lines of the text above the anchor k
	for k := -1; k < len(anchors); k++ {
		from, to := 0, len(lines)
		up, down := 0, 0
		if k >= 0 {
			from = anchors[k] + 1
			own(anchors[k], from, k)
		}
		last := k == len(anchors)-1
		if !last {
			to = anchors[k+1]
			up = t.chain(lines, to-1, from-1, -1, false)
		}
		if k >= 0 {
			down = t.chain(lines, from, to, +1, last)
		}
		switch mode {
		case topRow:
			if k < 0 && up == to-from {
				own(from, to, ownedBefore)
			}
			up = 0
		case bottomRow:
			down = 0
		case middleRow:
			down = min(down, above)
			up = min(up, to-from-down)
		}
		own(from, from+down, k)
		own(to-up, to, k+1)
		above = up
	}
	return owner
}

// chain counts the lines of text that follow from the line at from toward the
// line at to, exclusive, each near the one before it.
func (t *grouping) chain(lines []*bodyLine, from, to, step int, last bool) int {
	n, limit := 0, textLeading
	if last {
		limit = lastLeading
	}
	for i := from; i != to; i += step {
		l, before := lines[i], i-step
		if before >= 0 && before < len(lines) && float64(step)*(l.Baseline-lines[before].Baseline) > limit*l.Segments[0].Size() {
			break
		}
		opens := t.opens(l)
		if !t.isText(l) || opens && step > 0 {
			break
		}
		n++
		if opens {
			break
		}
	}
	return n
}

// clearlyBetter is how much less a mode must cost than the usual one.
const clearlyBetter = 0.5

// findMode returns the mode that leaves the fewest lines unexplained.
func (t *grouping) findMode() rowMode {
	var cost [bottomRow + 1]float64
	for k, p := range t.parts {
		for n, b := range t.bands[p] {
			var anchors []int
			for i, l := range b.lines {
				if t.isAnchor(l) {
					anchors = append(anchors, i)
				}
			}
			if len(anchors) == 0 || len(anchors) == 1 && b.closed {
				continue
			}
			for mode := range cost {
				cost[mode] += t.modeCost(b.lines, anchors, rowMode(mode), k > 0 && n == 0)
			}
		}
	}
	best := topRow
	for mode := middleRow; mode <= bottomRow; mode++ {
		if cost[mode] < cost[best]-clearlyBetter {
			best = mode
		}
	}
	return best
}

// Costs of modes.
const (
	strayLine   = 1.0 // a line of text that belongs to no item
	strayBefore = 0.2 // one that may go on with an item of the page before
	lopsided    = 0.3 // each line by which a text is longer above its figures than beneath
	bareAnchor  = 0.7 // figures with no text beside them, but above or beneath
	centred     = 0.5 // what figures gain that stand between the lines of their text
	rareBottom  = 0.2 // each item whose figures stand beside its last line
)

// modeCost is how ill a mode suits a band; continued says that an item of the page
// before may go on at its top.
func (t *grouping) modeCost(lines []*bodyLine, anchors []int, mode rowMode, continued bool) float64 {
	owner := t.assignLines(lines, anchors, mode)
	cost := 0.0
	last := anchors[len(anchors)-1]
	counted := last + 1 + t.chain(lines, last+1, len(lines), +1, true)
	lengths := make([][2]int, len(anchors)) // of texts above and beneath
	for i, l := range lines {
		switch o := owner[i]; {
		case o >= 0 && i < anchors[o]:
			lengths[o][0]++
		case o >= 0 && i > anchors[o]:
			lengths[o][1]++
		case o == ownedBefore && continued:
			cost += strayBefore
		case o < 0 && i < counted && (i > last || t.isText(l)):
			cost += strayLine
		}
	}
	d := t.find(headings.Description)
	for k, a := range anchors {
		above, beneath := lengths[k][0], lengths[k][1]
		bare := d >= 0 && len(lines[a].cells[d]) == 0
		switch {
		case mode == topRow && bare && beneath > 0:
			cost += bareAnchor // an item whose text begins beneath its figures is a rare thing
		case mode == middleRow:
			cost += lopsided * float64(max(above-beneath, beneath-above))
			if bare && above > 0 && above == beneath {
				cost -= centred
			}
		case mode == bottomRow:
			cost += rareBottom
			if bare && above > 0 {
				cost += bareAnchor
			}
		}
	}
	return cost
}
