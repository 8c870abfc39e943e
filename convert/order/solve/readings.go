package solve

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// way is how a reading came about.
type way int

const (
	usualWay     way = iota // by heads, or else by figures
	shortHeads              // by heads of fewer lines
	weakHeads               // by heads of which less is understood
	figuresAlone            // by figures, though there are heads
	byNetwork               // the words that the network takes for items
	selfTaught              // all items as the surest teach
	byMatrix                // rows whose quantities by size make a sum
	byLabels                // values behind labels
	numWays
)

// Reading is one way in which a document's line items can be read.
type Reading struct {
	Tables   []*items.Table
	Lines    []schema.Cells // of all tables
	Features Features

	way   way
	proof proof
	words []cellWords
}

// Way names how the reading came about.
func (n *Reading) Way() string { return featureNames[firstWay+feature(n.way)] }

// Score is how much speaks for the reading by the weights that the program carries.
func (n *Reading) Score() float64 { return storedWeights().Score(&n.Features) }

// mostShort is how many lines a short head has at most.
const mostShort = 2

// reader reads a document's line items in several ways.
type reader struct {
	pages    []*layout.Page
	locale   value.Locale
	finder   *items.Finder
	matrix   []*items.Table
	readings []Reading // no two are alike; the first is the usual one
	sure     bool      // the figures of the usual one leave no doubt, and no other is worth a look
}

// newReader returns a reader that has read the items in the usual way. The classes of words are nil for none.
func newReader(pages []*layout.Page, locale value.Locale, s *ocrrepair.Speller, tags *tagging.Tags) *reader {
	var opinion items.Opinion
	if tags != nil {
		opinion = Opinion(tags)
	}
	r := &reader{pages: pages, locale: locale, finder: items.NewFinder(pages, locale, s, opinion)}
	r.add(usualWay, r.finder.Tables())
	r.matrix = r.finder.Matrix()
	r.sure = r.readings[0].proof.sure() && len(r.matrix) == 0 && r.named()
	return r
}

// leastNamed is the share of items of a sure reading that have a description, or a code with letters.
const leastNamed = 0.9

// named reports whether nearly all items of the usual reading have a description, or a
// code with letters.
func (r *reader) named() bool {
	lines, count := r.readings[0].Lines, 0
	for i := range lines {
		if lines[i][schema.Description].Value != "" || textnorm.CountLetters(lines[i][schema.ItemCode].Value) > 0 {
			count++
		}
	}
	return float64(count) >= leastNamed*float64(len(lines))
}

// add adds a reading, unless it has no items or the same as another.
func (r *reader) add(w way, tables []*items.Table) (added bool) {
	tables = r.withCodes(tables)
	n := Reading{Tables: tables, Lines: linesOf(tables), way: w}
	same := func(o Reading) bool { return sameValues(o.Lines, n.Lines) }
	if len(r.readings) > 0 && (len(n.Lines) == 0 || slices.ContainsFunc(r.readings, same)) {
		return false
	}
	n.proof = prove(r.pages, r.locale, n.Lines)
	r.readings = append(r.readings, n)
	return true
}

// linesOf are the line items of all tables.
func linesOf(tables []*items.Table) []schema.Cells {
	if len(tables) == 1 {
		return slices.Clip(tables[0].Lines)
	}
	count := 0
	for _, t := range tables {
		count += len(t.Lines)
	}
	lines := make([]schema.Cells, 0, count)
	for _, t := range tables {
		lines = append(lines, t.Lines...)
	}
	return lines
}

// sameValues reports whether lines state the same.
func sameValues(a, b []schema.Cells) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		for f := range a[i] {
			if a[i][f].Value != b[i][f].Value {
				return false
			}
		}
	}
	return true
}

// hear adds the readings that the network has a part in, and describes all.
func (r *reader) hear(d *decoder) {
	tags := d.Tags
	usual := r.readings[0]
	for lines := mostShort; lines > 0; lines-- {
		r.add(shortHeads, r.finder.ShortHeads(lines))
	}
	r.add(weakHeads, r.finder.WeakHeads())
	r.add(figuresAlone, r.finder.Unheaded())
	// The network does not know of what stands of several orders in one table.
	ordered := slices.ContainsFunc(usual.Lines, func(c schema.Cells) bool { return c[schema.PONumber].Value != "" })
	if found := d.items(); len(found) > 0 && !ordered && r.add(byNetwork, []*items.Table{tableOf(tags, found)}) {
		r.readings[len(r.readings)-1].words = wordsOfItems(found)
	}
	r.addSelfTaught(tags)
	r.add(byMatrix, r.matrix)
	r.add(byLabels, r.finder.Labelled())
	stated := statedWords(tags)
	for i := range r.readings {
		if n := &r.readings[i]; n.words == nil {
			n.words = d.at.ofCells(n.Lines)
		}
		r.readings[i].describe(tags, stated)
	}
}

// Opinion is the network's opinion of words.
func Opinion(tags *tagging.Tags) items.Opinion {
	if tags == nil {
		return func(*doc.Word, schema.Field) float64 { return 0 }
	}
	var tagOf [schema.NumFields + 1]tagging.Tag
	for tag, f := range tagging.Fields {
		tagOf[f] = tagging.Tag(tag)
	}
	return func(w *doc.Word, f schema.Field) float64 {
		if n, ok := tags.NodeOf(w); ok {
			return float64(tags.Words[n][tagOf[f]])
		}
		return 0
	}
}

// tableOf is a table of the items that the network sees.
func tableOf(tags *tagging.Tags, seen []item) *items.Table {
	t := &items.Table{Lines: cellsOf(seen)}
	for i := range seen {
		for _, nodes := range seen[i].words {
			for _, n := range nodes {
				node := &tags.Nodes[n]
				addRegion(t, node.Page, node.Word.Box)
			}
		}
	}
	return t
}

// addRegion adds a place on a page, given by its index, to those of a table: to the last one
// where that is on the same page.
func addRegion(t *items.Table, page int, box doc.Box) {
	if k := len(t.Regions) - 1; k < 0 || t.Regions[k].Page != page {
		t.Regions = append(t.Regions, items.Region{Page: page, Box: box})
	} else {
		t.Regions[k].Box = t.Regions[k].Box.Union(box)
	}
}
