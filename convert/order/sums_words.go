package order

import (
	"strings"
	"sync"

	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/totals"
)

// sumWords are words that tell what a figure is wherever they stand before it.
var sumWords = sync.OnceValue(func() map[string]totals.Kind {
	words := map[string]totals.Kind{}
	for _, k := range [...]keyvalue.Kind{keyvalue.Tax, keyvalue.Shipping, keyvalue.Discount} {
		kind, _ := sumKind(k)
		for e := range lexicon.Entries(k.Concept()) {
			if e.Strength == 1 && !strings.Contains(e.Phrase, " ") {
				words[e.Phrase] = kind
			}
		}
	}
	return words
})

// wordsWithin are the words behind which a tax is only said to be in a sum, or not.
var wordsWithin = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("totals.within") })
