package raster

import (
	"image"
	"math"
)

// fill is a part of the page whose ground is not the paper's: the bar behind
// a table's head, a shaded row, a logo.
type fill struct {
	x0, y0, x1, y1 int // cells of the ground, x1 and y1 excluded
	cells          int
	level          float64 // mean brightness, in parts of the paper's
	box            image.Rectangle
	kept           bool // whether text may stand on it
	light          bool // whether its text is lighter than it is
	top            byte // brightness of that text
}

// Sizes of fills, inches, and their brightness in parts of the paper's.
const (
	fillNoticed = 0.96 // what is brighter is paper
	fillDark    = 0.75 // what is darker may be a thick stroke and not a fill
	fillWidth   = 0.35
	fillHeight  = 0.09
)

// layers is the ground of a page with its fills told apart.
type layers struct {
	ground *ground
	owner  []int32 // per cell of the ground: the fill it belongs to, from 1; 0 for paper
	fills  []fill
}

// layersOf parts the ground of a page into paper and fills. Dark cells that are
// no fills, such as the strokes of large letters, become paper.
func layersOf(src *image.Gray, g *ground, dpi float64) *layers {
	paper := g.paper(max(4, int(dpi*0.3)/g.step))
	l := &layers{ground: g, owner: make([]int32, len(g.pix))}
	line := make([]byte, g.w)
	sheet := make([]byte, len(g.pix))
	for y := range g.h {
		for x := range line {
			line[x] = byte(paper.at(min(x*g.step+g.step/2, src.Rect.Dx()-1), min(y*g.step+g.step/2, src.Rect.Dy()-1)))
		}
		copy(sheet[y*g.w:], line)
	}
	off := func(i int) bool { return float64(g.pix[i]) < fillNoticed*float64(sheet[i]) }
	var stack []int
	for start := range g.pix {
		if l.owner[start] != 0 || !off(start) {
			continue
		}
		id := int32(len(l.fills) + 1)
		f := fill{x0: g.w, y0: g.h}
		var sum, sumSheet float64
		l.owner[start] = id
		stack = append(stack[:0], start)
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			x, y := i%g.w, i/g.w
			f.x0, f.x1 = min(f.x0, x), max(f.x1, x+1)
			f.y0, f.y1 = min(f.y0, y), max(f.y1, y+1)
			f.cells++
			sum += float64(g.pix[i])
			sumSheet += float64(sheet[i])
			for _, n := range [4]int{i - 1, i + 1, i - g.w, i + g.w} {
				if n < 0 || n >= len(g.pix) || n == i-1 && x == 0 || n == i+1 && x == g.w-1 {
					continue
				}
				if l.owner[n] == 0 && off(n) && absInt(int(g.pix[n])-int(g.pix[i])) <= 12 {
					l.owner[n] = id
					stack = append(stack, n)
				}
			}
		}
		f.level = sum / max(sumSheet, 1)
		l.fills = append(l.fills, f)
	}
	for i := range l.fills {
		l.judge(&l.fills[i], int32(i+1), src, dpi)
	}
	for i, id := range l.owner {
		if id == 0 {
			continue
		}
		if f := &l.fills[id-1]; !f.kept {
			g.pix[i], l.owner[i] = sheet[i], 0
		}
	}
	return l
}

