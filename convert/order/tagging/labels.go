package tagging

import (
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order/headings"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/textnorm"
)

// label is a label that a word stands behind and that may tell what the word states: "Quantity: 40".
type label struct {
	kinds  headings.Kinds
	stated [numStated]bool // what it states if it is the label of a line beneath an item
	hashes []int32         // hashes of its words
	colon  bool            // it ends with a colon
	group  int32           // number of the label, the same for equal ones; -1 for one that is no known heading and has no colon
}

// What labels of lines beneath items state.
const (
	statesCode = iota
	statesDate
	describesNothing
	numStated
)

// Bounds of labels, in words.
const (
	maxLabel  = 4 // of a label within a segment
	maxBeside = 5 // of a label that is a segment of its own
)

// labelVocabulary holds the phrases of labels beneath items, and the last words of these.
type labelVocabulary struct {
	phrases [numStated]map[string]bool
	ends    map[string]bool
}

var labelWords = sync.OnceValue(func() *labelVocabulary {
	v := &labelVocabulary{ends: map[string]bool{}}
	for k, concept := range [numStated]string{"items.label.code", "items.label.date", "items.label-word"} {
		v.phrases[k] = lexicon.Phrases(concept)
		for phrase := range v.phrases[k] {
			v.ends[phrase[strings.LastIndexByte(phrase, ' ')+1:]] = true
		}
	}
	return v
})

// findLabels finds the label that each word stands behind: words of its segment that end
// with a colon or are known as a label, or else the segment before. Equal labels share
// one value.
func (g *Graph) findLabels() {
	f := labelFinder{g, map[string]*label{}}
	g.labels = make([]*label, len(g.Nodes))
	for r := range g.Rows {
		at := g.Rows[r].From
		before := noLabel
		for _, s := range g.Rows[r].Line.Segments {
			from, to := at, at+len(s.Words)
			f.readSegment(from, to, before)
			if before = noLabel; to-from <= maxBeside && !slices.ContainsFunc(g.folded[from:to], textnorm.HasDigit) {
				before = f.label(from, to)
			}
			at = to
		}
	}
}

var noLabel = &label{group: -1}

// labelFinder finds labels.
type labelFinder struct {
	*Graph
	known map[string]*label // by folded words, with a colon if it has one
}

// readSegment finds the labels of the words of a segment. At its beginning now is the label before it.
func (f *labelFinder) readSegment(from, to int, now *label) {
	start := from // first node of what may be the next label
	for i := from; i < to; i++ {
		f.labels[i] = now
		text := f.Nodes[i].Word.Text
		switch {
		case textnorm.HasDigit(text):
			start = i + 1
		case strings.HasSuffix(text, ":"):
			now, start = f.label(max(start, i+1-maxLabel), i+1), i+1
		case labelWords().ends[f.folded[i]]:
			// A label of fewer of these words would state no more.
			if l := f.label(max(start, i+1-maxLabel), i+1); l.stated[statesCode] || l.stated[statesDate] {
				now = l
			}
		}
	}
}

// label returns the label that the nodes from from up to to make.
func (f *labelFinder) label(from, to int) *label {
	words := f.folded[from:to]
	colon := strings.HasSuffix(f.Nodes[to-1].Word.Text, ":")
	var buf [64]byte
	key := textnorm.AppendJoined(buf[:0], words)
	if colon {
		key = append(key, ':')
	}
	if l := f.known[string(key)]; l != nil {
		return l
	}
	l := &label{kinds: headings.Of(words), stated: statedBy(words), colon: colon, group: -1, hashes: make([]int32, len(words))}
	for i, w := range words {
		l.hashes[i] = neural.Hash(hashLabelled, w)
	}
	if colon || slices.Max(l.kinds[:]) > 0 {
		l.group = int32(f.labelled)
		f.labelled++
	}
	f.known[string(key)] = l
	return l
}

// statedBy returns what the words of a label state, by the known phrases with which they end.
func statedBy(words []string) (stated [numStated]bool) {
	v := labelWords()
	if !v.ends[words[len(words)-1]] {
		return stated
	}
	var parts []string
	for _, w := range words {
		parts = append(parts, strings.FieldsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })...)
	}
	var buf [64]byte
	for from := range parts {
		phrase := textnorm.AppendJoined(buf[:0], parts[from:])
		for k, known := range v.phrases {
			stated[k] = stated[k] || known[string(phrase)]
		}
	}
	return stated
}
