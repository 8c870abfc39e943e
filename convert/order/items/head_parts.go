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
	for n, row := range h.rows {
		for k := len(row) - 1; k >= 0; k-- {
			if parts := r.gluedParts(&row[k], lines, len(row), p.WordGap); parts != nil {
				row = slices.Replace(slices.Clone(row), k, k+1, parts...)
			}
		}
		h.rows[n] = row
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
	g := gluedCell{reader: r, headCell: c, beneath: beneath, wordGap: wordGap}
	numbersEnd, textsBegin, numbered := numbersBeneath(beneath)
	g.numbered = numbered
	var parts []headCell
	var taken [headings.NumKinds]bool
	for start := 0; start < len(c.words); {
		part, ok := g.part(start)
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
	if numbered {
		// They stand under their numbers and texts, not under the words themselves.
		parts[0].X0, parts[0].X1 = min(parts[0].X0, numbersEnd), numbersEnd
		parts[1].X0 = min(parts[1].X0, textsBegin)
	}
	return parts
}

// gluedCell is a cell of a header row that may hold several headings.
type gluedCell struct {
	*reader
	*headCell
	beneath  [][]*doc.Word // the words beneath, line by line
	wordGap  float64
	numbered bool // the first column beneath numbers the items
}

// part is the longest heading that begins at a word and ends where a column does. It
// reports whether there is one.
func (g *gluedCell) part(start int) (headCell, bool) {
	for end := len(g.words); end > start; end-- {
		if end < len(g.words) && !(start == 0 && g.numbered) && !partedBeneath(g.words[end-1], g.words[end], g.beneath, g.wordGap) {
			continue
		}
		part := g.newHeadCell(g.words[start:end], g.cell)
		if part.known < 1 || len(part.meanings) != 1 || part.meanings[0].Shared {
			continue
		}
		if start > 0 || !g.numbered || part.meanings[0].Kinds[0] == headings.LineNumber {
			return part, true
		}
	}
	if g.numbered && start == 1 {
		// Whatever else the rest says, it does not head the numbers.
		part := g.newHeadCell(g.words[start:], g.cell)
		return part, len(part.meanings) == 1
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

// numbersBeneath reports whether the lines beneath a heading begin with numbers
// that rise, or go on with the texts behind such; where the numbers end and where
// the texts begin.
func numbersBeneath(beneath [][]*doc.Word) (end, begin float64, ok bool) {
	end, begin = 0, math.Inf(1)
	last, n := 0, 0
	for _, words := range beneath {
		if number, ok := lineOrdinal(words[0].Text); ok && number > last && len(words) > 1 {
			last = number
			end, begin = max(end, words[0].Box.X1), min(begin, words[1].Box.X0)
			n++
		}
	}
	for _, words := range beneath {
		if words[0].Box.X0 > end {
			n++
		}
	}
	return end, begin, last > 0 && end < begin && n > 1 && n == len(beneath)
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
