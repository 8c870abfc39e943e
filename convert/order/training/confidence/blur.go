package main

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order/ordertest"
)

// blurred returns a document with a share of the words that occur in no right value
// replaced by letters at random.
func blurred(d *doc.Document, t *accuracy.Truth, seed uint64, share float64) *doc.Document {
	valued := map[string]bool{}
	for _, row := range t.Rows {
		for _, v := range row {
			for _, w := range strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return !unicode.IsLetter(r) }) {
				valued[w] = true
			}
		}
	}
	return ordertest.Garbled(d, seed, share, func(word string) bool {
		return slices.ContainsFunc(strings.Split(word, "."), func(part string) bool { return valued[part] })
	})
}
