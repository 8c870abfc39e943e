package items

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/wording"
)

// findRows groups the lines of all parts into rows.
func (t *tableDraft) findRows() []tableRow {
	t.leading = t.findLeading()
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
		y := 0.0
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
	if closed && !ended && (len(anchors) == 0 || len(anchors) > 1 && t.complementary(b.lines, anchors)) {
		if merged := t.merge(b.lines); merged != nil && t.isAnchor(merged) && len(b.lines) > 1 {
			r := t.newRow(p, merged)
			for _, l := range b.lines {
				t.join(&r, p, l)
			}
			return append(rows, r), ended
		}
	}
	if len(anchors) == 0 {
		return rows, ended
	}
	if len(anchors) == 1 && closed {
		r := t.newRow(p, b.lines[anchors[0]])
		for i, l := range b.lines {
			if i > anchors[0] && t.standsApart(l, b.lines[i-1]) {
				break // the frame's empty rest holds what the whole order says
			}
			if i == anchors[0] || (t.isText(l) || l.class == plainLine && t.beside(l, b.lines[anchors[0]])) && !t.restates(l, b.lines[anchors[0]]) {
				t.join(&r, p, l)
			}
		}
		return append(rows, r), ended
	}
	return t.splitBand(rows, p, b, anchors), ended
}

// surely tells whether a line states an item even where the table seems to
// have ended: it has words, and its figures multiply up, or none is absent and
// it is numbered.
func (t *tableDraft) surely(l *bodyLine) bool {
	if d := t.find(kindDescription); d >= 0 && len(l.cells[d]) > 0 && wording.CountLetters(wording.Join(l.cells[d])) < 2 {
		return false // sizes, the bases of a tax
	}
	if t.provesItself(l) {
		return true
	}
	_, figures, _ := t.figuresOf(l)
	_, line := t.ordinal(l)
	return figures == 3 && line && t.hasText(l)
}

// complementary tells whether lines of one ruled row that look like items of
// their own state different columns of it, as cells do that wrap and are
// centred each by itself.
func (t *tableDraft) complementary(lines []*bodyLine, anchors []int) bool {
	for _, k := range [...]columnKind{kindLine, kindQuantity, kindPrice, kindTotal} {
		c := t.find(k)
		if c < 0 {
			continue
		}
		n := 0
		for _, a := range anchors {
			if _, ok := t.figure(lines[a].cells[c]); ok {
				n++
			}
		}
		if n > 1 {
			return false
		}
	}
	return true
}

// standsApart tells whether a line beneath an item stands so far below the one
// before it that it does not go on with it.
func (t *tableDraft) standsApart(l, before *bodyLine) bool {
	return l.Baseline-before.Baseline > apartLeading*l.Segments[0].Size()
}

// beside tells whether a line of a ruled row only wraps the cells of its anchor.
func (t *tableDraft) beside(l, anchor *bodyLine) bool {
	c := t.find(kindLine)
	return c < 0 || len(l.cells[c]) == 0 || len(anchor.cells[c]) == 0
}

// restates tells whether a line has a figure of its own where its anchor has
// one: a part of the price, a tax on it.
func (t *tableDraft) restates(l, anchor *bodyLine) bool {
	own, _, _ := t.figuresOf(l)
	stated, _, _ := t.figuresOf(anchor)
	for k := range own {
		if own[k] && stated[k] && l != anchor {
			return true
		}
	}
	return false
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
