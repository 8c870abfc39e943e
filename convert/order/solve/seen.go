package solve

import (
	"slices"
	"strings"

	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

var seenCodes = mechanism.New("solve: codes that the network sees")

// mostWithCode is the share of items with codes at and above which the other items are taken to have none.
const mostWithCode = 0.5

// leastSeen is the least share of the items without codes in which the network must see one.
const leastSeen = 0.6

// lackCodes reports whether most line items have no code, so that it is worth looking for codes that the
// network sees.
func lackCodes(lines []schema.Cells) bool {
	coded := 0
	for i := range lines {
		if hasCode(&lines[i]) {
			coded++
		}
	}
	return seenCodes.On() && len(lines) > 0 && float64(coded) < mostWithCode*float64(len(lines))
}

// takeSeenCodes gives items without codes those that the network sees on their rows: in descriptions, where a label
// may stand before them, or outside of all cells. It changes nothing if the network sees few, and reports whether it sees enough.
func (r *reviser) takeSeenCodes() bool {
	seen := make([][]int, len(r.lines))
	found, bare := 0, 0
	for i, l := range r.lines {
		if l[schema.ItemCode].Value != "" {
			continue
		}
		bare++
		if seen[i] = r.codeSeen(r.words, i); seen[i] != nil {
			found++
		}
	}
	if float64(found) < leastSeen*float64(bare) {
		return false
	}
	for i, l := range r.lines {
		if seen[i] != nil {
			r.setCode(l, r.words[i][tagging.Description], seen[i], 0)
			if r.words[i].drop(tagging.Unit, seen[i]) { // "EA KT-0412"
				l[schema.Unit].Value = items.CleanUnit(strings.Replace(l[schema.Unit].Value, textnorm.Join(r.decoder.words(seen[i])), "", 1))
			}
		}
	}
	return true
}

// codeSeen returns the nodes of the likeliest code on the rows of item i. They belong to no cell except
// its description, or stand behind the unit in the cell of units. It returns nil if there is no such code.
func (d *decoder) codeSeen(words []cellWords, i int) []int {
	rows := d.itemRows(words, i)
	if len(rows) == 0 {
		return nil
	}
	c := d.likeliest(rows, tagging.ItemCode)
	if v := c.cell.Value; v == "" || !textnorm.HasDigit(v) && strings.ToUpper(v) != v {
		return nil
	}
	for _, n := range c.nodes {
		if words[i].contains(n, tagging.Description) && slices.Index(words[i][tagging.Unit], n) < 1 {
			return nil
		}
	}
	return c.nodes
}

// rowsOf returns the first and the last row of an item's cells. First is -1 if these have no words.
func (d *decoder) rowsOf(words *cellWords) (first, last int) {
	first = -1
	for _, nodes := range words {
		for _, n := range nodes {
			r := d.Nodes[n].Row
			if first < 0 || r < first {
				first = r
			}
			last = max(last, r)
		}
	}
	return first, last
}

// setCode makes nodes an item's code, and takes them out of its description, together with the label before them. This has the given number of words,
// and includes any words before it that the network takes for no part of an item.
func (d *decoder) setCode(c *schema.Cells, described, code []int, words int) {
	cell, _, ok := d.cellOf(code, tagging.ItemCode)
	if !ok {
		return
	}
	c[schema.ItemCode] = cell
	from := slices.Index(described, code[0])
	if from < 0 {
		return
	}
	label := max(0, from-words)
	for label > 0 && d.best[described[label-1]] == tagging.Other {
		label--
	}
	var rest []int
	for k, n := range described {
		if (k < label || k >= from) && !slices.Contains(code, n) {
			rest = append(rest, n)
		}
	}
	text := strings.TrimSpace(textnorm.Join(d.words(rest)))
	if textnorm.CountLetters(text) == 0 {
		return
	}
	sure := c[schema.Description].Evidence.Confidence
	c[schema.Description] = d.newCell(rest, tagging.Description, text)
	c[schema.Description].Evidence.Confidence = sure
}
