package raster

import "image"

// mask tells of each pixel whether it is ink: 1, or 0.
type mask struct {
	w, h int
	pix  []byte
}

func newMask(w, h int) *mask { return &mask{w, h, make([]byte, w*h)} }

func (m *mask) row(y int) []byte { return m.pix[y*m.w : (y+1)*m.w] }

// turned is the mask turned by 90 degrees clockwise.
func (m *mask) turned() *mask {
	out := newMask(m.h, m.w)
	const block = 32 // keeps both masks' lines in the cache
	for y0 := 0; y0 < m.h; y0 += block {
		for x0 := 0; x0 < m.w; x0 += block {
			for y := y0; y < min(y0+block, m.h); y++ {
				for x := x0; x < min(x0+block, m.w); x++ {
					out.pix[x*m.h+m.h-1-y] = m.pix[y*m.w+x]
				}
			}
		}
	}
	return out
}

// reduced is the picture with each side divided by k, each pixel the mean of k
// by k pixels. Pixels left over at the right and below are dropped.
func reduced(src *image.Gray, k int) *image.Gray {
	w, h := src.Rect.Dx()/k, src.Rect.Dy()/k
	dst := image.NewGray(image.Rect(0, 0, w, h))
	if k == 1 {
		for y := range h {
			copy(dst.Pix[y*w:(y+1)*w], src.Pix[y*src.Stride:])
		}
		return dst
	}
	sums := make([]uint32, w)
	half, area := uint32(k*k/2), uint32(k*k)
	for y := range h {
		clear(sums)
		for j := range k {
			row := src.Pix[(y*k+j)*src.Stride:][:w*k]
			if k == 2 {
				for x := range sums {
					sums[x] += uint32(row[2*x]) + uint32(row[2*x+1])
				}
				continue
			}
			for x := range sums {
				for _, v := range row[x*k : x*k+k] {
					sums[x] += uint32(v)
				}
			}
		}
		out := dst.Pix[y*w : (y+1)*w]
		if k == 2 {
			for x, s := range sums {
				out[x] = byte((s + 2) >> 2)
			}
			continue
		}
		for x, s := range sums {
			out[x] = byte((s + half) / area)
		}
	}
	return dst
}
