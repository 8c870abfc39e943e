package raster

import (
	"image"
	"math"
)

// ground is the brightness of what the ink stands on, with one value (cell) for
// every step pixels along x and y.
type ground struct {
	step, w, h int
	rx, ry     int // how many cells the neighbourhood reaches either way
	pix        []byte
	noise      float64 // standard deviation of bare ground, in parts of its brightness
}

// groundOf finds the ground as the median brightness of the neighbourhood: less
// than half of that is ink, even where the text is small and dense, and a median
// keeps the edges of fills sharp. The neighbourhood is wider than high, as are
// the bars behind the header rows of tables.
func groundOf(src *image.Gray, step, rx, ry int) *ground {
	w, h := (src.Rect.Dx()+step-1)/step, (src.Rect.Dy()+step-1)/step
	samples := make([]byte, w*h)
	for y := range h {
		// Samples are taken in the middle of their cell.
		row := src.Pix[min(y*step+step/2, src.Rect.Dy()-1)*src.Stride:][:src.Rect.Dx()]
		for x := range w {
			samples[y*w+x] = row[min(x*step+step/2, len(row)-1)]
		}
	}
	g := &ground{step: step, w: w, h: h, rx: rx, ry: ry, pix: medians(samples, w, h, rx, ry)}
	g.noise = noiseOf(samples, g.pix)
	return g
}

// medians returns the median of the window of 2rx+1 by 2ry+1 cells around each
// cell, cut off at the edges. It slides a histogram: Huang, Yang and Tang, "A fast
// two-dimensional median filtering algorithm", 1979.
func medians(src []byte, w, h, rx, ry int) []byte {
	out := make([]byte, len(src))
	for y := range h {
		y0, y1 := max(0, y-ry), min(h, y+ry+1)
		var histogram [256]int32
		var count, below int32 // below: samples darker than the median
		median := 0
		column := func(x int, d int32) {
			for i := y0*w + x; i < y1*w; i += w {
				v := int(src[i])
				histogram[v] += d
				// The sign bit says whether v is darker: noise would make a branch
				// unpredictable.
				below += d & int32((v-median)>>31)
			}
			count += d * int32(y1-y0)
		}
		for x := range min(rx, w) {
			column(x, 1)
		}
		for x := range w {
			if x+rx < w {
				column(x+rx, 1)
			}
			if x-rx-1 >= 0 {
				column(x-rx-1, -1)
			}
			half := count / 2
			for below > half {
				median--
				below -= histogram[median]
			}
			for below+histogram[median] <= half {
				below += histogram[median]
				median++
			}
			out[y*w+x] = byte(median)
		}
	}
	return out
}

// noiseOf estimates the noise of bare ground, in parts of its brightness, from the
// samples that are at least as bright as it: darker ones may be ink.
func noiseOf(samples, ground []byte) float64 {
	const (
		darkest = 20  // darker ground is not paper, whatever the light
		scale   = 230 // the brightness of most paper
	)
	var histogram [256]int
	n := 0
	for i, v := range samples {
		if g := ground[i]; v >= g && g > darkest {
			histogram[min((int(v-g)*scale+int(g)/2)/int(g), 255)]++
			n++
		}
	}
	if n == 0 {
		return 0
	}
	// The upper half of a normal distribution has 68 % within one deviation.
	seen := 0
	for d, k := range histogram {
		seen += k
		if seen*100 >= n*68 {
			return float64(d) / scale
		}
	}
	return 0
}

// paper returns the brightness of the sheet without its fills: an upper quantile
// of the ground in a wide neighbourhood.
func (g *ground) paper(cells int) *ground {
	w, h := (g.w+cells-1)/cells, (g.h+cells-1)/cells
	coarse := make([]byte, w*h)
	for y := range h {
		for x := range w {
			var histogram [256]int
			n := 0
			for j := y * cells; j < min((y+1)*cells, g.h); j++ {
				for i := x * cells; i < min((x+1)*cells, g.w); i++ {
					histogram[g.pix[j*g.w+i]]++
					n++
				}
			}
			v, seen := 255, 0
			for ; v > 0; v-- {
				if seen += histogram[v]; seen*5 > n {
					break
				}
			}
			coarse[y*w+x] = byte(v)
		}
	}
	// Cells that a fill covers entirely take the brightness of their surroundings.
	bright := dilated(coarse, w, h, 2)
	return &ground{step: g.step * cells, w: w, h: h, pix: blurred(bright, w, h, 1), noise: g.noise}
}