// judge tells whether a fill is one, and which way its text contrasts.
func (l *layers) judge(f *fill, id int32, src *image.Gray, dpi float64) {
	g := l.ground
	step := g.step
	f.box = image.Rect(f.x0*step, f.y0*step, f.x1*step, f.y1*step).Intersect(src.Rect)
	full := float64(f.cells) / float64((f.x1-f.x0)*(f.y1-f.y0))
	wide := float64(f.box.Dx()) >= fillWidth*dpi && float64(f.box.Dy()) >= fillHeight*dpi
	f.kept = f.level >= fillDark || wide && full >= 0.6
	if !f.kept {
		return
	}
	var histogram [256]int
	var n int
	var brighter, darker float64
	for y := f.y0; y < f.y1; y++ {
		for x := f.x0; x < f.x1; x++ {
			i := y*g.w + x
			// The edge of the fill says nothing of what stands on it.
			if l.owner[i] != id || x == 0 || y == 0 || x == g.w-1 || y == g.h-1 ||
				l.owner[i-1] != id || l.owner[i+1] != id || l.owner[i-g.w] != id || l.owner[i+g.w] != id {
				continue
			}
			px, py := x*step, y*step
			for j := 0; j < step && py+j < src.Rect.Dy(); j += 2 {
				for k := 0; k < step && px+k < src.Rect.Dx(); k += 2 {
					v := src.Pix[(py+j)*src.Stride+px+k]
					d := float64(v) - float64(g.pix[i])
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
	for v, seen := 255, 0; v > 0 && n > 0; v-- {
		if seen += histogram[v]; seen*10 >= n {
			f.top = byte(v)
			break
		}
	}
}

// flattened is the page with its ground at 255 and its ink at about 0, the
// light text of dark fills among it.
func (l *layers) flattened(src *image.Gray) *image.Gray {
	g := l.ground
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, w, h))
	tone := l.tone(src)
	low, high := extremes(g.pix, g.w, g.h)
	var inverse [256]int32
	for v := range inverse {
		inverse[v] = int32(math.Round(256 * 256 / float64(max(v, 1))))
	}
	line := make([]byte, w)
	for y := range h {
		g.row(y, line)
		in, out := src.Pix[y*src.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		cells := min(y/g.step, g.h-1) * g.w
		for c := range g.w {
			x0, x1 := c*g.step, min((c+1)*g.step, w)
			lo, hi := low[cells+c], high[cells+c]
			id := l.owner[cells+c]
			switch {
			case int(lo)*8 < int(hi)*7:
				// The edge of a fill: what lies between both grounds is neither's ink.
				for x := x0; x < x1; x++ {
					if v := in[x]; v < lo {
						out[x] = tone[min(int32(v)*inverse[lo]>>8, int32(len(tone)-1))]
					} else {
						out[x] = 255
					}
				}
			case id != 0 && l.fills[id-1].light:
				top := int32(l.fills[id-1].top)
				for x := x0; x < x1; x++ {
					base := int32(line[x])
					out[x] = byte(255 - min(max((int32(in[x])-base-(top-base)/12)*255*6/max(5*(top-base), 60), 0), 255))
				}
			default:
				for x := x0; x < x1; x++ {
					out[x] = tone[min(int32(in[x])*inverse[line[x]]>>8, int32(len(tone)-1))]
				}
			}
		}
	}
	return dst
}

// tone maps brightness in parts of 256 of the ground's to what the page shows:
// 255 for what may be noise, about 0 for the core of most ink.
func (l *layers) tone(src *image.Gray) (table [512]byte) {
	g := l.ground
	var histogram [256]int
	n := 0
	for y := 0; y < src.Rect.Dy(); y += 3 {
		row := src.Pix[y*src.Stride:][:src.Rect.Dx()]
		cells := g.pix[min(y/g.step, g.h-1)*g.w:]
		for x := 0; x < len(row); x += 2 {
			if r := int(row[x]) * 256 / int(max(cells[min(x/g.step, g.w-1)], 1)); r < 140 {
				histogram[r]++
				n++
			}
		}
	}
	black := 0
	for seen := 0; black < 100 && n > 0; black++ {
		if seen += histogram[black]; seen*4 >= n {
			break
		}
	}
	white := 256 * min(max(1-2.5*g.noise, 0.82), 0.97)
	for r := range table {
		v := (float64(r) - float64(black)) / (white - float64(black)) * 255
		table[r] = byte(math.Round(min(max(v, 0), 255)))
	}
	return table
}

// extremes are the least and the greatest value of each cell and its eight
// neighbours.
func extremes(src []byte, w, h int) (low, high []byte) {
	low, high = make([]byte, len(src)), make([]byte, len(src))
	for y := range h {
		for x := range w {
			lo, hi := byte(255), byte(0)
			for j := max(0, y-1); j <= min(h-1, y+1); j++ {
				for i := max(0, x-1); i <= min(w-1, x+1); i++ {
					lo, hi = min(lo, src[j*w+i]), max(hi, src[j*w+i])
				}
			}
			low[y*w+x], high[y*w+x] = lo, hi
		}
	}
	return low, high
}
