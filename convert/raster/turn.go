package raster

// sideways tells whether the page's lines of text run up or down instead of
// across, and how sure that is, from 0 to 1. Letters stand closer to their
// neighbours in the line than to those in the lines beside, so the nearest ink
// beyond a letter's edge is sought both ways. Compare O'Gorman, "The document
// spectrum for page layout analysis", 1993.
func sideways(ink *mask, dpi float64) (turned bool, sure float64) {
	most := max(3, int(dpi*0.045)) // the widest gap between letters of a word, pixels
	across, down := gaps(ink, most), gaps(ink.turned(), most)
	if across+down < 40 {
		return false, 0
	}
	turned = down > across
	return turned, float64(absInt(down-across)) / float64(across+down)
}

// gaps counts the gaps along rows that could lie between letters: not wider
// than most pixels, and high, with ink on both sides for several rows.
func gaps(ink *mask, most int) int {
	n := 0
	// run[x] is for how many rows a gap has been seen to begin near x.
	run := make([]int8, ink.w+2)
	next := make([]int8, ink.w+2)
	const rows = 4
	for y := range ink.h {
		row := ink.row(y)
		clear(next)
		last := -1
		for x, v := range row {
			if v == 0 {
				continue
			}
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
