package taught

import (
	"cmp"
	"math"
	"slices"
)

// Index finds a document's layout among many. It is not changed after it is made, so any number
// of goroutines may use it.
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

// weight is the total weight of some marks: of those of the form on all pages, of those of the
// form on the first page, and of those of the issuer.
type weight struct{ form, first, issuer float32 }

// add adds a mark. Running text counts less, since it changes more often than labels do.
func (w *weight) add(m Mark) {
	v := [...]float32{Prose: 0.25, Wording: 1, Issuer: 0, Any: 0}[m.Kind]
	w.form += v
	w.first += v * float32(flag(m.Y < onLast))
	w.issuer += float32(flag(m.Kind == Issuer))
}

// What decides whether a document has a layout, and which one.
const (
	leastShare  = 0.38 // share of the layout's marks that must stand in their places
	leastMarks  = 6    // and the least number of them
	leastCommon = 12   // the least number of marks with which a layout is still found
	chanceMarks = 1.5  // marks that may stand there by chance
	issuerWorth = 0.3  // worth of the issuer's words, added to the share of marks in their places
	leastMargin = 0.02 // by which the best layout has to be better than the second
	mostFits    = 6    // layouts whose marks are compared with a document's by their places
)

// share returns the share of a layout's marks that was found, less what chance finds. The share of
// the first page, less a margin, is returned if it is greater: further pages may be missing, as in
// photos, or there may be more of them.
func share(found, all weight) float64 {
	const margin = 0.05
	of := func(found, all float32) float64 {
		if found < leastMarks {
			return 0
		}
		return float64((found - chanceMarks) / all)
	}
	return max(of(found.form, all.form), of(found.first, all.first)-margin)
}

// NewIndex returns an index of layouts.
func NewIndex(layouts []*Layout) *Index {
	x := &Index{layouts: layouts, words: map[uint32][]posting{}, weights: make([]weight, len(layouts))}
	for i, l := range layouts {
		for p := l.Fingerprint; len(p) > 0; {
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

// Find returns the layout of a document that has this fingerprint, or nil if there is none or if it
// might be one of several.
func (x *Index) Find(p Fingerprint) *Layout {
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
	for _, i := range x.candidates(common) {
		l := x.layouts[i]
		var found weight
		for k, ok := range inPlace(l.Fingerprint, p) {
			if ok {
				found.add(l.Fingerprint[k])
			}
		}
		s := share(found, x.weights[i])
		if s < leastShare {
			continue
		}
		if s += x.issuerScore(i, common[i]); s > top {
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

// issuerScore returns what the issuer's words that a document shares with a layout are worth.
func (x *Index) issuerScore(layout int, common weight) float64 {
	return issuerWorth * float64(common.issuer/max(1, x.weights[layout].issuer))
}

// candidates returns the layouts that have the most words in common with a document, wherever
// these stand, if they are enough for the document to have that layout.
func (x *Index) candidates(common []weight) (near []int) {
	worth := make([]float64, len(common))
	for i, c := range common {
		if s := share(c, x.weights[i]); s >= leastShare {
			worth[i] = s + x.issuerScore(i, c)
			near = append(near, i)
		}
	}
	slices.SortStableFunc(near, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return near[:min(len(near), mostFits)]
}

// common returns the marks of a layout that another document of it has as well; all of them if
// these are too few.
func (p Fingerprint) common(other Fingerprint) (common Fingerprint) {
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

// pair is a mark of a layout and a mark of a document that have the same word.
type pair struct {
	mark, other int     // indices
	down        float64 // how much further down the other stands, thousandths of the page's width
}

// maxOffset is how far a mark may stand from its place, in thousandths of the page's width.
const maxOffset = 10

// inPlace reports which marks of a layout stand in their places in a document. As a whole, the
// document may be larger or smaller and be shifted, as scans are. What stands beneath a table
// or an address with more lines stands further down, so marks need to keep their vertical
// places only relative to others: those count that are in the largest groups that moved down
// together.
func inPlace(l, p Fingerprint) []bool {
	const mostParts, leastPart = 6, 3 // groups, and the least number of marks in one
	in, used := make([]bool, len(l)), make([]bool, len(p))
	pairs := pairsOf(l, p)
	scale, right := registration(l, p, pairs)
	level := pairs[:0]
	for _, q := range pairs {
		a, b := l[q.mark], p[q.other]
		if math.Abs(float64(b.X)-scale*float64(a.X)-right) <= maxOffset {
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

// pairsOf returns the pairs of a mark of a layout and one of a document that have the same
// word.
func pairsOf(l, p Fingerprint) []pair {
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

// registration returns how much larger than a layout a document is, and how far further right
// it stands. Its scale is 1 or the median of those given by the words that occur once in both
// (Theil, "A rank-invariant method of linear and polynomial regression analysis", 1950),
// whichever fits more pairs, and 1 if both fit as many.
func registration(l, p Fingerprint, pairs []pair) (scale, right float64) {
	const (
		leastApart = 100  // least horizontal distance of two words that tell a scale, thousandths of the page's width
		mostScaled = 1.27 // greatest scale, and the inverse of the least
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
	most, rights := 0, make([]float64, len(pairs))
	for _, s := range [...]float64{1, min(max(median, 1/mostScaled), mostScaled)} {
		for i, q := range pairs {
			rights[i] = float64(p[q.other].X) - s*float64(l[q.mark].X)
		}
		slices.Sort(rights)
		from, to := densest(len(rights), func(i int) float64 { return rights[i] })
		if to-from > most {
			most, scale, right = to-from, s, (rights[from]+rights[to-1])/2
		}
	}
	return scale, right
}

// densest returns the longest range, from from up to but not including to, of sorted numbers
// that are nearly the same.
func densest(n int, at func(int) float64) (from, to int) {
	first := 0
	for last := range n {
		for at(last)-at(first) > maxOffset {
			first++
		}
		if last+1-first > to-from {
			from, to = first, last+1
		}
	}
	return from, to
}
