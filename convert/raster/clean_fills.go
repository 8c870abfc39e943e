package raster

import (
	"image"
	"math"
	"slices"

	"lineitem/convert/doc"
)

// fill is a part of the page whose ground is not the paper's: the bar behind
// a table's header row, a shaded row, a logo.
type fill struct {
	x0, y0, x1, y1 int // cells of the ground, x1 and y1 excluded
	cells          int
	level          float64 // mean brightness, in parts of the paper's
	paper          float64 // sum of the paper's brightness over its cells
	box            image.Rectangle
	holdsText      bool    // whether text may stand on it
	sharp          bool    // whether brightness steps at its edge, which it does not at a shadow's
	bar            *bar    // its edges, where it is a rectangle
	ground         *ground // its own, where it is a rectangle
	light          bool    // whether its text is lighter than it is
	top            byte    // brightness of that text (90th percentile)
}

// Sizes of fills, inches, and their brightness in parts of the paper's.
const (
	fillNoticed = 0.96 // what is brighter is paper
	fillShade   = 0.75 // what is darker is not a shadow
	fillWidth   = 0.35 // least width
	fillHeight  = 0.09 // least height
	bandFull    = 0.85 // least part of its rectangle that a bar covers which may lack a sharp edge, as it lies beside another fill,
	bandDark    = 0.6  // and what that bar is darker than
	maxCellStep = 12   // greatest difference between neighbouring cells of a fill, out of 255
	fillFull    = 0.6  // least part of its rectangle that a bar covers: its text may hide some
)

// layers is the ground of a page, divided into paper and fills.
type layers struct {
	ground *ground
	owner  []int32 // per cell of the ground: the fill it belongs to, from 1; 0 for paper
	fills  []fill
}

// outsideFills is the owner of cells that were first taken for a fill's but do not belong to it.
const outsideFills = -1

// layersOf divides the ground of a page into paper and fills. Dark cells that are
// not fills, such as the strokes of large letters, become paper.
func layersOf(src *image.Gray, g *ground, dpi float64) *layers {
	paper := g.paper(max(4, int(dpi*0.3)/g.step))
	l := &layers{ground: g, owner: make([]int32, len(g.pix))}
	sheet := paper.under(g, src.Rect.Size())
	off := func(i int) bool { return float64(g.pix[i]) < fillNoticed*float64(sheet[i]) }
	for start := range g.pix {
		if l.owner[start] == 0 && off(start) {
			l.grow(start, sheet, off, off)
		}
	}
	for i := range l.fills {
		whole := l.fills[i]
		if cut := l.judge(i, src, dpi); (l.fills[i].bar == nil || !l.uniform(i, sheet)) && l.split(i, whole, cut, src, sheet, off, dpi) {
			l.judge(i, src, dpi)
		}
	}
	l.extend(src, sheet, dpi)
	l.part(sheet)
	return l
}

// isLarge reports whether the fill is large enough for text to stand on it.
func (f *fill) isLarge(step int, dpi float64) bool {
	return float64((f.x1-f.x0)*step) >= fillWidth*dpi && float64((f.y1-f.y0)*step) >= fillHeight*dpi
}

// grow adds the fill that the cell start belongs to: the connected cells that differ from the paper
// (off), and hardly from their neighbours. It does not grow beyond cells that are not calm.
func (l *layers) grow(start int, sheet []byte, off, calm func(cell int) bool) {
	g := l.ground
	id := int32(len(l.fills) + 1)
	f := fill{x0: g.w, y0: g.h}
	l.owner[start] = id
	var room [64]int // most fills are small
	for stack := append(room[:0], start); len(stack) > 0; {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		x := i % g.w
		f.add(i, g, sheet)
		if !calm(i) {
			continue
		}
		for _, n := range [4]int{i - 1, i + 1, i - g.w, i + g.w} {
			if n < 0 || n >= len(g.pix) || n == i-1 && x == 0 || n == i+1 && x == g.w-1 {
				continue
			}
			if l.owner[n] == 0 && off(n) && absInt(int(g.pix[n])-int(g.pix[i])) <= maxCellStep {
				l.owner[n] = id
				stack = append(stack, n)
			}
		}
	}
	l.fills = append(l.fills, f)
}

