package items

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/textnorm"
)

// header is the header of a table of line items on one page.
type header struct {
	page        int // index into reader.pages
	first, last int // lines of the page
	doc.Box
	// rows are the header rows, the headings of each from left to right. There is
	// more than one where an item takes several lines, each with its own headings.
	rows  [][]columnHeading
	score float64
}

// columnHeading is one heading.
type columnHeading struct {
	doc.Box
	cell     int // index of the ruled cell of the page that holds it, -1 if none does
	words    []*doc.Word
	tokens   []headings.Token
	meanings []headings.Meaning
	known    float64 // share of its tokens that are understood, 0 to 1
}

// MaxColumns is the greatest number of headings in one line of a header.
const MaxColumns = 40

// Measures of headers.
const (
	maxHeaderLines   = 4    // most lines of a header
	maxRuledLines    = 9    // most lines of a header whose headings are in ruled cells
	headerLeading    = 2.0  // greatest distance between neighbouring baselines of a header, ems
	tallestHeading   = 14.0 // a ruled cell taller than this holds more than a heading, ems
	leastHeaderScore = 1.7  // least score of a header
	leastWeakScore   = 1.2  // least score of one that may lack a known heading of texts or of figures
	furtherLineScore = 0.3  // what each further line of a header must add to its score
	furtherRowScore  = 0.8  // what each further row of headings must add
	headingGap       = 1.5  // a gap wider than this many usual word gaps may separate two headings
)

// maxHeadingTokens is the greatest number of tokens of a heading.
const maxHeadingTokens = 24

// findHeaders returns the headers on a page, from top to bottom.
func (r *reader) findHeaders(p *layout.Page, page int) []*header {
	lines := slices.Clone(r.headings[page]) // of which some are split
	var headers []*header
	done := 0 // lines before this belong to headers already found
	for i := range lines {
		if i < done || countKnown(lines[i]) < 2 {
			continue
		}
		if h := r.bestHeader(p, lines, i, done); h != nil {
			// Joined with labels and values above it, a header may score less than by itself.
			for k := i + 1; k <= h.last && r.headerLines == maxHeaderLines; k++ {
				if other := r.bestHeader(p, lines, k, done); other != nil && other.score > h.score {
					h = other
				}
			}
			h.page = page
			headers = append(headers, h)
			done = h.last + 1
		}
	}
	return headers
}

// sameHeaders reports whether two readings of a page find the same headers.
func sameHeaders(a, b []*header) bool {
	return slices.EqualFunc(a, b, func(a, b *header) bool {
		return a.first == b.first && a.last == b.last && len(a.rows) == len(b.rows)
	})
}

// bestHeader returns the best reading of the line seed and lines around it, none before
// the line done, as a header, or nil if there is none.
func (r *reader) bestHeader(p *layout.Page, lines [][]columnHeading, seed, done int) *header {
	var best *header
	least := leastHeaderScore
	if r.weakHeaders {
		least = leastWeakScore
	}
	try := func(first, last int, line float64) {
		for _, rows := range [...][][]columnHeading{r.stackHeadings(lines[first : last+1]), splitHeadings(lines[first : last+1])} {
			score := r.scoreHeader(rows) - line*float64(last-first) - furtherRowScore*float64(len(rows)-1)
			if len(rows) > 0 && score >= least && (best == nil || score > best.score) {
				best = &header{first: first, last: last, rows: rows, score: score}
			}
		}
	}
	if first, last, ok := ruledHeader(p, lines, seed, done); ok && (r.headerLines == maxHeaderLines || last-first < r.headerLines) {
		try(first, last, 0)
	}
	ruled := best != nil
	for first := seed; !ruled && first >= done && first > seed-r.headerLines; first-- {
		if first < seed && (len(lines[first]) == 0 || !mayShareHeader(p, first, first+1)) {
			break
		}
		for last := seed; last < len(lines) && last-first < r.headerLines; last++ {
			if last > seed && (len(lines[last]) == 0 || !mayShareHeader(p, last-1, last)) {
				break
			}
			try(first, last, furtherLineScore)
		}
	}
	if best != nil {
		if gluedHeadings.On() {
			best.splitGlued(r, p)
		}
		for _, row := range best.rows {
			for _, c := range row {
				best.Box = best.Box.Union(c.Box)
			}
		}
	}
	return best
}

// ruledHeader returns the lines that are in the same ruled cells as the headings of
// the line seed. It reports false if fewer than two of these, or less than 60%, are in
// one, or if the lines are too many.
func ruledHeader(p *layout.Page, lines [][]columnHeading, seed, done int) (first, last int, ok bool) {
	box, ruled := doc.Box{}, 0
	for i := range lines[seed] {
		if c := lines[seed][i].cell; c >= 0 {
			box = box.Union(p.Cells[c])
			ruled++
		}
	}
	if ruled < 2 || 5*ruled < 3*len(lines[seed]) {
		return 0, 0, false
	}
	first, last = seed, seed
	for first > done && p.Lines[first-1].MidY() > box.Y0 {
		first--
	}
	for last+1 < len(lines) && p.Lines[last+1].MidY() < box.Y1 {
		last++
	}
	return first, last, last-first < maxRuledLines
}

