// Package items reads the tables of line items: where they are, what their
// columns state, and which lines make up an item. It knows nothing about the rest
// of the order. A table is read in steps, each with files of its own:
//
//   - beside.go handles tables that continue beside themselves: it puts one part
//     beneath the other
//   - header.go and header_parts.go find header rows, whose headings phrases.go and
//     vocabulary.go help to read; unheaded.go finds tables without header rows by
//     their figures
//   - draft.go and pieces.go put the words beneath into columns, whose extents
//     columns_extent.go determines
//   - assign.go decides what the columns state, by claims from headings, contents
//     (columns_content.go, columns_numbers.go), arithmetic (columns_sums.go) and a
//     network's probabilities of the words (probability.go)
//   - lines.go and rows.go classify lines, grouping.go groups lines into rows
//   - cells.go, codes.go, figures.go and labels.go read the cells of a row
//
// Six files read items outside such tables: matrix.go and matrix_priced.go read
// quantities by size, labelled.go and labelled_form.go values after labels,
// listed.go lists of quantities, and prose.go sentences.
package items

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

var (
	unheadedTables = mechanism.New("items: tables without headings, by arithmetic")
	goingOn        = mechanism.New("items: tables that go on without headings on the next page")
)

// Table is one table of line items, on one or more pages.
type Table struct {
	Lines   []schema.Cells // of the items, in reading order
	Regions []Region       // where its headers and items are

	draft *tableDraft // nil for a part that Within returns, and for items outside tables
	rows  []tableRow  // of the draft
}

// reader holds what reading tables takes.
type reader struct {
	pages            []*layout.Page
	locale           value.Locale
	speller          *ocrrepair.Speller
	fieldProbability FieldProbability           // of words; nil for none
	headings         [][][]columnHeading        // of each line of each page
	unfolded         map[int]bool               // the pages that unfold changed
	figures          map[string]figureText      // what texts were read as: see readFigure
	cut              map[*doc.Word]wordTokens   // tokens of words: see tokensOf
	classes          map[*layout.Line]lineClass // of lines that were classified
	headerLines      int                        // most lines of a header
	weakHeaders      bool                       // headers may lack a known heading of texts or of figures
}

// Finder finds the line items of a document's pages, in several ways.
type Finder struct {
	reader
	tried    [][][]*header // the sets of headers, by page, with which tables were read
	unheaded bool          // Unheaded was called
}

// NewFinder returns a finder for pages. Recognised words are looked up as the speller
// spells them. The probabilities, nil for none, influence what columns state.
func NewFinder(pages []*layout.Page, l value.Locale, s *ocrrepair.Speller, o FieldProbability) *Finder {
	words := 0
	for _, p := range pages {
		words += len(p.Words)
	}
	f := &Finder{reader: reader{pages: pages, locale: l, speller: s, fieldProbability: o, figures: map[string]figureText{}, cut: make(map[*doc.Word]wordTokens, words), classes: map[*layout.Line]lineClass{}, unfolded: map[int]bool{}, headerLines: maxHeaderLines}}
	for _, p := range pages {
		f.headings = append(f.headings, f.pageHeadings(p))
	}
	f.unfold()
	return f
}

// Tables finds the tables of line items by their headers or, if it finds none, by
// their figures. What the columns state follows from headings and contents, the
// rows from the columns.
func (f *Finder) Tables() []*Table {
	tables := f.byHeaders(&f.reader)
	if len(tables) == 0 {
		tables = f.Unheaded()
	}
	return tables
}

// ShortHeaders finds the tables whose headers have at most so many lines, as what is
// above a header may belong to another table. It returns none if tables were read with
// the same headers before.
func (f *Finder) ShortHeaders(lines int) []*Table {
	r := f.reader
	r.headerLines = lines
	return f.byHeaders(&r)
}

// WeakHeaders finds the tables whose headers may lack a known heading of texts, or one of
// figures, if they have others that are not understood. It returns none if tables were
// read with the same headers before.
func (f *Finder) WeakHeaders() []*Table {
	r := f.reader
	r.weakHeaders = true
	return f.byHeaders(&r)
}

// byHeaders finds tables by the headers that a reader finds, unless these were tried before.
func (f *Finder) byHeaders(r *reader) []*Table {
	headers := make([][]*header, len(r.pages))
	for i, p := range r.pages {
		headers[i] = r.findHeaders(p, i)
	}
	if slices.ContainsFunc(f.tried, func(other [][]*header) bool { return slices.EqualFunc(headers, other, sameHeaders) }) {
		return nil
	}
	f.tried = append(f.tried, headers)
	return readDrafts(r.drafts(headers))
}

// Unheaded finds tables by their figures alone. It returns none if it was called before.
func (f *Finder) Unheaded() []*Table {
	if f.unheaded || !unheadedTables.On() {
		return nil
	}
	f.unheaded = true
	return readDrafts(f.findUnheadedDrafts())
}

// readDrafts returns the tables of those drafts that hold items.
func readDrafts(drafts []*tableDraft) []*Table {
	var tables []*Table
	for _, t := range drafts {
		t.assignKinds()
		if table := t.read(); len(table.Lines) > 0 {
			tables = append(tables, table)
		}
	}
	return tables
}

