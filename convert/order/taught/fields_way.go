package taught

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
)

// How a value stands to the label that leads to it.
const (
	behind  = "behind"  // on its row, right of it
	beneath = "beneath" // beneath it
	nearby  = "nearby"  // elsewhere on its page, at a fixed distance
	edge    = "edge"    // at a place of the page, with no label
)

// Way leads to where a value begins. Lengths are thousandths of the page's width.
type Way struct {
	How   string   `json:"how"`
	Label []string `json:"label,omitempty"` // its words, folded; of what may be no label only hashes
	Last  bool     `json:"last,omitempty"`  // the place is on the last page, reckoned from its foot
	X     int      `json:"x"`               // where the label stands,
	Y     int      `json:"y"`
	Left  int      `json:"left"` // and where the value's edges are and its baseline, from the label's left edge and baseline
	Right int      `json:"right"`
	Down  int      `json:"down"`
	Lines int      `json:"lines,omitempty"` // beneath: how many lines
	Inner bool     `json:"inner,omitempty"` // the value begins within a segment
	Other bool     `json:"other,omitempty"` // the lexicon knows the label for one of something else
	Held  int      `json:"held"`            // how many examples it was right on
}

// hit is where a way leads.
type hit struct {
	way   *Way
	start *token
	value string   // of forms that tell where a value ends
	run   []*token // likewise
}

// hashed is the form in which a word is kept that may be no label's.
func hashed(key string) string { return fmt.Sprintf("~%08x", fnv1a(key)) }

// matches reports whether a token is a label's word.
func (t *document) matches(o *token, word string) bool {
	if strings.HasPrefix(word, "~") {
		return hashed(o.key) == word
	}
	if o.key == word {
		return true
	}
	return len(word) > 3 && t.pixels(o) && ocrrepair.Cost(o.key, word, mostLabelCost(word)) <= mostLabelCost(word)
}

// mostLabelCost is what a word of a label may cost that was misread.
func mostLabelCost(word string) int { return min(20*len(word), 2*ocrrepair.CostAny) }

// labelAt returns the last token of a label that begins with a token; nil where none does.
func (t *document) labelAt(o *token, label []string) *token {
	last := o
	for i, word := range label {
		if i > 0 {
			for o = t.next(o); o != nil && o.key == ""; o = t.next(o) {
			}
		}
		if o == nil || !t.matches(o, word) {
			return nil
		}
		last = o
	}
	return last
}

// starts are the tokens with which a label may begin.
func (t *document) starts(word string) []*token {
	if all, known := t.keys[word]; known {
		return all
	}
	var all []*token
	switch {
	case strings.HasPrefix(word, "~"):
		t.hashKeys()
		return t.keys[word]
	case t.view.Locale.Recognised:
		for i := range t.rows {
			for k := range t.rows[i].tokens {
				if o := &t.rows[i].tokens[k]; o.key != "" && t.matches(o, word) {
					all = append(all, o)
				}
			}
		}
	}
	t.keys[word] = all
	return all
}

// hashKeys lets words be found by their hashes, too.
func (t *document) hashKeys() {
	if t.hashed {
		return
	}
	t.hashed = true
	for i := range t.rows {
		for k := range t.rows[i].tokens {
			if o := &t.rows[i].tokens[k]; o.key != "" {
				h := hashed(o.key)
				t.keys[h] = append(t.keys[h], o)
			}
		}
	}
}

// anchor is a label that was found, or the edge of a page.
type anchor struct {
	box      doc.Box
	baseline float64
	last     *token // nil for the edge of a page
	number   int    // of the page
	far      float64
}

