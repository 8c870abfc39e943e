package raster

import (
	"image"
	"math"
	"slices"
)

// bow describes how far a side of a sheet of bent paper lies inward of a straight line, pixels, as
// the coefficients of the Legendre polynomials of degrees 0 to 3 of the place along the line, which
// runs from -1 at its beginning to 1 at its end.
type bow [4]float64

const (
	bowPlaces = 160 // places along a side where its edge is sought
	bowStep   = 8   // least step of brightness, out of 255
	bowSlack  = 2   // greatest distance of a place where the edge is seen from the bow, pixels,
	bowSeen   = 0.6 // and least part of the places that lie within it
)

func legendre(f float64) bow { return bow{1, f, (3*f*f - 1) / 2, (5*f*f*f - 3*f) / 2} }

func (b *bow) at(f float64) float64 {
	t := legendre(f)
	return b[0] + b[1]*t[1] + b[2]*t[2] + b[3]*t[3]
}

// fit fits the bow iteratively to the offsets found at places, pixels. Places that are far off
// the bow so far count less.
func (b *bow) fit(places, found []float64) {
	for range 16 {
		for r := range b {
			var sum, all float64
			for k, f := range places {
				off, t := found[k]-b.at(f), legendre(f)[r]
				weight := t / (0.5 + math.Abs(off))
				sum, all = sum+weight*off, all+weight*t
			}
			b[r] += sum / all
		}
	}
}

// along returns the point that lies so many pixels inward of place f along side i, from -1 to 1.
// Inward is the direction of the normal of l.
func (q *quad) along(i int, l line, f, inward float64) point {
	a, b := q[i], q[(i+1)%4]
	return point{a.x + (f+1)/2*(b.x-a.x) + inward*l.a, a.y + (f+1)/2*(b.y-a.y) + inward*l.b}
}

// bowed finds the bow of side i, which runs about along the line l, from where the picture's
// brightness steps up: at first within three times reach of the line, then within reach of the
// bow found so far. Reach is in pixels.
func (q *quad) bowed(src *image.Gray, i int, l line, reach int) (b bow, ok bool) {
	var places, found []float64
	for _, reach := range [...]int{3 * reach, reach, reach} {
		places, found = places[:0], found[:0]
		for k := range bowPlaces {
			f := (2*float64(k)+1)/bowPlaces - 1
			if d, ok := stepIn(src, q.along(i, l, f, b.at(f)), l, reach); ok {
				places, found = append(places, f), append(found, b.at(f)+float64(d))
			}
		}
		if len(found) < bowPlaces/3 {
			return b, false
		}
		b.fit(places, found)
	}
	near := 0
	for k, d := range found {
		if math.Abs(d-b.at(places[k])) <= bowSlack {
			near++
		}
	}
	return b, float64(near) > bowSeen*bowPlaces
}

// stepIn returns how many pixels inward of a place, within reach either way, brightness first
// steps up by more than half its greatest step, which may lie beyond dark print in the sheet.
// The normal of a side that runs clockwise points inward.
func stepIn(src *image.Gray, at point, l line, reach int) (d int, ok bool) {
	steps := make([]int, 2*reach+1)
	for d := range steps {
		for s := range 3 {
			in, out := float64(d-reach+s), float64(d-reach-1-s)
			a, b := image.Pt(int(at.x+in*l.a), int(at.y+in*l.b)), image.Pt(int(at.x+out*l.a), int(at.y+out*l.b))
			if !a.In(src.Rect) || !b.In(src.Rect) {
				steps[d] = 0
				break
			}
			steps[d] += int(src.GrayAt(a.X, a.Y).Y) - int(src.GrayAt(b.X, b.Y).Y)
		}
	}
	least := max(3*bowStep, slices.Max(steps)/2)
	d = slices.IndexFunc(steps, func(s int) bool { return s > least })
	for ok = d >= 0; ok && d+1 < len(steps) && steps[d+1] > steps[d]; {
		d++
	}
	return d - reach, ok
}
