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

// The mean probabilities of a cell's words at which the network's own reading of it stands
// instead of the chosen one.
const (
	mostDoubted = 0.15 // of the words of the chosen reading, or where it has none
	leastSure   = 0.8  // of the words that the network takes for the cell, unless it is a description and there is none
)

// Revised returns the reading's tables, in which what is read as a whole is decided cell by cell: codes, cells
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

// revise returns the reading's tables with all cells decided but the lines of descriptions.
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
		r.words = r.at.ofCells(linesOf(copies))
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
	changed []bool // descriptions whose words are others than when they were read
}

// reviseCells puts what the network is sure of in the place of what it doubts.
func (r *reviser) reviseCells() {
	if !doubtedCells.On() {
		return
	}
	for i := range r.lines {
		rows := r.extent(r.words, i)
		for tag := tagging.Other + 1; tag < tagging.Delivery && len(rows) > 0; tag++ {
			r.reviseCell(i, rows, tag)
		}
	}
}

func (r *reviser) reviseCell(i int, rows group, tag tagging.Tag) {
	c, words := &r.lines[i][tagging.Fields[tag]], &r.words[i]
	if c.Value != "" && len(words[tag]) == 0 || r.probability(words[tag], tag) > mostDoubted {
		return
	}
	nameless := tag == tagging.Description && c.Value == ""
	if nameless {
		for start := r.start(r.words, i, rows[0]); rows[0] > start; {
			rows = slices.Insert(rows, 0, rows[0]-1)
		}
	}
	seen := r.seenCell(words, rows, tag)
	if len(seen.nodes) == 0 || !nameless && r.probability(seen.nodes, tag) < leastSure {
		return
	}
	if slices.ContainsFunc(seen.nodes, func(n int) bool { return words.hold(n, tag, tagging.Description) }) {
		return
	}
	*c, words[tag] = seen.cell, seen.nodes
	r.changed[i] = r.changed[i] || tag != tagging.Description && words.drop(tagging.Description, seen.nodes)
}

// drop takes nodes out of a cell's, and reports whether any was among them.
func (w *cellWords) drop(tag tagging.Tag, nodes []int) bool {
	count := len(w[tag])
	w[tag] = slices.DeleteFunc(slices.Clone(w[tag]), func(n int) bool { return slices.Contains(nodes, n) })
	return len(w[tag]) < count
}

// seenCell is what the network takes for a cell of an item with some words.
func (r *reviser) seenCell(words *cellWords, rows group, tag tagging.Tag) candidate {
	if tag != tagging.Description {
		return r.likeliest(rows, tag)
	}
	var nodes []int
	for _, row := range rows {
		for n := r.Rows[row].From; n < r.Rows[row].To; n++ {
			if r.best[n] == tagging.Description && !words.hold(n, tagging.Description) {
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

// hold reports whether a node is one of an item's words, in a cell beside those of some tags.
func (w *cellWords) hold(node int, beside ...tagging.Tag) bool {
	for tag := range w {
		if !slices.Contains(beside, tagging.Tag(tag)) && slices.Contains(w[tag], node) {
			return true
		}
	}
	return false
}

// start is the row with which the network has item i begin, above its first row and beneath the item before, or else
// its first row.
func (d *decoder) start(words []cellWords, i, first int) int {
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

// probability is the mean probability of nodes' being what a tag says; 0 without nodes.
func (d *decoder) probability(nodes []int, tag tagging.Tag) float64 {
	sum := 0.0
	for _, n := range nodes {
		sum += float64(d.Words[n][tag])
	}
	return sum / max(1, float64(len(nodes)))
}

// extent are the rows of item i: those that it is read from, and those beneath them that the network
// takes for a part of it, before the next item.
func (d *decoder) extent(words []cellWords, i int) group {
	first, last, next := d.bounds(words, i)
	if first < 0 {
		return nil
	}
	rows := group{first}
	for r := first + 1; r < next && d.Rows[r].Page == d.Rows[first].Page && (r <= last || d.Lines[r][tagging.GoesOn] > 0.5); r++ {
		rows = append(rows, r)
	}
	return rows
}

// bounds are the first and the last row of item i, and the first of the next one; first is -1 where
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
