package items

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"lineitem/convert/order/learn"
	"lineitem/convert/order/wording"
)

// weighedKinds are the kinds of columns that are weighed, and their topics.
var weighedKinds = [...]struct {
	kind  columnKind
	topic learn.Topic
}{
	{kindCode, learn.CodeColumn}, {kindDescription, learn.DescriptionColumn}, {kindQuantity, learn.QuantityColumn},
	{kindPrice, learn.PriceColumn}, {kindTotal, learn.TotalColumn},
}

// Bounds of what is weighed.
const (
	maxWeighedLines   = 40
	maxWeighedColumns = 24
)

// weighKinds asks for each kind which column states it, and lets what is sure
// overrule headings, unless fewer lines multiply up then.
func (t *tableDraft) weighKinds() {
	lines := t.denseLines()
	if len(lines) == 0 || len(t.columns) < 2 || len(t.columns) > maxWeighedColumns {
		return
	}
	w := t.newWeighing(lines[:min(len(lines), maxWeighedLines)])
	type claim struct {
		kind   columnKind
		column int // -1 for none
		sure   float64
	}
	var claims []claim
	for _, k := range weighedKinds {
		q := learn.Question{Topic: k.topic, Rule: -1}
		var columns []int
		beside := false // the kind shares another's cells
		for i := range t.columns {
			if w.facts[i].filled == 0 {
				continue
			}
			if t.columns[i].kind == k.kind {
				q.Rule = len(q.Rows)
			}
			beside = beside || t.columns[i].also == k.kind
			columns = append(columns, i)
			q.Rows = append(q.Rows, w.row(k.kind, i))
			q.Values = append(q.Values, w.facts[i].texts)
		}
		if len(columns) == 0 || beside {
			continue
		}
		chosen, sure := t.exam.Choose(q)
		switch {
		case chosen == q.Rule:
		case chosen < 0:
			claims = append(claims, claim{k.kind, -1, sure})
		default:
			claims = append(claims, claim{k.kind, columns[chosen], sure})
		}
	}
	if len(claims) == 0 {
		return
	}
	before, kinds := t.provenNow(lines), make([]columnKind, len(t.columns))
	for i := range t.columns {
		kinds[i] = t.columns[i].kind
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.sure, a.sure) })
	given := make([]bool, len(t.columns))
	moved := func(k columnKind) bool { // another column is claimed for it
		return slices.ContainsFunc(claims, func(c claim) bool { return c.kind == k && c.column >= 0 })
	}
	for _, c := range claims {
		if c.column >= 0 && (given[c.column] || answered(t.columns[c.column].kind) && !moved(t.columns[c.column].kind)) {
			continue
		}
		for i := range t.columns {
			if t.columns[i].kind == c.kind {
				t.columns[i].kind = kindOther
			}
		}
		if c.column >= 0 {
			t.columns[c.column].kind, given[c.column] = c.kind, true
		}
	}
	if t.provenNow(lines) < before {
		for i := range t.columns {
			t.columns[i].kind = kinds[i]
		}
	}
}

// answered tells whether columns of a kind are answered.
func answered(k columnKind) bool { return k != kindUnknown && k < kindList }

// provenNow counts the lines whose figures multiply up as their columns are now
// understood.
func (t *tableDraft) provenNow(lines []*bodyLine) int {
	q, p, s := t.find(kindQuantity), t.find(kindPrice), t.find(kindTotal)
	if q < 0 || p < 0 || s < 0 {
		return 0
	}
	return t.proven(lines, q, p, s)
}

// headAffinities tell of the words of headings how the kinds that they occur in
// the headings of share them.
var headAffinities = sync.OnceValue(func() map[string]*[numKinds]float64 {
	// Whole numbers, as their sums do not depend on the maps' order.
	const certain = 60
	counts := map[string]*[numKinds]int{}
	note := func(w string, meaning headMeaning) {
		if counts[w] == nil {
			counts[w] = new([numKinds]int)
		}
		for rank, k := range meaning.kinds {
			counts[w][k] += certain / (1 + rank)
		}
	}
	for first, list := range columnWords() {
		for _, p := range list {
			note(first, p.headMeaning)
			for _, w := range p.rest {
				note(w, p.headMeaning)
			}
		}
	}
	m := make(map[string]*[numKinds]float64, len(counts))
	for w, shares := range counts {
		sum := certain / 2 // rare words tell less
		for _, v := range shares {
			sum += v
		}
		m[w] = new([numKinds]float64)
		for k, v := range shares {
			m[w][k] = float64(v) / float64(sum)
		}
	}
	return m
})

// affinity is how much the likeliest of the words belongs to each kind.
func affinity(tokens []headToken) (a [numKinds]float64) {
	for _, h := range tokens {
		if b := headAffinities()[h.text]; b != nil {
			for k, v := range b {
				a[k] = max(a[k], v)
			}
		}
	}
	return a
}

// weighing is what the columns of a table are weighed by.
type weighing struct {
	*tableDraft
	lines int
	order []int // the columns from left to right
	facts []columnFacts
}

// columnFacts is what is known of a column.
type columnFacts struct {
	rank       int // from left to right
	filled     int
	texts      []string  // of its cells
	figures    []float64 // by line; NaN where there is none
	magnitude  float64   // decimal logarithm of the median figure
	decimals   float64   // share of figures with two decimals and more
	whole      float64   // share of whole figures
	rising     float64   // share of figures that are greater than the one before
	factor     float64   // greatest share of lines of whose total it is a factor, with another column
	product    float64   // greatest share of lines on which two other columns multiply to it
	distinct   float64   // share of different texts
	width      float64   // of its texts on average, ems
	affinities [numKinds]float64
}

