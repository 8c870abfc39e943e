package raster

import (
	"cmp"
	"image"
	"math"
	"slices"

	"lineitem/convert/doc"
)

// How great uprightScore has to be, standard deviations.
const (
	turnSure = 3 // for a page to be turned
	// For a page not to be doubtful. Not all scripts have the letters that uprightScore counts on: of
	// 279 first pages of testdata/forms, 140 of them in capitals, Cyrillic or Greek letters, it
	// was wrong about 29, of which it was up to 7.2 sure.
	doubtless = 8
)

// uprightScore returns how sure it is that the page's text stands upright, in
// standard deviations; it is negative where the text is upside down. It compares
// pairs of neighbouring letters. Two letters of different height
// share their baseline more often than their upper edge: there are more
// ascenders, capitals, points and commas than descenders and quotes. Compare
// Caprari, "Algorithm for text page up/down orientation determination", 2000.
func uprightScore(blobs []blob, dpi float64) float64 {
	var up, down int
	least, most, gap := int(dpi*0.012), int(dpi*0.35), int(dpi*0.05)
	letters := make([]blob, 0, len(blobs))
	for _, b := range blobs {
		if b.height() >= least && b.height() <= most && b.width() <= 2*most && b.area >= 4 {
			letters = append(letters, b)
		}
	}
	slices.SortFunc(letters, func(a, b blob) int {
		return cmp.Or(a.x0-b.x0, a.y0-b.y0, a.x1-b.x1, a.y1-b.y1)
	})
	for i := range letters {
		a := &letters[i]
		// Only the nearest letter to the right counts.
		nearest := -1
		for j := i + 1; j < len(letters) && letters[j].x0 <= a.x1+gap; j++ {
			b := &letters[j]
			if b.x0 < a.x1-1 || min(a.y1, b.y1)-max(a.y0, b.y0) <= 0 {
				continue
			}
			nearest = j
			break
		}
		if nearest < 0 {
			continue
		}
		b := &letters[nearest]
		high := max(a.height(), b.height())
		if high < int(dpi*0.05) {
			continue // two points, or dust
		}
		top, low := absInt(a.y0-b.y0), absInt(a.y1-b.y1)
		switch {
		case low*8 <= high && top*5 > high:
			up++
		case top*8 <= high && low*5 > high:
			down++
		}
	}
	return float64(up-down) / math.Sqrt(float64(max(up+down, 1)))
}

// Turned returns the page turned by 180 degrees, for callers that find that its
// text reads better that way.
func (p *Page) Turned() *Page {
	w, h := p.Gray.Rect.Dx(), p.Gray.Rect.Dy()
	out := &Page{Gray: image.NewGray(p.Gray.Rect), DPI: p.DPI, ViewDPI: p.ViewDPI, OrientationDoubtful: p.OrientationDoubtful, Bend: p.Bend.Turned()}
	for i, v := range p.Gray.Pix[:w*h] {
		out.Gray.Pix[w*h-1-i] = v
	}
	width, height := float64(w)*72/p.DPI, float64(h)*72/p.DPI
	turn := func(b doc.Box) doc.Box {
		return doc.Box{X0: width - b.X1, Y0: height - b.Y1, X1: width - b.X0, Y1: height - b.Y0}
	}
	for _, r := range p.Rules {
		out.Rules = append(out.Rules, doc.Rule{Box: turn(r.Box), Vertical: r.Vertical})
	}
	for _, f := range p.Fills {
		out.Fills = append(out.Fills, doc.Fill{Box: turn(f.Box), Color: f.Color})
	}
	out.View = p.View.After(doc.Transform{-1, 0, width, 0, -1, height, 0, 0, 1})
	return out
}

// Sizes for finding whether a page lies on its side, inches.
const (
	sideGap  = 0.045 // widest gap between letters of a word: gaps between lines are mostly wider
	sideBand = 0.1   // height of bands: about that of a letter
	sideRun  = 0.3   // longest run of ink that letters have
)

// sideways reports whether the page's lines of text run up or down instead of
// across, and how sure that is, from 0 to 1. Letters stand closer to their
// neighbours in the line than to those in the lines beside, so the nearest ink
// beyond a letter's edge is sought both ways. Compare O'Gorman, "The document
// spectrum for page layout analysis", 1993. Gaps along rows of pixels tell little where
// letters are small, and gaps across bands tell little where lines are close together,
// so the two are averaged.
func sideways(ink *mask, dpi float64) (turned bool, sure float64) {
	most := max(3, int(dpi*sideGap))
	side := ink.turned()
	along := tilt(gaps(ink, most), gaps(side, most))
	bands := tilt(bandGaps(ink, dpi, most), bandGaps(side, dpi, most))
	sure = (along + bands) / 2
	return sure < 0, math.Abs(sure)
}

// tilt returns by how much the gaps across outnumber those down, from -1 (all down) to 1 (all across);
// 0 if there are fewer than 40.
func tilt(across, down int) float64 {
	if across+down < 40 {
		return 0
	}
	return float64(across-down) / float64(across+down)
}

// bandGaps counts the gaps without ink, at most most pixels wide and with ink on
// both sides, that cross horizontal bands of the page from top to bottom. Rules and
// fills do not count as ink.
func bandGaps(ink *mask, dpi float64, most int) int {
	n, band, long := 0, max(1, int(dpi*sideBand)), int(dpi*sideRun)
	seen := newMask(ink.w, 1).row(0)
	for top := 0; top < ink.h; top += band {
		clear(seen)
		for y := top; y < min(top+band, ink.h); y++ {
			row := ink.row(y)
			for x := nextInk(row, 0); x < len(row); {
				end := x + 1
				for end < len(row) && row[end] != 0 {
					end++
				}
				if end-x <= long {
					copy(seen[x:end], row[x:end])
				}
				x = nextInk(row, end)
			}
		}
		last := -1
		for x := nextInk(seen, 0); x < len(seen); x = nextInk(seen, x+1) {
			if gap := x - last - 1; last >= 0 && gap > 0 && gap <= most {
				n++
			}
			last = x
		}
	}
	return n
}

// gaps counts the gaps along rows that could lie between letters: at most most
// pixels wide, with ink on both sides for several rows.
func gaps(ink *mask, most int) int {
	n := 0
	// run[x] counts the rows for which a gap has begun near x.
	run := make([]int8, ink.w+2)
	next := make([]int8, ink.w+2)
	const rows = 4
	for y := range ink.h {
		row := ink.row(y)
		clear(next)
		last := -1
		for x := nextInk(row, 0); x < len(row); x = nextInk(row, x+1) {
			if gap := x - last - 1; last >= 0 && gap > 0 && gap <= most {
				seen := max(run[last], run[last+1], run[max(last-1, 0)])
				if seen < rows {
					next[last] = seen + 1
					if seen+1 == rows {
						n++
					}
				} else {
					next[last] = rows
				}
			}
			last = x
		}
		run, next = next, run
	}
	return n
}
