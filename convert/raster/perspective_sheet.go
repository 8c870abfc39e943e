package raster

import (
	"image"
	"math"

	"lineitem/convert/doc"
)

// Conditions for taking a bright patch of a picture for a sheet on a desk or a
// page in a viewer's window.
const (
	sheetSide   = 320  // longest side of the picture in which sheets are sought, pixels
	sheetLeast  = 0.15 // least part of the picture that a sheet covers
	sheetMost   = 0.985
	sheetFit    = 0.93 // least overlap of the patch and its quadrilateral, in parts of the larger one
	sheetSlant  = 0.35 // greatest cosine of the angle between neighbouring sides
	sheetBright = 0.25 // greatest part of the surround that is as bright as the sheet
	sheetReach  = 3    // a side nearer to the picture's edge is cut off by it, pixels of the small picture
)

// quad is a quadrilateral: top left, top right, bottom right, bottom left.
type quad [4]point

// sheetOf finds the sheet in a picture that shows something around it, too.
func sheetOf(small *image.Gray) (sheet quad, ok bool) {
	k := max(1, (max(small.Rect.Dx(), small.Rect.Dy())+sheetSide-1)/sheetSide)
	view := reduced(small, k)
	w, h := view.Rect.Dx(), view.Rect.Dy()
	if w < 40 || h < 40 || plainBorder(view) {
		return quad{}, false
	}
	best := 0.0
	var p patches
	for level := 36; level <= 252; level += 6 {
		q, fit := p.quad(view, byte(level))
		if fit > best {
			best, sheet, ok = fit, q, true
		}
	}
	if !ok {
		if sheet, ok = edgeQuad(view); !ok {
			return quad{}, false
		}
	}
	sheet = sheet.withBands(view)
	for i := range sheet {
		sheet[i].x *= float64(k)
		sheet[i].y *= float64(k)
	}
	return sheet, true
}

// plainBorder reports whether nearly all of the picture's border is about as
// bright as its paper: then the sheet fills the picture.
func plainBorder(view *image.Gray) bool {
	w, h := view.Rect.Dx(), view.Rect.Dy()
	var all, border [256]int
	n, m := 0, 0
	for y := range h {
		for x := range w {
			v := view.Pix[y*view.Stride+x]
			all[v]++
			n++
			if x < 3 || y < 3 || x >= w-3 || y >= h-3 {
				border[v]++
				m++
			}
		}
	}
	return quantile(&border, m, 0.1) >= 0.97*quantile(&all, n, 0.6)
}

// quantile returns the least value up to which at least the given part of n counted values lies.
func quantile(histogram *[256]int, n int, part float64) float64 {
	seen := 0
	for v, k := range histogram {
		if seen += k; float64(seen) >= part*float64(n) {
			return float64(v)
		}
	}
	return 255
}

// quad returns the quadrilateral around the largest patch brighter than level,
// and how well it fits a sheet, 0 where it is not one.
func (p *patches) quad(view *image.Gray, level byte) (q quad, fit float64) {
	w, h := view.Rect.Dx(), view.Rect.Dy()
	box := p.largest(view, level)
	if box.Dx()*box.Dy() < int(sheetLeast*float64(w*h)) {
		return q, 0
	}
	// The patch's outline: its first and last pixel in each row and column.
	first, last := make([]int, w+h), make([]int, w+h)
	for i := range first {
		first[i] = -1
	}
	for _, r := range p.patch {
		if first[w+r.at] < 0 {
			first[w+r.at] = r.from
		}
		last[w+r.at] = r.to
		for x := r.from; x < r.to; x++ {
			if first[x] < 0 {
				first[x] = r.at
			}
			last[x] = r.at + 1
		}
	}
	var lines [4]line // top, right, bottom, left
	for i := range lines {
		p.side = p.side[:0]
		edge, from, to := first, 0, w
		if i == 1 || i == 2 {
			edge = last
		}
		if i%2 != 0 {
			from, to = w, w+h
		}
		for k := from; k < to; k++ {
			switch along, across := float64(k-from)+0.5, float64(edge[k]); {
			case first[k] < 0:
			case i%2 != 0:
				p.side = append(p.side, point{across, along})
			default:
				p.side = append(p.side, point{along, across})
			}
		}
		var good float64
		lines[i], good = robustLine(p.side, i%2 != 0, 1.2)
		if good < 0.55 {
			return q, 0
		}
	}
	for i := range q {
		var ok bool
		if q[i], ok = lines[(i+3)%4].meet(lines[i]); !ok {
			return q, 0
		}
	}
	return q, q.fits(view, p.patch, level)
}

