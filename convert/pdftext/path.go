package pdftext

import (
	"math"

	"lineitem/convert/doc"
	"lineitem/convert/pdftext/cos"
)

// path is the current path in page coordinates (PDF 32000-1, 8.5.2). Only the end points of curves
// are kept, as the curves of interest round corners.
type path struct {
	points []point
	start  point // of the current subpath
	moves  int   // subpaths
}

type point struct {
	x, y float64
	kind pointKind
}

type pointKind uint8

const (
	moveTo pointKind = iota
	lineTo
	curveTo
)

func (p *path) reset() { p.points, p.moves = p.points[:0], 0 }

func (p *path) add(x, y float64, kind pointKind) {
	if len(p.points) < maxPathPoints {
		p.points = append(p.points, point{x, y, kind})
	}
}

func (p *path) move(x, y float64) {
	p.start = point{x, y, moveTo}
	p.moves++
	p.add(x, y, moveTo)
}

func (p *path) line(x, y float64)  { p.add(x, y, lineTo) }
func (p *path) curve(x, y float64) { p.add(x, y, curveTo) }

func (p *path) close() {
	if len(p.points) > 0 {
		p.add(p.start.x, p.start.y, lineTo)
	}
}

func (p *path) rectangle(m matrix, x, y, w, h float64) {
	p.move(m.apply(x, y))
	p.line(m.apply(x+w, y))
	p.line(m.apply(x+w, y+h))
	p.line(m.apply(x, y+h))
	p.close()
}

// subpaths calls f for each subpath.
func (p *path) subpaths(f func(points []point)) {
	start := 0
	for i := 1; i <= len(p.points); i++ {
		if i == len(p.points) || p.points[i].kind == moveTo {
			f(p.points[start:i])
			start = i
		}
	}
}

// solid reports whether the path is one shape with no more corners than a rectangle. Of other paths,
// such as frames, much of the bounding box may lie outside.
func (p *path) solid() bool {
	return p.moves == 1 && !angular(p.points)
}

// bounds returns the bounding box of some points.
func bounds(points []point) doc.Box {
	b := doc.Box{X0: math.Inf(1), Y0: math.Inf(1), X1: math.Inf(-1), Y1: math.Inf(-1)}
	for _, p := range points {
		b.X0, b.Y0 = min(b.X0, p.x), min(b.Y0, p.y)
		b.X1, b.Y1 = max(b.X1, p.x), max(b.Y1, p.y)
	}
	return b
}

// Sizes that distinguish lines from areas, points.
const (
	thickest = 3.0  // greatest width of a ruling line
	hairline = 0.25 // width of a line that is painted as thin as possible
	slant    = 0.6  // greatest rise of a line that is meant to be level

	// widest is the largest side of an area that counts. Some producers write areas that exceed the integers of
	// PDF 32000-1, Annex C, which viewers do not show: lines beneath text of no height.
	widest = 1 << 30
)

// paint executes a path painting operator (8.5.3). A clipping path announced by W
// takes effect after it.
func (in *interpreter) paint(fill, stroke bool) {
	if len(in.path.points) > 0 && in.unseen == 0 {
		if fill || stroke {
			in.page.layer.Paths++
		}
		if fill {
			in.path.subpaths(in.fillSubpath)
		}
		if stroke {
			in.path.subpaths(in.strokeSubpath)
		}
	}
	if in.pending {
		if len(in.path.points) > 0 {
			in.gs.clip = in.gs.clip.Intersect(bounds(in.path.points))
			if !in.path.solid() {
				in.gs.altered |= ragged
			}
		}
		in.pending = false
	}
	in.path.reset()
}

// strokeSubpath adds ruling lines for the horizontal and vertical segments.
func (in *interpreter) strokeSubpath(points []point) {
	width := math.Max(math.Abs(in.gs.lineWidth)*in.gs.ctm.scale(), hairline)
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		if b.kind != lineTo {
			continue
		}
		box := doc.Box{X0: min(a.x, b.x), Y0: min(a.y, b.y), X1: max(a.x, b.x), Y1: max(a.y, b.y)}
		w, h := box.Width(), box.Height()
		switch {
		case h <= slant && w > 4*h && w > 0:
			y := box.MidY()
			in.line(doc.Box{X0: box.X0, Y0: y - width/2, X1: box.X1, Y1: y + width/2}, width, false, in.gs.stroke.color)
		case w <= slant && h > 4*w && h > 0:
			x := box.MidX()
			in.line(doc.Box{X0: x - width/2, Y0: box.Y0, X1: x + width/2, Y1: box.Y1}, width, true, in.gs.stroke.color)
		}
	}
}

// line adds a stroked line, or the area that a very thick one covers.
func (in *interpreter) line(box doc.Box, width float64, vertical bool, color doc.Color) {
	if width > thickest {
		in.page.fill(box.Intersect(in.gs.clip), color)
		return
	}
	in.page.rule(box.Intersect(in.gs.clip), vertical)
}

// fillSubpath adds an area or a ruling line for a filled shape whose outline
// mostly coincides with an upright rectangle. Other shapes may be letters.
func (in *interpreter) fillSubpath(points []point) {
	if len(points) < 2 {
		return
	}
	box := bounds(points)
	w, h := box.Width(), box.Height()
	if max(w, h) > widest {
		return
	}
	upright := min(w, h) <= thickest || rectangular(points, box)
	if !upright || angular(points) {
		in.page.outline(box.Intersect(in.gs.clip))
	}
	if upright {
		in.area(box, in.gs.fill.color)
	}
}

// rectangular reports whether the outline of a shape mostly coincides with its bounding box.
func rectangular(points []point, box doc.Box) bool {
	edges := 0.0
	last := points[len(points)-1]
	for _, p := range points {
		dx, dy := math.Abs(p.x-last.x), math.Abs(p.y-last.y)
		onX := dx <= slant && (nearlyEqual(p.x, box.X0) || nearlyEqual(p.x, box.X1))
		onY := dy <= slant && (nearlyEqual(p.y, box.Y0) || nearlyEqual(p.y, box.Y1))
		if p.kind != curveTo && (onX || onY) {
			edges += dx + dy
		}
		last = p
	}
	return edges >= 0.6*2*(box.Width()+box.Height())
}

func nearlyEqual(a, b float64) bool { return math.Abs(a-b) <= slant }

// area adds a painted rectangle, as an area or as a ruling line.
func (in *interpreter) area(box doc.Box, color doc.Color) {
	box = box.Intersect(in.gs.clip)
	w, h := box.Width(), box.Height()
	switch {
	case w < 0 || h < 0:
	case min(w, h) > thickest:
		in.page.fill(box, color)
		if in.gs.altered == 0 && in.path.solid() && in.gs.fill.space.kind != pattern {
			in.page.cover(box)
		}
	case max(w, h) <= thickest: // a dot, perhaps of a dotted line of either direction
		in.page.rule(box, false)
		in.page.rule(box, true)
	default:
		in.page.rule(box, h > w)
	}
}

// image records the place of an image; thin ones count as ruling lines.
func (in *interpreter) image(cos.Dict) {
	if in.unseen > 0 {
		return
	}
	in.page.painted++
	box := in.gs.ctm.box(doc.Box{X1: 1, Y1: 1})
	in.page.image(box.Intersect(in.gs.clip))
	if w, h := box.Width(), box.Height(); min(w, h) <= thickest && max(w, h) > thickest {
		in.area(box, in.gs.fill.color)
	}
}
