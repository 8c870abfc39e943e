package order

import (
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/items"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/value"
)

// speller spells recognised words by the vocabulary of orders in all their
// languages.
var speller = spelling.NewSpeller(orderWords)

// orderWords gathers the words that are looked up anywhere in an order.
func orderWords() *spelling.Vocabulary {
	v := spelling.NewVocabulary()
	for _, p := range labelPhrases {
		learnPhrases(v, p.phrases, "|")
	}
	for _, p := range totalPhrases {
		learnPhrases(v, p.phrases, "|")
	}
	for _, p := range otherPhrases {
		learnPhrases(v, p, "|")
	}
	for p := range items.Phrases() {
		learnPhrases(v, p, ",")
	}
	for p := range parties.Phrases() {
		learnPhrases(v, p, ",")
	}
	for w := range canonicalWords {
		v.Add(w)
	}
	for w := range value.Lexicon() {
		v.Add(w)
	}
	for w := range address.Lexicon() {
		v.Add(w)
	}
	for _, set := range [...]map[string]bool{itemHeads, termsWords, shipWords, labelGlue, possessives, proseWords, connecting} {
		for w := range set {
			v.Add(w)
		}
	}
	return v
}

// learnPhrases adds the words of phrases, which sep parts, and which of them
// follow one another.
func learnPhrases(v *spelling.Vocabulary, all, sep string) {
	for phrase := range strings.SplitSeq(all, sep) {
		before := ""
		for w := range strings.FieldsSeq(phrase) {
			v.Add(w)
			if before != "" {
				v.AddPair(before, w)
				// German and Dutch write in one word what a phrase parts.
				for _, e := range compoundEnds {
					if e.to == w {
						v.Add(before + e.end)
					}
				}
			}
			before = w
		}
	}
}
