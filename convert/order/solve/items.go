// Package solve decides between readings of a document's line items: that of
// the rules, which read tables by their headings or figures, and that of the
// network of package tagging, which has learned from real orders what the words
// of items look like in layouts that no rule knows. Each reading is judged as a
// whole: by its arithmetic, and by how probable the network finds every word's
// place in it.
//
//   - items.go decides
//   - arithmetic.go tells what a reading's figures prove
//   - agreement.go tells how far the network takes the same words for the same
//     columns
//   - smooth.go chooses the classes of words, assemble.go makes line items of them
package solve

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

var (
	network = mechanism.New("solve: line items by the network")
	strange = mechanism.New("solve: items dropped that the network takes for none")
)

// Items decides which line items a document states: those of the tables that
// rules found, those among them that the network knows for items, or those that
// the network sees, which it reports. The network, the one that the program
// carries where net is nil, is only asked where arithmetic does not prove what
// the rules read.
func Items(pages []*layout.Page, locale value.Locale, tables []*items.Table, net *tagging.Net) (decided []*items.Table, seen bool) {
	var lines []schema.Cells
	for _, t := range tables {
		lines = append(lines, t.Lines...)
	}
	rules := prove(pages, locale, lines)
	loose := len(tables) > 0 && tables[0].Loose
	if rules.sure() && !loose {
		return tables, false
	}
	if !network.On() {
		return tables, false
	}
	tags := tagging.Classify(pages, locale, net)
	if tags == nil {
		return tables, false
	}
	words := wordsOfCells(tags, lines)
	found := assemble(tags)
	own := prove(pages, locale, cellsOf(found))
	if len(found) > 0 && loose && (own.items >= rules.items && own.proven >= rules.proven || agreement(tags, wordsOfItems(found)) > agreement(tags, words)) {
		return []*items.Table{tableOf(tags, found)}, true
	}
	if len(found) > 0 && prefers(&rules, agreement(tags, words), agreement(tags, wordsOfItems(found)), own) {
		return []*items.Table{tableOf(tags, found)}, true
	}
	if !strange.On() {
		return tables, false
	}
	return dropStrange(tags, words, tables), false
}

// Bounds of what the network must confirm of the rules' reading to let it stand
// where no arithmetic speaks for it.
const (
	weakAgreement   = 0.3
	betterAgreement = 0.2 // by which that of the network's own must be greater
)

// prefers reports whether the network's reading is to be preferred.
func prefers(rules *proof, agreed, own float64, network proof) bool {
	switch {
	case rules.items == 0:
		return true
	case rules.proven > 0 || rules.summed:
		return false
	}
	return agreed < weakAgreement && own > agreed+betterAgreement || network.summed && own > agreed
}

// strangeWords is the least mean probability that the words of an item belong to
// none for it to be dropped.
const strangeWords = 0.9

// dropStrange leaves out the items of the rules whose words the network is sure
// to belong to none, unless they are half of all.
func dropStrange(tags *tagging.Tags, words []cellWords, tables []*items.Table) []*items.Table {
	strange := make([]bool, len(words))
	n := 0
	for i := range words {
		if strange[i] = words[i].mean(tags, tagging.Other) >= strangeWords; strange[i] {
			n++
		}
	}
	if n == 0 || 2*n > len(strange) {
		return tables
	}
	at := 0
	for _, t := range tables {
		kept := make([]schema.Cells, 0, len(t.Lines))
		for i := range t.Lines {
			if !strange[at] {
				kept = append(kept, t.Lines[i])
			}
			at++
		}
		t.Lines = kept
	}
	return tables
}

// tableOf is a table of the items that the network sees.
func tableOf(tags *tagging.Tags, seen []item) *items.Table {
	t := &items.Table{Lines: cellsOf(seen)}
	for i := range seen {
		for _, nodes := range seen[i].words {
			for _, n := range nodes {
				node := &tags.Nodes[n]
				if k := len(t.Regions) - 1; k < 0 || t.Regions[k].Page != node.Page {
					t.Regions = append(t.Regions, items.Region{Page: node.Page, Box: node.Word.Box})
				} else {
					t.Regions[k].Box = t.Regions[k].Box.Union(node.Word.Box)
				}
			}
		}
	}
	return t
}
