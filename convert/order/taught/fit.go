package taught

import (
	"cmp"
	"math"
	"slices"
)

// fit is how a document's print agrees with a layout's.
type fit struct {
	inPlace []bool  // the layout's marks that stand on the document in their places
	found   weight  // of these
	all     weight  // of all marks of the layout
	issuer  float64 // share of the issuer's words that stand anywhere on the document
}

// weight is what marks count together: those of the form on all pages and on the first
// one, and those of the issuer.
type weight struct{ pages, first, issuer float32 }

// add adds a mark. Running text counts less, since it is changed more often than labels.
func (w *weight) add(m Mark) {
	v := [...]float32{Prose: 0.25, Wording: 1, Issuer: 0, Any: 0}[m.Kind]
	w.pages += v
	w.first += v * float32(flag(m.Y < onLast))
	w.issuer += float32(flag(m.Kind == Issuer))
}

// What decides whether a document is of a layout.
const (
	leastShare  = 0.38 // share of the layout's marks that stand in their places
	leastMarks  = 6    // and how many at least
	leastCommon = 12   // marks of a layout that stay at least, so that it is still found
	chance      = 1.5  // marks that may stand there by chance
	firstAlone  = 0.05 // by how much the first page alone has to agree better than all
)

// shareOf is the share of a layout's marks that was found, less what chance finds. It is
// that of the first page if this is better by more than a margin: others may be missing, as
// in photos, or more.
func shareOf(found, all weight) float64 {
	share := func(found, all float32) float64 {
		if found < leastMarks {
			return 0
		}
		return float64((found - chance) / all)
	}
	return max(share(found.pages, all.pages), share(found.first, all.first)-firstAlone)
}

// share is the share of the layout's marks that stand in their places.
func (f *fit) share() float64 { return shareOf(f.found, f.all) }

// common are the marks of a layout that another document of it has as well; all, if these
// are too few.
func (p Print) common(other Print) (common Print) {
	f := fitOf(p, other)
	for i, ok := range f.inPlace {
		if ok || p[i].Word <= lastTitle {
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

// fitOf compares a document with a layout. It may be larger or smaller and stand beside it
// as a whole, as scans do. What stands beneath a table or an address that has more lines
// stands further down, so that marks have to keep their places only together with others.
func fitOf(l, p Print) fit {
	f := fit{inPlace: make([]bool, len(l)), issuer: issuerShare(l, p)}
	if a, b := l.title(), p.title(); a != 0 && b != 0 && a != b {
		return f
	}
	for i := range l {
		f.all.add(l[i])
	}
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
	f.place(level, len(p))
	for i, ok := range f.inPlace {
		if ok {
			f.found.add(l[i])
		}
	}
	return f
}

// place notes the marks of pairs that stand in their places up and down: those of the
// largest parts that have moved together.
func (f *fit) place(pairs []pair, others int) {
	const mostParts, leastPart = 6, 3 // and marks of one
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(a.down, b.down) })
	used := make([]bool, others)
	for range mostParts {
		from, to, first, taken := 0, 0, 0, 0
		for last := range pairs {
			for pairs[last].down-pairs[first].down > near {
				first++
			}
			if last+1-first > to-from {
				from, to = first, last+1
			}
		}
		for _, q := range pairs[from:to] {
			if to-from >= leastPart && !f.inPlace[q.mark] && !used[q.other] {
				f.inPlace[q.mark], used[q.other] = true, true
				taken++
			}
		}
		if taken < leastPart {
			return
		}
		pairs = slices.DeleteFunc(pairs, func(q pair) bool { return f.inPlace[q.mark] || used[q.other] })
	}
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

// issuerShare is the share of the issuer's words that a document has.
func issuerShare(l, p Print) float64 {
	all, has := 0, 0
	for _, m := range l {
		if m.Kind == Issuer {
			_, found := slices.BinarySearchFunc(p, m.Word, func(o Mark, word uint32) int { return cmp.Compare(o.Word, word) })
			all, has = all+1, has+flag(found)
		}
	}
	return float64(has) / float64(max(all, 1))
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
		word := l[q.mark].Word
		if (i == 0 || l[pairs[i-1].mark].Word != word) && (i+1 == len(pairs) || l[pairs[i+1].mark].Word != word) {
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
		if at, n := densest(rights); float64(n) > most {
			most, scale, right = asItIs*float64(n), s, at
		}
	}
	return scale, right
}

// densest returns the middle of the most numbers that are nearly the same, and how many they
// are.
func densest(v []float64) (middle float64, most int) {
	slices.Sort(v)
	first := 0
	for last := range v {
		for v[last]-v[first] > near {
			first++
		}
		if n := last + 1 - first; n > most {
			middle, most = (v[first]+v[last])/2, n
		}
	}
	return middle, most
}
