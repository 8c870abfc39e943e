package solve

import (
	"slices"
	"strings"

	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	proofs "lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var (
	doubtedCells = mechanism.New("solve: cells that the network sees elsewhere")
	chosenLines  = mechanism.New("solve: lines of descriptions chosen one by one")
)

// Mean probabilities of a cell's words. The network's own reading of the cell replaces the chosen
// one if both bounds hold.
const (
	mostDoubted = 0.15 // at most, of the words of the chosen reading; 0 if the cell is empty
	leastSure   = 0.8  // at least, of the words that the network takes for the cell, unless this is a missing description
)

// Revised returns copies of the reading's tables that are revised cell by cell: codes, cells
// that the network doubts, and the lines of descriptions, which the weights choose.
func (n *Reading) Revised(w *Weights) []*items.Table {
	if n.by == nil {
		return n.Tables
	}
	copies, r := n.revise()
	if chosenLines.On() {
		r.reviseDescriptions(&w.Sublines)
	}
	proofs.Percentages(r.lines)
	return copies
}

// revise returns copies of the reading's tables in which all cells are revised except the lines of descriptions.
func (n *Reading) revise() ([]*items.Table, *reviser) {
	copies := make([]*items.Table, len(n.Tables))
	for i, t := range n.Tables {
		c := *t
		c.Lines = slices.Clone(t.Lines)
		copies[i] = &c
	}
	lines := within(copies)
	r := &reviser{n.by, lines, slices.Clone(n.words), make([]bool, len(lines))}
	if !lackCodes(n.Lines) {
		r.takeLabelledCodes()
	} else if !r.takeHeadedCodes() && !r.takeLabelledCodes() && (n.way != byNetwork && r.takeSeenCodes() || r.takePlacedCodes()) {
		r.words = r.evidence.wordsOfCells(linesOf(copies))
	}
	r.joinCodes()
	r.reviseCells()
	r.takeAlignedCodes()
	r.takeAlikeCodes()
	r.exchangePrices()
	r.trimUnits()
	r.takeProducts()
	r.takeNetTotals()
	r.takeRates()
	r.takeDiscounts()
	r.takeUnits()
	r.takeNumbers()
	return copies, r
}

// reviser changes the cells of line items.
type reviser struct {
	*decoder
	lines   []*schema.Cells
	words   []cellWords
	changed []bool // by item: the words of its description are no longer those that were read
}

// reviseCells replaces cells that the network doubts by those that it is sure of.
func (r *reviser) reviseCells() {
	if !doubtedCells.On() {
		return
	}
	for i := range r.lines {
		rows := r.itemRows(r.words, i)
		for tag := tagging.Other + 1; tag < tagging.Delivery && len(rows) > 0; tag++ {
			r.reviseCell(i, rows, tag)
		}
	}
}

func (r *reviser) reviseCell(i int, rows itemRows, tag tagging.Tag) {
	c, words := &r.lines[i][tagging.Fields[tag]], &r.words[i]
	if c.Value != "" && len(words[tag]) == 0 || r.probability(words[tag], tag) > mostDoubted {
		return
	}
	nameless := tag == tagging.Description && c.Value == ""
	if nameless {
		for start := r.firstRow(r.words, i, rows[0]); rows[0] > start; {
			rows = slices.Insert(rows, 0, rows[0]-1)
		}
	}
	seen := r.seenCell(words, rows, tag)
	if len(seen.nodes) == 0 || !nameless && r.probability(seen.nodes, tag) < leastSure {
		return
	}
	if slices.ContainsFunc(seen.nodes, func(n int) bool { return words.contains(n, tag, tagging.Description) }) {
		return
	}
	*c, words[tag] = seen.cell, seen.nodes
	r.changed[i] = r.changed[i] || tag != tagging.Description && words.drop(tagging.Description, seen.nodes)
}

// drop removes nodes from those of a cell, and reports whether any of them was there.
func (w *cellWords) drop(tag tagging.Tag, nodes []int) bool {
	count := len(w[tag])
	w[tag] = slices.DeleteFunc(slices.Clone(w[tag]), func(n int) bool { return slices.Contains(nodes, n) })
	return len(w[tag]) < count
}

// seenCell returns what the network takes for a cell of an item on some rows. Words of the item's other cells are left out of a description.
func (r *reviser) seenCell(words *cellWords, rows itemRows, tag tagging.Tag) candidate {
	if tag != tagging.Description {
		return r.likeliest(rows, tag)
	}
	var nodes []int
	for _, row := range rows {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			if r.best[n] == tagging.Description && !words.contains(n, tagging.Description) {
				nodes = append(nodes, n)
			}
		}
	}
	text := strings.TrimSpace(textnorm.Join(r.decoder.words(nodes)))
	if textnorm.CountLetters(text) == 0 {
		return candidate{}
	}
	return candidate{nodes: nodes, cell: r.newCell(nodes, tagging.Description, text)}
}

// contains reports whether a node belongs to a cell of an item, not counting the cells of the tags in beside.
func (w *cellWords) contains(node int, beside ...tagging.Tag) bool {
	for tag := range w {
		if !slices.Contains(beside, tagging.Tag(tag)) && slices.Contains(w[tag], node) {
			return true
		}
	}
	return false
}

// firstRow returns the row with which item i begins according to the network: its first row or one above it, but beneath the item
// before.
func (d *decoder) firstRow(words []cellWords, i, first int) int {
	end := -1
	if i > 0 {
		_, end = d.rowsOf(&words[i-1])
	}
	for row := first; row > end && d.Rows[row].Page == d.Rows[first].Page && d.Lines[row][tagging.Outside] < 0.5; row-- {
		if d.Lines[row][tagging.Begins] > 0.5 {
			return row
		}
	}
	return first
}

// probability returns the mean probability that nodes have a tag; 0 if there are no nodes.
func (d *decoder) probability(nodes []int, tag tagging.Tag) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += float64(d.Words[n][tag])
	}
	return sum / max(1, float64(len(nodes)))
}

// itemRows returns the rows of item i: those from its first to its last, and those beneath them that the network
// takes for a part of it, up to the next item.
func (d *decoder) itemRows(words []cellWords, i int) itemRows {
	first, last, next := d.bounds(words, i)
	if first < 0 {
		return nil
	}
	rows := itemRows{first}
	for r := first + 1; r < next && d.Rows[r].Page == d.Rows[first].Page && (r <= last || d.Lines[r][tagging.Inside] > 0.5); r++ {
		rows = append(rows, r)
	}
	return rows
}

// bounds returns the first and the last row of item i, and the first row of the next item, or the number of rows if there is none. First is -1 if
// the item has no words.
func (d *decoder) bounds(words []cellWords, i int) (first, last, next int) {
	first, last = d.rowsOf(&words[i])
	next = len(d.Rows)
	if i+1 < len(words) {
		if next, _ = d.rowsOf(&words[i+1]); next < 0 {
			next = last + 1
		}
	}
	return first, last, next
}
