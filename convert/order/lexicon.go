package order

import (
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/items"
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
	for p := range keyvalue.Phrases() {
		learnPhrases(v, p, ",")
	}
	for p := range items.Phrases() {
		learnPhrases(v, p, ",")
	}
	for p := range parties.Phrases() {
		learnPhrases(v, p, ",")
	}
	for w := range value.Lexicon() {
		v.Add(w)
	}
	for w := range address.Lexicon() {
		v.Add(w)
	}
	return v
}

// learnPhrases adds the words of phrases, which sep parts, and those that two of them
// make.
func learnPhrases(v *ocrrepair.Vocabulary, all, sep string) {
	for phrase := range strings.SplitSeq(all, sep) {
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
}
