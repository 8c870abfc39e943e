package accuracy

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Counts are numbers of cells by verdict.
type Counts [numVerdicts]int

// Count counts cells.
func Count(cells []Cell) Counts {
	var n Counts
	for i := range cells {
		n[cells[i].Verdict]++
	}
	return n
}

// Wanted is the number of cells for which the truth has a value, Given that of cells for which the result has one.
func (n Counts) Wanted() int { return n[Right] + n[Wrong] + n[Missed] }
func (n Counts) Given() int  { return n[Right] + n[Wrong] + n[MadeUp] }

// Faults is the number of cells that are not right.
func (n Counts) Faults() int { return n[Wrong] + n[Missed] + n[MadeUp] }

// Precision is the share of the given cells that is right, 1 if there are none.
func (n Counts) Precision() float64 { return share(n[Right], n.Given(), 1) }

// Recall is the share of the wanted cells that is right, 1 if there are none.
func (n Counts) Recall() float64 { return share(n[Right], n.Wanted(), 1) }

// F1 is the harmonic mean of precision and recall, 1 if there are no cells.
func (n Counts) F1() float64 { return share(2*n[Right], n.Wanted()+n.Given(), 1) }

// F1 returns the F1 of some cells.
func F1(cells []Cell) float64 { return Count(cells).F1() }

func share(part, whole int, without float64) float64 {
	if whole == 0 {
		return without
	}
	return float64(part) / float64(whole)
}

// Figures say how accurate the results for some documents are; all but Docs are in [0, 1].
type Figures struct {
	Docs      int     `json:"docs"`
	Answered  float64 `json:"answered"`   // share of documents that have a result
	HeaderF1  float64 `json:"header_f1"`  // of cells judged once per order
	LineF1    float64 `json:"line_f1"`    // of cells judged in each line item
	CellsF1   float64 `json:"cells_f1"`   // of all cells
	DocF1     float64 `json:"doc_f1"`     // mean of the F1 of each document
	RowCount  float64 `json:"row_count"`  // share of documents with the right number of rows
	CoreExact float64 `json:"core_exact"` // share of documents with every core cell right
	Exact     float64 `json:"exact"`      // share of documents with every cell right
}

// figureNames are the column heads of what values returns.
var figureNames = [...]string{"answered", "header_f1", "line_f1", "cells_f1", "doc_f1", "row_count", "core_exact", "exact"}

func (f *Figures) values() [len(figureNames)]float64 {
	return [...]float64{f.Answered, f.HeaderF1, f.LineF1, f.CellsF1, f.DocF1, f.RowCount, f.CoreExact, f.Exact}
}

// Sum returns the figures of some documents together.
func Sum(docs []*Document) Figures {
	var head, line, all Counts
	var answered, count, core, exact int
	var f1 float64
	add := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	for _, d := range docs {
		for i := range d.Cells {
			all[d.Cells[i].Verdict]++
			if d.Cells[i].Line {
				line[d.Cells[i].Verdict]++
			} else {
				head[d.Cells[i].Verdict]++
			}
		}
		f1 += d.F1
		add(&answered, d.Result != nil)
		add(&count, d.Count)
		add(&core, d.Core)
		add(&exact, d.Exact)
	}
	n := len(docs)
	return Figures{
		Docs: n, Answered: share(answered, n, 0), HeaderF1: head.F1(), LineF1: line.F1(), CellsF1: all.F1(),
		DocF1: f1 / float64(max(1, n)), RowCount: share(count, n, 0), CoreExact: share(core, n, 0), Exact: share(exact, n, 0),
	}
}

// Group is the figures of the documents that have one trait in common.
type Group struct {
	Name string
	Figures
}

// all is the name of the group of all documents.
const all = "ALL"

// Groups returns the figures of the documents grouped by a trait, sorted by its value, and then those of all documents.
func Groups(docs []*Document, by func(*Truth) string) []Group {
	parts := map[string][]*Document{}
	for _, d := range docs {
		name := by(d.Truth)
		parts[name] = append(parts[name], d)
	}
	var groups []Group
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		groups = append(groups, Group{name, Sum(parts[name])})
	}
	return append(groups, Group{all, Sum(docs)})
}

// ColumnCounts returns the counts of all documents' cells by column key.
func ColumnCounts(docs []*Document) map[string]Counts {
	out := map[string]Counts{}
	for _, d := range docs {
		for i := range d.Cells {
			n := out[d.Cells[i].Key]
			n[d.Cells[i].Verdict]++
			out[d.Cells[i].Key] = n
		}
	}
	return out
}

// columnKeys are the keys of all columns, those of the order head first.
var columnKeys = slices.Concat(headKeys, lineKeys)

// WriteTable writes a table of the figures grouped by a trait.
func WriteTable(w io.Writer, docs []*Document, trait string) error {
	_, err := fmt.Fprintf(w, "%-24s docs %s\n", trait, strings.Join(figureNames[:], " "))
	for _, g := range Groups(docs, func(t *Truth) string { return t.Trait(trait) }) {
		if err != nil {
			return err
		}
		name := []rune(g.Name)
		fmt.Fprintf(w, "%-24s %4d", string(name[:min(len(name), 24)]), g.Docs)
		for i, v := range g.values() {
			fmt.Fprintf(w, " %*.3f", len(figureNames[i]), v)
		}
		_, err = fmt.Fprintln(w)
	}
	return err
}

// WriteColumns writes the F1 of each column that has cells.
func WriteColumns(w io.Writer, docs []*Document) error {
	counts := ColumnCounts(docs)
	var parts []string
	for _, key := range columnKeys {
		if n, ok := counts[key]; ok {
			parts = append(parts, fmt.Sprintf("%s %.3f", key, n.F1()))
		}
	}
	_, err := fmt.Fprintf(w, "column F1: %s\n", strings.Join(parts, "  "))
	return err
}
