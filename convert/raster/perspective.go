package raster

import (
	"image"
	"math"

	"lineitem/convert/doc"
)

// rotation maps pixels of an upright page to those of a picture whose lines
// fall by so many degrees to the right, after quarter turns of the page
// clockwise have made the picture; both are centred. The page's size is told.
func rotation(w, h int, quarters int, degrees float64) (t doc.Transform, pw, ph int) {
	s, c := math.Sincos((float64(quarters)*90 + degrees) * math.Pi / 180)
	if quarters%2 != 0 {
		w, h = h, w
	}
	// What the skew turns out of the old frame is margin; what it turns in
	// is small. The page keeps the picture's size.
	pw, ph = w, h
	cx, cy := float64(pw)/2, float64(ph)/2
	px, py := cx, cy
	if quarters%2 != 0 {
		px, py = cy, cx
	}
	return doc.Transform{
		c, -s, px - c*cx + s*cy,
		s, c, py - s*cx - c*cy,
		0, 0, 1,
	}, pw, ph
}

// cubic holds, for 64 places between two pixels, the weights of the four
// pixels around, in parts of 256: Keys, "Cubic convolution interpolation for
// digital image processing", 1981.
var cubic = func() (weights [64][4]int32) {
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
	for i := range weights {
		f := float64(i) / 64
		rest := int32(256)
		for k := range 4 {
			weights[i][k] = int32(math.Round(256 * kernel(f+1-float64(k))))
			rest -= weights[i][k]
		}
		weights[i][1+i/32] += rest
	}
	return weights
}()

// warped is the page of w by h pixels whose pixel (x, y) stands at t(x, y) in
// the picture. Where the picture ends, its edge goes on.
func warped(src *image.Gray, t doc.Transform, w, h int) *image.Gray {
	dst := image.NewGray(image.Rect(0, 0, w, h))
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	// Along a piece of a row the way through the picture is as good as straight.
	const piece = 16
	const bare = 10 // how little the brightness of bare ground varies from pixel to pixel
	for y := range h {
		out := dst.Pix[y*dst.Stride:][:w]
		for x0 := 0; x0 < w; x0 += piece {
			x1 := min(x0+piece, w)
			ax, ay := t.Apply(float64(x0)+0.5, float64(y)+0.5)
			bx, by := t.Apply(float64(x1)+0.5, float64(y)+0.5)
			if !(math.Abs(ax) < 1e6 && math.Abs(ay) < 1e6 && math.Abs(bx) < 1e6 && math.Abs(by) < 1e6) {
				for x := x0; x < x1; x++ {
					out[x] = 255
				}
				continue
			}
			n := float64(x1 - x0)
			fx, fy := int64((ax-0.5)*(1<<16)), int64((ay-0.5)*(1<<16))
			dx, dy := int64((bx-ax)/n*(1<<16)), int64((by-ay)/n*(1<<16))
			lx, ly := int(fx>>16), int(fy>>16)
			hx, hy := int((fx+dx*int64(x1-x0))>>16), int((fy+dy*int64(x1-x0))>>16)
			if min(lx, hx) < 1 || min(ly, hy) < 1 || max(lx, hx) >= sw-3 || max(ly, hy) >= sh-3 {
				for x := x0; x < x1; x++ {
					sx, sy := int((fx+1<<15)>>16), int((fy+1<<15)>>16)
					out[x] = src.Pix[min(max(sy, 0), sh-1)*src.Stride+min(max(sx, 0), sw-1)]
					fx, fy = fx+dx, fy+dy
				}
				continue
			}
			for x := x0; x < x1; x++ {
				wx, wy := &cubic[fx>>10&63], &cubic[fy>>10&63]
				at := (int(fy>>16)-1)*src.Stride + int(fx>>16) - 1
				var sum int32
				// Bare ground needs no weights.
				p := src.Pix[at+src.Stride : at+src.Stride+4 : at+src.Stride+4]
				q := src.Pix[at+2*src.Stride : at+2*src.Stride+4 : at+2*src.Stride+4]
				if max(p[1], p[2], q[1], q[2])-min(p[1], p[2], q[1], q[2]) <= bare {
					out[x] = byte((uint(p[1]) + uint(p[2]) + uint(q[1]) + uint(q[2]) + 2) / 4)
					fx, fy = fx+dx, fy+dy
					continue
				}
				o := src.Pix[at : at+4 : at+4]
				r := src.Pix[at+3*src.Stride : at+3*src.Stride+4 : at+3*src.Stride+4]
				sum += wy[0] * (wx[0]*int32(o[0]) + wx[1]*int32(o[1]) + wx[2]*int32(o[2]) + wx[3]*int32(o[3]))
				sum += wy[1] * (wx[0]*int32(p[0]) + wx[1]*int32(p[1]) + wx[2]*int32(p[2]) + wx[3]*int32(p[3]))
				sum += wy[2] * (wx[0]*int32(q[0]) + wx[1]*int32(q[1]) + wx[2]*int32(q[2]) + wx[3]*int32(q[3]))
				sum += wy[3] * (wx[0]*int32(r[0]) + wx[1]*int32(r[1]) + wx[2]*int32(r[2]) + wx[3]*int32(r[3]))
				out[x] = byte(min(max((sum+1<<15)>>16, 0), 255))
				fx, fy = fx+dx, fy+dy
			}
		}
	}
	return dst
}