// patches finds the patches of a picture that are brighter than a level. It
// reuses its memory from level to level.
type patches struct {
	runs   []run
	parent []int32 // of each run, in a forest (union-find) of runs that touch
	area   []int32 // of the patch of each root, pixels
	patch  []run   // the runs of the largest patch, row by row
	side   []point // the outline of that patch on one side
}

func (p *patches) root(i int32) int32 {
	for p.parent[i] != i {
		p.parent[i] = p.parent[p.parent[i]]
		i = p.parent[i]
	}
	return i
}

// largest finds the largest 8-connected patch of pixels brighter than level. It
// leaves the patch in p.patch and returns its bounding box.
func (p *patches) largest(view *image.Gray, level byte) (box image.Rectangle) {
	p.runs, p.parent = p.runs[:0], p.parent[:0]
	w := view.Rect.Dx()
	above := 0
	for y := range view.Rect.Dy() {
		row := view.Pix[y*view.Stride:][:w]
		here := len(p.runs)
		for x := 0; x < w; x++ {
			if row[x] <= level {
				continue
			}
			from := x
			for x < w && row[x] > level {
				x++
			}
			p.runs, p.parent = append(p.runs, run{y, from, x}), append(p.parent, int32(len(p.runs)))
		}
		for i, j := above, here; i < here && j < len(p.runs); {
			a, b := &p.runs[i], &p.runs[j]
			if a.from <= b.to && b.from <= a.to {
				c, d := p.root(int32(i)), p.root(int32(j))
				p.parent[max(c, d)] = min(c, d)
			}
			if a.to < b.to {
				i++
			} else {
				j++
			}
		}
		above = here
	}
	p.area = append(p.area[:0], make([]int32, len(p.runs))...)
	best := int32(0)
	for i, r := range p.runs {
		root := p.root(int32(i))
		if p.area[root] += int32(r.to - r.from); p.area[root] > p.area[best] {
			best = root
		}
	}
	p.patch = p.patch[:0]
	for i, r := range p.runs {
		if p.root(int32(i)) == best {
			p.patch = append(p.patch, r)
			box = box.Union(image.Rect(r.from, r.at, r.to, r.at+1))
		}
	}
	return box
}

