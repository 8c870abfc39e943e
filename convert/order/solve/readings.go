package solve

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

// way is how a reading came about.
type way int

const (
	usualWay     way = iota // by header rows, or else by figures
	shortHeaders            // by header rows of fewer lines
	weakHeaders             // by header rows of which less is understood
	figuresAlone            // by figures, though there are header rows
	byNetwork               // the words that the network takes for items
	selfTaught              // all items, read as the surest items teach
	byMatrix                // rows whose quantities by size make a sum
	byLabels                // values behind labels or within sentences, or lists where nothing else is found
	numWays
)

// Reading is one way in which a document's line items can be read.
type Reading struct {
	Tables   []*items.Table
	Lines    []schema.Cells // of all tables
	Features Features

	way   way
	by    *decoder // nil where a document has no words
	proof proof
	words []cellWords
}

// Way names how the reading came about.
func (n *Reading) Way() string { return featureNames[firstWay+feature(n.way)] }

// mostShort is the most lines that a short header has.
const mostShort = 2

// reader reads a document's line items in several ways.
type reader struct {
	*decoder // nil where a document has no words
	pages    []*layout.Page
	locale   value.Locale
	finder   *items.Finder
	matrix   []*items.Table
	readings []Reading // no two are alike; the first is the usual one
}

// newReader returns a reader that has read the items in the usual way.
func newReader(pages []*layout.Page, locale value.Locale, s *ocrrepair.Speller, tags *tagging.Tags) *reader {
	r := &reader{pages: pages, locale: locale}
	var probability items.FieldProbability
	if tags != nil {
		r.decoder, probability = newDecoder(tags), FieldProbability(tags)
	}
	r.finder = items.NewFinder(pages, locale, s, probability)
	r.add(usualWay, r.finder.Tables())
	r.matrix = r.finder.Matrix()
	return r
}

// How far the network must agree with a reading whose figures leave no doubt for no other to be worth
// a look. Of the orders modelled on real forms that gain from another reading, nine in ten are below these bounds.
const (
	leastAgreed   = 0.8
	leastComplete = 0.6
)

// settled reports whether no reading but the usual one is worth a look.
func (r *reader) settled() bool {
	usual := &r.readings[0]
	begun := 0 // lines that the network takes for the first of an item
	for i := range r.Lines {
		if r.Lines[i][tagging.Begins] > 0.5 {
			begun++
		}
	}
	if !usual.proof.sure() || usual.proof.stated == 0 || len(r.matrix) > 0 || begun > len(usual.Lines) {
		return false
	}
	usual.words = r.evidence.wordsOfCells(usual.Lines)
	agreed, complete := agreement(r.Tags, usual.words, statedWords(r.Tags))
	return agreed >= leastAgreed && complete >= leastComplete
}

// add adds a reading, which takes over its tables, unless it has no items or the same ones as another. The first reading is always added.
func (r *reader) add(w way, tables []*items.Table) (added bool) {
	r.placeCodes(tables)
	n := Reading{Tables: tables, Lines: linesOf(tables), way: w, by: r.decoder}
	same := func(o Reading) bool { return sameValues(o.Lines, n.Lines) }
	if len(r.readings) > 0 && (len(n.Lines) == 0 || slices.ContainsFunc(r.readings, same)) {
		return false
	}
	n.proof = prove(r.pages, r.locale, n.Lines)
	r.readings = append(r.readings, n)
	return true
}

// linesOf returns the line items of all tables.
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

// addReadings adds all readings beside the usual one and computes the features of all.
func (r *reader) addReadings() {
	usual := r.readings[0]
	for lines := mostShort; lines > 0; lines-- {
		r.add(shortHeaders, r.finder.ShortHeaders(lines))
	}
	r.add(weakHeaders, r.finder.WeakHeaders())
	r.add(figuresAlone, r.finder.Unheaded())
	// The network cannot tell apart the items of several orders in one table.
	ordered := slices.ContainsFunc(usual.Lines, func(c schema.Cells) bool { return c[schema.PONumber].Value != "" })
	for _, cost := range [...]float64{0, fewCost} {
		if found := r.items(cost); len(found) > 0 && !ordered && r.add(byNetwork, []*items.Table{tableOf(r.Tags, found)}) {
			r.readings[len(r.readings)-1].words = wordsOfItems(found)
		}
	}
	r.addSelfTaught()
	r.add(byMatrix, r.matrix)
	r.add(byLabels, r.finder.Labelled())
	// A text that mentions more items than any reading has is a letter.
	spoken := r.finder.InProse()
	if count := len(linesOf(spoken)); !slices.ContainsFunc(r.readings, func(n Reading) bool { return len(n.Lines) >= count }) {
		r.add(byLabels, spoken)
	}
	if !slices.ContainsFunc(r.readings, func(n Reading) bool { return len(n.Lines) > 0 }) {
		r.add(byLabels, r.finder.Listed())
	}
	stated := statedWords(r.Tags)
	for i := range r.readings {
		if n := &r.readings[i]; n.words == nil {
			n.words = r.evidence.wordsOfCells(n.Lines)
		}
		r.readings[i].describe(r.Tags, stated)
	}
}

// FieldProbability returns the network's probability that a word states a field. Without tags it is always 0.
func FieldProbability(tags *tagging.Tags) items.FieldProbability {
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

// tableOf returns a table of the items that the network sees.
func tableOf(tags *tagging.Tags, seen []item) *items.Table {
	boxes := make([][]doc.Box, len(tags.Pages))
	for i := range seen {
		for _, nodes := range seen[i].words {
			for _, n := range nodes {
				node := &tags.Nodes[n]
				boxes[node.Page] = append(boxes[node.Page], node.Word.Box)
			}
		}
	}
	t := &items.Table{Lines: cellsOf(seen)}
	for page := range boxes {
		t.Regions = append(t.Regions, items.RegionsOf(page, boxes[page])...)
	}
	return t
}
