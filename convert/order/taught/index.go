package taught

import (
	"cmp"
	"math"
	"slices"
)

// Index finds a document's layout among many. It is not changed once it is made, so
// that any number of goroutines may use it.
type Index struct {
	layouts []*Layout
	weights []weight             // of all marks of each layout
	words   map[uint32][]posting // the layouts that have a word
}

// posting is the weight of a word in a layout.
type posting struct {
	layout int32
	weight weight
}

// weight is what marks count together: those of the form on all pages and on the first one, and
// those of the issuer.
type weight struct{ form, first, issuer float32 }

// add adds a mark. Running text counts less, since it is changed more often than labels.
func (w *weight) add(m Mark) {
	v := [...]float32{Prose: 0.25, Wording: 1, Issuer: 0, Any: 0}[m.Kind]
	w.form += v
	w.first += v * float32(flag(m.Y < onLast))
	w.issuer += float32(flag(m.Kind == Issuer))
}

// What decides whether a document is of a layout, and of which.
const (
	leastShare  = 0.38 // share of the layout's marks that stand in their places
	leastMarks  = 6    // and how many at least
	leastCommon = 12   // marks of a layout that stay at least, so that it is still found
	chance      = 1.5  // marks that may stand there by chance
	issuerWorth = 0.3  // of the issuer's words, beside the share of marks in their places
	leastMargin = 0.02 // by which the best has to be better than the second
	mostFits    = 6    // layouts whose marks are compared with a document's in their places
)

// share is the share of a layout's marks that was found, less what chance finds. It is that of the
// first page if this is better by more than a margin: others may be missing, as in photos, or more.
func share(found, all weight) float64 {
	const margin = 0.05
	of := func(found, all float32) float64 {
		if found < leastMarks {
			return 0
		}
		return float64((found - chance) / all)
	}
	return max(of(found.form, all.form), of(found.first, all.first)-margin)
}

// NewIndex makes an index of layouts.
func NewIndex(layouts []*Layout) *Index {
	x := &Index{layouts: layouts, words: map[uint32][]posting{}, weights: make([]weight, len(layouts))}
	for i, l := range layouts {
		for p := l.Print; len(p) > 0; {
			at := posting{layout: int32(i)}
			word := p[0].Word
			for ; len(p) > 0 && p[0].Word == word; p = p[1:] {
				at.weight.add(p[0])
				x.weights[i].add(p[0])
			}
			x.words[word] = append(x.words[word], at)
		}
	}
	return x
}

// Find returns the layout of a document with such a print, or nil if there is none, or if it
// might be one of several.
func (x *Index) Find(p Print) *Layout {
	has := make(map[uint32]bool, len(p))
	common := make([]weight, len(x.layouts))
	for _, m := range p {
		if has[m.Word] {
			continue
		}
		has[m.Word] = true
		for _, at := range x.words[m.Word] {
			c := &common[at.layout]
			c.form, c.first, c.issuer = c.form+at.weight.form, c.first+at.weight.first, c.issuer+at.weight.issuer
		}
	}
	var best *Layout
	top, second := 0.0, 0.0
	for _, i := range x.nearest(common) {
		l := x.layouts[i]
		var found weight
		for k, ok := range inPlace(l.Print, p) {
			if ok {
				found.add(l.Print[k])
			}
		}
		s := share(found, x.weights[i])
		if s < leastShare {
			continue
		}
		if s += x.issuer(i, common[i]); s > top {
			best, top, second = l, s, top
		} else if s > second {
			second = s
		}
	}
	if top-second < leastMargin {
		return nil
	}
	return best
}

// issuer is what the issuer's words are worth that a document has in common with a layout.
func (x *Index) issuer(layout int, common weight) float64 {
	return issuerWorth * float64(common.issuer/max(1, x.weights[layout].issuer))
}