func (t *tableDraft) newWeighing(lines []*bodyLine) *weighing {
	w := &weighing{tableDraft: t, lines: len(lines), facts: make([]columnFacts, len(t.columns))}
	middles := make([]float64, len(t.columns))
	for i := range t.columns {
		w.order = append(w.order, i)
		w.facts[i].gather(t, i, lines)
		w.facts[i].affinities = affinity(t.columns[i].heading)
		for _, p := range t.parts {
			if i < len(p.extents) && p.extents[i].present {
				middles[i] = p.extents[i].middle
				break
			}
		}
	}
	slices.SortStableFunc(w.order, func(a, b int) int { return cmp.Compare(middles[a], middles[b]) })
	for n, i := range w.order {
		w.facts[i].rank = n
	}
	w.multiply(len(lines))
	return w
}

// gather reads a column's cells.
func (f *columnFacts) gather(t *tableDraft, column int, lines []*bodyLine) {
	f.figures = make([]float64, len(lines))
	var all []float64
	seen := map[string]bool{}
	before := math.Inf(-1)
	for n, l := range lines {
		f.figures[n] = math.NaN()
		if column >= len(l.cells) || len(l.cells[column]) == 0 {
			continue
		}
		words := l.cells[column]
		f.filled++
		text := wording.Join(words)
		f.texts = append(f.texts, text)
		seen[text] = true
		f.width += (words[len(words)-1].Box.X1 - words[0].Box.X0) / max(1, words[0].Size)
		v, ok := t.figure(words)
		if !ok {
			continue
		}
		x, _ := v.Value.Float64()
		f.figures[n] = x
		all = append(all, x)
		if x > before {
			f.rising++
		}
		before = x
		if v.Value.Exponent() <= -2 {
			f.decimals++
		}
		if x == math.Trunc(x) {
			f.whole++
		}
	}
	f.distinct = float64(len(seen)) / float64(max(1, f.filled))
	f.width /= float64(max(1, f.filled))
	if n := float64(len(all)); n > 0 {
		f.rising, f.decimals, f.whole = f.rising/n, f.decimals/n, f.whole/n
		slices.Sort(all)
		f.magnitude = math.Log10(max(1e-4, math.Abs(all[len(all)/2])))
	}
}

// multiply finds the columns that multiply to another. Factors of 1 prove
// nothing.
func (w *weighing) multiply(lines int) {
	for c := range w.facts {
		for a := range w.facts {
			for b := a + 1; b < len(w.facts); b++ {
				if a == c || b == c {
					continue
				}
				n, of := 0, 0
				for l := range lines {
					x, y, z := w.facts[a].figures[l], w.facts[b].figures[l], w.facts[c].figures[l]
					if z != z || z == 0 {
						continue
					}
					of++
					if x != 1 && y != 1 && math.Abs(x*y-z) <= 0.006 {
						n++
					}
				}
				if n > 0 {
					share := float64(n) / float64(of)
					w.facts[c].product = max(w.facts[c].product, share)
					w.facts[a].factor, w.facts[b].factor = max(w.facts[a].factor, share), max(w.facts[b].factor, share)
				}
			}
		}
	}
}

// row are the features of a column as that of a kind.
func (w *weighing) row(k columnKind, i int) learn.Row {
	c, x := &w.columns[i], &w.facts[i]
	r := make(learn.Row, 0, 72)
	// Its heading, and the headings of others.
	at, rank := -1, -1
	for j, m := range c.meanings {
		if n := slices.Index(m.kinds, k); n >= 0 {
			at, rank = j, n
			break
		}
	}
	r.Add(float64(at), float64(rank), c.known, float64(len(c.meanings)), float64(len(c.heading)))
	r.Add(x.affinities[kindLine:]...)
	rival := 0.0
	for n := range w.facts {
		if n != i {
			rival = max(rival, w.facts[n].affinities[k])
		}
	}
	r.Add(rival)
	// The rules' opinion.
	r.Flag(c.kind == k)
	r.Flag(c.also == k)
	r.Flag(c.kind == kindOther || c.kind == kindUnknown)
	r.Flag(c.kind >= kindList)
	r.Flag(w.find(k) >= 0)
	r.Flag(c.kind != k && c.kind != kindUnknown && c.kind < kindList)
	// What stands in it.
	s := &c.seen
	r.Add(s.fits(k))
	for _, n := range [...]int{s.figures, s.percents, s.measures, s.dates, s.codes, s.units, s.texts, s.short, s.rising} {
		r.Add(s.share(n))
	}
	r.Add(float64(x.filled)/float64(w.lines), float64(w.lines), x.magnitude, x.decimals, x.whole, x.factor, x.product, x.rising, x.distinct, x.width)
	// Where it stands.
	r.Add(float64(x.rank), float64(len(w.order)-1-x.rank), float64(len(w.order)))
	for _, n := range [...]int{x.rank - 1, x.rank + 1} {
		if n < 0 || n >= len(w.order) {
			r.Add(-1, 0, 0, 0, 0, 0)
			continue
		}
		o := w.order[n]
		seen := &w.columns[o].seen
		r.Add(float64(w.columns[o].kind), w.facts[o].factor, w.facts[o].product, w.facts[o].magnitude, seen.share(seen.figures), seen.share(seen.texts))
	}
	return r
}
