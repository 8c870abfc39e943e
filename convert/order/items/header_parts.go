package items

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
)

// gluedHeadings can be switched off by command ablate, which measures what it is worth.
var gluedHeadings = mechanism.New("items: headings parted by what stands beneath")

// Bounds of the lines beneath a header that show where its columns begin.
const (
	gluedLines = 40  // most lines that are looked at
	gluedShare = 0.8 // share that must agree, of the lines that have words there
)

// splitGlued splits headings that are so close together that they look like one, as
// narrow columns are typed on a typewriter ("POS ART.-NR TEXT"). Each part must be
// known and mean something else, and must begin or end where the words beneath do.
func (h *header) splitGlued(r *reader, p *layout.Page) {
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

// gluedParts returns the headings that a cell holds, in a header row of so many
// columns, or nil if it is one heading.
func (r *reader) gluedParts(c *columnHeading, lines []*layout.Line, columns int, wordGap float64) []columnHeading {
	if columns < 2 || c.Height() > 1.5*c.words[0].Box.Height() || !c.mayPart() {
		return nil
	}
	beneath := c.beneath(lines, columns)
	if len(beneath) < 2 {
		return nil
	}
	g := gluedCell{reader: r, columnHeading: c, beneath: beneath, wordGap: wordGap}
	numbersEnd, textsBegin, numbered := numbersBeneath(beneath)
	g.numbered = numbered
	var parts []columnHeading
	var taken [headings.NumKinds]bool
	for start := 0; start < len(c.words); {
		part, ok := g.part(start)
		if !ok {
			return nil
		}
		free := slices.IndexFunc(part.meanings[0].Kinds, func(k headings.Kind) bool { return !k.InOutput() || !taken[k] })
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
		// Take the columns from the numbers and texts beneath, not from the words of the headings.
		parts[0].X0, parts[0].X1 = min(parts[0].X0, numbersEnd), numbersEnd
		parts[1].X0 = min(parts[1].X0, textsBegin)
	}
	return parts
}

// gluedCell is a cell of a header row that may hold several headings.
type gluedCell struct {
	*reader
	*columnHeading
	beneath  [][]*doc.Word // the words beneath, line by line
	wordGap  float64
	numbered bool // the first column beneath holds the items' numbers
}

// part returns the longest heading that begins at the word start and ends where a column
// ends, and reports whether there is one.
func (g *gluedCell) part(start int) (columnHeading, bool) {
	for end := len(g.words); end > start; end-- {
		if end < len(g.words) && !(start == 0 && g.numbered) && !partedBeneath(g.words[end-1], g.words[end], g.beneath, g.wordGap) {
			continue
		}
		part := g.newColumnHeading(g.words[start:end], g.cell)
		if part.known < 1 || len(part.meanings) != 1 || part.meanings[0].Shared {
			continue
		}
		if start > 0 || !g.numbered || part.meanings[0].Kinds[0] == headings.LineNumber {
			return part, true
		}
	}
	if g.numbered && start == 1 {
		// Whatever the rest means, it is not the heading of the numbers.
		part := g.newColumnHeading(g.words[start:], g.cell)
		return part, len(part.meanings) == 1
	}
	return columnHeading{}, false
}

// mayPart reports whether the cell's words may be several headings.
func (c *columnHeading) mayPart() bool {
	sole := c.known == 1 && len(c.meanings) == 1 && !c.meanings[0].Shared
	return len(c.words) > 1 && len(c.words) <= MaxColumns && !sole && !c.measures()
}

// beneath returns the words beneath the cell, line by line, of those lines that fill
// about half of the header row's columns or more.
func (c *columnHeading) beneath(lines []*layout.Line, columns int) [][]*doc.Word {
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

// numbersBeneath reports whether each line beneath a heading begins with a number
// greater than the one before, or continues the texts to the right of the numbers.
// It returns the x at which the numbers end and that at which the texts begin.
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

// measures reports whether the heading means only quantities and their units,
// which can be read from one cell as well as from two.
func (c *columnHeading) measures() bool {
	return len(c.meanings) > 0 && !slices.ContainsFunc(c.meanings, func(m headings.Meaning) bool {
		return m.Kinds[0] != headings.Quantity && m.Kinds[0] != headings.Unit
	})
}

// wordsWithin returns the words of a line that overlap the range from x0 to x1.
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
// heading. On nearly all lines beneath, no word may cross the gap, and a word must
// end where a ends or begin where b begins, or there must be a gap wider than that
// between words.
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