// fits returns how well the quadrilateral fits a sheet that shows as the patch brighter
// than level, from 0 to 1; 0 means that it is not a sheet.
func (q *quad) fits(view *image.Gray, patch []run, level byte) float64 {
	w, h := view.Rect.Dx(), view.Rect.Dy()
	if !q.shapely(w, h) {
		return 0
	}
	cut := 0
	var cuts [4]bool
	for i := range q {
		if cuts[i] = q.cut(i, w, h, sheetReach); cuts[i] {
			cut++
		}
	}
	// A dark bar across a page's head or along its side is not a surround.
	if cut > 2 || cut == 2 && cuts[0] != cuts[2] {
		return 0
	}
	var in, patchIn, patchAll, out, brightOut int
	var sumIn, sumOut int
	k := 0
	for y := range h {
		row := view.Pix[y*view.Stride:][:w]
		from, to := q.row(float64(y)+0.5, w)
		in, out = in+to-from, out+w-(to-from)
		for _, v := range row[from:to] {
			if v > level {
				sumIn += int(v)
			} else {
				patchIn++ // ink in the sheet counts as part of it
			}
		}
		for _, part := range [2][]byte{row[:from], row[to:]} {
			for _, v := range part {
				sumOut += int(v)
				if v > level {
					brightOut++
				}
			}
		}
		for ; k < len(patch) && patch[k].at == y; k++ {
			r := patch[k]
			common := max(0, min(r.to, to)-max(r.from, from))
			patchAll += r.to - r.from
			patchIn += 2*common - (r.to - r.from)
		}
	}
	if in == 0 || float64(in) < sheetLeast*float64(w*h) || float64(in) > sheetMost*float64(w*h) || out == 0 {
		return 0
	}
	if float64(brightOut) > sheetBright*float64(out) {
		return 0
	}
	fit := float64(patchIn) / float64(max(in, patchAll))
	if fit < sheetFit {
		return 0
	}
	// Of the levels that yield a sheet, the one halfway between paper and desk is best.
	paper, desk := float64(sumIn)/float64(max(patchAll, 1)), float64(sumOut)/float64(out)
	if desk > 0.95*paper {
		return 0
	}
	for i := range q {
		if !cuts[i] && (!q.steps(view, i) || q.shadow(view, i)) {
			return 0
		}
	}
	return fit - 0.05*math.Abs((paper+desk)/2-float64(level))/(paper-desk)
}

// cut reports whether the edge of a picture of w by h pixels cuts the sheet off at side i: the middle of
// the side lies beyond that edge, or less than reach from it.
func (q *quad) cut(i, w, h int, reach float64) bool {
	a, b := q[i], q[(i+1)%4]
	return [4]float64{(a.y + b.y) / 2, float64(w) - (a.x+b.x)/2, float64(h) - (a.y+b.y)/2, (a.x + b.x) / 2}[i] < reach
}

// steps reports whether brightness steps down across most of side i, as it does
// where paper ends. Where side i merely bounds the part of a sheet that a lamp
// makes brighter than a level, there is no such step.
func (q *quad) steps(view *image.Gray, i int) bool {
	const places = 40
	side, ok := through(q[i], q[(i+1)%4])
	return ok && 2*side.steps(view, q[i], q[(i+1)%4], places) > places
}

// shadow reports whether a shadow that falls across the sheet begins at side i: brightness
// slopes there instead of stepping, or the neighbouring sides continue beyond both ends of
// side i, between paper and desk that lie in shadow.
func (q *quad) shadow(view *image.Gray, i int) bool {
	return q.slopes(view, i) || q.sidesContinue(view, i)
}

// slopes reports whether brightness changes gradually across side i: places close to it on
// either side differ less than half as much as places farther from it.
func (q *quad) slopes(view *image.Gray, i int) bool {
	const places, near, far = 40, 2, 8 // pixels on either side
	a, b := q[i], q[(i+1)%4]
	side, ok := through(a, b)
	if !ok {
		return false
	}
	w, h := view.Rect.Dx(), view.Rect.Dy()
	median := func(d float64) int {
		var shades [256]int
		n := 0
		for k := range places {
			f := (float64(k) + 0.5) / places
			x, y := int(a.x+f*(b.x-a.x)+d*side.a), int(a.y+f*(b.y-a.y)+d*side.b)
			if x >= 0 && y >= 0 && x < w && y < h {
				shades[view.Pix[y*view.Stride+x]]++
				n++
			}
		}
		if n < places/2 {
			return -1
		}
		return int(quantile(&shades, n, 0.5))
	}
	paper, desk, farPaper, farDesk := median(near), median(-near), median(far), median(-far)
	return desk >= 0 && farDesk >= 0 && 2*(paper-desk) < farPaper-farDesk
}

