package raster

import (
	"encoding/binary"
	"image"
)

// mask holds 1 for each pixel that is ink, and 0 for any other.
type mask struct {
	w, h int
	pix  []byte
}

func newMask(w, h int) *mask { return &mask{w, h, make([]byte, w*h)} }

func (m *mask) row(y int) []byte { return m.pix[y*m.w : (y+1)*m.w] }

// nextInk returns the first place from x on where a row has ink, or the row's
// length. Most of a page has none, so it compares eight pixels at a time.
func nextInk(row []byte, x int) int {
	for x < len(row) && row[x] == 0 {
		if x++; x&7 == 0 {
			for x+8 <= len(row) && binary.NativeEndian.Uint64(row[x:]) == 0 {
				x += 8
			}
		}
	}
	return x
}

// turned returns the mask turned by 90 degrees clockwise.
func (m *mask) turned() *mask {
	out := newMask(m.h, m.w)
	const block = 32 // keeps both masks' lines in the cache
	for y0 := 0; y0 < m.h; y0 += block {
		for x0 := 0; x0 < m.w; x0 += block {
			for y := y0; y < min(y0+block, m.h); y++ {
				row := m.row(y)[:min(x0+block, m.w)]
				for x := nextInk(row, x0); x < len(row); x = nextInk(row, x+1) {
					out.pix[x*m.h+m.h-1-y] = 1
				}
			}
		}
	}
	return out
}

// reduced returns the picture with each side divided by k, each pixel the mean of
// k by k pixels. Pixels left over on the right and at the bottom are dropped.
func reduced(src *image.Gray, k int) *image.Gray {
	w, h := src.Rect.Dx()/k, src.Rect.Dy()/k
	dst := image.NewGray(image.Rect(0, 0, w, h))
	if k == 1 {
		for y := range h {
			copy(dst.Pix[y*w:(y+1)*w], src.Pix[y*src.Stride:])
		}
		return dst
	}
	if k == 2 {
		halved(dst, src)
		return dst
	}
	sums := make([]uint32, w)
	half, area := uint32(k*k/2), uint32(k*k)
	for y := range h {
		clear(sums)
		for j := range k {
			row := src.Pix[(y*k+j)*src.Stride:][:w*k]
			for x := range sums {
				for _, v := range row[x*k : x*k+k] {
					sums[x] += uint32(v)
				}
			}
		}
		out := dst.Pix[y*w : (y+1)*w]
		for x, s := range sums {
			out[x] = byte((s + half) / area)
		}
	}
	return dst
}

// halved does what reduced does with k = 2, four pixels of dst at a time.
func halved(dst, src *image.Gray) {
	const even = 0x00ff00ff00ff00ff
	w := dst.Rect.Dx()
	for y := range dst.Rect.Dy() {
		row, next := src.Pix[2*y*src.Stride:][:2*w], src.Pix[(2*y+1)*src.Stride:][:2*w]
		out := dst.Pix[y*dst.Stride:][:w]
		x := 0
		for ; x+4 <= w; x += 4 {
			a, b := binary.LittleEndian.Uint64(row[2*x:]), binary.LittleEndian.Uint64(next[2*x:])
			s := (a&even + a>>8&even + b&even + b>>8&even + 0x0002000200020002) >> 2 & even
			s |= s >> 8
			binary.LittleEndian.PutUint32(out[x:], uint32(s&0xffff|s>>16&0xffff0000))
		}
		for ; x < w; x++ {
			out[x] = byte((uint(row[2*x]) + uint(row[2*x+1]) + uint(next[2*x]) + uint(next[2*x+1]) + 2) / 4)
		}
	}
}
