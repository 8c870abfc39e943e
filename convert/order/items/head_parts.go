package items

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
)

// gluedHeadings is measured by command ablate.
var gluedHeadings = mechanism.New("items: headings parted by what stands beneath")

// Bounds of the lines beneath a head that tell where its columns begin.
const (
	gluedLines = 40  // so many are looked at
	gluedShare = 0.8 // of those that have words there, so many must agree
)

// partGlued parts headings that stand so close that they look like one, as a
// typewriter sets narrow columns ("POS ART.-NR TEXT"): each part must be known
// for something else, and begin or end where the words beneath do.
func (h *head) partGlued(r *reader, p *layout.Page) {
	var lines []*layout.Line
	for i := h.last + 1; i < len(p.Lines) && len(lines) < gluedLines; i++ {
		l := &p.Lines[i]
		if c := r.classify(l); c == totalLine {
			break
		} else if c == plainLine {
			lines = append(lines, l)
		}
	}
	for k := len(h.cells) - 1; k >= 0; k-- {
		if parts := r.gluedParts(&h.cells[k], lines, len(h.cells), p.WordGap); parts != nil {
			h.cells = slices.Replace(slices.Clone(h.cells), k, k+1, parts...)
		}
	}
}

// gluedParts are the headings that a cell of a row of several columns holds,
// nil when it is one heading.
func (r *reader) gluedParts(c *headCell, lines []*layout.Line, columns int, wordGap float64) []headCell {
	if columns < 2 || c.Height() > 1.5*c.words[0].Box.Height() || !c.mayPart() {
		return nil
	}
	beneath := c.beneath(lines, columns)
	if len(beneath) < 2 {
		return nil
	}
	var parts []headCell
	var taken [headings.NumKinds]bool
	for start := 0; start < len(c.words); {
		part, ok := r.gluedPart(c, start, beneath, wordGap)
		if !ok {
			return nil
		}
		free := slices.IndexFunc(part.meanings[0].Kinds, func(k headings.Kind) bool { return !k.Answered() || !taken[k] })
		if free < 0 {
			return nil
		}
		taken[part.meanings[0].Kinds[free]] = true
		parts = append(parts, part)
		start += len(part.words)
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// gluedPart is the longest heading that begins at a word of a cell and ends where a column of the
// words beneath does. It reports whether there is one.
func (r *reader) gluedPart(c *headCell, start int, beneath [][]*doc.Word, wordGap float64) (headCell, bool) {
	for end := len(c.words); end > start; end-- {
		if end < len(c.words) && !partedBeneath(c.words[end-1], c.words[end], beneath, wordGap) {
			continue
		}
		part := r.newHeadCell(c.words[start:end], c.cell)
		if part.known == 1 && len(part.meanings) == 1 && !part.meanings[0].Shared {
			return part, true
		}
	}
	return headCell{}, false
}

// mayPart reports whether the cell's words may be several headings.
func (c *headCell) mayPart() bool {
	sole := c.known == 1 && len(c.meanings) == 1 && !c.meanings[0].Shared
	return len(c.words) > 1 && len(c.words) <= MaxColumns && !sole && !c.measures()
}

// beneath are the words beneath the cell of a row of several columns, line by
// line, of the lines that fill about half of these or more.
func (c *headCell) beneath(lines []*layout.Line, columns int) [][]*doc.Word {
	var beneath [][]*doc.Word
	for _, l := range lines {
		if len(l.Segments) > 1 && 2*(len(l.Segments)+1) >= columns {
			if words := wordsWithin(l, c.X0-alignedEdge, c.X1); len(words) > 0 {
				beneath = append(beneath, words)
			}
		}
	}
	return beneath
}

// measures reports whether the heading is one of quantities and their units,
// which are read in one cell as well as in two.
func (c *headCell) measures() bool {
	return len(c.meanings) > 0 && !slices.ContainsFunc(c.meanings, func(m headings.Meaning) bool {
		return m.Kinds[0] != headings.Quantity && m.Kinds[0] != headings.Unit
	})
}

// wordsWithin are the words of a line that reach between x0 and x1.
func wordsWithin(l *layout.Line, x0, x1 float64) []*doc.Word {
	var words []*doc.Word
	for _, s := range l.Segments {
		for _, w := range s.Words {
			if w.Box.X1 > x0 && w.Box.X0 < x1 {
				words = append(words, w)
			}
		}
	}
	return words
}

// partedBeneath reports whether two columns meet between the words a and b of a
// heading: on nearly all lines beneath no word runs through the gap, and one
// ends with a or begins with b, or a gap wider than that between words is there.
func partedBeneath(a, b *doc.Word, beneath [][]*doc.Word, wordGap float64) bool {
	agree := 0
	for _, words := range beneath {
		through, aligned, apart := false, false, false
		for i, w := range words {
			through = through || w.Box.X0 < a.Box.X1-alignedEdge && w.Box.X1 > b.Box.X0+alignedEdge
			aligned = aligned || math.Abs(w.Box.X1-a.Box.X1) < alignedEdge || math.Abs(w.Box.X0-b.Box.X0) < alignedEdge
			if i > 0 {
				left, right := words[i-1].Box.X1, w.Box.X0
				apart = apart || right-left > cellGap*wordGap*w.Size && left < b.Box.X0 && right > a.Box.X1
			}
		}
		if (aligned || apart) && !through {
			agree++
		}
	}
	return float64(agree) >= gluedShare*float64(len(beneath))
}
