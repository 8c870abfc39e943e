package drawn

import (
	"image"
	"math"
	"math/rand/v2"

	"lineitem/convert/doc"
)

// shades holds the pixels of a greyscale picture, from 0 for black to 255 for white.
type shades struct {
	w, h int
	v    []float32
}

func newShades(src *image.Gray) *shades {
	s := &shades{src.Rect.Dx(), src.Rect.Dy(), nil}
	for y := range s.h {
		for _, v := range src.Pix[y*src.Stride:][:s.w] {
			s.v = append(s.v, float32(v))
		}
	}
	return s
}

func (s *shades) gray() *image.Gray {
	g := image.NewGray(image.Rect(0, 0, s.w, s.h))
	for i, v := range s.v {
		g.Pix[i] = uint8(min(max(v+0.5, 0), 255))
	}
	return g
}

// at returns the shade at a place, interpolated between four pixels, or ground outside the picture.
func (s *shades) at(x, y float64, ground float32) float32 {
	x0, y0 := int(math.Floor(x)), int(math.Floor(y))
	if x0 < 0 || y0 < 0 || x0+1 >= s.w || y0+1 >= s.h {
		return ground
	}
	fx, fy := float32(x-float64(x0)), float32(y-float64(y0))
	above, below := s.v[y0*s.w+x0:][:2], s.v[(y0+1)*s.w+x0:][:2]
	return (above[0]*(1-fx)+above[1]*fx)*(1-fy) + (below[0]*(1-fx)+below[1]*fx)*fy
}

// blur smooths the picture with a Gaussian of standard deviation sigma, in pixels.
func (s *shades) blur(sigma float64) {
	reach := int(math.Ceil(3 * sigma))
	kernel := make([]float32, 2*reach+1)
	sum := float32(0)
	for i := range kernel {
		d := float64(i - reach)
		kernel[i] = float32(math.Exp(-d * d / (2 * sigma * sigma)))
		sum += kernel[i]
	}
	across := make([]float32, len(s.v))
	for y := range s.h {
		row := s.v[y*s.w:][:s.w]
		for x := range s.w {
			for i, k := range kernel {
				across[y*s.w+x] += k / sum * row[min(max(x+i-reach, 0), s.w-1)]
			}
		}
	}
	clear(s.v)
	for y := range s.h {
		out := s.v[y*s.w:][:s.w]
		for i, k := range kernel {
			row := across[min(max(y+i-reach, 0), s.h-1)*s.w:][:s.w]
			for x, v := range row {
				out[x] += k / sum * v
			}
		}
	}
}

// addNoise adds Gaussian noise of standard deviation sigma, in shades.
func (s *shades) addNoise(random *rand.Rand, sigma float64) {
	for i := range s.v {
		s.v[i] += float32(random.NormFloat64() * sigma)
	}
}

// between returns a random number from a to b.
func between(random *rand.Rand, a, b float64) float64 { return a + (b-a)*random.Float64() }

// scanned returns the page as a scanner captures it: skewed, with less contrast, blurred and with noise.
func (s *shades) scanned(random *rand.Rand) *shades {
	sin, cos := math.Sincos(between(random, -1.2, 1.2) * math.Pi / 180)
	out := &shades{s.w, s.h, make([]float32, len(s.v))}
	cx, cy := float64(s.w)/2, float64(s.h)/2
	black, white := float32(between(random, 20, 70)), float32(between(random, 225, 250))
	for y := range s.h {
		for x := range s.w {
			dx, dy := float64(x)-cx, float64(y)-cy
			out.v[y*s.w+x] = black + (white-black)*s.at(cx+cos*dx-sin*dy, cy+sin*dx+cos*dy, 255)/255
		}
	}
	out.blur(between(random, 0.5, 1))
	out.addNoise(random, between(random, 4, 11))
	return out
}

// photographed returns the sheet as a camera captures it on a desk: in perspective, with bent lines, and in the
// light of a lamp with a shadow.
func (s *shades) photographed(random *rand.Rand) *shades {
	const margin, bend = 0.05, 0.006 // shares of the sheet's size
	w, h := float64(s.w), float64(s.h)
	out := &shades{w: int(w * (1 + 2*margin)), h: int(h * (1 + 2*margin))}
	out.v = make([]float32, out.w*out.h)
	// toSheet maps places in the picture to places on the sheet, both relative to the centre and as shares of the sheet's size.
	var toSheet doc.Transform
	for i, most := range [...]float64{0.02, 0.03, 0.01, 0.03, 0.02, 0.01, 0.12, 0.12, 0} {
		toSheet[i] = doc.Identity[i] + between(random, -most, most)
	}
	rise, phase := between(random, -bend, bend), between(random, 0, math.Pi)
	desk := between(random, 50, 130)
	lampX, lampY := between(random, -1, 1), between(random, -1, 1)
	edge, depth := between(random, -0.5, 0.5), between(random, 0.15, 0.4)
	for y := range out.h {
		for x := range out.w {
			px, py := float64(x)/w-0.5-margin, float64(y)/h-0.5-margin
			shadow := 1 / (1 + math.Exp(25*(py*lampX-px*lampY-edge)))
			light := (0.9 - 0.15*(lampX*px+lampY*py)) * (1 - depth*shadow*shadow)
			ground := float32(desk + 12*math.Sin(float64(x)/37) + 8*math.Sin(float64(y)/23+float64(x)/91))
			u, v := toSheet.Apply(px, py)
			v += rise * math.Sin(math.Pi*u+phase)
			out.v[y*out.w+x] = (25 + 0.88*s.at((u+0.5)*w, (v+0.5)*h, ground)) * float32(light)
		}
	}
	out.blur(between(random, 0.6, 1.1))
	out.addNoise(random, between(random, 3, 8))
	return out
}
