package solve

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/items"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// item is a line item as the network sees it.
type item struct {
	cells schema.Cells
	words cellWords
}

// cellsOf are the cells of items.
func cellsOf(seen []item) []schema.Cells {
	cells := make([]schema.Cells, len(seen))
	for i := range seen {
		cells[i] = seen[i].cells
	}
	return cells
}

// assemble makes line items of the classes of a document's words: rows of words
// that begin an item or go on with it, and in each item the likeliest words of
// each column that can be read as such.
func assemble(t *tagging.Tags) []item {
	best := smoothed(t)
	var found []item
	for _, rows := range runs(t, best) {
		if it, ok := read(t, best, rows); ok {
			found = append(found, it)
		}
	}
	return found
}

// mostBetween is how many rows that belong to no item may stand between an item
// and a row that goes on with it, on one page.
const mostBetween = 6

// runs returns the rows of each item.
func runs(t *tagging.Tags, best []tagging.Tag) [][]int {
	var all [][]int
	for r := range t.Rows {
		p := &t.Lines[r]
		tagged := slices.ContainsFunc(best[t.Rows[r].From:t.Rows[r].To], func(k tagging.Tag) bool { return k != tagging.Other })
		if !tagged || p[tagging.Outside] > max(p[tagging.Begins], p[tagging.GoesOn]) {
			continue
		}
		n := len(all) - 1
		if n >= 0 && p[tagging.GoesOn] >= p[tagging.Begins] {
			last := all[n][len(all[n])-1]
			if t.Rows[r].Page != t.Rows[last].Page || r-last <= mostBetween {
				all[n] = append(all[n], r)
				continue
			}
		}
		if p[tagging.GoesOn] >= p[tagging.Begins] {
			continue // it goes on with nothing
		}
		all = append(all, []int{r})
	}
	return all
}

// read reads the cells of an item. It reports whether they make one: something
// that is bought, or figures that say how much of it for how much.
func read(t *tagging.Tags, best []tagging.Tag, rows []int) (item, bool) {
	var it item
	for tag := tagging.Other + 1; tag < tagging.NumTags; tag++ {
		var c schema.Cell
		var nodes []int
		if tag == tagging.Description {
			c, nodes = describe(t, best, rows)
		} else {
			c, nodes = bestRun(t, best, rows, tag)
		}
		if c.Value != "" {
			it.cells[tagging.Fields[tag]], it.words[tag] = c, nodes
		}
	}
	it.unitOfQuantity(t)
	c := &it.cells
	figures := 0
	for _, f := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal} {
		if c[f].Value != "" {
			figures++
		}
	}
	named := c[schema.Description].Value != "" || c[schema.ItemCode].Value != ""
	return it, named && figures > 0 || figures > 1 || c[schema.Description].Value != "" && c[schema.LineNumber].Value != ""
}

// unitOfQuantity takes the unit from the quantity's words, where no others state
// it: "12EA".
func (it *item) unitOfQuantity(t *tagging.Tags) {
	nodes := it.words[tagging.Quantity]
	if len(nodes) == 0 || it.cells[schema.Unit].Value != "" {
		return
	}
	if n, ok := t.Locale.NumberUnit(textnorm.Join(wordsOf(t, nodes))); ok && textnorm.CountLetters(n.Unit) > 0 {
		it.cells[schema.Unit] = newCell(t, nodes, tagging.Quantity, n.Unit)
	}
}

// describe joins all words of a description.
func describe(t *tagging.Tags, best []tagging.Tag, rows []int) (schema.Cell, []int) {
	var nodes []int
	for _, r := range rows {
		for i := t.Rows[r].From; i < t.Rows[r].To; i++ {
			if best[i] == tagging.Description || isMark(t, best, i) {
				nodes = append(nodes, i)
			}
		}
	}
	text := strings.TrimSpace(textnorm.Join(wordsOf(t, nodes)))
	if !strings.ContainsFunc(text, unicode.IsLetter) && !textnorm.HasDigit(text) {
		return schema.Cell{}, nil
	}
	return newCell(t, nodes, tagging.Description, text), nodes
}

