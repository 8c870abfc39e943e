package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/value"
)

// itemTable is one table of line items, over as many pages as it runs.
type itemTable struct {
	lines   []Cells
	regions []region // where it stands, heads included, totals not
	draft   *tableDraft
	rows    []tableRow // of the draft
}

// region is a box on a page.
type region struct {
	page int // index, from 0
	doc.Box
}

// reader is what tables are read with.
type reader struct {
	pages   []*layout.Page
	locale  value.Locale
	speller *spelling.Speller
}

// findItems finds the tables of line items: by their heads, or else by their
// figures. What the columns state follows from headings and contents, the rows
// from the columns.
func findItems(pages []*layout.Page, l value.Locale, s *spelling.Speller) []*itemTable {
	r := &reader{pages: pages, locale: l, speller: s}
	tables := readDrafts(r.findDrafts())
	if len(tables) == 0 {
		tables = readDrafts(r.findUnheadedDrafts())
	}
	return tables
}

// readDrafts reads the drafts that hold items.
func readDrafts(drafts []*tableDraft) []*itemTable {
	var tables []*itemTable
	for _, t := range drafts {
		t.findKinds()
		t.checkSums()
		if table := t.read(); len(table.lines) > 0 {
			tables = append(tables, table)
		}
	}
	return tables
}

// findDrafts finds the heads on all pages, and gathers those of one table.
func (r *reader) findDrafts() []*tableDraft {
	var drafts []*tableDraft
	for i, p := range r.pages {
		heads := r.findHeads(p, i)
		if n := len(drafts); n > 0 && drafts[n-1].parts[len(drafts[n-1].parts)-1].index == i-1 && !drafts[n-1].ended() {
			last := len(p.Lines)
			if len(heads) > 0 {
				last = heads[0].first
			}
			if last > 0 && (len(heads) == 0 || !drafts[n-1].repeats(heads[0])) {
				drafts[n-1].goOn(i, 0, last)
			}
		}
		for k, h := range heads {
			last := len(p.Lines)
			if k+1 < len(heads) {
				last = heads[k+1].first
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

// findUnheadedDrafts finds tables by their figures alone.
func (r *reader) findUnheadedDrafts() []*tableDraft {
	var drafts []*tableDraft
	for i, p := range r.pages {
		h := r.findUnheaded(i)
		if h == nil {
			continue
		}
		t := &tableDraft{reader: r}
		t.add(i, h, h.last+1, len(p.Lines))
		drafts = append(drafts, t)
	}
	return drafts
}

// repeats tells whether the head is that of the table's last part once more.
func (t *tableDraft) repeats(h *head) bool {
	before := t.parts[len(t.parts)-1].head
	if before == nil {
		before = t.parts[0].head
	}
	if before.page == h.page || len(before.rows) != len(h.rows) {
		return false
	}
	for r := range h.rows {
		if len(h.rows[r]) != len(before.rows[r]) {
			return false
		}
		for i := range h.rows[r] {
			if !sameTokens(h.rows[r][i].tokens, before.rows[r][i].tokens) {
				return false
			}
		}
	}
	return !t.ended()
}

func sameTokens(a, b []headToken) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].text != b[i].text {
			return false
		}
	}
	return true
}

// ended tells whether the table's last part was closed by a total.
func (t *tableDraft) ended() bool {
	p := t.parts[len(t.parts)-1]
	for i := range p.lines {
		if p.lines[i].class == totalLine {
			return true
		}
	}
	return false
}

// read gives the table's rows and where it stands.
func (t *tableDraft) read() *itemTable {
	table := &itemTable{}
	boxes := make([]doc.Box, len(t.parts))
	for i, p := range t.parts {
		if p.head != nil {
			boxes[i] = p.head.Box
		}
	}
	rows := t.findRows()
	table.draft, table.rows = t, rows
	for i := range rows {
		cells := t.readRow(&rows[i])
		if !cells.Stated() {
			continue
		}
		table.lines = append(table.lines, cells)
		for _, l := range rows[i].lines {
			for k, p := range t.parts {
				if p == rows[i].part {
					boxes[k] = boxes[k].Union(l.Box)
				}
			}
		}
	}
	for i, p := range t.parts {
		if boxes[i] != (doc.Box{}) {
			table.regions = append(table.regions, region{p.index, boxes[i]})
		}
	}
	return table
}
