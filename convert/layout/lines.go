package layout

import (
	"cmp"
	"slices"

	"lineitem/convert/bidi"
	"lineitem/convert/doc"
)

// Measures of spacing, in ems (multiples of the font size).
const (
	sameBaseline = 0.35 // words of one line differ less than this in their baselines
	wordGap      = 0.9  // a gap between words of one phrase is narrower than this
	columnGap    = 0.6  // a gap narrower than this never parts columns
	usualGap     = 0.28 // the width of a space in common fonts
	wideGap      = 1.9  // a gap wider than this many usual ones parts columns
)

// findLines gathers the page's upright words into lines, and each line's words
// into segments.
func findLines(p *Page, page int) []Line {
	words := make([]*doc.Word, 0, len(p.Words))
	for i := range p.Words {
		if w := &p.Words[i]; w.Turn == 0 {
			words = append(words, w)
		}
	}
	p.WordGap = usualGap
	if len(words) == 0 {
		return nil
	}
	slices.SortStableFunc(words, byBaseline)
	rows := rows(words)
	p.WordGap = typicalGap(rows)

	lines := make([]Line, 0, len(rows))
	segments := make([]Segment, 0, len(words)/2+1)
	refs := make([]*Segment, 0, len(words))
	for _, row := range rows {
		first := len(refs)
		line := Line{Baseline: median(row), mirrored: p.Mirrored}
		limit := columnLimit(row, p.WordGap)
		for start := 0; start < len(row); {
			end, right := start+1, row[start].Box.X1
			for end < len(row) && !p.isParted(row[end-1], row[end], right, limit) {
				right = max(right, row[end].Box.X1)
				end++
			}
			// The slice must never move: lines hold pointers into it.
			if len(segments) == cap(segments) {
				segments = make([]Segment, 0, cap(segments)+1)
			}
			segments = append(segments, Segment{Page: page, Line: len(lines), Words: row[start:end:end]})
			s := &segments[len(segments)-1]
			for _, w := range s.Words {
				s.Box = s.Box.Union(w.Box)
			}
			readingOrder(s.Words, p.Mirrored)
			s.Cell = p.grid.at(s.MidX(), s.MidY())
			line.Box = line.Box.Union(s.Box)
			refs = append(refs, s)
			start = end
		}
		line.Segments = refs[first:len(refs):len(refs)]
		lines = append(lines, line)
	}
	return lines
}

// rows cuts words that are sorted by baseline into lines, each sorted by x.
func rows(words []*doc.Word) [][]*doc.Word {
	rows := make([][]*doc.Word, 0, 64)
	for start := 0; start < len(words); {
		sum, least, end := words[start].Baseline, size(words[start]), start+1
		for end < len(words) {
			w := words[end]
			least = min(least, size(w))
			if w.Baseline-sum/float64(end-start) > sameBaseline*least {
				break
			}
			sum += w.Baseline
			end++
		}
		row := words[start:end:end]
		slices.SortStableFunc(row, func(a, b *doc.Word) int { return cmp.Compare(a.Box.X0, b.Box.X0) })
		rows = append(rows, row)
		start = end
	}
	return rows
}

// readingOrder puts words that are sorted by x into the order in which they are
// read, where some are read from right to left. On a mirrored page they are first
// reversed, so that they are as displayed.
func readingOrder(words []*doc.Word, mirrored bool) {
	if mirrored {
		slices.Reverse(words)
	}
	if !slices.ContainsFunc(words, func(w *doc.Word) bool { return bidi.RightToLeft(w.Text) }) {
		return
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	order := orderOf(texts, mirrored)
	seen := slices.Clone(words)
	for i, k := range order {
		words[i] = seen[k]
	}
}

// orderOf returns the order in which texts that stand from left to right are read, nil if
// they are read as they stand. leftward is set on pages that are set from right to left.
func orderOf(texts []string, leftward bool) (order []int) {
	if leftward {
		order, _ = bidi.OrderLeftward(texts, " ")
	} else {
		order, _ = bidi.Order(texts, " ")
	}
	return order
}

// isParted reports whether a column gap or an edge lies between two neighbouring
// words of a line; right is the right edge of the segment that stands before b.
func (p *Page) isParted(a, b *doc.Word, right, limit float64) bool {
	if b.Box.X0-right > limit*max(size(a), size(b)) {
		return true
	}
	// Both words are tried: where their baselines differ, an edge may end between them.
	middle := (a.Box.MidX() + right) / 2
	return p.edges.vertical.crosses(middle, b.Box.MidX(), b.Box.MidY()) &&
		p.edges.vertical.crosses(middle, b.Box.MidX(), a.Box.MidY())
}

// gapResolution is how finely gaps are counted, steps per em.
const gapResolution = 50

// gapCount counts gaps between words that may be spaces, by width.
type gapCount struct {
	count [int(wordGap*gapResolution) + 1]int
	total int
}

func (c *gapCount) add(row []*doc.Word) {
	for i := 1; i < len(row); i++ {
		gap := (row[i].Box.X0 - row[i-1].Box.X1) / size(row[i])
		if gap > 0.05 && gap < wordGap {
			c.count[int(gap*gapResolution)]++
			c.total++
		}
	}
}

// median returns the median width, ems, or otherwise if fewer than least gaps are
// known.
func (c *gapCount) median(least int, otherwise float64) float64 {
	if c.total < least {
		return otherwise
	}
	seen := 0
	for width, n := range c.count {
		if seen += n; 2*seen >= c.total {
			return (float64(width) + 0.5) / gapResolution
		}
	}
	return otherwise
}

// typicalGap returns the page's usual gap between words, ems.
func typicalGap(rows [][]*doc.Word) float64 {
	var c gapCount
	for _, row := range rows {
		c.add(row)
	}
	return c.median(8, usualGap)
}

// columnLimit returns the widest gap that does not part columns in a line, ems.
// Justified lines have wider spaces than the rest of their page.
func columnLimit(row []*doc.Word, typical float64) float64 {
	var c gapCount
	c.add(row)
	gap := min(c.median(5, typical), 1.6*typical)
	return max(columnGap, wideGap*max(gap, typical))
}

// median returns the baseline of the row's middle word by x. Baselines of one line
// differ little, so it need not be the true median.
func median(row []*doc.Word) float64 { return row[len(row)/2].Baseline }
