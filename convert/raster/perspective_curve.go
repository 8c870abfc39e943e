package raster

import (
	"image"
	"math"
	"slices"
)

// bow is how far a side of a sheet of bent paper stands inward of a straight line, pixels: what
// of each Legendre polynomial of the place along the line, from -1 where it begins to 1.
type bow [4]float64

const (
	bowPlaces = 160 // places along a side where its edge is sought
	bowStep   = 8   // least step of brightness
	bowSlack  = 2   // how near its bow the edge is seen, pixels,
	bowSeen   = 0.6 // and in what part of the places at least
)

func legendre(f float64) bow { return bow{1, f, (3*f*f - 1) / 2, (5*f*f*f - 3*f) / 2} }

func (b *bow) at(f float64) float64 {
	t := legendre(f)
	return b[0] + b[1]*t[1] + b[2]*t[2] + b[3]*t[3]
}

// fit fits the bow to most of the places: those count less that are far off it so far.
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

// along is the place of a part of side i, from -1 to 1, that stands so many pixels inward.
func (q *quad) along(i int, l line, f, inward float64) point {
	a, b := q[i], q[(i+1)%4]
	return point{a.x + (f+1)/2*(b.x-a.x) + inward*l.a, a.y + (f+1)/2*(b.y-a.y) + inward*l.b}
}

// bowed finds the bow of side i, which is about the line l, by where the picture's brightness
// steps up: at first within three times reach of the line, then within reach of the bow so far.
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

// stepIn is how many pixels inward of a place, within reach, brightness first steps up: at
// least half as much as it does most, as it also does beyond dark print in the sheet. The normal
// of a side that runs clockwise points inward.
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
