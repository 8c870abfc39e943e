// Package headings knows the words that head the columns of line items, in all languages of
// package lexicon, and what they say about their columns.
package headings

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order/lexicon"
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

// vocabulary are the phrases that head columns.
type vocabulary struct {
	meanings map[string]Meaning // by phrase, folded
	opening  map[string]uint32  // by first token of phrases: how many tokens these have, a bit for each length
}

var known = sync.OnceValue(func() *vocabulary {
	concepts, n := lexicon.Concepts(prefix), 0
	for _, concept := range concepts {
		n += lexicon.Count(concept)
	}
	v := &vocabulary{make(map[string]Meaning, n), make(map[string]uint32, n/2)}
	for _, concept := range concepts {
		names := strings.TrimPrefix(concept, prefix)
		here := Meaning{Shared: strings.Contains(names, "+")}
		for name := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == '-' || r == '+' }) {
			here.Kinds = append(here.Kinds, kindNames[name])
		}
		here.Kinds = slices.Clip(here.Kinds)
		for e := range lexicon.Entries(concept) {
			v.add(e.Phrase, here)
		}
	}
	return v
})

// maxTokens bounds the tokens of phrases.
const maxTokens = 31

// add adds what a phrase means, or means as well.
func (v *vocabulary) add(phrase string, here Meaning) {
	m, known := v.meanings[phrase]
	if !known {
		v.meanings[phrase] = here
		first, _, _ := strings.Cut(phrase, " ")
		v.opening[first] |= 1 << min(1+strings.Count(phrase, " "), maxTokens)
		return
	}
	for _, k := range here.Kinds {
		if !slices.Contains(m.Kinds, k) {
			m.Kinds = append(slices.Clip(m.Kinds), k)
		}
	}
	v.meanings[phrase] = m
}

// Longest is the meaning of the longest phrase with which some tokens begin, and how many of
// them it takes; 0 where there is none. With "catalogue" it knows "catalogue no" and "catalogue #"
// as well.
func Longest(tokens int, token func(i int) string) (m Meaning, length int) {
	if tokens == 0 {
		return Meaning{}, 0
	}
	v := known()
	lengths := v.opening[token(0)]
	most := min(bits.Len32(lengths)-1, tokens)
	var few [96]byte
	var ends [8]int
	joined, end := few[:0], ends[:0]
	for i := range most {
		if i > 0 {
			joined = append(joined, ' ')
		}
		joined = append(joined, token(i)...)
		end = append(end, len(joined))
	}
	for n := most; n > 0; n-- {
		if lengths>>n&1 == 0 {
			continue
		}
		m, ok := v.meanings[string(joined[:end[n-1]])]
		if !ok {
			continue
		}
		if n < tokens && NumberWords()[token(n)] && m.OnlyCode() {
			n++
		}
		return m, n
	}
	return Meaning{}, 0
}

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
	var found Kinds
	most := 0
	for from := range tokens {
		if m, n := Longest(len(tokens)-from, func(i int) string { return tokens[from+i] }); n > most {
			found, most = m.kinds(), n
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