// part gives bars a ground of their own, and replaces bars, and what is not a fill, by paper in
// the ground of the page.
func (l *layers) part(sheet []byte) {
	g := l.ground
	for i, id := range l.owner {
		if id == 0 {
			continue
		}
		if id == outsideFills {
			g.pix[i], l.owner[i] = sheet[i], 0
			continue
		}
		switch f := &l.fills[id-1]; {
		case !f.holdsText:
			g.pix[i], l.owner[i] = sheet[i], 0
		case f.bar != nil:
			f.ground.pix[(i/g.w-f.y0)*f.ground.w+i%g.w-f.x0] = g.pix[i]
		}
	}
	for i := range l.fills {
		if f := &l.fills[i]; f.bar != nil {
			f.ground.spread(f.inner(l.owner, g.w, int32(i+1)))
		}
	}
	for i, id := range l.owner {
		if id > 0 && l.fills[id-1].bar != nil {
			g.pix[i] = sheet[i]
		}
	}
}

// judge decides whether a fill really is one, and whether its text is lighter or darker than it.
// It returns the cells that it cut off from the fill.
func (l *layers) judge(at int, src *image.Gray, dpi float64) (cut []int) {
	f, id, g := &l.fills[at], int32(at+1), l.ground
	step := g.step
	if !f.isLarge(step, dpi) {
		return nil
	}
	whole := *f
	cut = l.trim(f, id)
	f.box = image.Rect(f.x0*step, f.y0*step, f.x1*step, f.y1*step).Intersect(src.Rect)
	full := float64(f.cells) / float64((f.x1-f.x0)*(f.y1-f.y0))
	wide := float64(f.box.Dx()) >= fillWidth*dpi && float64(f.box.Dy()) >= fillHeight*dpi
	f.holdsText = wide && (full >= fillFull || f.level >= fillShade)
	if !f.holdsText {
		return cut
	}
	f.sharp = l.sharp(f, id)
	if !f.sharp && f.level >= fillShade {
		// A shadow may have any shape, and very narrow corners.
		for _, i := range cut {
			l.owner[i] = id
		}
		cut = nil
		f.x0, f.y0, f.x1, f.y1, f.cells = whole.x0, whole.y0, whole.x1, whole.y1, whole.cells
		f.box = image.Rect(f.x0*step, f.y0*step, f.x1*step, f.y1*step).Intersect(src.Rect)
	}
	if full >= fillFull && f.sharp || full >= bandFull && f.level < bandDark {
		f.bar = barOf(src, f, step, g.rx, g.ry)
	}
	// The ground between small dense letters is not a fill: little of it is as bright as its
	// median.
	if !l.contrast(f, id, src) {
		f.holdsText, f.bar = false, nil
	}
	return cut
}

// contrast finds whether the text on a fill is lighter or darker than it. It reports whether at
// least two fifths of the fill are about as bright as its ground.
func (l *layers) contrast(f *fill, id int32, src *image.Gray) bool {
	g := l.ground
	step := g.step
	slack := 6 + int(2*g.noise*255)
	plain, seen := 0, 0
	var histogram [256]int
	var n int
	var brighter, darker float64
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			i := y*g.w + x
			// The edge of the fill says nothing about what stands on it.
			if l.owner[i] != id || x == 0 || y == 0 || x == g.w-1 || y == g.h-1 ||
				l.owner[i-1] != id || l.owner[i+1] != id || l.owner[i-g.w] != id || l.owner[i+g.w] != id {
				continue
			}
			px, py := x*step, y*step
			for j := 0; j < step && py+j < src.Rect.Dy(); j += 2 {
				for k := 0; k < step && px+k < src.Rect.Dx(); k += 2 {
					v := src.Pix[(py+j)*src.Stride+px+k]
					d := float64(v) - float64(g.pix[i])
					if seen++; absInt(int(v)-int(g.pix[i])) <= slack {
						plain++
					}
					if d > 24 {
						brighter += d
						histogram[v]++
						n++
					} else if d < -24 {
						darker -= d
					}
				}
			}
		}
	}
	f.light = brighter > darker && f.level < 0.9
	f.top = 255
	for v, above := 255, 0; v > 0 && n > 0; v-- {
		if above += histogram[v]; above*10 >= n {
			f.top = byte(v)
			break
		}
	}
	return plain*5 >= seen*2
}

