package raster

import (
	"encoding/binary"
	"image"
	"math"

	"lineitem/convert/doc"
)

// phases is how many positions between two pixels have weights of their own.
const phases = 64

// across and down hold, for each position between two pixels, the weights of the
// four pixels around it: across in parts of 128, with those of the outer two
// negated, and down in parts of 256. See Keys, "Cubic convolution interpolation
// for digital image processing", 1981.
var across, down = func() (across [phases][4]uint64, down [phases][4]int32) {
	kernel := func(x float64) float64 {
		x = math.Abs(x)
		const a = -0.5
		switch {
		case x < 1:
			return (a+2)*x*x*x - (a+3)*x*x + 1
		case x < 2:
			return a*x*x*x - 5*a*x*x + 8*a*x - 4*a
		}
		return 0
	}
	weights := func(phase int, whole int32) (w [4]int32) {
		f := float64(phase) / phases
		rest := whole
		for k := range 4 {
			w[k] = int32(math.Round(float64(whole) * kernel(f+1-float64(k))))
			rest -= w[k]
		}
		w[1+phase*2/phases] += rest
		return w
	}
	for i := range phases {
		w := weights(i, 128)
		across[i] = [4]uint64{uint64(-w[0]), uint64(w[1]), uint64(w[2]), uint64(-w[3])}
		down[i] = weights(i, 256)
	}
	return across, down
}()

// view maps pixels of a flat page to those of a picture of it: first to where they are seen on
// bent paper, and then by a transform.
type view struct {
	doc.Transform
	bend doc.Bend
}

func (v *view) at(x, y float64) (float64, float64) { return v.Apply(x, v.bend.Seen(x, y)) }

// warped returns the page of w by h pixels whose pixel (x, y) stands at t(x, y)
// in the picture. Beyond the picture's edge, its outermost pixels are repeated.
// Squares that busy does not mark are bare ground, which is drawn faster and less
// exactly; nil marks all of them.
func warped(src *image.Gray, t view, w, h int, busy *tiles) *image.Gray {
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	// Along a piece of a row, the path through the picture is practically straight.
	for y := range h {
		out := dst.Pix[y*dst.Stride:][:w]
		bx, by := t.at(0.5, float64(y)+0.5)
		for x0 := 0; x0 < w; x0 += tileSide {
			x1 := min(x0+tileSide, w)
			ax, ay := bx, by
			bx, by = t.at(float64(x1)+0.5, float64(y)+0.5)
			if !(math.Abs(ax) < 1e6 && math.Abs(ay) < 1e6 && math.Abs(bx) < 1e6 && math.Abs(by) < 1e6) {
				for x := x0; x < x1; x++ {
					out[x] = 255
				}
				continue
			}
			n := float64(x1 - x0)
			way := path{
				x: int64((ax - 0.5) * (1 << 16)), y: int64((ay - 0.5) * (1 << 16)),
				dx: int64((bx - ax) / n * (1 << 16)), dy: int64((by - ay) / n * (1 << 16)),
			}
			lx, ly := int(way.x>>16), int(way.y>>16)
			hx, hy := int((way.x+way.dx*int64(x1-x0))>>16), int((way.y+way.dy*int64(x1-x0))>>16)
			if min(lx, hx) < 1 || min(ly, hy) < 1 || max(lx, hx) >= sw-3 || max(ly, hy) >= sh-3 {
				for x := x0; x < x1; x++ {
					sx, sy := int((way.x+1<<15)>>16), int((way.y+1<<15)>>16)
					out[x] = src.Pix[min(max(sy, 0), sh-1)*src.Stride+min(max(sx, 0), sw-1)]
					way.x, way.y = way.x+way.dx, way.y+way.dy
				}
				continue
			}
			if x1-x0 == tileSide && lx+tileSide < sw && busy != nil && !busy.at(x0, y) {
				at := ly*src.Stride + lx
				drawGround(out[x0:x1], src.Pix[at:], src.Pix[at+src.Stride:])
				continue
			}
			way.cubic(out[x0:x1], src)
		}
	}
	return dst
}

// drawGround draws bare ground: each pixel is the mean of two by two pixels of two rows.
func drawGround(out, row, next []byte) {
	const even = 0x00ff00ff00ff00ff
	for i := 0; i < tileSide; i += 8 {
		a, b := binary.LittleEndian.Uint64(row[i:]), binary.LittleEndian.Uint64(next[i:])
		c, d := binary.LittleEndian.Uint64(row[i+1:]), binary.LittleEndian.Uint64(next[i+1:])
		const half = 0x0002000200020002
		low := (a&even + b&even + c&even + d&even + half) >> 2 & even
		high := (a>>8&even + b>>8&even + c>>8&even + d>>8&even + half) >> 2 & even
		binary.LittleEndian.PutUint64(out[i:], low|high<<8)
	}
}

// path is a straight path through a picture: where it begins, and its step from
// one drawn pixel to the next, in 65536ths of the picture's pixels.
type path struct {
	x, y, dx, dy int64
}

