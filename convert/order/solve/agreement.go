package solve

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// cellWords holds, by tag, the nodes that each cell of an item was read from.
type cellWords [tagging.NumTags][]int

// evidenceIndex finds the words that evidence names.
type evidenceIndex struct {
	tags  *tagging.Tags
	pages map[int][]int // nodes by page number, from top to bottom
	boxes []doc.Box     // by node, on the page as displayed
}

func newEvidenceIndex(tags *tagging.Tags) *evidenceIndex {
	p := &evidenceIndex{tags: tags, pages: map[int][]int{}, boxes: make([]doc.Box, len(tags.Nodes))}
	for i := range tags.Nodes {
		page := tags.Pages[tags.Nodes[i].Page]
		p.pages[page.Number] = append(p.pages[page.Number], i)
		p.boxes[i] = page.Displayed(tags.Nodes[i].Word.Box)
	}
	for _, nodes := range p.pages {
		slices.SortStableFunc(nodes, func(a, b int) int { return cmp.Compare(p.boxes[a].MidY(), p.boxes[b].MidY()) })
	}
	return p
}

// nodesOf returns the nodes of a value's words, in reading order.
func (p *evidenceIndex) nodesOf(e *doc.Evidence) []int {
	var found []int
	nodes := p.pages[e.Page]
	from, _ := slices.BinarySearchFunc(nodes, e.Box.Y0, func(n int, y float64) int { return cmp.Compare(p.boxes[n].MidY(), y) })
	for _, n := range nodes[from:] {
		if p.boxes[n].MidY() > e.Box.Y1 {
			break
		}
		if e.Box.Contains(p.boxes[n].MidX(), p.boxes[n].MidY()) && slices.Contains(e.Words, p.tags.Nodes[n].Word.Text) {
			found = append(found, n)
		}
	}
	slices.Sort(found) // a line of a picture may rise, so its last words stand above its first ones
	return found
}

// wordsOfCells finds the words of items' cells by their evidence.
func (p *evidenceIndex) wordsOfCells(lines []schema.Cells) []cellWords {
	words := make([]cellWords, len(lines))
	for i := range lines {
		for tag := tagging.Other + 1; tag < tagging.NumTags; tag++ {
			words[i][tag] = p.nodesOf(&lines[i][tagging.Fields[tag]].Evidence)
		}
	}
	return words
}

// wordsOfItems returns the words of the network's own items.
func wordsOfItems(seen []item) []cellWords {
	words := make([]cellWords, len(seen))
	for i := range seen {
		words[i] = seen[i].words
	}
	return words
}
