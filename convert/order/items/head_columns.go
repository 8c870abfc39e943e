package items

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Bounds of the columns beneath a heading that part it.
const (
	columnBlank = 0.2 // what is blank between two columns is at least so wide, ems
	columnShare = 0.7 // of the lines that fill a column
)

// columnParts parts a heading, of one line or more, by the columns of figures,
// codes and units that stand beneath it: each of them must have words of the
// heading above it, and two of these must be known for different kinds. It is nil
// where they are not.
func (r *reader) columnParts(c *headCell, lines []*layout.Line, columns int) []headCell {
	if columns < 2 || !c.mayPart() {
		return nil
	}
	beneath := c.beneath(lines, columns)
	beneath = slices.DeleteFunc(beneath, func(words []*doc.Word) bool {
		return words[0].Size < 0.9*beneath[0][0].Size // what small print says of an item
	})
	if len(beneath) < 2 {
		return nil
	}
	spans := filledSpans(beneath)
	if len(spans) < 2 || len(spans) > len(c.words) || !r.parted(spans, beneath) {
		return nil
	}
	above := make([][]*doc.Word, len(spans))
	for _, w := range c.words {
		best := 0
		for i := range spans {
			if distanceX(w.Box, spans[i]) < distanceX(w.Box, spans[best]) {
				best = i
			}
		}
		above[best] = append(above[best], w)
	}
	parts := make([]headCell, len(spans))
	known := map[columnKind]bool{}
	for i, words := range above {
		if len(words) == 0 {
			return nil
		}
		parts[i] = r.newHeadCell(words, c.cell)
		if i > 0 && parts[i].X0 < parts[i-1].X1 {
			return nil
		}
		if parts[i].known == 1 {
			known[parts[i].meanings[0].kinds[0]] = true
		}
	}
	if len(known) < 2 {
		return nil
	}
	return parts
}

// distanceX is how far apart boxes are along x, negative where they overlap.
func distanceX(a, b doc.Box) float64 { return max(a.X0, b.X0) - min(a.X1, b.X1) }

// filledSpans are where words stand beneath one another, from left to right,
// parted by what is blank on nearly all lines.
func filledSpans(lines [][]*doc.Word) []doc.Box {
	type edge struct {
		x    float64
		step int
	}
	var edges []edge
	for _, words := range lines {
		for _, w := range words {
			edges = append(edges, edge{w.Box.X0, 1}, edge{w.Box.X1, -1})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.x, b.x), cmp.Compare(b.step, a.step)) })
	blank := columnBlank * lines[0][0].Size
	few := (1 - gluedShare) * float64(len(lines))
	var spans []doc.Box
	depth := 0
	for _, e := range edges {
		filled := float64(depth) > few
		if depth += e.step; filled == (float64(depth) > few) {
			continue
		}
		switch n := len(spans) - 1; {
		case filled:
			spans[n].X1 = e.x
		case n < 0 || e.x-spans[n].X1 > blank:
			spans = append(spans, doc.Box{X0: e.x, X1: e.x})
		}
	}
	return spans
}

// parted reports whether the spans are columns: most lines fill each of them, with
// a figure, a code or a unit, and none goes on with the number before it, as
// thousands do that blanks part.
func (r *reader) parted(spans []doc.Box, lines [][]*doc.Word) bool {
	least := columnShare * float64(len(lines))
	for i := range spans {
		filled, texts, goOn := 0, 0, 0
		for _, line := range lines {
			within := wordsIn(line, spans[i])
			if len(within) == 0 {
				continue
			}
			filled++
			if !wording.HasDigit(wording.Join(within)) && !isKnownUnit(within) {
				texts++
			}
			if i > 0 {
				if n, ok := r.locale.NumberUnit(wording.Join(wordsIn(line, spans[i-1])) + " " + wording.Join(within)); ok && n.Unit == "" {
					goOn++
				}
			}
		}
		if float64(filled) < least || float64(filled-texts) < least || 2*goOn > filled {
			return false
		}
	}
	return true
}

// wordsIn are the words whose middle is in a span.
func wordsIn(words []*doc.Word, span doc.Box) []*doc.Word {
	var in []*doc.Word
	for _, w := range words {
		if x := w.Box.MidX(); span.X0 <= x && x <= span.X1 {
			in = append(in, w)
		}
	}
	return in
}