// mayShareHeader reports whether two neighbouring lines may belong to one header.
func mayShareHeader(p *layout.Page, above, below int) bool {
	a, b := &p.Lines[above], &p.Lines[below]
	if b.Baseline-a.Baseline <= headerLeading*b.Segments[0].Size() {
		return true
	}
	for _, s := range a.Segments {
		for _, t := range b.Segments {
			if s.Cell >= 0 && s.Cell == t.Cell {
				return true
			}
		}
	}
	return false
}

// pageHeadings reads the lines of a page as headings.
func (r *reader) pageHeadings(p *layout.Page) [][]columnHeading {
	lines := make([][]columnHeading, len(p.Lines))
	for i := range p.Lines {
		lines[i] = r.lineHeadings(p, &p.Lines[i])
	}
	return lines
}

// lineHeadings reads a line as headings, one or more for each segment. A
// separator line or one with too many segments has none.
func (r *reader) lineHeadings(p *layout.Page, l *layout.Line) []columnHeading {
	if len(l.Segments) > MaxColumns || IsSeparator(l) {
		return nil
	}
	cells := make([]columnHeading, 0, len(l.Segments))
	for _, s := range l.Segments {
		first := len(cells)
		cells = r.appendHeadings(cells, s, headingGap*p.WordGap*s.Size())
		if s.Cell >= 0 && p.Cells[s.Cell].Height() > tallestHeading*s.Size() {
			for i := range cells[first:] {
				cells[first+i].cell = -1
			}
		}
	}
	return cells
}

// appendHeadings reads a segment as one heading, or as several if its gaps
// allow that and each of them is known.
func (r *reader) appendHeadings(cells []columnHeading, s *layout.Segment, gap float64) []columnHeading {
	whole := r.newColumnHeading(s.Words, s.Cell)
	if whole.known == 1 && len(whole.meanings) == 1 || len(s.Words) == 1 || len(s.Words) > 2*MaxColumns {
		return append(cells, whole)
	}
	start, parts := 0, len(cells)
	for i := 1; i <= len(s.Words); i++ {
		if i < len(s.Words) && s.Words[i].Box.X0-s.Words[i-1].Box.X1 < gap {
			continue
		}
		// The longest heading that begins at start wins, as there may also be
		// wide gaps within a heading.
		part := whole
		if i-start < len(s.Words) {
			part = r.newColumnHeading(s.Words[start:i], s.Cell)
		}
		for j := i + 1; j <= len(s.Words) && j-start < 6; j++ {
			if longer := r.newColumnHeading(s.Words[start:j], s.Cell); longer.known == 1 && len(longer.meanings) == 1 {
				part, i = longer, j
			}
		}
		if part.known < 1 {
			return append(cells[:parts], whole)
		}
		cells = append(cells, part)
		start = i
	}
	return cells
}

func (r *reader) newColumnHeading(words []*doc.Word, cell int) columnHeading {
	c := columnHeading{Box: doc.BoxOf(words), cell: cell, words: words}
	r.understand(&c)
	return c
}

// understand reads the cell's words.
func (r *reader) understand(c *columnHeading) {
	c.tokens = r.appendTokens(make([]headings.Token, 0, len(c.words)+1), c.words)
	c.meanings, c.known = readHeading(c.tokens)
}

// readHeading returns the meanings of the known phrases in a heading, and the
// share of its tokens that these cover.
func readHeading(tokens []headings.Token) (meanings []headings.Meaning, known float64) {
	if len(tokens) == 0 || len(tokens) > maxHeadingTokens {
		return nil, 0
	}
	covered := 0
	for i := 0; i < len(tokens); {
		m, n := headings.Longest(tokens[i:])
		if n == 0 {
			i++
			continue
		}
		// A single letter is a heading only by itself.
		if n == 1 && len(tokens) > 1 && len(tokens[i].Text) == 1 && tokens[i].Text != "#" {
			i++
			continue
		}
		meanings = append(meanings, m)
		covered += n
		i += n
	}
	return meanings, float64(covered) / float64(len(tokens))
}

func countKnown(cells []columnHeading) int {
	n := 0
	for i := range cells {
		if cells[i].known > 0.4 {
			n++
		}
	}
	return n
}