// anchors finds a way's label, the nearest to where it stood first.
func (w *Way) anchors(t *document) []anchor {
	switch {
	case w.How == edge:
		return w.edges(t)
	case len(w.Label) == 0:
		return nil
	}
	var all []anchor
	for _, o := range t.starts(w.Label[0]) {
		last := t.labelAt(o, w.Label)
		if last == nil {
			continue
		}
		r := &t.rows[o.line]
		a := anchor{box: o.box.Union(last.box), baseline: r.baseline, last: last, number: r.number}
		unit := r.page.Width / 1000
		a.far = math.Abs(a.box.X0/unit-float64(w.X)) + 0.3*math.Abs(r.baseline/unit-float64(w.Y))
		if w.Last != (r.number == len(t.view.Pages)-1) && w.Last != (r.number != 0) {
			a.far += 500
		}
		all = append(all, a)
	}
	slices.SortStableFunc(all, func(a, b anchor) int { return cmp.Compare(a.far, b.far) })
	return all
}

// edges are the edges of the page from which a place is reckoned.
func (w *Way) edges(t *document) []anchor {
	if len(t.view.Pages) == 0 {
		return nil
	}
	if w.Last {
		n := len(t.view.Pages) - 1
		h := t.view.Pages[n].Height
		return []anchor{{box: doc.Box{Y0: h, Y1: h}, baseline: h, number: n}}
	}
	return []anchor{{}}
}

// Tolerances of places, in heights of type.
const (
	nearEdge   = 1.6 // of a value's left or right edge
	nearLine   = 0.6 // of its baseline, where it stands at a fixed distance
	moreGap    = 3.0 // by which the gap behind a label may grow
	leastDown  = 0.5 // shares of the distance beneath a label
	mostDown   = 1.8
	columnEdge = 1.0 // by which a value may stand out of the column of its label
)

// follow returns where a way leads; false where it leads nowhere.
func (w *Way) follow(t *document, k form) (hit, bool) {
	const most = 30
	all := w.anchors(t)
	for i := range all[:min(len(all), most)] {
		var h hit
		var ok bool
		switch w.How {
		case behind:
			h, ok = w.behind(t, k, &all[i])
		case beneath:
			h, ok = w.beneath(t, k, &all[i])
		default:
			h, ok = w.beside(t, k, &all[i])
		}
		if ok && (len(h.run) > 0 || !t.announces(h.start)) {
			h.way = w
			return h, true
		}
	}
	return hit{}, false
}

// announces reports whether a token begins a label of something else, and no value.
func (t *document) announces(o *token) bool {
	if t.view.Labels == nil {
		return false
	}
	for _, l := range t.view.Labels.Of(o.segment) {
		if (l.Colon || l.Whole) && l.Box.Contains(o.box.MidX(), o.box.MidY()) {
			return true
		}
	}
	if o.begins && t.view.Heads != nil {
		buyer, supplier, other := t.view.Heads(o.segment)
		return buyer || supplier || other
	}
	return false
}

// edgesFrom are the edges of the value that a label lets expect.
func (w *Way) edgesFrom(t *document, a *anchor) (left, right float64) {
	unit := t.view.Pages[a.number].Width / 1000
	return a.box.X0 + float64(w.Left)*unit, a.box.X0 + float64(w.Right)*unit
}

// behind follows a label to what stands right of it.
func (w *Way) behind(t *document, k form, a *anchor) (hit, bool) {
	r := &t.rows[a.last.line]
	left, right := w.edgesFrom(t, a)
	rest := r.tokens[a.last.at+1:]
	if k == amount || k == date || k == currency {
		return t.pick(k, rest, left, right, r.height)
	}
	for i := range rest {
		o := &rest[i]
		if o.bare == "" {
			continue
		}
		if gap := o.box.X0 - a.box.X1; gap > max(left-a.box.X1, 0)+moreGap*r.height {
			return hit{}, false
		}
		return hit{start: o}, true
	}
	return hit{}, false
}

