package order

import (
	"iter"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/parties"
	"lineitem/convert/order/value"
)

// speller spells recognised words by the vocabulary of orders in all their
// languages.
var speller = ocrrepair.NewSpeller(orderWords)

// orderWords gathers the words that are looked up anywhere in an order.
func orderWords() *ocrrepair.Vocabulary {
	v := ocrrepair.NewVocabulary()
	for _, phrases := range [...]iter.Seq[string]{keyvalue.Phrases(), headings.Phrases(), parties.Phrases()} {
		for p := range phrases {
			learnPhrase(v, p)
		}
	}
	for w := range value.Lexicon() {
		v.Add(w)
	}
	for w := range address.Lexicon() {
		v.Add(w)
	}
	return v
}

// learnPhrase adds the words of a phrase, and the compounds of each two successive ones.
func learnPhrase(v *ocrrepair.Vocabulary, phrase string) {
	before := ""
	for w := range strings.FieldsSeq(phrase) {
		v.Add(w)
		if before != "" {
			for _, one := range keyvalue.Compounds(before, w) {
				v.Add(one)
			}
		}
		before = w
	}
}
