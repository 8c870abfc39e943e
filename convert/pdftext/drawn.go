package pdftext

import (
	"slices"

	"lineitem/convert/doc"
)

// Sizes of shapes that may be letters drawn as outlines (PDF 32000-1, 8.5.3.3), points.
const (
	leastOutline = 2.0   // least height of a shape
	mostOutline  = 150.0 // greatest width and height
	outlineGap   = 12.0  // greatest gap between shapes of one place
)

// Limits on what is recorded of a page.
const (
	maxDrawn       = 256 // images, and places of outlines
	recentOutlines = 8   // latest places with which a shape is compared
	leastOutlines  = 4   // least number of shapes of a place: a word has at least as many, counting the holes in letters
)

// outlines is a place where shapes that are not rectangles were filled.
type outlines struct {
	doc.Box
	shapes int
}

// outline records such a shape. The letters of a line, which are painted one after
// another, form one place.
func (c *collector) outline(b doc.Box) {
	if w, h := b.Width(), b.Height(); !finiteBox(b) || b.Empty() || max(w, h) > mostOutline || h < leastOutline {
		return
	}
	for i := len(c.outlines) - 1; i >= max(0, len(c.outlines)-recentOutlines); i-- {
		if o := &c.outlines[i]; o.beside(b) {
			o.Box, o.shapes = o.Union(b), o.shapes+1
			return
		}
	}
	if len(c.outlines) < maxDrawn {
		c.outlines = append(c.outlines, outlines{b, 1})
	}
}

// beside reports whether a shape is as close to the others as letters of a line are,
// or lines of letters.
func (o *outlines) beside(b doc.Box) bool {
	gap := min(outlineGap, max(o.Height(), b.Height()))
	return b.X0 <= o.X1+gap && o.X0 <= b.X1+gap && b.Y0 <= o.Y1+gap/2 && o.Y0 <= b.Y1+gap/2
}

// drawn returns the places of images and of outlines.
func (c *collector) drawn() []doc.Box {
	all := c.pictures
	for i := range c.outlines {
		if o := &c.outlines[i]; o.shapes >= leastOutlines {
			all = append(all, o.Box)
		}
	}
	return all
}

// angular reports whether a shape has more corners than a rectangle, and no curves, as an M has:
// most of its outline may still coincide with that of a rectangle.
func angular(points []point) bool {
	const rectangle = 5 // points; the last one equals the first
	return len(points) > rectangle+1 && !slices.ContainsFunc(points, func(p point) bool { return p.kind == curveTo })
}