// pick picks the value of a row that stands where it is expected, or the only one.
func (t *document) pick(k form, tokens []token, left, right, em float64) (hit, bool) {
	var all []hit
	best, far := -1, nearEdge*em
	for i := 0; i < len(tokens); {
		v, run := t.valueAt(k, &tokens[i])
		if len(run) == 0 {
			i++
			continue
		}
		i += len(run)
		from, to := run[0].box.X0, run[len(run)-1].box.X1
		if d := min(math.Abs(from-left), math.Abs(to-right)); d <= far {
			best, far = len(all), d
		}
		all = append(all, hit{start: run[0], value: v, run: run})
	}
	switch {
	case best >= 0:
		return all[best], true
	case len(all) == 1:
		return all[0], true
	}
	return hit{}, false
}

// beneath follows a label to what stands beneath it.
func (w *Way) beneath(t *document, k form, a *anchor) (hit, bool) {
	left, right := w.edgesFrom(t, a)
	unit := t.view.Pages[a.number].Width / 1000
	lines := 0
	for i := a.last.line + 1; i < len(t.rows) && t.rows[i].number == a.number; i++ {
		r := &t.rows[i]
		down := (r.baseline - a.baseline) / unit
		if down > mostDown*float64(w.Down) {
			break
		}
		from, to := min(left, a.box.X0)-columnEdge*r.height, max(right, a.box.X1)+columnEdge*r.height
		within := r.within(from, to)
		if len(within) == 0 {
			continue
		}
		if lines++; lines < w.Lines || down < leastDown*float64(w.Down) {
			continue
		}
		return w.startIn(t, k, r, within, left, right)
	}
	return hit{}, false
}

// within are the tokens of a row that overlap a part of it.
func (r *row) within(from, to float64) []token {
	first, last := -1, -1
	for i := range r.tokens {
		if o := &r.tokens[i]; o.box.X1 > from && o.box.X0 < to {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return nil
	}
	return r.tokens[first : last+1]
}

// startIn finds the value in some tokens of a row, whose edges are expected somewhere.
func (w *Way) startIn(t *document, k form, r *row, tokens []token, left, right float64) (hit, bool) {
	if k == amount || k == date || k == currency {
		return t.pick(k, tokens, left, right, r.height)
	}
	if o := w.nearest(r, left, right); o != nil {
		return hit{start: o}, true
	}
	for i := range tokens {
		if o := &tokens[i]; o.begins && o.bare != "" && !w.Inner && w.How == beneath {
			return hit{start: o}, true
		}
	}
	return hit{}, false
}

// nearest is the token of a row that begins where a value is expected to begin, or the first
// of the segment that ends where it is to end, or that has the same middle.
func (w *Way) nearest(r *row, left, right float64) *token {
	var best *token
	far := nearEdge * r.height
	for i := range r.tokens {
		o := &r.tokens[i]
		if o.bare == "" || o.begins == w.Inner {
			continue
		}
		d := math.Abs(o.box.X0 - left)
		if o.begins {
			s := o.segment.Box
			d = min(d, math.Abs(s.X1-right), math.Abs(s.MidX()-(left+right)/2))
		}
		if d <= far {
			best, far = o, d
		}
	}
	return best
}

// beside follows a label, or the edge of a page, to what stands at a fixed distance.
func (w *Way) beside(t *document, k form, a *anchor) (hit, bool) {
	left, right := w.edgesFrom(t, a)
	y := a.baseline + float64(w.Down)*t.view.Pages[a.number].Width/1000
	var near []*row
	for i := range t.rows {
		if r := &t.rows[i]; r.number == a.number && math.Abs(r.baseline-y) <= nearLine*r.height {
			near = append(near, r)
		}
	}
	slices.SortStableFunc(near, func(p, q *row) int { return cmp.Compare(math.Abs(p.baseline-y), math.Abs(q.baseline-y)) })
	for _, r := range near {
		within := r.within(left-columnEdge*r.height, right+columnEdge*r.height)
		if h, ok := w.startIn(t, k, r, within, left, right); ok {
			return h, true
		}
	}
	return hit{}, false
}
