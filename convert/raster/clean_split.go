package raster

import (
	"image"
	"slices"
)

// uniform reports whether most of a fill is of about one shade.
func (l *layers) uniform(at int, sheet []byte) bool {
	f, g := &l.fills[at], l.ground
	var levels [256]int
	n := 0
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			if i := y*g.w + x; l.owner[i] == int32(at+1) {
				levels[min(255*int(g.pix[i])/max(int(sheet[i]), 1), 255)]++
				n++
			}
		}
	}
	middle := int(quantile(&levels, n, 0.5))
	near := 0
	for v := max(middle-2*maxCellStep, 0); v <= min(middle+2*maxCellStep, 255); v++ {
		near += levels[v]
	}
	return near*10 >= n*6
}

// split makes separate fills of the bars within a fill that is not a bar, and reports whether there
// are any. Whole is that fill before judge cut cells off it, and cut are these cells. In a blurred
// picture the cells along the edge of a bar have all shades between, and so connect the bar with a
// shadow that lies across it.
func (l *layers) split(at int, whole fill, cut []int, src *image.Gray, sheet []byte, off func(cell int) bool, dpi float64) bool {
	g, id, parts := l.ground, int32(at+1), len(l.fills)
	if !whole.isLarge(g.step, dpi) {
		return false
	}
	cells := slices.Clone(cut)
	for y := whole.y0; y < whole.y1; y++ {
		for i := y*g.w + whole.x0; i < y*g.w+whole.x1; i++ {
			if l.owner[i] == id {
				cells = append(cells, i)
			}
		}
	}
	slices.Sort(cells)
	for _, i := range cells {
		l.owner[i] = 0
	}
	for _, start := range cells {
		if l.owner[start] == 0 && g.calm(start) {
			n := len(l.fills)
			l.grow(start, sheet, off, g.calm)
			l.judge(n, src, dpi)
			f := &l.fills[n]
			f.holdsText = f.holdsText && (f.bar != nil || f.level < fillShade)
		}
	}
	rest := fill{x0: g.w, y0: g.h}
	for _, i := range cells {
		if k := l.owner[i]; k <= 0 || !l.fills[k-1].holdsText {
			l.owner[i] = id
			rest.add(i, g, sheet)
		}
	}
	if rest.cells == len(cells) {
		for _, i := range cut {
			l.owner[i] = outsideFills
		}
		l.fills = l.fills[:parts]
		return false
	}
	l.fills[at] = rest
	return true
}

// calm reports whether the ground is about as bright in a cell as in those around it.
func (g *ground) calm(cell int) bool {
	low, high := g.pix[cell], g.pix[cell]
	for y := max(cell/g.w-1, 0); y <= min(cell/g.w+1, g.h-1); y++ {
		for x := max(cell%g.w-1, 0); x <= min(cell%g.w+1, g.w-1); x++ {
			low, high = min(low, g.pix[y*g.w+x]), max(high, g.pix[y*g.w+x])
		}
	}
	return high-low <= maxCellStep
}

// add adds a cell of a ground to the fill. Sheet is the brightness of the paper in each cell.
func (f *fill) add(cell int, g *ground, sheet []byte) {
	x, y := cell%g.w, cell/g.w
	f.x0, f.x1 = min(f.x0, x), max(f.x1, x+1)
	f.y0, f.y1 = min(f.y0, y), max(f.y1, y+1)
	f.level = (f.level*f.paper + float64(g.pix[cell])) / max(f.paper+float64(sheet[cell]), 1)
	f.paper += float64(sheet[cell])
	f.cells++
}
