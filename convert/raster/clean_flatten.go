package raster

import (
	"encoding/binary"
	"image"
	"math"
	"slices"
)

// flattened returns the page with its ground at 255 and its ink, including light
// text on dark fills, at about 0.
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
	// The page is drawn in pieces of rows. Most are bare ground: they hold nothing
	// darker than what the tone makes white.
	line := make([]byte, w)
	cells := max(1, 64/g.step)
	piece := cells * g.step
	limits := make([]uint, (g.w+cells-1)/cells)
	white := slices.Index(tone[:], 255)
	for y := range h {
		row := min(y/g.step, g.h-1)
		low, high, owner := low[row*g.w:][:g.w], high[row*g.w:][:g.w], l.owner[row*g.w:][:g.w]
		if y%g.step == 0 {
			for i := range limits {
				most := byte(0)
				light := false
				for c := i * cells; c < min((i+1)*cells, g.w); c++ {
					most = max(most, high[c])
					light = light || owner[c] != 0 && l.fills[owner[c]-1].light
				}
				if limits[i] = uint(white)*uint(most)>>8 + 2; light {
					limits[i] = 256
				}
			}
		}
		in, out := src.Pix[y*src.Stride:][:w], dst.Pix[y*dst.Stride:][:w]
		for i, limit := range limits {
			x0, x1 := i*piece, min((i+1)*piece, w)
			if x0 >= x1 {
				break
			}
			if allAtLeast(in[x0:x1], limit) {
				whitenAll(out[x0:x1])
				continue
			}
			g.row(y, x0, line[x0:x1])
			for c := i * cells; c < min((i+1)*cells, g.w); c++ {
				l.flatten(out, in, line, c, low[c], high[c], owner[c], &tone, &inverse)
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

// flatten draws one row of pixels of a cell of the ground. Low and high are the
// least and the greatest brightness of the ground in that cell and its neighbours.
func (l *layers) flatten(out, in, line []byte, cell int, low, high byte, id int32, tone *[512]byte, inverse *[256]int32) {
	step := l.ground.step
	x0, x1 := cell*step, min((cell+1)*step, len(out))
	if x0 >= x1 {
		return
	}
	if id != 0 && l.fills[id-1].bar != nil {
		id = 0
	}
	out, in, line = out[x0:x1], in[x0:x1], line[x0:x1]
	switch {
	case int(low)*8 < int(high)*7:
		// The edge of a fill: what is between both grounds in brightness is not ink.
		for x, v := range in {
			if v < low {
				out[x] = tone[min(int32(v)*inverse[low]>>8, int32(len(tone)-1))]
			} else {
				out[x] = 255
			}
		}
	case id != 0 && l.fills[id-1].light:
		for x, v := range in {
			out[x] = lightInk(v, line[x], l.fills[id-1].top)
		}
	default:
		for x, v := range in {
			out[x] = tone[min(int32(v)*inverse[line[x]]>>8, int32(len(tone)-1))]
		}
	}
}

// allAtLeast reports whether no pixel is darker than limit. It compares eight at a
// time where limit allows it.
func allAtLeast(pix []byte, limit uint) bool {
	const upper = 0x8080808080808080
	if limit > 255 {
		return false
	}
	if limit > 128 {
		// With its uppermost bit cleared, a byte that is large enough carries into
		// that bit.
		add := uint64(256-limit) * 0x0101010101010101
		for len(pix) >= 8 {
			v := binary.NativeEndian.Uint64(pix)
			if (v&^upper+add)&v&upper != upper {
				return false
			}
			pix = pix[8:]
		}
	}
	for _, v := range pix {
		if uint(v) < limit {
			return false
		}
	}
	return true
}

// whitenAll makes pixels white.
func whitenAll(pix []byte) {
	for len(pix) >= 8 {
		binary.NativeEndian.PutUint64(pix, math.MaxUint64)
		pix = pix[8:]
	}
	for i := range pix {
		pix[i] = 255
	}
}

// render draws what stands on a rectangular fill. The fill's edge is not ink.
func (f *fill) render(dst, src *image.Gray, tone *[512]byte, inverse *[256]int32, line []byte) {
	b := f.bar
	// The last cell of a row may reach beyond the page.
	w, h := min(f.ground.w*f.ground.step, len(line)), f.ground.h*f.ground.step
	line = line[:w]
	const rim = 2
	for y := b.Min.Y; y < b.Max.Y; y++ {
		f.ground.row(min(max(y-f.box.Min.Y, 0), h-1), 0, line)
		in, out := src.Pix[y*src.Stride:], dst.Pix[y*dst.Stride:]
		left, right := b.left[y-b.Min.Y], b.right[y-b.Min.Y]
		for x := max(left-rim, b.Min.X); x < min(right+rim, b.Max.X); x++ {
			top, low := b.top[x-b.Min.X], b.bottom[x-b.Min.X]
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

// lightInk turns light text, of brightness up to top on a darker ground base,
// into dark text on a ground of 255.
func lightInk(v, base, top byte) byte {
	span := max(int(top)-int(base), 24)
	return byte(255 - min(max((int(v)-int(base)-span/10)*255*10/(8*span), 0), 255))
}

// leastWhite is the least brightness, in parts of its ground's, from which on
// pixels become white; noise cannot lower it further.
const leastWhite = 0.7

// tone returns a table that maps brightness, in 256ths of the ground's, to what
// the page shows: 255 for what may be noise, about 0 for the core of most ink.
func (l *layers) tone(src *image.Gray) (table [512]byte) {
	g := l.ground
	var histogram [256]int
	n := 0
	for y := 0; y < src.Rect.Dy(); y += 3 {
		row := src.Pix[y*src.Stride:][:src.Rect.Dx()]
		for c, base := range g.pix[min(y/g.step, g.h-1)*g.w:][:g.w] {
			limit := byte(uint(max(base, 1)) * 140 >> 8)
			for x := (c*g.step + 1) &^ 1; x < min((c+1)*g.step, len(row)); x += 2 {
				if row[x] < limit {
					histogram[int(row[x])*256/int(base)]++
					n++
				}
			}
		}
	}
	black := 0
	for seen := 0; black < 100 && n > 0; black++ {
		if seen += histogram[black]; seen*4 >= n {
			break
		}
	}
	white := 256 * min(max(1-2.5*g.noise, leastWhite), 0.97)
	for r := range table {
		v := (float64(r) - float64(black)) / (white - float64(black)) * 255
		table[r] = byte(math.Round(min(max(v, 0), 255)))
	}
	return table
}

// extremes returns, for each cell, the least and the greatest value among it and
// its eight neighbours.
func extremes(src []byte, w, h int) (low, high []byte) {
	low, high = make([]byte, len(src)), make([]byte, len(src))
	least, most := make([]byte, w), make([]byte, w) // of each column in three rows
	for y := range h {
		above, row, below := src[max(0, y-1)*w:][:w], src[y*w:][:w], src[min(h-1, y+1)*w:][:w]
		for x, v := range row {
			least[x], most[x] = min(v, above[x], below[x]), max(v, above[x], below[x])
		}
		for x := range w {
			left, right := max(0, x-1), min(w-1, x+1)
			low[y*w+x] = min(least[left], least[x], least[right])
			high[y*w+x] = max(most[left], most[x], most[right])
		}
	}
	return low, high
}
