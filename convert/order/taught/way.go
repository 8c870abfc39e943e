package taught

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
)

// How a value stands to the label that leads to it.
const (
	behind  = "behind"  // on its row, right of it
	beneath = "beneath" // beneath it
	nearby  = "nearby"  // elsewhere on its page, at a fixed distance
	edge    = "edge"    // at a place of the first page, with no label
)

// Way leads to where a value begins. Lengths are thousandths of the page's width.
type Way struct {
	How   string   `json:"how"`
	Label []string `json:"label,omitempty"` // its words, folded; of what may not be a label only hashes
	X     int      `json:"x"`               // where the label stands,
	Y     int      `json:"y"`
	Left  int      `json:"left"` // and where the value's edges and baseline are, from the label's left edge and baseline
	Right int      `json:"right"`
	Down  int      `json:"down"`
	Lines int      `json:"lines,omitempty"` // beneath: how many lines
	Inner bool     `json:"inner,omitempty"` // the value begins within a segment
	Other bool     `json:"other,omitempty"` // the lexicon knows the label as one of something else
	Held  int      `json:"held"`            // how many examples it was right on
}

// isHashed reports whether the label may not be one, so that only hashes of it are kept.
func (w *Way) isHashed() bool { return len(w.Label) > 0 && strings.HasPrefix(w.Label[0], "~") }

// within reports whether the label is a word of the value: "Payment is due in 30 days".
func (w *Way) within() bool { return w.How == nearby && w.Down == 0 && w.Left <= 0 && w.Right > 0 }

// headingLines is how many lines beneath a label a value may stand that it heads.
const headingLines = 2

// labelled reports whether a way leads from a label that stands at the value: if it is gone,
// so is the value.
func (w *Way) labelled() bool {
	at := w.How == behind || w.How == beneath && w.Lines <= headingLines || w.within()
	return at && len(w.Label) > 0 && !w.Other && !w.isHashed()
}

// equal reports whether two ways follow the same label in the same manner.
func (w *Way) equal(o *Way) bool {
	const unseen = 3 // by how much places may differ
	alike := func(a, b int) bool { return max(a-b, b-a) <= unseen }
	placed := w.How == nearby || w.How == edge
	return w.How == o.How && w.Lines == o.Lines && slices.Equal(w.Label, o.Label) && (!placed || alike(w.Left, o.Left) && alike(w.Down, o.Down))
}

// anchor is a label that was found, or the edge of a page.
type anchor struct {
	box      doc.Box
	baseline float64
	last     *token // nil for the edge of a page
	number   int    // index of the page
	far      float64
}

// anchors finds a way's label, the nearest to where it stood first.
func (w *Way) anchors(t *document) (all []anchor) {
	switch {
	case w.How == edge && len(t.view.Pages) > 0:
		return []anchor{{}}
	case len(w.Label) == 0:
		return nil
	}
	for _, o := range t.starts(w.Label[0]) {
		last := t.labelAt(o, w.Label)
		if last == nil {
			continue
		}
		r := &t.rows[o.line]
		a := anchor{box: o.box.Union(last.box), baseline: r.baseline, last: last, number: r.number}
		unit := r.page.Width / 1000
		a.far = math.Abs(a.box.X0/unit-float64(w.X)) + 0.3*math.Abs(r.baseline/unit-float64(w.Y))
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b anchor) int { return cmp.Compare(a.far, b.far) })
	return all
}

// Tolerances of places, in heights of type.
const (
	nearEdge   = 1.6 // of a value's left or right edge
	nearLine   = 0.6 // of its baseline, if it stands at a fixed distance
	moreGap    = 3.0 // by which the gap behind a label may grow
	leastDown  = 0.5 // shares of the distance beneath a label
	mostDown   = 1.8
	columnEdge = 1.0 // by which a value may stand out of the column of its label
)