// sidesContinue reports whether the neighbouring sides continue beyond both ends of side i.
func (q *quad) sidesContinue(view *image.Gray, i int) bool {
	const (
		places = 20
		begin  = 5    // how far beyond the corner the search begins, as shadows are blurred, pixels
		least  = 10   // least length over which a side must be seen to continue, pixels,
		part   = 0.15 // and in parts of its length
	)
	w, h := float64(view.Rect.Dx()), float64(view.Rect.Dy())
	for _, ends := range [2][2]point{{q[i], q[(i+3)%4]}, {q[(i+1)%4], q[(i+2)%4]}} {
		corner, from := ends[0], ends[1]
		length := math.Hypot(corner.x-from.x, corner.y-from.y)
		side, ok := through(from, corner)
		if !ok {
			return false
		}
		ux, uy := (corner.x-from.x)/length, (corner.y-from.y)/length
		if side.a*(q[(i+2)%4].x+q[i].x-2*corner.x)+side.b*(q[(i+2)%4].y+q[i].y-2*corner.y) < 0 {
			side = line{-side.a, -side.b, -side.c} // its normal points inward
		}
		reach := max(least, part*length)
		a := point{corner.x + begin*ux, corner.y + begin*uy}
		b := point{corner.x + (begin+reach)*ux, corner.y + (begin+reach)*uy}
		if b.x < 0 || b.y < 0 || b.x >= w || b.y >= h {
			return false
		}
		if 3*side.steps(view, a, b, places) < 2*places {
			return false
		}
	}
	return true
}

// steps returns at how many of the given number of places between a and b, which lie on the
// line, brightness steps up in the direction of its normal, as it does from desk to paper.
func (l line) steps(view *image.Gray, a, b point, places int) int {
	const near, far = 1.5, 4 // pixels on either side
	w, h := view.Rect.Dx(), view.Rect.Dy()
	at := func(f, d float64) float64 {
		x, y := int(a.x+f*(b.x-a.x)+d*l.a), int(a.y+f*(b.y-a.y)+d*l.b)
		return float64(view.Pix[min(max(y, 0), h-1)*view.Stride+min(max(x, 0), w-1)])
	}
	steps := 0
	for k := range places {
		f := (float64(k) + 0.5) / float64(places)
		paper, desk := max(at(f, near), at(f, far)), min(at(f, -near), at(f, -far))
		if paper > desk*edgeStep+3 {
			steps++
		}
	}
	return steps
}

// shapely reports whether the quadrilateral could be a sheet in a picture of w by h
// pixels, seen at not too oblique an angle.
func (q *quad) shapely(w, h int) bool {
	for i := range q {
		a, b, c := q[i], q[(i+1)%4], q[(i+2)%4]
		if a.x < -0.05*float64(w) || a.x > 1.05*float64(w) || a.y < -0.05*float64(h) || a.y > 1.05*float64(h) {
			return false
		}
		ux, uy, vx, vy := b.x-a.x, b.y-a.y, c.x-b.x, c.y-b.y
		lu, lv := math.Hypot(ux, uy), math.Hypot(vx, vy)
		if lu < 30 || lv < 30 || ux*vy-uy*vx <= 0 || math.Abs(ux*vx+uy*vy) > sheetSlant*lu*lv {
			return false
		}
	}
	return true
}

// row returns the part of a row of w pixels, whose middle is at y, that lies in
// the quadrilateral.
func (q *quad) row(y float64, w int) (from, to int) {
	x0, x1 := 0.0, float64(w)
	for i := range q {
		a, b := q[i], q[(i+1)%4]
		dx, dy := b.x-a.x, b.y-a.y
		// Inside is where dx (y - a.y) >= dy (x - a.x).
		switch c := dx * (y - a.y); {
		case dy > 0:
			x1 = min(x1, a.x+c/dy)
		case dy < 0:
			x0 = max(x0, a.x+c/dy)
		case c < 0:
			return 0, 0
		}
	}
	from, to = int(math.Ceil(x0-0.5)), int(math.Floor(x1-0.5))+1
	if from >= to {
		return 0, 0
	}
	return max(from, 0), min(to, w)
}

