package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/samples"
)

// sample is an order whose right rows are known.
type sample struct {
	name     string
	document *doc.Document
	rows     []map[string]string
	also     also
}

// also are further values that are as right, by the index of their row, or "*"
// for every row, and by column.
type also map[string]map[string][]string

// of are the further values of a row under a key.
func (a also) of(row int, key string) []string {
	return slices.Concat(a["*"][key], a[strconv.Itoa(row)][key])
}

// garbleShares are the shares of words outside of values that are made unknown
// in one of so many generated orders each. Rules know the labels of generated
// orders, as their makers do; those of orders that nobody has seen they know in
// part only, and weights that learned from what rules know would trust them
// where they fail.
var garbleShares = [...]float64{0, 0, 0.1, 0.2, 0.35}

// practice is the generated order of a seed with some of its labels unknown.
func practice(seed int) *sample {
	s := generated(seed)
	s.garble(uint64(seed), garbleShares[seed%len(garbleShares)])
	return s
}

func generated(seed int) *sample {
	g := ordertest.Generate(uint64(seed))
	s := &sample{name: fmt.Sprint("seed ", seed), document: g.Document, also: also{}}
	for i, row := range g.Rows {
		s.rows = append(s.rows, row)
		if i < len(g.Also) && len(g.Also[i]) > 0 {
			s.also[strconv.Itoa(i)] = g.Also[i]
		}
	}
	return s
}

// garbled is a copy of the order with some of its labels unknown.
func (s *sample) garbled(seed uint64, share float64) *sample {
	c := *s
	c.garble(seed, share)
	return &c
}

// garble replaces a share of the words that occur in no value by letters at
// random, each wherever it stands.
func (s *sample) garble(seed uint64, share float64) {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	valued := map[string]bool{}
	for _, row := range s.rows {
		for _, v := range row {
			for w := range strings.FieldsSeq(v) {
				valued[strings.ToLower(strings.TrimFunc(w, other))] = true
			}
			for w := range strings.FieldsFuncSeq(v, other) {
				valued[strings.ToLower(w)] = true
			}
		}
	}
	s.document = ordertest.Garbled(s.document, seed, share, func(word string) bool { return valued[word] })
}

// samplesOf are orders of folders.
func samplesOf(orders []samples.Sample) []*sample {
	var all []*sample
	for i := range orders {
		t := orders[i].Truth
		s := &sample{name: t.ID, document: orders[i].Document, also: t.Alternatives}
		for _, row := range t.Rows {
			s.rows = append(s.rows, row)
		}
		all = append(all, s)
	}
	return all
}
