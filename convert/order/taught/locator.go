package taught

import (
	"cmp"
	"math"
	"slices"
)

// Locator leads from a label to the place where a value begins.
type Locator struct {
	Label []string `json:"label"` // its words in their stored form
	X     int      `json:"x"`     // where the label stands,
	Y     int      `json:"y"`
	Left  int      `json:"left"` // and where the value's edges and baseline are, from the label's left edge and baseline
	Right int      `json:"right"`
	Down  int      `json:"down"`
	Lines int      `json:"lines,omitempty"` // lines from the label down to the value; 0 if the value is on the label's line, after it or around it
	Inner bool     `json:"inner,omitempty"` // the value begins within a segment
	Held  int      `json:"held"`            // how many examples it was right on
}

// headingLines is the greatest number of lines that a value stands beneath a label that heads
// it.
const headingLines = 2

// heads reports whether the label heads the value: if the label is missing, so is the value.
func (w *Locator) heads() bool { return w.Lines <= headingLines }

// sameManner reports whether two locators follow the same label in the same manner.
func (w *Locator) sameManner(o *Locator) bool {
	return w.Lines == o.Lines && slices.Equal(w.Label, o.Label)
}

// labelLogOdds is the log odds that a label leads to a value, by the form of the value: for a label on
// the line of the value, one above it, and one further above it. It was measured on documents of
// some sixty layouts.
var labelLogOdds = map[form][3]float64{
	amount: {4, 0, 0}, date: {4, 4, 3.5}, currency: {4, 4, 4}, code: {3, 2.5, 2}, text: {3, 2, 1.2}, block: {3, 2, 1.2},
}

// logOdds returns the log odds that the locator leads to a value.
func (w *Locator) logOdds(k form) float64 {
	const heldMore = 0.5 // is added for each further example that it was right on
	return labelLogOdds[k][flag(w.Lines > 0)+flag(w.Lines > headingLines)] + heldMore*float64(w.Held-1)
}

// anchors returns the places of the locator's label, the nearest to where it stood in the
// example first.
func (w *Locator) anchors(t *document) (all [][]*token) {
	if len(w.Label) == 0 {
		return nil
	}
	far := func(label []*token) float64 {
		return math.Abs(label[0].x0-float64(w.X)) + 0.3*math.Abs(t.rows[label[0].row].y-float64(w.Y))
	}
	for _, o := range t.tokens {
		if !t.matches(o, w.Label[0]) {
			continue
		}
		if last := t.labelAt(t.restOfRow(o), w.Label); last != nil {
			all = append(all, t.restOfRow(o)[:last.at-o.at+1])
		}
	}
	slices.SortStableFunc(all, func(a, b []*token) int { return cmp.Compare(far(a), far(b)) })
	return all
}

// Tolerances of places, in sizes of type.
const (
	nearEdge   = 1.6 // of a value's left or right edge
	nearLine   = 0.6 // of its baseline
	moreGap    = 3.0 // by which the gap between a label and the value after it may grow
	leastDown  = 0.5 // least and greatest share of the learned distance beneath a label
	mostDown   = 1.8
	columnEdge = 1.0 // by which a value may stand outside the column of its label
)

// follow returns where the locator leads: the value, or only its first token if its form does
// not show where it ends. It returns false if the locator leads nowhere.
func (w *Locator) follow(t *document, k form) (spot, bool) {
	const most = 30
	all := w.anchors(t)
	for _, label := range all[:min(len(all), most)] {
		if s, ok := w.resolve(t, k, label); ok && (!k.isText() || !t.announces(s.first())) {
			return s, true
		}
	}
	return spot{}, false
}

// resolve follows the locator from a label.
func (w *Locator) resolve(t *document, k form, label []*token) (spot, bool) {
	own := label[0].row
	x0, x1 := edges(label)
	left, right := x0+float64(w.Left), x0+float64(w.Right)
	if w.Lines == 0 {
		r := &t.rows[own]
		behind := r.tokens[label[len(label)-1].at+1:]
		switch {
		case !k.isText():
			return t.pick(k, behind, left, right, r.em)
		case w.Left <= 0:
			return w.start(r, nil, left, right)
		}
		i := slices.IndexFunc(behind, func(o *token) bool { return o.bare != "" })
		if i < 0 || behind[i].x0-x1 > max(left-x1, 0)+moreGap*r.em {
			return spot{}, false
		}
		return spot{runs: [][]*token{behind[i : i+1]}}, true
	}
	lines := 0
	for i := own + 1; i < len(t.rows) && t.rows[i].number == t.rows[own].number; i++ {
		r := &t.rows[i]
		down := r.y - t.rows[own].y
		if down > mostDown*float64(w.Down) {
			break
		}
		tokens := r.within(min(left, x0)-columnEdge*r.em, max(right, x1)+columnEdge*r.em)
		if len(tokens) == 0 {
			continue
		}
		if lines++; lines < w.Lines || down < leastDown*float64(w.Down) {
			continue
		}
		if k.isText() {
			return w.start(r, tokens, left, right)
		}
		return t.pick(k, tokens, left, right, r.em)
	}
	return spot{}, false
}

// pick returns the value that stands where it is expected, or else the only one.
func (t *document) pick(k form, tokens []*token, left, right, em float64) (spot, bool) {
	all := t.values(k, tokens)
	best, far := -1, nearEdge*em
	for i := range all {
		x0, x1 := edges(all[i].runs[0])
		if d := min(math.Abs(x0-left), math.Abs(x1-right)); d <= far {
			best, far = i, d
		}
	}
	switch {
	case best >= 0:
		return all[best], true
	case len(all) == 1:
		return all[0], true
	}
	return spot{}, false
}

// within returns the tokens of a row from the first to the last one that overlaps a range.
func (r *row) within(from, to float64) []*token {
	first, end := 0, 0
	for i, o := range r.tokens {
		if o.x1 > from && o.x0 < to {
			if end == 0 {
				first = i
			}
			end = i + 1
		}
	}
	return r.tokens[first:end]
}

// start returns where a text starts that is expected between left and right in a row: its
// segment begins or ends there, or has the same middle. If none does, it is the first segment
// in column.
func (w *Locator) start(r *row, column []*token, left, right float64) (spot, bool) {
	var best *token
	far := nearEdge * r.em
	for _, o := range r.tokens {
		if o.bare == "" || o.begins == w.Inner {
			continue
		}
		d := math.Abs(o.x0 - left)
		if o.begins {
			end := scaleOf(r.page) * o.segment.X1
			d = min(d, math.Abs(end-right), math.Abs((o.x0+end)/2-(left+right)/2))
		}
		if d <= far {
			best, far = o, d
		}
	}
	for _, o := range column {
		if best == nil && o.begins && o.bare != "" && !w.Inner {
			best = o
		}
	}
	if best == nil {
		return spot{}, false
	}
	return spot{runs: [][]*token{{best}}}, true
}
