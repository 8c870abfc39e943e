package layout

import (
	"math"
	"slices"

	"lineitem/convert/doc"
)

// Measures of bent paper.
const (
	bendPairs  = 40   // least number of pairs of neighbouring words that show how a page is bent
	bendReach  = 0.5  // least share of the page's width over which they are spread
	bendGap    = 2.5  // widest gap between two such words, ems
	bendLeast  = 0.12 // least bend that is worth taking out, ems
	bendMost   = 0.3  // steepest slope of a line
	bendProven = 0.6  // least share of the slopes' sum of squares that the bend must explain
)

// bendOf estimates how a page of pixels is bent from words that follow each other
// in its lines. Each word was measured by itself, but there are many. Words far
// apart are recognised as one line only when most of the bend is out, so the rest
// of it is estimated from the page as flattened so far.
func bendOf(page *doc.Page) (b doc.Bend) {
	if !(page.Width > 0) || !(page.Height > 0) {
		return doc.Bend{}
	}
	const rounds = 3
	for round := range rounds {
		flat := *page
		flat.Words = slices.Clone(page.Words)
		gap, proven := bendGap, bendProven
		if round > 0 {
			flatten(&flat, &b)
			gap, proven = math.Inf(1), 0
		}
		more, ok := slopesOf(&flat, trace(flat.Words), gap, proven)
		if !ok {
			break
		}
		b = b.And(more)
	}
	return b
}

// slopesOf fits a bend to the slopes of a page's lines between neighbouring words
// that are no further apart than gap, ems. ok is false if they show no bend, or if
// it explains less than the share proven of the slopes' sum of squares.
func slopesOf(page *doc.Page, chains [][]*doc.Word, gap, proven float64) (b doc.Bend, ok bool) {
	b.Width, b.Height = page.Width, page.Height
	var pairs []doc.Slope
	var sizes []float64
	left, right := math.Inf(1), math.Inf(-1)
	for _, c := range chains {
		for i := 1; i < len(c); i++ {
			u, v := c[i-1], c[i]
			run := v.Box.MidX() - u.Box.MidX()
			if v.Box.X0-u.Box.X1 > gap*size(u) || run < size(u) || size(u) > oneSize*size(v) || size(v) > oneSize*size(u) {
				continue
			}
			if fall := (v.Baseline - u.Baseline) / run; math.Abs(fall) < bendMost {
				pairs = append(pairs, doc.Slope{X: (u.Box.MidX() + v.Box.MidX()) / 2, Y: (u.Baseline + v.Baseline) / 2, Fall: fall, Weight: min(run, 8*size(u))})
				sizes = append(sizes, size(u))
				left, right = min(left, u.Box.X0), max(right, v.Box.X1)
			}
		}
	}
	if len(pairs) < bendPairs || right-left < bendReach*page.Width {
		return b, false
	}
	slices.Sort(sizes)
	if pairs, ok = b.Fit(pairs, 1); !ok {
		return b, false
	}
	var all, rest float64
	for _, p := range pairs {
		d := p.Fall - b.At(p.X, p.Y)
		all, rest = all+p.Weight*p.Fall*p.Fall, rest+p.Weight*d*d
	}
	if !(rest <= (1-proven)*all) {
		return b, false
	}
	return b, b.Most(left, right) >= bendLeast*sizes[len(sizes)/2]
}

// flatten moves the words, rules and fills of a page to where they would stand on
// flat paper. Its words are changed in place, its rules and fills in a copy.
func flatten(page *doc.Page, b *doc.Bend) {
	for i := range page.Words {
		w := &page.Words[i]
		d := b.Down(w.Box.MidX(), w.Baseline)
		w.Baseline, w.Box.Y0, w.Box.Y1 = w.Baseline-d, w.Box.Y0-d, w.Box.Y1-d
	}
	page.Rules = slices.Clone(page.Rules)
	for i := range page.Rules {
		r := &page.Rules[i]
		if r.Vertical {
			r.Y0, r.Y1 = r.Y0-b.Down(r.MidX(), r.Y0), r.Y1-b.Down(r.MidX(), r.Y1)
			continue
		}
		// A bent rule's box is as high as its bend.
		least, most := math.Inf(1), math.Inf(-1)
		for k := range 9 {
			d := b.Down(r.X0+r.Width()*float64(k)/8, r.MidY())
			least, most = min(least, d), max(most, d)
		}
		middle := r.MidY() - (least+most)/2
		half := max(r.Height()-(most-least), min(r.Height(), 0.5)) / 2
		r.Y0, r.Y1 = middle-half, middle+half
	}
	page.Fills = slices.Clone(page.Fills)
	for i := range page.Fills {
		f := &page.Fills[i]
		d := b.Down(f.MidX(), f.MidY())
		f.Y0, f.Y1 = f.Y0-d, f.Y1-d
	}
}