// follow returns where a way leads: the value, or where one begins if its form does not tell
// where it ends. It returns false if the way leads nowhere.
func (w *Way) follow(t *document, k form) (spot, bool) {
	const most = 30
	all := w.anchors(t)
	for i := range all[:min(len(all), most)] {
		if s, ok := w.from(t, k, &all[i]); ok && (!k.isText() || !t.announces(s.first())) {
			return s, true
		}
	}
	return spot{}, false
}

// from follows a way from an anchor.
func (w *Way) from(t *document, k form, a *anchor) (spot, bool) {
	unit := t.view.Pages[a.number].Width / 1000
	left, right := a.box.X0+float64(w.Left)*unit, a.box.X0+float64(w.Right)*unit
	if w.How == behind {
		return t.behind(k, a, left, right)
	}
	from, to := left, right
	if w.How == beneath {
		from, to = min(left, a.box.X0), max(right, a.box.X1)
	}
	lines := 0
	for i := range t.rows {
		r := &t.rows[i]
		down := (r.baseline - a.baseline) / unit
		if r.number != a.number {
			continue
		}
		if w.How == beneath {
			if i <= a.last.line || down > mostDown*float64(w.Down) {
				continue
			}
		} else if math.Abs(down-float64(w.Down))*unit > nearLine*r.height {
			continue
		}
		tokens := r.within(from-columnEdge*r.height, to+columnEdge*r.height)
		if len(tokens) == 0 {
			continue
		}
		if lines++; w.How == beneath && (lines < w.Lines || down < leastDown*float64(w.Down)) {
			continue
		}
		if s, ok := w.startIn(t, k, r, tokens, left, right); ok || w.How == beneath {
			return s, ok
		}
	}
	return spot{}, false
}

// behind returns the words to the right of an anchor.
func (t *document) behind(k form, a *anchor, left, right float64) (spot, bool) {
	r := &t.rows[a.last.line]
	rest := r.tokens[a.last.at+1:]
	if !k.isText() {
		return t.pick(k, rest, left, right, r.height)
	}
	for i, o := range rest {
		if o.bare != "" {
			gap := o.box.X0 - a.box.X1
			return spot{runs: [][]*token{rest[i : i+1]}}, gap <= max(left-a.box.X1, 0)+moreGap*r.height
		}
	}
	return spot{}, false
}

// pick picks the value that stands where it is expected, or the only one.
func (t *document) pick(k form, tokens []*token, left, right, em float64) (spot, bool) {
	all := t.values(k, tokens)
	best, far := -1, nearEdge*em
	for i := range all {
		box := boxOf(all[i].runs[0])
		if d := min(math.Abs(box.X0-left), math.Abs(box.X1-right)); d <= far {
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

// within are the tokens of a row that overlap a part of it.
func (r *row) within(from, to float64) []*token {
	in := func(o *token) bool { return o.box.X1 > from && o.box.X0 < to }
	first := slices.IndexFunc(r.tokens, in)
	if first < 0 {
		return nil
	}
	end := first + 1
	for i, o := range r.tokens {
		if in(o) {
			end = i + 1
		}
	}
	return r.tokens[first:end]
}

// startIn finds the value among tokens of a row whose edges are expected somewhere: a text
// begins or ends there, or has the same middle.
func (w *Way) startIn(t *document, k form, r *row, tokens []*token, left, right float64) (spot, bool) {
	if !k.isText() {
		return t.pick(k, tokens, left, right, r.height)
	}
	var best *token
	far := nearEdge * r.height
	for _, o := range r.tokens {
		if o.bare == "" || o.begins == w.Inner {
			continue
		}
		d := math.Abs(o.box.X0 - left)
		if s := o.segment.Box; o.begins {
			d = min(d, math.Abs(s.X1-right), math.Abs(s.MidX()-(left+right)/2))
		}
		if d <= far {
			best, far = o, d
		}
	}
	for _, o := range tokens {
		if best == nil && o.begins && o.bare != "" && !w.Inner && w.How == beneath {
			best = o
		}
	}
	if best == nil {
		return spot{}, false
	}
	return spot{runs: [][]*token{{best}}}, true
}