// dilated returns the greatest value within r cells of each cell.
func dilated(src []byte, w, h, r int) []byte {
	rows := make([]byte, len(src))
	for y := range h {
		for x := range w {
			var v byte
			for i := max(0, x-r); i <= min(w-1, x+r); i++ {
				v = max(v, src[y*w+i])
			}
			rows[y*w+x] = v
		}
	}
	out := make([]byte, len(src))
	for y := range h {
		for x := range w {
			var v byte
			for j := max(0, y-r); j <= min(h-1, y+r); j++ {
				v = max(v, rows[j*w+x])
			}
			out[y*w+x] = v
		}
	}
	return out
}

// blurred returns the mean of the values within r cells of each cell.
func blurred(src []byte, w, h, r int) []byte {
	out := make([]byte, len(src))
	for y := range h {
		for x := range w {
			sum, n := 0, 0
			for j := max(0, y-r); j <= min(h-1, y+r); j++ {
				for i := max(0, x-r); i <= min(w-1, x+r); i++ {
					sum += int(src[j*w+i])
					n++
				}
			}
			out[y*w+x] = byte(sum / n)
		}
	}
	return out
}

// place is where a pixel lies between the middles of two neighbouring cells of a
// row or a column of cells: part is the fraction of the way from near, the one of
// lower index, to far.
type place struct {
	near, far int
	part      float64
}

// placeOf returns the place of pixel v among n cells of step pixels.
func placeOf(v, step, n int) place {
	f := (float64(v)+0.5)/float64(step) - 0.5
	near := int(math.Floor(f))
	return place{max(near, 0), min(near+1, n-1), f - float64(near)}
}

// at returns the ground's brightness at a place, interpolated between the four
// nearest cells.
func (g *ground) at(x, y place) float64 {
	near, far := g.pix[y.near*g.w:][:g.w], g.pix[y.far*g.w:][:g.w]
	top := float64(near[x.near])*(1-x.part) + float64(near[x.far])*x.part
	low := float64(far[x.near])*(1-x.part) + float64(far[x.far])*x.part
	return top*(1-y.part) + low*y.part
}

// under returns the ground's brightness in the middle of each cell of another
// ground of the same picture, which has size pixels.
func (g *ground) under(cells *ground, size image.Point) []byte {
	middle := func(cell, end int) int { return min(cell*cells.step+cells.step/2, end-1) }
	columns := make([]place, cells.w)
	for x := range columns {
		columns[x] = placeOf(middle(x, size.X), g.step, g.w)
	}
	out := make([]byte, len(cells.pix))
	for y := range cells.h {
		row := placeOf(middle(y, size.Y), g.step, g.h)
		for x := range columns {
			out[y*cells.w+x] = byte(g.at(columns[x], row))
		}
	}
	return out
}

// row fills out with the ground's brightness along row y of the picture, from
// column x0 on.
func (g *ground) row(y, x0 int, out []byte) {
	fy := (2*y+1)*128/g.step - 128
	y0 := fy >> 8
	fy &= 255
	y1 := min(y0+1, g.h-1)
	y0 = max(y0, 0)
	a, b := g.pix[y0*g.w:(y0+1)*g.w], g.pix[y1*g.w:(y1+1)*g.w]
	mix := func(x int) int { return int(a[x])*(256-fy) + int(b[x])*fy }
	half, end := g.step/2, x0+len(out)
	c := max(0, x0-half) / g.step
	left := mix(c)
	x := x0
	for ; x < min(half, end); x++ {
		out[x-x0] = byte(left >> 8)
	}
	// From the middle of one cell to the middle of the next.
	part := 1 << 16 / g.step
	for ; x < end; c++ {
		right := left
		if c+1 < g.w {
			right = mix(c + 1)
		}
		begin := half + c*g.step
		if left == right {
			for v := byte(left >> 8); x < min(begin+g.step, end); x++ {
				out[x-x0] = v
			}
			continue
		}
		slope := (right - left) * part >> 16
		v := left + (x-begin)*slope
		for ; x < min(begin+g.step, end); x++ {
			out[x-x0] = byte(v >> 8)
			v += slope
		}
		left = right
	}
}
