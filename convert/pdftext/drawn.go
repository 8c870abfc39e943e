package pdftext

import (
	"slices"

	"lineitem/convert/doc"
)

// What letters look like that are drawn as outlines (PDF 32000-1, 8.5.3.3), points.
const (
	leastOutline = 2.0   // height of a shape
	mostOutline  = 150.0 // its width, and its height
	outlineGap   = 12.0  // between shapes of one place
)

// Bounds of what a page draws.
const (
	maxDrawn       = 256 // images that are noted, and places of outlines
	recentOutlines = 8   // places with which a shape is compared
	leastOutlines  = 4   // shapes of a place: a word has no fewer, those within letters included
)

// outlines is a place in which shapes were filled that are no rectangles.
type outlines struct {
	doc.Box
	shapes int
}

// outline notes such a shape. Those of a line of letters, which are painted one after the
// other, are one place.
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

// beside reports whether a shape stands no farther from the others than letters of a line do,
// or lines of letters.
func (o *outlines) beside(b doc.Box) bool {
	gap := min(outlineGap, max(o.Height(), b.Height()))
	return b.X0 <= o.X1+gap && o.X0 <= b.X1+gap && b.Y0 <= o.Y1+gap/2 && o.Y0 <= b.Y1+gap/2
}

// drawn are the places of images and of outlines.
func (c *collector) drawn() []doc.Box {
	all := c.pictures
	for i := range c.outlines {
		if o := &c.outlines[i]; o.shapes >= leastOutlines {
			all = append(all, o.Box)
		}
	}
	return all
}

// angular reports whether a shape has more corners than a rectangle, and no curves: as an M, of
// which most of the outline may be that of a rectangle.
func angular(points []point) bool {
	const rectangle = 5 // points, the first one of them again
	return len(points) > rectangle+1 && !slices.ContainsFunc(points, func(p point) bool { return p.kind == curveTo })
}