// isMark reports whether a node is a mark between two words of a description.
func isMark(t *tagging.Tags, best []tagging.Tag, i int) bool {
	row := &t.Rows[t.Nodes[i].Row]
	return best[i] == tagging.Other && i > row.From && i+1 < row.To && best[i-1] == tagging.Description && best[i+1] == tagging.Description &&
		t.Nodes[i].Segment == t.Nodes[i-1].Segment && t.Nodes[i].Segment == t.Nodes[i+1].Segment
}

// bestRun is the likeliest of the runs of neighbouring words with one tag that
// can be read as what the tag says.
func bestRun(t *tagging.Tags, best []tagging.Tag, rows []int, tag tagging.Tag) (schema.Cell, []int) {
	var top schema.Cell
	var nodes []int
	score := float32(0)
	for _, r := range rows {
		row := &t.Rows[r]
		for i := row.From; i < row.To; i++ {
			if best[i] != tag {
				continue
			}
			var run []int
			sum := float32(0)
			for ; i < row.To && best[i] == tag && (len(run) == 0 || near(t, i-1, i)); i++ {
				run = append(run, i)
				sum += t.Words[i][tag]
			}
			i--
			mean := sum / float32(len(run))
			if mean <= score {
				continue
			}
			if c, ok := cellOf(t, run, tag); ok {
				top, nodes, score = c, run, mean
			}
		}
	}
	return top, nodes
}

// near reports whether two neighbouring nodes may be of one cell.
func near(t *tagging.Tags, a, b int) bool {
	x, y := t.Nodes[a].Word, t.Nodes[b].Word
	return t.Nodes[a].Segment == t.Nodes[b].Segment || y.Box.X0-x.Box.X1 < max(4, x.Size)
}

// cellOf reads a run of words as what its tag says.
func cellOf(t *tagging.Tags, run []int, tag tagging.Tag) (schema.Cell, bool) {
	text := textnorm.Join(wordsOf(t, run))
	switch tag {
	case tagging.Quantity, tagging.UnitPrice, tagging.LineTotal:
		n, ok := t.Locale.NumberUnit(text)
		if !ok || n.Percent {
			return schema.Cell{}, false
		}
		return newCell(t, run, tag, n.Text), true
	case tagging.Discount:
		n, ok := t.Locale.Number(text)
		if !ok {
			return schema.Cell{}, false
		}
		if n.Percent {
			return newCell(t, run, tag, text), true
		}
		return newCell(t, run, tag, n.Text), true
	case tagging.Delivery:
		iso, ok := t.Locale.Date(text)
		return newCell(t, run, tag, iso), ok
	case tagging.ItemCode, tagging.LineNumber:
		text = strings.Trim(text, "()[]:,;|")
	case tagging.Unit:
		text = items.CleanUnit(text)
	}
	return newCell(t, run, tag, text), text != ""
}

func wordsOf(t *tagging.Tags, nodes []int) []*doc.Word {
	words := make([]*doc.Word, len(nodes))
	for i, n := range nodes {
		words[i] = t.Nodes[n].Word
	}
	return words
}

// newCell is a cell with the words it was read from.
func newCell(t *tagging.Tags, nodes []int, tag tagging.Tag, text string) schema.Cell {
	page := t.Pages[t.Nodes[nodes[0]].Page]
	e := doc.Evidence{Page: page.Number, Confidence: 1}
	var box doc.Box
	sum := 0.0
	for _, n := range nodes {
		w := t.Nodes[n].Word
		e.Words = append(e.Words, w.Text)
		if t.Nodes[n].Page == t.Nodes[nodes[0]].Page {
			box = box.Union(w.Box)
		}
		e.Confidence = min(e.Confidence, w.Confidence)
		sum += float64(t.Words[n][tag])
	}
	e.Box = page.Displayed(box)
	e.Confidence = min(e.Confidence, sum/float64(len(nodes)))
	return schema.Cell{Value: text, Evidence: e}
}