// refined moves the corners to where the sheet's sides meet nearby in the picture at full
// resolution. The sides are found along their whole length, and may be bowed, as those of bent
// paper are. Where the picture cuts the sheet off, no side is visible, and what looks like one
// is print.
func (q quad) refined(src *image.Gray, reach int) quad {
	var begin, end [4]line // the directions of the sides at their ends
	for i := range q {
		l, ok := through(q[i], q[(i+1)%4])
		if !ok {
			return q
		}
		begin[i], end[i] = l, l
		if q.cut(i, src.Rect.Dx(), src.Rect.Dy(), float64(reach)) {
			continue
		}
		if b, ok := q.bowed(src, i, l, reach); ok {
			const short = 0.96
			begin[i], _ = through(q.along(i, l, -1, b.at(-1)), q.along(i, l, -short, b.at(-short)))
			end[i], _ = through(q.along(i, l, short, b.at(short)), q.along(i, l, 1, b.at(1)))
		}
	}
	out := q
	for i := range out {
		if p, ok := end[(i+3)%4].meet(begin[i]); ok && math.Hypot(p.x-q[i].x, p.y-q[i].y) < 5*float64(reach) {
			out[i] = p
		}
	}
	return out
}

// upright reports whether the quadrilateral is practically a rectangle along the
// picture's rows and columns.
func (q quad) upright() bool {
	const slack = 1.5
	return math.Abs(q[0].y-q[1].y) <= slack && math.Abs(q[2].y-q[3].y) <= slack &&
		math.Abs(q[0].x-q[3].x) <= slack && math.Abs(q[1].x-q[2].x) <= slack
}

// flat returns the transform from the sheet's pixels to the picture's, and the
// sheet's size in pixels, which is that of its longer sides in the picture. If its
// shape is close to that of A4 or Letter, the dimension that the camera's view has
// shortened is lengthened to that shape.
func (q quad) flat() (t doc.Transform, w, h int, ok bool) {
	side := func(i int) float64 { return math.Hypot(q[(i+1)%4].x-q[i].x, q[(i+1)%4].y-q[i].y) }
	fw, fh := max(side(0), side(2)), max(side(1), side(3))
	if q.upright() {
		x, y := math.Round(q[0].x), math.Round(q[0].y)
		return doc.Transform{1, 0, x, 0, 1, y, 0, 0, 1}, int(math.Round(q[2].x) - x), int(math.Round(q[2].y) - y), true
	}
	ratio := fh / fw
	for _, paper := range [...]float64{297.0 / 210, 11 / 8.5, 210.0 / 297, 8.5 / 11} {
		if math.Abs(ratio/paper-1) < 0.045 {
			if ratio < paper {
				fh = fw * paper
			} else {
				fw = fh / paper
			}
			break
		}
	}
	if fw < leastPx || fh < leastPx || fw > 1<<15 || fh > 1<<15 {
		return t, 0, 0, false
	}
	w, h = int(math.Round(fw)), int(math.Round(fh))
	t, ok = square(q)
	return t.After(doc.Transform{1 / float64(w), 0, 0, 0, 1 / float64(h), 0, 0, 0, 1}), w, h, ok
}

// square returns the transform from the unit square to the quadrilateral: Heckbert, "Fundamentals of
// texture mapping and image warping", 1989.
func square(q quad) (doc.Transform, bool) {
	dx1, dy1 := q[1].x-q[2].x, q[1].y-q[2].y
	dx2, dy2 := q[3].x-q[2].x, q[3].y-q[2].y
	sx, sy := q[0].x-q[1].x+q[2].x-q[3].x, q[0].y-q[1].y+q[2].y-q[3].y
	det := dx1*dy2 - dx2*dy1
	if math.Abs(det) < 1e-9 {
		return doc.Identity, false
	}
	g, h := (sx*dy2-dx2*sy)/det, (dx1*sy-sx*dy1)/det
	return doc.Transform{
		q[1].x - q[0].x + g*q[1].x, q[3].x - q[0].x + h*q[3].x, q[0].x,
		q[1].y - q[0].y + g*q[1].y, q[3].y - q[0].y + h*q[3].y, q[0].y,
		g, h, 1,
	}, true
}
