package training

import (
	"crypto/sha256"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/samples"
)

// Masked returns a copy of an order in which a share of its distinct words, from 0 to 1, is replaced by random letters,
// except words of right values. This makes labels and headings unknown: the lexicon was made on the orders that are
// learned from, and knows more of their labels than of those of other layouts. An order that was recognised in pixels
// is returned unchanged. Masked does not change its argument.
func Masked(o samples.Sample, share float64) samples.Sample {
	if o.Recognised() || share == 0 {
		return o
	}
	valued := map[string]bool{}
	for _, row := range o.Truth.Rows {
		for _, v := range row {
			for _, w := range strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return !unicode.IsLetter(r) }) {
				valued[w] = true
			}
		}
	}
	o.Document = ordertest.Garbled(o.Document, SeedOf(o.Truth.ID), share, func(word string) bool {
		return slices.ContainsFunc(strings.Split(word, "."), func(part string) bool { return valued[part] })
	})
	return o
}

// SeedOf returns a random seed that is derived from the name of an order.
func SeedOf(name string) (seed uint64) {
	for _, b := range sha256.Sum256([]byte(name)) {
		seed = seed*31 + uint64(b)
	}
	return seed
}