// drafts returns the tables of the headers, which are given by page. A header that
// repeats that of the table before continues this table, as the lines before the
// first header of the next page may.
func (r *reader) drafts(byPage [][]*header) []*tableDraft {
	var drafts []*tableDraft
	for i, p := range r.pages {
		headers := byPage[i]
		if n := len(drafts); n > 0 && drafts[n-1].mayContinueOn(i) {
			last := len(p.Lines)
			if len(headers) > 0 {
				last = headers[0].first
			}
			if last > 0 && (len(headers) == 0 || !drafts[n-1].repeats(headers[0])) {
				drafts[n-1].continueOn(i, last)
			}
		}
		for k, h := range headers {
			last := len(p.Lines)
			if k+1 < len(headers) {
				last = headers[k+1].first
			}
			var t *tableDraft
			if n := len(drafts); n > 0 && drafts[n-1].repeats(h) {
				t = drafts[n-1]
			} else {
				t = &tableDraft{reader: r}
				drafts = append(drafts, t)
			}
			t.add(i, h, h.last+1, last)
		}
	}
	return drafts
}

// findUnheadedDrafts finds tables by their figures alone. A table may continue on a next page whose own figures prove no table.
func (r *reader) findUnheadedDrafts() []*tableDraft {
	var drafts []*tableDraft
	for i, p := range r.pages {
		h := r.findUnheaded(i)
		if h == nil {
			if n := len(drafts); n > 0 && drafts[n-1].mayContinueOn(i) {
				drafts[n-1].continueOn(i, len(p.Lines))
			}
			continue
		}
		t := &tableDraft{reader: r}
		t.add(i, h, h.last+1, len(p.Lines))
		drafts = append(drafts, t)
	}
	return drafts
}

// repeats reports whether the header repeats that of the table's last part, on another page
// or on an unfolded one, and no total has ended the table.
func (t *tableDraft) repeats(h *header) bool {
	before := t.parts[len(t.parts)-1].header
	if before == nil {
		before = t.parts[0].header
	}
	if before.page == h.page && !t.unfolded[h.page] || len(before.rows) != len(h.rows) {
		return false
	}
	for r := range h.rows {
		if len(h.rows[r]) != len(before.rows[r]) {
			return false
		}
		for i := range h.rows[r] {
			if !slices.EqualFunc(h.rows[r][i].tokens, before.rows[r][i].tokens, func(a, b headings.Token) bool { return a.Text == b.Text }) {
				return false
			}
		}
	}
	return !t.ended()
}

// mayContinueOn reports whether the table may continue on a page without headings: the page after that of its last part.
func (t *tableDraft) mayContinueOn(page int) bool {
	return goingOn.On() && t.parts[len(t.parts)-1].index == page-1 && !t.ended()
}

// ended reports whether the table's last part was closed by a total.
func (t *tableDraft) ended() bool {
	p := t.parts[len(t.parts)-1]
	for i := range p.lines {
		if p.lines[i].class == totalLine {
			return true
		}
	}
	return false
}

// read returns the table with its rows and regions.
func (t *tableDraft) read() *Table {
	table := &Table{}
	boxes := make([][]doc.Box, len(t.parts))
	for i, p := range t.parts {
		if p.header != nil {
			boxes[i] = append(boxes[i], p.header.Box)
		}
	}
	rows := t.findRows()
	t.codes = t.findCodePlace(rows)
	table.draft, table.rows = t, rows
	table.Lines = make([]schema.Cells, 0, len(rows))
	for i := range rows {
		table.Lines = append(table.Lines, schema.Cells{})
		last := &table.Lines[len(table.Lines)-1]
		if t.readRow(&rows[i], last); !last.Stated() {
			table.Lines = table.Lines[:len(table.Lines)-1]
			continue
		}
		for _, l := range rows[i].lines {
			if k := t.partOf(l, rows[i].part); k >= 0 {
				boxes[k] = append(boxes[k], l.Box)
			}
		}
	}
	for i, p := range t.parts {
		table.Regions = append(table.Regions, RegionsOf(p.index, boxes[i])...)
	}
	return table
}

// partOf returns the index of the part that a line of a row is in: the row's own or,
// if the row continues on the next page, that on the line's page. It returns -1 if
// there is none.
func (t *tableDraft) partOf(l *bodyLine, own *tablePart) int {
	return slices.IndexFunc(t.parts, func(p *tablePart) bool {
		if len(l.Segments) == 0 || l.Segments[0].Page == own.index {
			return p == own
		}
		return p.index == l.Segments[0].Page
	})
}

// Within returns the part of a table that is on the pages from index first to index
// last: its lines and regions. It includes the lines of which most cells are on these
// pages, without their cells on other pages. Print returns nothing for such a part.
func (t *Table) Within(first, last int) *Table {
	c := &Table{}
	for _, g := range t.Regions {
		if first <= g.Page && g.Page <= last {
			c.Regions = append(c.Regions, g)
		}
	}
	for i := range t.Lines {
		line := t.Lines[i]
		inside, outside := 0, 0
		for f := range line {
			switch page := line[f].Evidence.Page; {
			case page == 0:
			case first < page && page <= last+1:
				inside++
			default:
				outside++
				line[f] = schema.Cell{}
			}
		}
		if inside > outside {
			c.Lines = append(c.Lines, line)
		}
	}
	return c
}

// Fill returns how the table's columns are filled on the lines that surely state items:
// how evenly, from 0.5 to 1, where 1 means that each column is filled on all of these
// lines or on none, and the share of columns that are filled on most of them.
func (t *Table) Fill() (even, full float64) {
	if t.draft == nil {
		return 0.5, 0
	}
	lines := t.draft.denseLines()
	if len(lines) == 0 {
		return 0.5, 0
	}
	for c := range t.draft.columns {
		n := 0.0
		for _, l := range lines {
			if len(l.cells[c]) > 0 {
				n++
			}
		}
		share := n / float64(len(lines))
		even += max(share, 1-share)
		if share > 0.5 {
			full++
		}
	}
	columns := float64(len(t.draft.columns))
	return even / columns, full / columns
}
