package items

import (
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

var (
	ruledRows = mechanism.New("items: one item between two rules")
	textAbove = mechanism.New("items: figures beside the middle of texts")
)

// Measures of rows, in ems.
const (
	textLeading = 2.1 // greatest distance between the baselines of neighbouring lines of an item's text
	lastLeading = 1.8 // the same for the last item
)

// band is a run of lines between two horizontal rules.
type band struct {
	lines  []*bodyLine
	above  bool // there is a rule above
	closed bool // there is one above and one beneath
}

// findRows groups the lines of all parts into rows.
func (t *tableDraft) findRows() []tableRow {
	bands := make([][]band, len(t.parts))
	for k, p := range t.parts {
		bands[k] = p.ruledBands()
	}
	t.middle = textAbove.On() && t.besideMiddle(bands)
	var rows []tableRow
	for k, p := range t.parts {
		ended := false
		for _, b := range bands[k] {
			rows, ended = t.bandRows(rows, p, b, ended)
		}
	}
	return rows
}

// lastBand is how far below a part's last line the rule that closes its last band may
// be, in points.
const lastBand = 200

// ruledBands cuts a part's lines into bands at separator lines and at the horizontal
// rules that run through most of its columns.
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

// bandRows appends the rows of a band. After the table's total, which ended reports,
// only an item whose total is quantity × price continues the table.
func (t *tableDraft) bandRows(rows []tableRow, p *tablePart, b band, ended bool) ([]tableRow, bool) {
	var anchors []int
	for i, l := range b.lines {
		switch {
		case t.isAnchor(l) && (!ended || t.statesItem(l)):
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

// statesItem reports whether a line states an item even where the table seems to have
// ended: its total is quantity × price, and there are words beside its figures, not
// sizes or the amounts that a tax is computed from.
func (t *tableDraft) statesItem(l *bodyLine) bool {
	d := t.find(headings.Description)
	return t.hasText(l) && (d < 0 || textnorm.CountLetters(textnorm.Join(l.cells[d])) > 1) &&
		t.multiplies(l, t.productColumns())
}

// bandRow returns the row of a band with one item.
func (t *tableDraft) bandRow(p *tablePart, b band, at int) tableRow {
	anchor := b.lines[at]
	r := t.newRow(p, anchor)
	numbered := len(t.cellOf(anchor, headings.LineNumber)) > 0
	for _, l := range b.lines {
		wraps := l.class == plainLine && !t.restates(l, anchor) && !(numbered && len(t.cellOf(l, headings.LineNumber)) > 0)
		if l == anchor || t.isText(l) || wraps {
			t.join(&r, p, l)
		}
	}
	return r
}

// restates reports whether a line has a figure in a column in which the anchor has
// one, too: a part of the price, or a tax on it.
func (t *tableDraft) restates(l, anchor *bodyLine) bool {
	own, _, _ := t.figuresOf(l)
	stated, _, _ := t.figuresOf(anchor)
	for k := range own {
		if own[k] && stated[k] {
			return true
		}
	}
	return false
}

// splitBand appends the rows of a band that holds several items, or one item and other lines.
func (t *tableDraft) splitBand(rows []tableRow, p *tablePart, b band, anchors []int) []tableRow {
	owners := t.assignLines(b.lines, anchors, t.middle)
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
	ownedBefore = -2 // may continue the last item before the band
)

// assignLines returns for each line the item that it belongs to, as an index into anchors,
// or one of the owners above. To an item belong its anchor, the lines of text beneath it
// and, if figures are beside the middle of texts, as many lines above it.
func (t *tableDraft) assignLines(lines []*bodyLine, anchors []int, middle bool) []int {
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
		last := k == len(anchors)-1
		if !last {
			to = anchors[k+1]
		}
		if k >= 0 {
			from = anchors[k] + 1
			own(anchors[k], from, k)
			down = t.chain(lines, from, to, +1, last)
		}
		if !last && (middle || k < 0) {
			up = t.chain(lines, to-1, from-1, -1, false)
		}
		switch {
		case middle:
			down = min(down, above)
			up = min(up, to-from-down)
			own(to-up, to, k+1)
		case k < 0 && up == to-from:
			own(from, to, ownedBefore)
		}
		own(from, from+down, k)
		above = up
	}
	return owner
}

// chain counts the consecutive lines of text from index from towards index to,
// exclusive, each close to the one before it; last is set for the last item's text.
func (t *tableDraft) chain(lines []*bodyLine, from, to, step int, last bool) int {
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

// clearlyBetter is by how much the cost of grouping must fall for figures to be taken as beside the middle of texts.
const clearlyBetter = 0.5

// besideMiddle reports whether figures are beside the middle of their items' texts rather
// than beside the first line, because that leaves fewer lines unexplained.
func (t *tableDraft) besideMiddle(bands [][]band) bool {
	top, middle := 0.0, 0.0
	for k := range bands {
		for n, b := range bands[k] {
			var anchors []int
			for i, l := range b.lines {
				if t.isAnchor(l) {
					anchors = append(anchors, i)
				}
			}
			if len(anchors) == 0 || len(anchors) == 1 && b.closed {
				continue
			}
			top += t.groupingCost(b.lines, anchors, false, k > 0 && n == 0)
			middle += t.groupingCost(b.lines, anchors, true, k > 0 && n == 0)
		}
	}
	return middle < top-clearlyBetter
}

// Costs of groupings.
const (
	strayLine   = 1.0 // a line of text that belongs to no item
	strayBefore = 0.2 // one that may continue an item of the page before
	lopsided    = 0.3 // each line by which the text above figures and that beneath them differ in length
	bareAnchor  = 0.7 // figures with no text beside them, but some beneath
	centred     = 0.5 // saved where figures without text beside them are midway between the lines of their text
)

// groupingCost returns how badly it fits a band that figures are beside the middle of texts or, unless middle, beside
// their first lines; continued says that an item of the page before may continue at the top of the band.
func (t *tableDraft) groupingCost(lines []*bodyLine, anchors []int, middle, continued bool) float64 {
	owner := t.assignLines(lines, anchors, middle)
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
		if middle {
			cost += lopsided * float64(max(above-beneath, beneath-above))
			if bare && above > 0 && above == beneath {
				cost -= centred
			}
		} else if bare && beneath > 0 {
			cost += bareAnchor // an item's text rarely begins beneath its figures
		}
	}
	return cost
}
