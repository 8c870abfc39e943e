package raster

import (
	"image"
	"math"
)

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
			if id != 0 && l.fills[id-1].bar != nil {
				id = 0
			}
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
				for x := x0; x < x1; x++ {
					out[x] = lightInk(in[x], line[x], l.fills[id-1].top)
				}
			default:
				for x := x0; x < x1; x++ {
					out[x] = tone[min(int32(in[x])*inverse[line[x]]>>8, int32(len(tone)-1))]
				}
			}
		}
	}
	for i := range l.fills {
		if f := &l.fills[i]; f.bar != nil {
			f.render(dst, src, &tone, &inverse, line)
		}
	}
	return dst
}

// render draws what stands on a rectangular fill. Its edge itself is no ink.
func (f *fill) render(dst, src *image.Gray, tone *[512]byte, inverse *[256]int32, line []byte) {
	b := f.bar
	w, h := f.ground.w*f.ground.step, f.ground.h*f.ground.step
	line = line[:w]
	const rim = 2
	for y := b.Min.Y; y < b.Max.Y; y++ {
		f.ground.row(min(max(y-f.box.Min.Y, 0), h-1), line)
		in, out := src.Pix[y*src.Stride:], dst.Pix[y*dst.Stride:]
		left, right := b.left[y-b.Min.Y], b.right[y-b.Min.Y]
		for x := max(left-rim, b.Min.X); x < min(right+rim, b.Max.X); x++ {
			top, low := b.top[x-b.Min.X], b.low[x-b.Min.X]
			if y < top-rim || y >= low+rim {
				continue
			}
			base := line[min(max(x-f.box.Min.X, 0), w-1)]
			switch {
			case y < top+rim && top > 0 || y >= low-rim && low < src.Rect.Dy() ||
				x < left+rim && left > 0 || x >= right-rim && right < src.Rect.Dx():
				// Text that lies over the edge is darker than both grounds.
				if int(in[x])*4 > int(base)*3 || f.light {
					out[x] = 255
				}
			case f.light:
				out[x] = lightInk(in[x], base, f.top)
			default:
				out[x] = tone[min(int32(in[x])*inverse[base]>>8, int32(len(tone)-1))]
			}
		}
	}
}

// lightInk turns light text of a brightness of up to top on a darker ground
// into dark text on a ground of 255.
func lightInk(v, base, top byte) byte {
	span := max(int(top)-int(base), 24)
	return byte(255 - min(max((int(v)-int(base)-span/10)*255*10/(8*span), 0), 255))
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