// nearest are the layouts that have most words in common with a document, wherever these
// stand: enough of them, so that it may be of the layout.
func (x *Index) nearest(common []weight) (near []int) {
	worth := make([]float64, len(common))
	for i, c := range common {
		if s := share(c, x.weights[i]); s >= leastShare {
			worth[i] = s + x.issuer(i, c)
			near = append(near, i)
		}
	}
	slices.SortStableFunc(near, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return near[:min(len(near), mostFits)]
}

// common are the marks of a layout that another document of it has as well; all, if these
// are too few.
func (p Print) common(other Print) (common Print) {
	for i, ok := range inPlace(p, other) {
		if ok {
			common = append(common, p[i])
		}
	}
	if len(common) < leastCommon {
		return p
	}
	return common
}

// pair is a mark of a layout, and one of a document of the same word.
type pair struct {
	mark, other int     // indices
	down        float64 // how much further down the other stands, thousandths of the page's width
}

// near is by how much a mark may stand beside its place, thousandths of the page's width.
const near = 10

// inPlace reports which marks of a layout stand in their places on a document. It may be larger
// or smaller and stand beside it as a whole, as scans do.
// What stands beneath a table or an address that has more lines stands further down, so that
// marks have to keep their places up and down only together with others: those of the largest
// parts that have moved together.
func inPlace(l, p Print) []bool {
	const mostParts, leastPart = 6, 3 // and marks of one
	in, used := make([]bool, len(l)), make([]bool, len(p))
	pairs := pairsOf(l, p)
	scale, right := registration(l, p, pairs)
	level := pairs[:0]
	for _, q := range pairs {
		a, b := l[q.mark], p[q.other]
		if math.Abs(float64(b.X)-scale*float64(a.X)-right) <= near {
			q.down = float64(b.Y) - scale*float64(a.Y)
			level = append(level, q)
		}
	}
	slices.SortStableFunc(level, func(a, b pair) int { return cmp.Compare(a.down, b.down) })
	for range mostParts {
		from, to := densest(len(level), func(i int) float64 { return level[i].down })
		taken := 0
		for _, q := range level[from:to] {
			if to-from >= leastPart && !in[q.mark] && !used[q.other] {
				in[q.mark], used[q.other] = true, true
				taken++
			}
		}
		if taken < leastPart {
			break
		}
		level = slices.DeleteFunc(level, func(q pair) bool { return in[q.mark] || used[q.other] })
	}
	return in
}

// pairsOf are the marks of a layout and of a document that are of the same word.
func pairsOf(l, p Print) []pair {
	const mostAlike = 12 // marks of a document that a mark is compared with
	pairs := make([]pair, 0, 2*len(l))
	k := 0
	for i := range l {
		for k < len(p) && p[k].Word < l[i].Word {
			k++
		}
		for j := k; j < min(len(p), k+mostAlike) && p[j].Word == l[i].Word; j++ {
			pairs = append(pairs, pair{mark: i, other: j})
		}
	}
	return pairs
}

// registration is how much larger a document is than a layout, and how much further right
// it stands: as most pairs say, if it is as large, or as much larger as the median of what the
// words say that both have once (Theil, "A rank-invariant method of linear and polynomial
// regression analysis", 1950).
func registration(l, p Print, pairs []pair) (scale, right float64) {
	const (
		leastApart = 100  // words that tell a scale, thousandths of the page's width
		mostScaled = 1.27 // either way
		asItIs     = 1.06 // what is not scaled is likelier
	)
	var once []pair
	for i, q := range pairs {
		if (i == 0 || l[pairs[i-1].mark].Word != l[q.mark].Word) && (i+1 == len(pairs) || l[pairs[i+1].mark].Word != l[q.mark].Word) {
			once = append(once, q)
		}
	}
	slices.SortStableFunc(once, func(a, b pair) int { return cmp.Compare(l[a.mark].X, l[b.mark].X) })
	scales := []float64{1}
	for i, half := 0, len(once)/2; i < half; i++ {
		a, b := once[i], once[i+half]
		if apart := float64(l[b.mark].X) - float64(l[a.mark].X); apart >= leastApart {
			scales = append(scales, (float64(p[b.other].X)-float64(p[a.other].X))/apart)
		}
	}
	slices.Sort(scales)
	median := scales[len(scales)/2]
	most, rights := 0.0, make([]float64, len(pairs))
	for _, s := range [...]float64{1, min(max(median, 1/mostScaled), mostScaled)} {
		for i, q := range pairs {
			rights[i] = float64(p[q.other].X) - s*float64(l[q.mark].X)
		}
		slices.Sort(rights)
		from, to := densest(len(rights), func(i int) float64 { return rights[i] })
		if n := asItIs * float64(to-from); n > most {
			most, scale, right = n, s, (rights[from]+rights[to-1])/2
		}
	}
	return scale, right
}

// densest is from which to which of some sorted numbers the most are nearly the same.
func densest(n int, at func(int) float64) (from, to int) {
	first := 0
	for last := range n {
		for at(last)-at(first) > near {
			first++
		}
		if last+1-first > to-from {
			from, to = first, last+1
		}
	}
	return from, to
}
