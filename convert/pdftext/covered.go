package pdftext

import "lineitem/convert/doc"

// cover is an opaque area, with the number of glyphs that the page had when it was painted:
// those beneath it are no longer visible.
type cover struct {
	doc.Box
	glyphs int
}

// Bounds of the search for covered glyphs, on each page.
const (
	maxCovers    = 1 << 12
	maxCoverWork = 1 << 24 // comparisons of a glyph with a cover
)

// cover records an area that hides what was painted before it. Some producers correct a finished page this
// way, and the old text remains beneath.
func (c *collector) cover(b doc.Box) {
	if len(c.glyphs) > 0 && len(c.covers) < maxCovers && !b.Empty() && finiteBox(b) {
		c.covers = append(c.covers, cover{b, len(c.glyphs)})
	}
}

// uncover removes the glyphs that are hidden: those of unknown text, and those
// beneath an opaque area. Invisible ones stay: OCR text lies over the picture of a
// page and is not meant to be seen.
func (c *collector) uncover() {
	work := 0
	for _, v := range c.covers {
		end := min(v.glyphs, len(c.glyphs))
		if work += end; work > maxCoverWork {
			break
		}
		for i := range c.glyphs[:end] {
			g := &c.glyphs[i]
			if s := &c.styles[g.style]; !s.invisible && v.Contains(s.middle(g.x, g.y, g.width)) {
				g.hidden = true
			}
		}
	}
	kept := c.glyphs[:0]
	for _, g := range c.glyphs {
		if !g.hidden {
			kept = append(kept, g)
		}
	}
	c.glyphs = kept
}

// middle returns the middle of the body of a glyph of this style whose origin is
// (x, y).
func (s *style) middle(x, y, width float64) (mx, my float64) {
	return x + s.ux*width/2 + s.uy*0.3*s.size, y + s.uy*width/2 - s.ux*0.3*s.size
}
