package segmentation

import (
	"cmp"
	"slices"
)

// Bounds that keep a page of noise from costing more than a page of text.
const (
	maxBlobs = 60_000 // letters looked at; the largest are kept
	maxLines = 3_000
)

// capsPerEm is an em in heights of capitals. Common fonts have capitals of 0.64
// to 0.73 em.
const capsPerEm = 1 / 0.7

const (
	leastLetter    = 4    // height of the smallest letter worth reading, pixels
	mostLetter     = 250  // and of the largest
	dashAspect     = 1.6  // width over height beyond which a solid blob is a dash
	solidShare     = 0.8  // least share of ink in the box of a dash or a rule
	frameShare     = 0.1  // a box with a smaller share of ink is a frame's
	signatureShare = 0.2  // a box that is wider than high with a smaller share of ink is a signature's
	maxHeightRatio = 2.2  // largest ratio of the heights of neighbours in a word: "o" and "(" come near it
	maxLetterGap   = 1.2  // widest gap between neighbours, heights of the taller
	columnGap      = 1.3  // a wider gap separates columns, em
	baselineSlip   = 0.22 // largest offset between baselines of pieces of a line, heights of capitals
)

// chain is a row of letters that stand side by side, which is to become a line.
type chain struct {
	blobs          []int32 // letters
	marks          []int32 // dots, dashes, accents: part of the line, but not measured
	x0, y0, x1, y1 int32   // box of both
	measures
}

// isLetter reports whether a blob may be a letter or a word of touching ones.
func (b *blob) isLetter() bool {
	w, h := b.width(), b.height()
	switch {
	case h < leastLetter || h > mostLetter || w > 60*h:
		return false
	case b.isFlat():
		return false
	case h > 14*w: // a piece of a vertical rule
		return false
	case float64(b.area) < frameShare*float64(w)*float64(h):
		return false
	case w > 2*h && float64(b.area) < signatureShare*float64(w)*float64(h):
		return false
	}
	return true
}

// isFlat reports whether a blob is a dash or a rule.
func (b *blob) isFlat() bool {
	w, h := float64(b.width()), float64(b.height())
	return w > dashAspect*h && float64(b.area) > solidShare*w*h
}

// shelfHeight is the height of the bands by which neighbours are looked up,
// pixels.
const shelfHeight = 16

// chains links the page's letters into words, and these into pieces of lines.
func chains(in *ink, walls []verticalRule) []chain {
	letters := letters(in)
	// Left to right, then by number, so that the order is always the same.
	slices.SortFunc(letters, func(a, b int32) int {
		return cmp.Or(cmp.Compare(in.blobs[a].x0, in.blobs[b].x0), cmp.Compare(a, b))
	})
	shelf := make([][]int32, in.height/shelfHeight+1)
	for _, l := range letters {
		b := &in.blobs[l]
		for s := b.y0 / shelfHeight; s <= (b.y1-1)/shelfHeight; s++ {
			shelf[s] = append(shelf[s], l)
		}
	}
	set := newSets(len(in.blobs))
	for _, row := range shelf {
		for i := range row {
			linkRight(in, set, walls, row[i:])
		}
	}
	of := make(map[int32]int, len(letters))
	var out []chain
	for _, l := range letters {
		root := set.root(l)
		at, ok := of[root]
		if !ok {
			at = len(out)
			of[root] = at
			out = append(out, chain{})
		}
		out[at].blobs = append(out[at].blobs, l)
	}
	for i := range out {
		out[i].box(in)
	}
	return out
}

// letters returns the blobs that may be letters, at most maxBlobs.
func letters(in *ink) []int32 {
	var out []int32
	for i := range in.blobs {
		if in.blobs[i].isLetter() {
			out = append(out, int32(i))
		}
	}
	if len(out) > maxBlobs {
		slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(in.blobs[b].area, in.blobs[a].area) })
		out = out[:maxBlobs]
	}
	return out
}

// linkRight links the first letter of the rest of a shelf with its nearest
// neighbour to the right, and with those whose columns overlap its own.
func linkRight(in *ink, set sets, walls []verticalRule, row []int32) {
	l := row[0]
	a := &in.blobs[l]
	best, bestGap := int32(-1), int32(0)
	// A neighbour is at most maxHeightRatio times as tall, so none begins farther right.
	far := a.x1 + int32(maxLetterGap*maxHeightRatio*float64(a.height()))
	for _, m := range row[1:] {
		b := &in.blobs[m]
		if b.x0 > far || best >= 0 && b.x0-a.x1 > bestGap {
			break
		}
		lo, hi := min(a.height(), b.height()), max(a.height(), b.height())
		overlap := min(a.y1, b.y1) - max(a.y0, b.y0)
		if 2*overlap < lo || float64(hi) > maxHeightRatio*float64(lo) {
			continue
		}
		gap := b.x0 - a.x1
		if float64(gap) > maxLetterGap*float64(hi) || ruleBetween(walls, a, b) {
			continue
		}
		if gap < 0 {
			set.join(l, m)
			continue
		}
		if best < 0 || gap < bestGap {
			best, bestGap = m, gap
		}
	}
	if best >= 0 {
		set.join(l, best)
	}
}

// verticalRule is a vertical rule, pixels.
type verticalRule struct{ x, y0, y1 float64 }

// ruleBetween reports whether a rule stands in the gap between two blobs, the left
// one first.
func ruleBetween(walls []verticalRule, a, b *blob) bool {
	if b.x0 <= a.x1-1 {
		return false
	}
	y := float64(max(a.y0, b.y0)+min(a.y1, b.y1)) / 2
	for _, w := range walls {
		if w.x > float64(a.x1)-1.5 && w.x < float64(b.x0)+1.5 && w.y0 <= y && y <= w.y1 {
			return true
		}
	}
	return false
}

// box recomputes the chain's box.
func (c *chain) box(in *ink) {
	first := true
	for _, list := range [...][]int32{c.blobs, c.marks} {
		for _, i := range list {
			b := &in.blobs[i]
			if first {
				c.x0, c.y0, c.x1, c.y1 = b.x0, b.y0, b.x1, b.y1
				first = false
			}
			c.x0, c.y0, c.x1, c.y1 = min(c.x0, b.x0), min(c.y0, b.y0), max(c.x1, b.x1), max(c.y1, b.y1)
		}
	}
}

// sets are disjoint sets of numbers (union-find).
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

func (s sets) root(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

func (s sets) join(a, b int32) {
	a, b = s.root(a), s.root(b)
	s[max(a, b)] = min(a, b)
}
