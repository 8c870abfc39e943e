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

// label is what a word stands behind, which may say what it states: "Quantity: 40".
type label struct {
	kinds  headings.Kinds
	stated [numStated]bool // what labels of lines beneath items state
	hashes []int32         // of its words
	colon  bool            // it ends with a colon
	group  int32           // which labels say the same; -1 for one that is not known, and has no colon
}

// What labels of lines beneath items state.
const (
	statesCode = iota
	statesDate
	describesNothing
	numStated
)

// Bounds of labels, words.
const (
	maxLabel  = 4 // within a segment
	maxBeside = 5 // of a segment of its own
)

// labelVocabulary are the phrases of labels beneath items, and the words that end them.
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

// findLabels finds the label that each word stands behind: words of its segment up to a
// colon or that are known as such, or else the segment before. Labels that say the same
// are gathered.
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
	known map[string]*label
}

// readSegment finds the labels of the words of a segment, given the one before it.
func (f *labelFinder) readSegment(from, to int, now *label) {
	start := from // of what may be the next label
	for i := from; i < to; i++ {
		f.labels[i] = now
		text := f.Nodes[i].Word.Text
		switch {
		case textnorm.HasDigit(text):
			start = i + 1
		case strings.HasSuffix(text, ":"):
			now, start = f.label(max(start, i+1-maxLabel), i+1), i+1
		case labelWords().ends[f.folded[i]]:
			// One of fewer words states no more.
			if l := f.label(max(start, i+1-maxLabel), i+1); l.stated[statesCode] || l.stated[statesDate] {
				now = l
			}
		}
	}
}

// label is the label that the nodes from from up to to make.
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

// statedBy is what the words of a label state, by the phrases at their end.
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