// cubic draws the pixels of the path, all of whose neighbours must lie in the
// picture. Each is drawn from four columns of four pixels. The pixels of a column
// are held side by side in a word of 64 bits and weighted at once; a step to the
// right needs only one new column.
func (p path) cubic(out []byte, src *image.Gray) {
	// The most that negative weights can subtract. It is added so that no part of
	// the word borrows from the next.
	const bias = 4096
	const biases = bias * 0x0001000100010001
	var c [4]uint64
	var row [4][]byte
	atX, atY := -1<<30, -1<<30
	column := func(x int) uint64 {
		return uint64(row[0][x]) | uint64(row[1][x])<<16 | uint64(row[2][x])<<32 | uint64(row[3][x])<<48
	}
	for i := range out {
		x, y := int(p.x>>16), int(p.y>>16)
		switch {
		case y == atY && x == atX:
		case y == atY && x == atX+1:
			c[0], c[1], c[2], c[3] = c[1], c[2], c[3], column(x+2)
		default:
			for k := range row {
				row[k] = src.Pix[(y-1+k)*src.Stride:][:src.Rect.Dx()]
			}
			c[0], c[1], c[2], c[3] = column(x-1), column(x), column(x+1), column(x+2)
		}
		atX, atY = x, y
		wx, wy := &across[p.x>>10&(phases-1)], &down[p.y>>10&(phases-1)]
		v := biases + c[1]*wx[1] + c[2]*wx[2] - c[0]*wx[0] - c[3]*wx[3]
		sum := wy[0]*int32(v&0xffff) + wy[1]*int32(v>>16&0xffff) + wy[2]*int32(v>>32&0xffff) + wy[3]*int32(v>>48)
		out[i] = byte(min(max((sum-256*bias+1<<14)>>15, 0), 255))
		p.x, p.y = p.x+p.dx, p.y+p.dy
	}
}

// shift returns the whole number of pixels by which t moves a picture; ok
// reports whether it does nothing else.
func shift(t doc.Transform) (p image.Point, ok bool) {
	const slack = 1e-6 // of a pixel; a page has less than 1e5 of them
	x, y := math.Round(t[2]), math.Round(t[5])
	p = image.Pt(int(x), int(y))
	ok = math.Abs(t[0]-1) < slack/1e5 && math.Abs(t[4]-1) < slack/1e5 && t[8] == 1 &&
		math.Abs(t[2]-x) < slack && math.Abs(t[5]-y) < slack &&
		max(math.Abs(t[1]), math.Abs(t[3]), math.Abs(t[6]), math.Abs(t[7])) < slack/1e5
	return p, ok
}

// drawn returns the page of w by h pixels whose pixel (x, y) stands at t(x, y) in
// the picture, as warped does. If quarters is odd, it first turns the picture by
// 90 degrees. If t only moves the picture by whole pixels, it cuts the page out.
func drawn(src *image.Gray, t view, w, h, quarters int, busy *tiles) *image.Gray {
	if quarters%2 != 0 {
		// The rows of the turned picture run along those of the page.
		back := doc.Transform{0, 1, 0, -1, 0, float64(src.Rect.Dx()), 0, 0, 1}
		src, t.Transform = uprighted(src), back.After(t.Transform)
	}
	if p, ok := shift(t.Transform); ok && t.bend == (doc.Bend{}) {
		if part := image.Rect(0, 0, w, h).Add(p); part.In(src.Rect) {
			return atOrigin(src.SubImage(part).(*image.Gray))
		}
	}
	return warped(src, t, w, h, busy)
}

// uprighted returns the picture turned by 90 degrees anticlockwise.
func uprighted(src *image.Gray) *image.Gray {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dst := image.NewGray(image.Rect(0, 0, h, w))
	const block = 16 // keeps the lines of both pictures in the cache
	for y0 := 0; y0 < h; y0 += block {
		for x0 := 0; x0 < w; x0 += block {
			for y := y0; y < min(y0+block, h); y++ {
				row := src.Pix[y*src.Stride:]
				for x := x0; x < min(x0+block, w); x++ {
					dst.Pix[(w-1-x)*dst.Stride+y] = row[x]
				}
			}
		}
	}
	return dst
}

// tileSide is the side of the squares that are bare or busy,
// pixels of the page.
const tileSide = 16

// tiles records which squares of a picture hold more than bare ground.
type tiles struct {
	w, h, side int // side is that of a square, pixels
	busy       []bool
}

func newTiles(w, h, side int) *tiles {
	t := &tiles{w: (w + side - 1) / side, h: (h + side - 1) / side, side: side}
	t.busy = make([]bool, t.w*t.h)
	return t
}

// at reports whether the square that a pixel lies in is busy.
func (t *tiles) at(x, y int) bool { return t.busy[y/t.side*t.w+x/t.side] }

// nearBusy reports whether the square that a place lies in, or one of the eight
// around it, is busy. Places outside of all squares count as busy.
func (t *tiles) nearBusy(x, y float64) bool {
	cx, cy := int(math.Floor(x/float64(t.side))), int(math.Floor(y/float64(t.side)))
	if cx < 0 || cy < 0 || cx >= t.w || cy >= t.h {
		return true
	}
	for j := max(cy-1, 0); j <= min(cy+1, t.h-1); j++ {
		for i := max(cx-1, 0); i <= min(cx+1, t.w-1); i++ {
			if t.busy[j*t.w+i] {
				return true
			}
		}
	}
	return false
}

// seen returns the tiles of a page of w by h pixels whose pixel (x, y) stands at
// straight(x, y) / k in the picture that t describes.
func (t *tiles) seen(straight view, w, h, k int) *tiles {
	out := newTiles(w, h, tileSide)
	for j := range out.h {
		for i := range out.w {
			x, y := straight.at((float64(i)+0.5)*tileSide, (float64(j)+0.5)*tileSide)
			out.busy[j*out.w+i] = t.nearBusy(x/float64(k), y/float64(k))
		}
	}
	return out
}
