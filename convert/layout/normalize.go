package layout

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Bounds for settling, in ems or as ratios.
const (
	traceStep   = 0.3  // a line of text rises or falls less than this from word to word
	traceBack   = 0.5  // words of one line overlap less than this
	oneSize     = 1.25 // words of one line whose sizes differ by a smaller factor were set in one size
	nearSize    = 1.06 // words of any lines whose sizes differ by a smaller factor were set in one size
	aboveBase   = 0.74 // how far a word reaches above its baseline in common fonts
	beneathBase = 0.22 // and beneath it
	typePitch   = 0.6  // advance of each character in common typewriter faces
	sideBearing = 0.06 // white that a character has at either side
	evenPitch   = 0.06 // measured advances of one such face differ from their median by a smaller share
	tallType    = 1.1  // a size by pitch counts only if it exceeds the size by height by this factor
)

// normalized returns a copy of a page from pixels with its words as they were set:
// those of one line on one baseline, and those of about one size in the same
// size. Each was measured by itself, and paper is not flat. It also returns the
// bend that was taken out.
func normalized(page *doc.Page) (*doc.Page, doc.Bend) {
	out := *page
	out.Words = withRaised(slices.Clone(page.Words))
	b := bendOf(&out)
	if b != (doc.Bend{}) {
		flatten(&out, &b)
	}
	chains := trace(out.Words)
	for _, chain := range chains {
		alignChain(chain)
		sizeTypewriter(chain)
	}
	unifySizes(chains)
	for i := range out.Words {
		if w := &out.Words[i]; w.Turn == 0 { // gaps are measured between the characters' advances, not their ink, as in a text layer
			w.Box.X0, w.Box.X1 = w.Box.X0-sideBearing*w.Size, w.Box.X1+sideBearing*w.Size
		}
	}
	return &out, b
}

// trace links words into lines of text, from left to right.
func trace(all []doc.Word) [][]*doc.Word {
	words := make([]*doc.Word, 0, len(all))
	for i := range all {
		if all[i].Turn == 0 {
			words = append(words, &all[i])
		}
	}
	slices.SortStableFunc(words, func(a, b *doc.Word) int {
		return cmp.Or(cmp.Compare(a.Box.X0, b.Box.X0), cmp.Compare(a.Baseline, b.Baseline))
	})
	// The chains are sorted by the baselines of their last words, so that a
	// word's neighbours are found by binary search.
	var chains [][]*doc.Word
	for _, w := range words {
		last := func(c []*doc.Word) *doc.Word { return c[len(c)-1] }
		at, _ := slices.BinarySearchFunc(chains, w.Baseline, func(c []*doc.Word, y float64) int { return cmp.Compare(last(c).Baseline, y) })
		best, least := -1, traceStep
		for _, step := range [...]int{-1, 1} {
			i := at
			if step < 0 {
				i--
			}
			for ; i >= 0 && i < len(chains); i += step {
				l := last(chains[i])
				away := math.Abs(l.Baseline-w.Baseline) / min(size(l), size(w))
				if math.Abs(l.Baseline-w.Baseline) > traceStep*size(w) {
					break
				}
				if away < least && w.Box.X0 > l.Box.X1-traceBack*size(w) {
					best, least = i, away
				}
			}
		}
		if best < 0 {
			chains = slices.Insert(chains, at, []*doc.Word{w})
			continue
		}
		c := append(chains[best], w)
		chains = slices.Delete(chains, best, best+1)
		at, _ = slices.BinarySearchFunc(chains, w.Baseline, func(c []*doc.Word, y float64) int { return cmp.Compare(last(c).Baseline, y) })
		chains = slices.Insert(chains, at, c)
	}
	return chains
}

// alignChain puts the words of a line on their median baseline, and gives each
// the median of those sizes in the line that are about its own.
func alignChain(chain []*doc.Word) {
	baselines, sizes := make([]float64, len(chain)), make([]float64, len(chain))
	for i, w := range chain {
		baselines[i], sizes[i] = w.Baseline, size(w)
	}
	slices.Sort(baselines)
	baseline := baselines[len(baselines)/2]
	sorted := slices.Sorted(slices.Values(sizes))
	for i, w := range chain {
		from, _ := slices.BinarySearch(sorted, sizes[i]/oneSize)
		to, _ := slices.BinarySearch(sorted, sizes[i]*oneSize)
		w.Baseline = baseline
		w.Size = sorted[(from+max(from, to-1))/2]
	}
}

// sizeTypewriter gives the words of a line that is set in a typewriter face, in
// which all characters have the same advance, the size that follows from their
// pitch. The capitals of such faces are low, so that by their height the words
// would seem small, and the spaces between them wide.
func sizeTypewriter(chain []*doc.Word) {
	pitch := func(w *doc.Word) float64 {
		n := utf8.RuneCountInString(w.Text)
		if n < 3 {
			return 0
		}
		return w.Box.Width() / (float64(n) - 0.2) // the last character's ink ends before its advance does
	}
	var pitches []float64
	letters := 0
	for _, w := range chain {
		if p := pitch(w); p > 0 {
			pitches = append(pitches, p)
			letters += utf8.RuneCountInString(w.Text)
		}
	}
	if len(pitches) < 3 || letters < 12 {
		return
	}
	slices.Sort(pitches)
	middle := pitches[len(pitches)/2]
	even := func(p float64) bool { return math.Abs(p-middle) < evenPitch*middle }
	n := 0
	for _, p := range pitches {
		if even(p) {
			n++
		}
	}
	if 4*n < 3*len(pitches) {
		return
	}
	for _, w := range chain {
		if p := pitch(w); (p == 0 || even(p)) && middle/typePitch > tallType*w.Size {
			w.Size = middle / typePitch
		}
	}
}

// unifySizes gives words of about the same size, in all lines, the same size,
// and each word the height that goes with it.
func unifySizes(chains [][]*doc.Word) {
	var words []*doc.Word
	for _, c := range chains {
		words = append(words, c...)
	}
	slices.SortStableFunc(words, func(a, b *doc.Word) int { return cmp.Compare(a.Size, b.Size) })
	for from := 0; from < len(words); {
		to := from + 1
		for to < len(words) && words[to].Size < words[from].Size*nearSize*nearSize && words[to].Size < words[to-1].Size*nearSize {
			to++
		}
		middle := words[(from+to)/2].Size
		for _, w := range words[from:to] {
			w.Size = middle
			w.Box.Y0, w.Box.Y1 = w.Baseline-aboveBase*middle, w.Baseline+beneathBase*middle
		}
		from = to
	}
}
