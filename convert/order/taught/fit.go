package taught

import (
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
	if m.Kind == Issuer {
		w.issuer++
	}
	v := [numKinds]float32{Wording: 1, Prose: 0.25}[m.Kind]
	w.pages += v
	if m.Y < onLast {
		w.first += v
	}
}

// What decides whether a document is of a layout.
const (
	leastShare = 0.38 // share of the layout's marks that stand in their places
	leastMarks = 6    // and how many at least
	chance     = 1.5  // marks that may stand there by chance
	firstAlone = 0.05 // by how much the first page alone has to agree better than all
)

// shareOf is the share of a layout's marks that was found, less what chance finds. It is
// that of the first page where this is better by more than a margin: others may be missing,
// as in photos, or more.
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

// same reports whether the document is of the layout.
func (f *fit) same() bool { return f.share() >= leastShare }

// leastCommon is how many marks of a layout stay at least, so that it is still found.
const leastCommon = 12

// common are the marks of a layout that another document of it has as well; all, where
// these are too few.
func (p Print) common(other Print) Print {
	f := fitOf(p, other)
	var common Print
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
	mark, other int // indices
}

// moved is a pair, with how much further down the other stands, so that moved pairs are
// sorted by that as numbers are: thousandths of the page's width and downOrigin in the
// upper half, and the indices.
type moved uint64

const (
	downOrigin = 1 << 20 // is added so that none is negative
	mostMarks  = 1 << 16 // of a print, more than any has that is made here
)

func newMoved(q pair, down float64) moved {
	return moved(uint64(math.Round(down)+downOrigin)<<32 | uint64(q.mark)<<16 | uint64(q.other))
}

func (m moved) down() int  { return int(m >> 32) }
func (m moved) mark() int  { return int(m >> 16 & 0xffff) }
func (m moved) other() int { return int(m & 0xffff) }

// Tolerances of places, thousandths of the page's width.
const (
	near      = 10 // by which a mark may stand beside its place
	mostMoved = 6  // parts of a page that may have moved up and down, each by itself
	leastPart = 3  // marks of such a part
)

// fitOf compares a document with a layout. It may be larger or smaller and stand beside it
// as a whole, as scans do. What stands beneath a table or an address that has more lines
// stands further down, so that marks have to keep their places only together with others.
func fitOf(l, p Print) fit {
	l, p = l[:min(len(l), mostMarks)], p[:min(len(p), mostMarks)]
	f := fit{inPlace: make([]bool, len(l)), issuer: issuerShare(l, p)}
	if a, b := l.title(), p.title(); a != 0 && b != 0 && a != b {
		return f
	}
	for i := range l {
		f.all.add(l[i])
	}
	pairs := pairsOf(l, p)
	if len(pairs) == 0 {
		return f
	}
	scale, right := registration(l, p, pairs)
	var level []moved
	for _, q := range pairs {
		a, b := l[q.mark], p[q.other]
		if math.Abs(float64(b.X)-scale*float64(a.X)-right) <= near {
			level = append(level, newMoved(q, float64(b.Y)-scale*float64(a.Y)))
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
func (f *fit) place(pairs []moved, others int) {
	slices.Sort(pairs)
	used := make([]bool, others)
	for range mostMoved {
		part := largestPart(pairs)
		if len(part) < leastPart {
			return
		}
		taken := 0
		for _, q := range part {
			if !f.inPlace[q.mark()] && !used[q.other()] {
				f.inPlace[q.mark()], used[q.other()] = true, true
				taken++
			}
		}
		if taken < leastPart {
			return
		}
		pairs = slices.DeleteFunc(pairs, func(q moved) bool { return f.inPlace[q.mark()] || used[q.other()] })
	}
}

// largestPart are most pairs that have moved down by nearly the same. Pairs stand in the
// order of that.
func largestPart(pairs []moved) []moved {
	from, to, first := 0, 0, 0
	for last := range pairs {
		for pairs[last].down()-pairs[first].down() > near {
			first++
		}
		if last+1-first > to-from {
			from, to = first, last+1
		}
	}
	return pairs[from:to]
}

// mostAlike bounds the marks of a document that a mark of the same word is compared with.
const mostAlike = 12

// pairsOf are the marks of a layout and of a document that are of the same word.
func pairsOf(l, p Print) []pair {
	pairs := make([]pair, 0, 2*len(l))
	k := 0
	for i := range l {
		for k < len(p) && p[k].Word < l[i].Word {
			k++
		}
		for j := k; j < len(p) && j < k+mostAlike && p[j].Word == l[i].Word; j++ {
			pairs = append(pairs, pair{i, j})
		}
	}
	return pairs
}

// issuerShare is the share of the issuer's words that a document has.
func issuerShare(l, p Print) float64 {
	n, has, k := 0, 0, 0
	for i := range l {
		if l[i].Kind != Issuer {
			continue
		}
		for k < len(p) && p[k].Word < l[i].Word {
			k++
		}
		n++
		if k < len(p) && p[k].Word == l[i].Word {
			has++
		}
	}
	return float64(has) / float64(max(n, 1))
}

// What registration tries.
const (
	scaleStep  = 1.02
	scaleSteps = 12 // either way
	bin        = 8  // thousandths of the page's width
	bins       = 512
	asItIs     = 1.06 // what is not scaled is likelier
	plain      = 0.75 // share of the marks with which nothing else is tried
	refinings  = 2
)

// scales are the steps of scales.
var scales = func() (s [scaleSteps + 1]float64) {
	for i := range s {
		s[i] = math.Pow(scaleStep, float64(i))
	}
	return s
}()

// registration is how much larger a document is than a layout, and how much further right
// it stands, as most pairs say (a Hough transform).
func registration(l, p Print, pairs []pair) (scale, right float64) {
	votes, right := vote(l, p, pairs, 1)
	most := asItIs * votes
	scale = 1
	for step := 1; step <= scaleSteps && votes < plain*float64(len(l)); step++ {
		for _, s := range [...]float64{scales[step], 1 / scales[step]} {
			if votes, at := vote(l, p, pairs, s); votes > most {
				most, scale, right = votes, s, at
			}
		}
	}
	for range refinings {
		scale, right = refine(l, p, pairs, scale, right)
	}
	return scale, right
}

// vote counts how many pairs agree at a scale on how much further right a document stands.
func vote(l, p Print, pairs []pair, scale float64) (most, right float64) {
	var votes [bins]uint16
	for _, q := range pairs {
		b := int(float64(p[q.other].X)-scale*float64(l[q.mark].X))/bin + bins/2
		if b >= 0 && b < bins {
			votes[b]++
		}
	}
	best := 0
	for b := 1; b < bins; b++ {
		if n := int(votes[b]) + int(votes[b-1]); n > best {
			best, right = n, float64(b-bins/2)*bin
		}
	}
	return float64(best), right
}

// refine fits the registration to the pairs that are near it, by least squares.
func refine(l, p Print, pairs []pair, scale, right float64) (float64, float64) {
	var n, x, y, xx, xy float64
	for _, q := range pairs {
		a, b := float64(l[q.mark].X), float64(p[q.other].X)
		if math.Abs(b-scale*a-right) <= near {
			n, x, y, xx, xy = n+1, x+a, y+b, xx+a*a, xy+a*b
		}
	}
	const leastSpread = 20 // of the places, below which the scale stays
	if n == 0 {
		return scale, right
	}
	if spread := n*xx - x*x; n >= leastPart && spread > n*n*leastSpread*leastSpread {
		scale = (n*xy - x*y) / spread
	}
	return scale, (y - scale*x) / n
}
