// Package headings knows the words that head the columns of line items, in all languages of
// package lexicon, and what they say about their columns.
package headings

import (
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// Kind is what a column of line items states.
type Kind uint8

// The kinds of columns. Most are values of a converted order; the others are told apart to
// be kept out.
const (
	Unknown Kind = iota
	LineNumber
	Code
	Description
	Quantity
	Unit
	Price
	Discount
	Total
	Date
	OrderNumber   // of the order that the line is part of
	ListPrice     // before a discount
	PerUnits      // what the price is for: 1, 100, EA
	TaxRate       // rate or code
	TaxAmount     //
	Gross         // line total with tax
	OtherQuantity // received, backordered, per pack, ...
	OtherCode     // customs code, requisition, account, ...
	OtherDate
	Other
	numKinds
)

// NumKinds is how many kinds of columns headings tell apart, one of which is Unknown.
const NumKinds = int(numKinds)

// Meaning is what a phrase says about the column that it heads.
type Meaning struct {
	Kinds  []Kind // the likeliest first
	Shared bool   // all of the kinds stand in the column, not one of them
}

// prefix is how the names of the concepts of headings begin in package lexicon. Behind it stand the
// kinds that the heading may mean, the likeliest first, parted by "-", or all of those that share
// its column, joined by "+".
const prefix = "items.heading."

// kindNames are the names of kinds in concepts.
var kindNames = map[string]Kind{
	"line": LineNumber, "code": Code, "description": Description, "quantity": Quantity, "unit": Unit,
	"price": Price, "discount": Discount, "total": Total, "date": Date, "list": ListPrice, "per": PerUnits,
	"taxrate": TaxRate, "taxamount": TaxAmount, "gross": Gross, "otherquantity": OtherQuantity,
	"othercode": OtherCode, "order": OrderNumber, "otherdate": OtherDate, "other": Other,
}

// Meanings are the phrases that head columns, folded, with what they mean. The map must not be
// changed.
var Meanings = sync.OnceValue(func() map[string]Meaning {
	concepts, n := lexicon.Concepts(prefix), 0
	for _, concept := range concepts {
		n += len(lexicon.Entries(concept))
	}
	meanings := make(map[string]Meaning, n)
	for _, concept := range concepts {
		names := strings.TrimPrefix(concept, prefix)
		here := Meaning{Shared: strings.Contains(names, "+")}
		for name := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == '-' || r == '+' }) {
			here.Kinds = append(here.Kinds, kindNames[name])
		}
		here.Kinds = slices.Clip(here.Kinds)
		for _, e := range lexicon.Entries(concept) {
			m, known := meanings[e.Phrase]
			if !known {
				meanings[e.Phrase] = here
				continue
			}
			for _, k := range here.Kinds {
				if !slices.Contains(m.Kinds, k) {
					m.Kinds = append(slices.Clip(m.Kinds), k)
				}
			}
			meanings[e.Phrase] = m
		}
	}
	return meanings
})

// longest is how many tokens the longest phrase has.
var longest = sync.OnceValue(func() int {
	most := 0
	for phrase := range Meanings() {
		most = max(most, 1+strings.Count(phrase, " "))
	}
	return most
})

// opening are the first tokens of phrases.
var opening = sync.OnceValue(func() map[string]bool {
	first := map[string]bool{}
	for phrase := range Meanings() {
		token, _, _ := strings.Cut(phrase, " ")
		first[token] = true
	}
	return first
})

// Kinds is for each kind how far words mean it as the heading of a column: 1 for the
// likeliest kind of the longest phrase among the words that is known, and for those that
// share the column with it, and 0.5 for others that it may mean.
type Kinds [NumKinds]float32

func (m *Meaning) kinds() (kinds Kinds) {
	for i, k := range m.Kinds {
		kinds[k] = 1
		if i > 0 && !m.Shared {
			kinds[k] = 0.5
		}
	}
	return kinds
}

// OnlyCode reports whether the column holds codes and nothing else.
func (m *Meaning) OnlyCode() bool {
	return !slices.ContainsFunc(m.Kinds, func(k Kind) bool { return k != Code && k != OtherCode })
}

// NumberWords are words for a number, which may follow the phrase of a code: "catalogue no".
var NumberWords = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word.number") })

// Of returns what folded words mean as the heading of a column.
func Of(words []string) Kinds {
	var few [16]string
	tokens := few[:0]
	for _, word := range words {
		tokens = AppendTokens(tokens, word)
	}
	meanings := Meanings()
	var found Kinds
	var buf [96]byte
	most := 0
	for from := range tokens {
		if !opening()[tokens[from]] {
			continue
		}
		for n := min(longest(), len(tokens)-from); n >= max(1, most); n-- {
			m, ok := meanings[string(textnorm.AppendJoined(buf[:0], tokens[from:from+n]))]
			if !ok {
				continue
			}
			if from+n < len(tokens) && NumberWords()[tokens[from+n]] && m.OnlyCode() {
				n++
			}
			if n > most {
				found, most = m.kinds(), n
			}
			break
		}
	}
	return found
}

// AppendTokens appends a folded word's runs of letters and digits, and the signs that
// headings use as words.
func AppendTokens(tokens []string, text string) []string {
	start := -1
	for i, r := range text {
		part := unicode.IsLetter(r) || unicode.IsDigit(r)
		switch {
		case part && start < 0:
			start = i
		case !part && start >= 0:
			tokens = append(tokens, text[start:i])
			start = -1
		}
		if r == '#' || r == '%' {
			tokens = append(tokens, text[i:i+1])
		}
	}
	if start >= 0 {
		tokens = append(tokens, text[start:])
	}
	return tokens
}

// Phrases returns the phrases by which tables are read, folded, in no order:
// headings of columns, and labels of the lines that sum up.
func Phrases() iter.Seq[string] { return lexicon.All(prefix, "items.summary.") }
