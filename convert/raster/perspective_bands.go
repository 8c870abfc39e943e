package raster

import (
	"image"
	"math"
	"slices"
)

// Measures of a dark band along a side of a sheet, such as a letterhead's. A
// sheet is found as the bright part of a picture, so such a band is at first
// taken for the desk.
const (
	bandStep  = 0.05  // least difference in brightness between band and desk, in parts of the sheet's brightness
	bandLeast = 0.025 // least height of a band, in parts of the sheet's side across it,
	bandMost  = 0.35  // and greatest
	bandSeen  = 0.7   // least part of the side along which the band's edge is seen
	bandTurn  = 0.12  // greatest sine of the angle between the band's edge and the sheet's side
)

// withBands returns the sheet extended by the dark bands along its sides that
// belong to it. Such a band has a single shade from the side to an edge of its
// own, and at both ends it ends where the sheet does.
func (q quad) withBands(view *image.Gray) quad {
	for i := range q {
		edge, ok := q.band(view, i)
		if !ok {
			continue
		}
		wide := q
		// The corners of side i, each with the other end of the neighbouring side
		// that leads to it.
		for _, c := range [2][2]int{{i, (i + 3) % 4}, {(i + 1) % 4, (i + 2) % 4}} {
			side, straight := through(q[c[1]], q[c[0]])
			var met bool
			wide[c[0]], met = side.meet(edge)
			ok = ok && straight && met
		}
		if ok && wide.shapely(view.Rect.Dx(), view.Rect.Dy()) {
			q = wide
		}
	}
	return q
}

// band finds the outer edge of a band beyond side i.
func (q quad) band(view *image.Gray, i int) (edge line, ok bool) {
	a, b := q[i], q[(i+1)%4]
	side, ok := through(a, b)
	if !ok {
		return edge, false
	}
	across := math.Hypot(q[(i+3)%4].x-a.x, q[(i+3)%4].y-a.y)
	w, h := view.Rect.Dx(), view.Rect.Dy()
	at := func(f, d float64) (v int, in bool) { // d pixels outward from the side
		x, y := int(math.Floor(a.x+f*(b.x-a.x)-d*side.a)), int(math.Floor(a.y+f*(b.y-a.y)-d*side.b))
		if x < 0 || y < 0 || x >= w || y >= h {
			return 0, false
		}
		return int(view.Pix[y*view.Stride+x]), true
	}
	const places = 60
	var papers []int
	for k := range places {
		v, _ := at((float64(k)+0.5)/places, -0.1*across)
		papers = append(papers, v)
	}
	slices.Sort(papers)
	step := max(4, int(bandStep*float64(papers[places*3/4])))
	var outline []point
	var heights []float64
	for k := range places {
		f := (float64(k) + 0.5) / places
		far := 0.0
		for ; far <= bandMost*across; far++ {
			if _, in := at(f, far); !in {
				break
			}
		}
		far--
		desk, _ := at(f, far)
		for d := far; d > 2; d-- {
			v, _ := at(f, d)
			next, _ := at(f, d-1)
			if absInt(v-desk) > step && absInt(next-desk) > step {
				heights = append(heights, d)
				outline = append(outline, point{a.x + f*(b.x-a.x) - d*side.a, a.y + f*(b.y-a.y) - d*side.b})
				break
			}
		}
	}
	if float64(len(outline)) < bandSeen*places {
		return edge, false
	}
	slices.Sort(heights)
	height := heights[len(heights)/2]
	edge, part := robustLine(outline, i%2 != 0, 1.5)
	if part < bandSeen || height < max(4, bandLeast*across) || math.Abs(edge.a*side.b-edge.b*side.a) > bandTurn {
		return edge, false
	}
	// A band has a single shade, which a shadow does not, and it also differs
	// from the desk at its ends, where the picture shows any desk beside them.
	length := math.Hypot(b.x-a.x, b.y-a.y)
	least, most := 255, 0
	for _, d := range [3]float64{0.3, 0.5, 0.7} {
		var shades []int
		for k := range places {
			if v, in := at((float64(k)+0.5)/places, d*height); in {
				shades = append(shades, v)
			}
		}
		if len(shades) == 0 {
			return edge, false
		}
		slices.Sort(shades)
		least, most = min(least, shades[len(shades)/2]), max(most, shades[len(shades)/2])
		for _, end := range [2][2]float64{{3 / length, -4 / length}, {1 - 3/length, 1 + 4/length}} {
			inner, _ := at(end[0], d*height)
			if outer, in := at(end[1], d*height); in && absInt(inner-outer) <= step {
				return edge, false
			}
		}
	}
	return edge, most-least <= step
}