// extend extends bars to both sides over dense letters that hid parts of them,
// and drops fills that an extended bar then mostly covers. It allocates the
// grounds of the bars.
func (l *layers) extend(src *image.Gray, sheet []byte, dpi float64) {
	g := l.ground
	for i := range l.fills {
		f := &l.fills[i]
		if f.bar == nil {
			continue
		}
		var base, paper, n int
		for y := f.y0; y < f.y1; y++ {
			for x := f.x0; x < f.x1; x++ {
				if k := y*g.w + x; l.owner[k] == int32(i+1) {
					base, paper, n = base+int(g.pix[k]), paper+int(sheet[k]), n+1
				}
			}
		}
		base, paper = base/max(n, 1), paper/max(n, 1)
		slack := max(3, min(20, (paper-base)*2/5))
		box := f.bar.box().Intersect(src.Rect)
		box.Min.X = reaching(src, box, base, slack, dpi, -1)
		box.Max.X = reaching(src, box, base, slack, dpi, 1)
		if box.Min.X >= f.box.Min.X-g.step && box.Max.X <= f.box.Max.X+g.step {
			continue
		}
		box = box.Union(f.box)
		f.x0, f.x1 = min(f.x0, box.Min.X/g.step), max(f.x1, min((box.Max.X+g.step-1)/g.step, g.w))
		f.box = box
		f.bar = barOf(src, f, g.step, g.rx, g.ry)
		for k := range l.fills {
			o := &l.fills[k]
			if common := o.box.Intersect(f.box); k != i && !common.Empty() && o.holdsText &&
				common.Dx()*common.Dy()*10 > o.box.Dx()*o.box.Dy()*7 && math.Abs(o.level-f.level) < 0.1 {
				o.holdsText, o.bar = false, nil
			}
		}
	}
	for i := range l.fills {
		if f := &l.fills[i]; f.bar != nil {
			f.ground = &ground{step: g.step, w: f.x1 - f.x0, h: f.y1 - f.y0}
			f.ground.pix = make([]byte, f.ground.w*f.ground.h)
		}
	}
}

// trim cuts off the fill's outer rows and columns in which only a few cells
// belong to it: they are dense text next to it. It returns the cells cut off.
func (l *layers) trim(f *fill, id int32) (cut []int) {
	rows, columns := make([]int, f.y1-f.y0), make([]int, f.x1-f.x0)
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			if l.owner[y*l.ground.w+x] == id {
				rows[y-f.y0]++
				columns[x-f.x0]++
			}
		}
	}
	first := func(n []int) int {
		least := slices.Max(n) * 2 / 5
		return slices.IndexFunc(n, func(v int) bool { return v > least })
	}
	top, left := first(rows), first(columns)
	slices.Reverse(rows)
	slices.Reverse(columns)
	low, right := first(rows), first(columns)
	whole := *f
	f.y0, f.y1, f.x0, f.x1 = f.y0+top, f.y1-low, f.x0+left, f.x1-right
	f.cells = 0
	for y := whole.y0; y < whole.y1; y++ {
		for x := whole.x0; x < whole.x1; x++ {
			switch i := y*l.ground.w + x; {
			case l.owner[i] != id:
			case x < f.x0 || x >= f.x1 || y < f.y0 || y >= f.y1:
				l.owner[i] = outsideFills
				cut = append(cut, i)
			default:
				f.cells++
			}
		}
	}
	return cut
}

// reported returns the fills to report, those with a sharp edge that are large enough,
// with the colours that the picture has there. The view maps the page to the picture,
// both in pixels.
func (l *layers) reported(p *Picture, view view, dpi float64) (fills []doc.Fill) {
	for i := range l.fills {
		f := &l.fills[i]
		if !f.holdsText || !f.sharp || float64(f.box.Dx()) < fillWidth*dpi || float64(f.box.Dy()) < fillHeight*dpi {
			continue
		}
		box := f.box
		if f.bar != nil {
			box = f.bar.box()
		}
		fills = append(fills, doc.Fill{Box: points(box, dpi), Color: l.color(f, int32(i+1), p, view)})
	}
	return fills
}

