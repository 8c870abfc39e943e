package main

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
)

// blurred gives a document with a share of the words that occur in no right value
// replaced by letters at random, each wherever it stands: labels and headings
// that the rules do not know.
func blurred(d *doc.Document, t *accuracy.Truth, seed uint64, share float64) *doc.Document {
	valued := map[string]bool{}
	for _, row := range t.Rows {
		for _, v := range row {
			for _, w := range strings.FieldsFunc(strings.ToLower(v), func(r rune) bool { return !unicode.IsLetter(r) }) {
				valued[w] = true
			}
		}
	}
	out := &doc.Document{Pages: slices.Clone(d.Pages)}
	for p := range out.Pages {
		words := slices.Clone(out.Pages[p].Words)
		out.Pages[p].Words = words
		for i := range words {
			word := strings.ToLower(strings.TrimFunc(words[i].Text, func(r rune) bool { return !unicode.IsLetter(r) }))
			if word == "" || strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '.' }) {
				continue
			}
			if slices.ContainsFunc(strings.Split(word, "."), func(part string) bool { return valued[part] }) {
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