// stackHeadings reads lines as one row of headings: words above one another
// make one heading. The line with the most headings defines the columns; a
// heading above several columns belongs to each.
func (r *reader) stackHeadings(lines [][]columnHeading) [][]columnHeading {
	if len(lines) == 1 {
		return lines
	}
	base := 0
	for i := range lines {
		if len(lines[i]) > len(lines[base]) {
			base = i
		}
	}
	if len(lines[base]) > MaxColumns {
		return nil
	}
	// A ruled cell that holds several headings is not the cell of one column.
	wide := sharedHeadingCells(lines)
	columns := make([][]*columnHeading, 0, len(lines[base])+4)
	for i := range lines[base] {
		columns = append(columns, []*columnHeading{&lines[base][i]})
	}
	for i := range lines {
		if i == base {
			continue
		}
		for k := range lines[i] {
			c := &lines[i][k]
			hit := false
			for j := range columns {
				if inOneColumn(columns[j][0], c, wide) {
					columns[j] = append(columns[j], c)
					hit = true
				}
			}
			if !hit {
				columns = append(columns, []*columnHeading{c})
			}
		}
	}
	row := make([]columnHeading, 0, len(columns))
	for _, parts := range columns {
		if len(parts) == 1 {
			row = append(row, *parts[0])
			continue
		}
		own := parts[0] // of the line that defines the columns
		slices.SortStableFunc(parts, func(a, b *columnHeading) int { return cmp.Compare(a.Y1, b.Y1) })
		c := columnHeading{cell: parts[0].cell, Box: own.Box}
		for _, part := range parts {
			c.words = append(c.words, part.words...)
			// A heading above several columns does not widen each of them.
			if part.Width() < 2*own.Width() {
				c.Box = c.Box.Union(part.Box)
			}
		}
		r.understand(&c)
		row = append(row, c)
	}
	slices.SortStableFunc(row, func(a, b columnHeading) int { return cmp.Compare(a.X0, b.X0) })
	return [][]columnHeading{row}
}

// sharedHeadingCells returns the ruled cells that hold several headings of one line.
func sharedHeadingCells(lines [][]columnHeading) map[int]bool {
	wide := map[int]bool{}
	for _, cells := range lines {
		for i := 1; i < len(cells); i++ {
			if c := cells[i].cell; c >= 0 && c == cells[i-1].cell {
				wide[c] = true
			}
		}
	}
	return wide
}

// inOneColumn reports whether two headings of different lines are in one column;
// wide are the ruled cells that hold the headings of several columns.
func inOneColumn(a, b *columnHeading, wide map[int]bool) bool {
	if a.cell >= 0 && b.cell >= 0 && !wide[a.cell] && !wide[b.cell] {
		return a.cell == b.cell
	}
	return a.OverlapX(b.Box) > 0.2*min(a.Width(), b.Width())
}

// splitHeadings reads each line as a row of headings of its own, or returns nil
// if that is impossible.
func splitHeadings(lines [][]columnHeading) [][]columnHeading {
	if len(lines) < 2 || len(lines) > 3 {
		return nil
	}
	for _, cells := range lines {
		if countKnown(cells) < min(2, len(cells)) {
			return nil
		}
	}
	if !mayBeSeparate(lines) {
		return nil
	}
	return lines
}

// mayBeSeparate reports whether each of the rows may be the headings of a line of its own:
// a row's single heading must not be above or beneath another one, as both are then
// one heading.
func mayBeSeparate(rows [][]columnHeading) bool {
	for i, row := range rows {
		if len(row) != 1 {
			continue
		}
		for k, other := range rows {
			if k != i && slices.ContainsFunc(other, func(c columnHeading) bool { return c.OverlapX(row[0].Box) > 0 }) {
				return false
			}
		}
	}
	return true
}

// scoreHeader returns how well the rows of headings suit a table of line items, 0 if they do not.
func (r *reader) scoreHeader(rows [][]columnHeading) float64 {
	if len(rows) == 0 {
		return 0
	}
	var have, first, above [headings.NumKinds]int
	score, cells, unknown := 0.0, 0, 0
	for _, row := range rows {
		above = first
		for i := range row {
			c := &row[i]
			cells++
			if len(c.meanings) == 0 {
				unknown++
			}
			score += c.worth()
			for n, m := range c.meanings {
				if n == 0 && m.Kinds[0].InOutput() && (above[m.Kinds[0]] > 0 || len(rows) > 1 && len(m.Kinds) == 1 && first[m.Kinds[0]] > 0) {
					score -= 1.3 // each line of an item states different things
				}
				if n == 0 {
					first[m.Kinds[0]]++
				}
				for _, k := range m.Kinds {
					have[k]++
				}
			}
		}
	}
	text := have[headings.LineNumber] + have[headings.Code] + have[headings.Description]
	figures := have[headings.Quantity] + have[headings.Price] + have[headings.Total]
	if cells < 2 || (text == 0 || figures == 0) && !(r.weakHeaders && text+figures > 0 && unknown > 0) {
		return 0
	}
	return score
}

// worth returns what a heading adds to the score of its header, negative if it speaks against it.
func (c *columnHeading) worth() float64 {
	worth := 0.0
	switch {
	case c.known < 0.5:
		worth = -0.3
	case !c.meanings[0].Kinds[0].InOutput():
		worth = 0.4 * c.known
	default:
		worth = c.known
	}
	if len(c.meanings) > 1 {
		worth -= 0.2 * float64(min(len(c.meanings), 4))
	}
	// Long texts and values occur in the bodies of tables and in other tables.
	if len(c.tokens) > 8 {
		worth -= 0.5
	}
	for _, t := range c.tokens {
		if len(t.Text) > 2 && textnorm.HasDigit(t.Text) {
			worth -= 1
			break
		}
	}
	return worth
}
