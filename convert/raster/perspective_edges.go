package raster

import "image"

// edgeStep is the least ratio of a sheet's brightness to that of what lies beside it.
const edgeStep = 1.08

// edgeQuad finds a sheet by its edges alone: the places where the picture, going
// inward from its border, first becomes brighter and stays so. Where a shadow
// falls over sheet and desk, no single level of brightness separates them, but
// the edges remain.
func edgeQuad(view *image.Gray) (q quad, ok bool) {
	w, h := view.Rect.Dx(), view.Rect.Dy()
	var lines [4]line
	var sides [4][]point
	cut := 0
	for i := range lines {
		upright := i%2 != 0
		along, across := w, h
		if upright {
			along, across = h, w
		}
		for a := range along {
			if d := firstStep(view, i, a, across); d >= 0 {
				at := float64(d)
				if i == 1 || i == 2 {
					at = float64(across - d)
				}
				if upright {
					sides[i] = append(sides[i], point{at, float64(a) + 0.5})
				} else {
					sides[i] = append(sides[i], point{float64(a) + 0.5, at})
				}
			}
		}
		part := 0.0
		if len(sides[i])*5 > along {
			lines[i], part = robustLine(sides[i], upright, 1.2)
		}
		if part < 0.5 {
			// The picture cuts the sheet off here.
			cut++
			lines[i] = [4]line{{0, 1, 0}, {1, 0, float64(w)}, {0, 1, float64(h)}, {1, 0, 0}}[i]
			sides[i] = nil
		}
	}
	if cut > 1 {
		return q, false
	}
	for i := range q {
		var met bool
		if q[i], met = lines[(i+3)%4].meet(lines[i]); !met {
			return q, false
		}
	}
	if !q.shapely(w, h) {
		return q, false
	}
	area := 0
	for y := range h {
		from, to := q.row(float64(y)+0.5, w)
		area += to - from
	}
	if float64(area) < sheetLeast*float64(w*h) || float64(area) > sheetMost*float64(w*h) {
		return q, false
	}
	// Each edge is seen along most of its side.
	for i, found := range sides {
		if found == nil {
			continue
		}
		near := 0
		for _, p := range found {
			if d := lines[i].a*p.x + lines[i].b*p.y - lines[i].c; d < 1.5 && d > -1.5 {
				near++
			}
		}
		a, b := q[i], q[(i+1)%4]
		if length := max(a.x-b.x, b.x-a.x, a.y-b.y, b.y-a.y); float64(near) < 0.6*length {
			return q, false
		}
	}
	return q, true
}

// firstStep returns how far from a side of the picture (0 to 3: top, right,
// bottom, left) brightness first steps up and stays up, going straight inward from
// place a of the side, in pixels; -1 if it does not before the middle.
func firstStep(view *image.Gray, side, a, across int) int {
	start, step := 0, 1
	switch side {
	case 0:
		start, step = a, view.Stride
	case 1:
		start, step = a*view.Stride+across-1, -1
	case 2:
		start, step = (across-1)*view.Stride+a, -view.Stride
	case 3:
		start, step = a*view.Stride, 1
	}
	at := func(d int) byte { return view.Pix[start+d*step] }
	const outer, inner = 4, 3
	for d := outer; d+inner < across/2; d++ {
		var dark, light byte = 0, 255
		for k := 1; k <= outer; k++ {
			dark = max(dark, at(d-k))
		}
		for k := 1; k <= inner; k++ {
			light = min(light, at(d+k))
		}
		if float64(dark)*edgeStep+3 < float64(light) {
			// The pixel between is part dark, part light.
			if 2*int(at(d)) > int(dark)+int(light) {
				return d
			}
			return d + 1
		}
	}
	return -1
}
