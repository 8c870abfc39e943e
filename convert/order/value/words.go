package value

import (
	"bytes"
	"fmt"
	"iter"
	"math"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// Lexicon returns the words by which values are read, folded, in no particular order.
func Lexicon() iter.Seq[string] { return lexicon.All("value.") }

// monthNames are the names and abbreviations of the months, 1 to 12.
type monthNames struct {
	month map[string]int
	// other holds, for names that mean different months in different languages, the month by language: "listopada" is
	// November in Polish and October in Croatian.
	other map[string]map[string]int
}

var months = sync.OnceValue(func() monthNames {
	names, languages := monthNames{map[string]int{}, map[string]map[string]int{}}, map[string]string{}
	for m := 12; m >= 1; m-- {
		for e := range lexicon.Entries(fmt.Sprintf("value.month.%d", m)) {
			if known := names.month[e.Phrase]; known > 0 && known != m {
				if names.other[e.Phrase] == nil {
					names.other[e.Phrase] = map[string]int{languages[e.Phrase]: known}
				}
				names.other[e.Phrase][e.Language] = m
			}
			names.month[e.Phrase], languages[e.Phrase] = m, e.Language
		}
	}
	return names
})

// Words that may stand within a date, and beside one.
var (
	withinDates = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.date-within") })
	besideDates = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.date-beside") })
)

// languageWords maps words of orders to the languages that they belong to.
var languageWords = sync.OnceValue(func() map[string][]string {
	count := lexicon.Count("value.language")
	languages, names := make(map[string][]string, count), make([]string, 0, count)
	for e := range lexicon.Entries("value.language") {
		n := len(names)
		names = append(names, e.Language)
		if of, known := languages[e.Phrase]; known {
			languages[e.Phrase] = append(of, e.Language)
		} else {
			languages[e.Phrase] = names[n:len(names):len(names)] // most words belong to one language
		}
	}
	return languages
})

// countryVote is the evidence of one word for the document's country.
type countryVote struct {
	country string
	weight  int
}

// fullWeight is the weight of a word of strength 1, which can mean nothing else.
const fullWeight = 3

// countryWords maps the names of countries, of taxes and registers, and of currencies,
// without the marks around them, to what they say about the document's country.
var countryWords = sync.OnceValue(func() map[string]countryVote {
	return byCode("value.country.", func(code string, strength float64) countryVote {
		return countryVote{code, int(math.Round(fullWeight * strength))}
	})
})

// namedSigns maps the short names of currencies that stand beside amounts, with and without
// full stops, to their ISO 4217 codes.
var namedSigns = sync.OnceValue(func() map[string]string {
	return byCode("value.sign.", func(code string, _ float64) string { return code })
})

// currencyNames maps the names of currencies to their ISO 4217 codes if they stand for one
// currency without a country beside them, and otherwise to "$" for a dollar and Peso for a peso.
var currencyNames = sync.OnceValue(func() map[string]string {
	return byCode("value.currency.", func(code string, _ float64) string {
		if code == "DOLLAR" {
			return "$"
		}
		return code
	})
})

// byCode maps the phrases of all concepts that are named by the prefix and a code to what of
// returns for the code, in capitals, and for the strength with which the phrase stands for it.
func byCode[T any](prefix string, of func(code string, strength float64) T) map[string]T {
	found := map[string]T{}
	for _, concept := range lexicon.Concepts(prefix) {
		code := strings.ToUpper(concept[len(prefix):])
		for e := range lexicon.Entries(concept) {
			found[e.Phrase] = of(code, e.Strength)
		}
	}
	return found
}

var units = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.unit") })

// IsUnit reports whether s is a unit of measure that is common in orders, in any letter
// case, with or without full stops: "EA", "Stk.", "m²".
func IsUnit(s string) bool {
	var b [maxNumber]byte
	return units()[string(bytes.Trim(textnorm.AppendFold(b[:0], s), "."))]
}