// color returns the median colour of places in the fill, or 0 if the picture shows none of them.
func (l *layers) color(f *fill, id int32, p *Picture, view view) doc.Color {
	var source image.Image = p.Gray
	if p.Color != nil {
		source = p.Color
	}
	const across, down = 24, 8
	var red, green, blue []uint8
	for j := range down {
		for i := range across {
			x, y := f.x0+(2*i+1)*(f.x1-f.x0)/(2*across), f.y0+(2*j+1)*(f.y1-f.y0)/(2*down)
			if f.bar == nil && l.owner[y*l.ground.w+x] != id {
				continue
			}
			k := float64(l.ground.step)
			px, py := view.at((float64(x)+0.5)*k, (float64(y)+0.5)*k)
			at := image.Pt(int(px), int(py)).Add(source.Bounds().Min)
			if !at.In(source.Bounds()) {
				continue
			}
			r, g, b, _ := source.At(at.X, at.Y).RGBA()
			red, green, blue = append(red, uint8(r>>8)), append(green, uint8(g>>8)), append(blue, uint8(b>>8))
		}
	}
	if len(red) == 0 {
		return 0
	}
	slices.Sort(red)
	slices.Sort(green)
	slices.Sort(blue)
	n := len(red) / 2
	return doc.Color(red[n])<<16 | doc.Color(green[n])<<8 | doc.Color(blue[n])
}

// sharp reports whether brightness steps at the fill's border by most of the
// difference between fill and paper. At the border of shadows and of lamplight it
// changes gradually.
func (l *layers) sharp(f *fill, id int32) bool {
	g := l.ground
	var step, n float64
	at := func(x, y int) (v float64, own bool) {
		i := y*g.w + x
		return float64(g.pix[i]), l.owner[i] == id
	}
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			if l.owner[y*g.w+x] != id {
				continue
			}
			for _, d := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
				ox, oy, ix, iy := x+2*d[0], y+2*d[1], x-d[0], y-d[1]
				if ox < 0 || oy < 0 || ox >= g.w || oy >= g.h || ix < 0 || iy < 0 || ix >= g.w || iy >= g.h {
					continue
				}
				if _, own := at(x+d[0], y+d[1]); own {
					continue
				}
				out, own := at(ox, oy)
				if own {
					continue
				}
				in, _ := at(ix, iy)
				step += (out - in) / max(out, 1)
				n++
			}
		}
	}
	return n > 0 && step/n >= 0.6*(1-f.level)
}

// inner returns the cells of a fill all of whose neighbours belong to it.
func (f *fill) inner(owner []int32, w int, id int32) []bool {
	out := make([]bool, (f.x1-f.x0)*(f.y1-f.y0))
	h := len(owner) / w
	mine := func(x, y int) bool {
		return x < 0 || y < 0 || x >= w || y >= h || owner[y*w+x] == id
	}
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			out[(y-f.y0)*(f.x1-f.x0)+x-f.x0] = mine(x, y) && mine(x-1, y) && mine(x+1, y) && mine(x, y-1) && mine(x, y+1)
		}
	}
	return out
}

// spread gives cells that are not good the value of the nearest good one in
// their row, and rows without a good one the values of the nearest row with some.
func (g *ground) spread(good []bool) {
	filled := make([]bool, g.h)
	for y := range g.h {
		row, ok := g.pix[y*g.w:(y+1)*g.w], good[y*g.w:(y+1)*g.w]
		last := -1
		for x := range row {
			if !ok[x] {
				continue
			}
			for i := last + 1; i < x; i++ {
				if last >= 0 && i-last <= x-i {
					row[i] = row[last]
				} else {
					row[i] = row[x]
				}
			}
			last = x
		}
		if filled[y] = last >= 0; filled[y] {
			for i := last + 1; i < g.w; i++ {
				row[i] = row[last]
			}
		}
	}
	for y := range g.h {
		if filled[y] {
			continue
		}
		for d := 1; d < g.h; d++ {
			if n := y - d; n >= 0 && filled[n] {
				copy(g.pix[y*g.w:(y+1)*g.w], g.pix[n*g.w:(n+1)*g.w])
				break
			}
			if n := y + d; n < g.h && filled[n] {
				copy(g.pix[y*g.w:(y+1)*g.w], g.pix[n*g.w:(n+1)*g.w])
				break
			}
		}
	}
	if slices.Contains(filled, true) {
		return
	}
	// Too thin for inner cells: all of it has one brightness.
	sum, n := 0, 0
	for _, v := range g.pix {
		if v != 0 {
			sum, n = sum+int(v), n+1
		}
	}
	for i := range g.pix {
		g.pix[i] = byte(sum / max(n, 1))
	}
}
