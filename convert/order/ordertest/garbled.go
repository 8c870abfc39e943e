package ordertest

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/doc"
)

// Garbled returns a copy of a document in which a share of the distinct words, from 0
// to 1, is replaced by random letters at every occurrence: this gives labels and headings
// that the rules do not know. It leaves words that contain anything but letters and full
// stops, and those for which keep returns true. Keep is called with words in lower case,
// without what surrounds their letters.
func Garbled(d *doc.Document, seed uint64, share float64, keep func(word string) bool) *doc.Document {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	out := &doc.Document{Pages: slices.Clone(d.Pages)}
	for p := range out.Pages {
		words := slices.Clone(out.Pages[p].Words)
		out.Pages[p].Words = words
		for i := range words {
			word := strings.ToLower(strings.TrimFunc(words[i].Text, other))
			if word == "" || keep(word) || strings.ContainsFunc(word, func(r rune) bool { return other(r) && r != '.' }) {
				continue
			}
			hash := fnv.New64a()
			hash.Write([]byte(word))
			random := rand.New(rand.NewPCG(hash.Sum64(), seed))
			if random.Float64() >= share {
				continue
			}
			words[i].Text = strings.Map(func(r rune) rune {
				switch {
				case unicode.IsUpper(r):
					return rune("BDFGKLMNPRSTVZ"[random.IntN(14)])
				case unicode.IsLetter(r):
					return rune("aeioubdfgklmnprstvz"[random.IntN(19)])
				}
				return r
			}, words[i].Text)
		}
	}
	return out
}
