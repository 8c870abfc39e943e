package value

import (
	"iter"
	"maps"
)

// Lexicon gives the words by which values are read, folded, in no order: months
// and what stands beside dates, units, currencies, and the words that tell a
// document's language and country.
func Lexicon() iter.Seq[string] {
	sets := [...]iter.Seq[string]{
		maps.Keys(monthNames), maps.Keys(dateBeside), Units(), maps.Keys(currencyNames), maps.Keys(languageWords()), maps.Keys(countryWords()),
	}
	return func(yield func(string) bool) {
		for _, words := range sets {
			for w := range words {
				if !yield(w) {
					return
				}
			}
		}
	}
}
