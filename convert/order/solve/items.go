// Package solve decides between readings of a document's line items. Rules read
// tables by their headings or figures; the network of package tagging has learned
// from real orders what the words of items look like in layouts that no rule knows.
// Either may be wrong about a header row where another table stands above it, about what
// a column states, or about which table is the order's. So several readings are made, and
// each is judged as a whole: by its arithmetic, by how evenly its table is filled, and by how
// probable the network finds every word's place in it. Learned weights choose one.
//
//   - items.go decides
//   - readings.go makes the readings, codes.go puts their codes where they belong
//   - headed.go takes codes under headings, labels.go those behind labels, seen.go those that only the network sees; revise.go revises other cells
//     that the network doubts; sublines.go decides which lines are part of descriptions, by the weights of the features in line_features.go; net.go,
//     products.go and complete.go take figures that arithmetic finds, and repeats.go leaves out lines that repeat items, in parts or summed up
//   - features.go computes the features of readings, arithmetic.go what their figures
//     prove, weights.go the scores by which one is chosen
//   - agreement.go finds the words of readings among those that the network has seen
//   - assemble.go makes line items from the classes of words and rows: classes.go chooses those of
//     words, segment.go finds the rows of each item, cells.go reads its cells
package solve

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

var choice = mechanism.New("solve: a choice between readings of the line items")

// Items decides which line items a document states. It takes the reading that the weights choose, and revises codes, cells
// that the network doubts and the lines of descriptions one by one. A nil network or nil weights stand for those
// that the program carries. Items reports whether it took the network's own reading (seen), and returns the classes of words,
// nil if the document has none.
func Items(pages []*layout.Page, locale value.Locale, s *ocrrepair.Speller, net *tagging.Net, w *Weights) (decided []*items.Table, seen bool, tags *tagging.Tags) {
	tags = tagging.Classify(pages, locale, net)
	readings := readAll(pages, locale, s, tags)
	if !choice.On() {
		return readings[0].Tables, false, tags
	}
	if w == nil {
		w = storedWeights()
	}
	best := &readings[Best(readings, w)]
	return best.Revised(w), best.way == byNetwork, tags
}

// Best returns the index of the reading that the weights choose. Nil weights stand for those that
// the program carries.
func Best(readings []Reading, w *Weights) int {
	if w == nil {
		w = storedWeights()
	}
	return w.Choose(featuresOf(readings))
}

// featuresOf returns the features of readings.
func featuresOf(readings []Reading) []Features {
	f := make([]Features, len(readings))
	for i := range readings {
		f[i] = readings[i].Features
	}
	return f
}

// Scores returns the score of each of an order's readings by the weights that the program carries.
func Scores(readings []Reading) []float64 { return storedWeights().Scores(featuresOf(readings)) }

// Readings returns the ways in which a document's line items can be read. The first is that
// of the rules. If arithmetic proves it and the network agrees, or the document has no classes of words, it is the only one and has no features.
func Readings(pages []*layout.Page, locale value.Locale, s *ocrrepair.Speller, net *tagging.Net) []Reading {
	return readAll(pages, locale, s, tagging.Classify(pages, locale, net))
}

func readAll(pages []*layout.Page, locale value.Locale, s *ocrrepair.Speller, tags *tagging.Tags) []Reading {
	r := newReader(pages, locale, s, tags)
	if tags != nil && !r.settled() {
		r.addReadings()
	}
	return r.readings
}
