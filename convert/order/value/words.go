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

// Lexicon returns the words by which values are read, folded, in no order.
func Lexicon() iter.Seq[string] { return lexicon.All("value.") }

// months are the names and abbreviations of the months, 1 to 12.
var months = sync.OnceValue(func() map[string]int {
	names := map[string]int{}
	for m := 12; m >= 1; m-- {
		for e := range lexicon.Entries(fmt.Sprintf("value.month.%d", m)) {
			names[e.Phrase] = m
		}
	}
	return names
})

// Words that may stand within a date, and beside one.
var (
	withinDates = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.date-within") })
	besideDates = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.date-beside") })
)

// languageWords are words of orders with the languages that they belong to.
var languageWords = sync.OnceValue(func() map[string][]string {
	count := lexicon.Count("value.language")
	languages, names := make(map[string][]string, count), make([]string, 0, count)
	for e := range lexicon.Entries("value.language") {
		n := len(names)
		names = append(names, e.Language)
		if of, known := languages[e.Phrase]; known {
			languages[e.Phrase] = append(of, e.Language)
		} else {
			languages[e.Phrase] = names[n:len(names):len(names)] // most words are of one language
		}
	}
	return languages
})

// trace is the evidence of one word for the document's country.
type trace struct {
	country string
	weight  int
}

// fullTrace is the weight of a word that says nothing else.
const fullTrace = 3

// countryWords are names of countries, of taxes and registers, and of currencies,
// without the marks around them.
var countryWords = sync.OnceValue(func() map[string]trace {
	traces := map[string]trace{}
	const prefix = "value.country."
	for _, concept := range lexicon.Concepts(prefix) {
		for e := range lexicon.Entries(concept) {
			traces[e.Phrase] = trace{strings.ToUpper(concept[len(prefix):]), int(math.Round(fullTrace * e.Strength))}
		}
	}
	return traces
})

// namedSigns are the short names of currencies that stand beside amounts, with full stops
// and without, by the ISO 4217 code.
var namedSigns = sync.OnceValue(func() map[string]string {
	signs := map[string]string{}
	const prefix = "value.sign."
	for _, concept := range lexicon.Concepts(prefix) {
		for e := range lexicon.Entries(concept) {
			signs[e.Phrase] = strings.ToUpper(concept[len(prefix):])
		}
	}
	return signs
})

// currencyNames are the names of currencies, by the ISO 4217 code where they need no
// country beside them; "$" for a dollar, Peso for a peso.
var currencyNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	const prefix = "value.currency."
	for _, concept := range lexicon.Concepts(prefix) {
		for e := range lexicon.Entries(concept) {
			if names[e.Phrase] = strings.ToUpper(concept[len(prefix):]); names[e.Phrase] == "DOLLAR" {
				names[e.Phrase] = "$"
			}
		}
	}
	return names
})

var units = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("value.unit") })

// IsUnit reports whether s is a unit of measure that orders are commonly written in, in
// any letter case, with full stops or without: "EA", "Stk.", "m²".
func IsUnit(s string) bool {
	var b [MaxNumber]byte
	return units()[string(bytes.Trim(textnorm.AppendFold(b[:0], s), "."))]
}
