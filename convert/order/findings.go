package order

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
)

// Findings is everything that was found on a document, whether or not a column of
// purchase orders holds it. Boxes are on the pages as displayed, in
// points with the origin in the top left corner, rounded to hundredths.
type Findings struct {
	Pairs  []Pair     // in reading order
	Tables []Grid     // in reading order
	Lines  []TextLine // page after page, from top to bottom
}

// Pair is a label and the value that it announces.
type Pair struct {
	Label string // as printed, without a colon at its end
	Value string // as printed, several lines joined with a blank
	Page  int    // from 1
	Box   doc.Box
}

// Grid is a table on one page, its head included. All rows have the same
// number of cells.
type Grid struct {
	Page int // from 1
	Box  doc.Box
	Rows [][]GridCell
}

// GridCell is one cell of a table; an empty one has the zero box.
type GridCell struct {
	Text string // as printed, several lines joined with a blank
	Box  doc.Box
}

// TextLine is a line of text: the words on one baseline.
type TextLine struct {
	Page int // from 1
	Box  doc.Box
	Text string
}

// Sheet is the input of a customer's mapper: the rows as they would be
// returned, and what else was found on the document.
type Sheet struct {
	Filename string
	Mode     string // "text", "ocr", "mixed" or "xml"
	Columns  []Column
	Rows     []Row
	Evidence []RowEvidence // one for each row
	Verified bool          // all orders are verified: see Order
	Findings
}

// Mapped is the output of a mapper for a Sheet. Column keys are unique, and each
// row has exactly one value for each column, in the columns' order.
type Mapped struct {
	Columns  []Column
	Rows     []Row
	Evidence []RowEvidence // one for each row; nil if the mapper gives none
}

// ReadWithFindings finds the purchase orders in a document, as Read does, and everything else
// that stands there.
func (by *Reader) ReadWithFindings(d *doc.Document) ([]Order, Findings) {
	r := newReading(d, by)
	return r.judged(), r.findings()
}

// Limits on findings. Orders stay far below them; what exceeds them is left out.
const (
	maxFoundLines = 20000 // of a document
	maxFoundPairs = 2000  // of a document
	maxFoundCells = 50000 // in a document's tables
	maxPairBytes  = 1000  // of a value
)

// findings returns everything that was found on the document.
func (r *reading) findings() Findings {
	found := Findings{Pairs: []Pair{}, Tables: r.grids(), Lines: []TextLine{}}
	for n, p := range r.pages {
		for _, pair := range r.labels.Pairs(n) {
			if shown := showPair(p, pair); len(found.Pairs) < maxFoundPairs && shown.Label != "" && strings.ContainsFunc(shown.Value, textnorm.IsWordRune) {
				found.Pairs = append(found.Pairs, shown)
			}
		}
		for i := range p.Lines[:min(len(p.Lines), maxFoundLines-len(found.Lines))] {
			l := &p.Lines[i]
			found.Lines = append(found.Lines, TextLine{p.Number, displayed(p, l.Box), l.Text()})
		}
	}
	return found
}

// showPair makes the pair that mappers see.
func showPair(p *layout.Page, pair keyvalue.Pair) Pair {
	var texts []string
	var box doc.Box
	size := 0
	for _, s := range pair.Value {
		text := s.Text()
		if size += len(text) + 1; size > maxPairBytes && len(texts) > 0 {
			break
		}
		texts = append(texts, text)
		box = box.Union(doc.BoxOf(s.Words()))
	}
	value := strings.TrimRight(keyvalue.TrimColon(strings.Join(texts, " ")), ",;")
	return Pair{Label: pair.Label, Value: value, Page: p.Number, Box: displayed(p, box)}
}

// grids returns the document's tables in reading order: those of line items, those with ruled
// lines, and those whose columns only alignment shows.
func (r *reading) grids() []Grid {
	var all []Grid
	for _, t := range r.tables {
		for _, printed := range t.Print() {
			all = append(all, gridOf(r.pages[printed.Page], doc.Box{}, printed.Rows))
		}
	}
	for n, p := range r.pages {
		ruled := r.labels.RuledTables(n)
		for _, t := range slices.Concat(ruled, r.labels.AlignedTables(n, ruled)) {
			all = append(all, gridOf(p, t.Box, t.Cells()))
		}
	}
	slices.SortStableFunc(all, func(a, b Grid) int {
		return cmp.Or(cmp.Compare(a.Page, b.Page), cmp.Compare(a.Box.Y0, b.Box.Y0), cmp.Compare(a.Box.X0, b.Box.X0))
	})
	cells := 0
	for i, g := range all {
		if cells += len(g.Rows) * len(g.Rows[0]); cells > maxFoundCells {
			return all[:i:i]
		}
	}
	return slices.Concat([]Grid{}, all)
}

// gridOf makes the table that mappers see.
func gridOf(p *layout.Page, whole doc.Box, rows [][]items.PrintedCell) Grid {
	g := Grid{Page: p.Number, Rows: make([][]GridCell, len(rows))}
	for i, row := range rows {
		g.Rows[i] = make([]GridCell, len(row))
		for c, cell := range row {
			g.Rows[i][c] = GridCell{cell.Text, displayed(p, cell.Box)}
			whole = whole.Union(cell.Box)
		}
	}
	g.Box = displayed(p, whole)
	return g
}

// displayed returns a box on the page as displayed, in points rounded to hundredths.
func displayed(p *layout.Page, b doc.Box) doc.Box {
	if b == (doc.Box{}) {
		return b
	}
	return p.Displayed(b).Rounded()
}
