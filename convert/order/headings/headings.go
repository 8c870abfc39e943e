// Package headings knows the phrases used as headings of the columns of line items, in all
// languages of package lexicon, and what they say about their columns.
package headings

import (
	"bytes"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// Kind is what a column of line items states.
type Kind uint8

// The kinds of columns. Most are values of a converted order; the others are distinguished
// so that they can be ignored.
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
	PerUnits      // the quantity or unit that the price is for: 1, 100, EA
	TaxRate       // rate or code
	TaxAmount     //
	Gross         // line total with tax
	OtherQuantity // received, backordered, per pack, ...
	OtherCode     // customs code, requisition, account, ...
	OtherDate
	Other
	numKinds
)

// Numeric reports whether a column of the kind holds numbers.
func (k Kind) Numeric() bool {
	switch k {
	case Quantity, Price, Discount, Total, ListPrice, TaxAmount, Gross, OtherQuantity:
		return true
	}
	return false
}

// Amounts reports whether a column of the kind holds quantities, prices or totals of items.
func (k Kind) Amounts() bool { return k == Quantity || k == Price || k == Total }

// InOutput reports whether the kind is a value of a converted order, or Unknown.
func (k Kind) InOutput() bool { return k < ListPrice }

// NumKinds is the number of kinds of columns, including Unknown.
const NumKinds = int(numKinds)

// Meaning is what a phrase says about the column of which it is the heading.
type Meaning struct {
	Kinds  []Kind // the likeliest first
	Shared bool   // the column states all of the kinds, not one of them
}

// prefix begins the names of the concepts of headings in package lexicon. It is followed by the
// kinds that the heading may mean, the likeliest first, separated by "-", or by all of the kinds
// that share its column, separated by "+".
const prefix = "items.heading."

// summaries begins the names of the concepts of summary lines, such as totals.
const summaries = "items.summary."

// kindNames maps the names of kinds in concepts to kinds.
var kindNames = map[string]Kind{
	"line": LineNumber, "code": Code, "description": Description, "quantity": Quantity, "unit": Unit,
	"price": Price, "discount": Discount, "total": Total, "date": Date, "list": ListPrice, "per": PerUnits,
	"taxrate": TaxRate, "taxamount": TaxAmount, "gross": Gross, "otherquantity": OtherQuantity,
	"othercode": OtherCode, "order": OrderNumber, "otherdate": OtherDate, "other": Other,
}

// vocabulary holds the phrases that are headings of columns.
type vocabulary struct {
	meanings map[string]*Meaning // by phrase, folded; most share that of their concept
	// tokens are those of the phrases and of the labels of summary lines. Bit n of a token's value
	// is set if a phrase of n tokens begins with it.
	tokens map[string]uint32
}

var known = sync.OnceValue(func() *vocabulary {
	concepts := lexicon.Concepts(prefix)
	n := lexicon.Count(concepts...)
	v := &vocabulary{make(map[string]*Meaning, n), make(map[string]uint32, n*2/3)}
	for _, concept := range concepts {
		names := strings.TrimPrefix(concept, prefix)
		here := &Meaning{Shared: strings.Contains(names, "+")}
		for name := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == '-' || r == '+' }) {
			here.Kinds = append(here.Kinds, kindNames[name])
		}
		here.Kinds = slices.Clip(here.Kinds)
		for e := range lexicon.Entries(concept) {
			v.add(e.Phrase, here)
		}
	}
	for phrase := range lexicon.All(summaries) {
		v.note(phrase, 0)
	}
	return v
})

// Prepare makes the vocabulary of headings, so that the first document does not wait for it.
func Prepare() { known() }

// maxTokens is the greatest number of tokens of a phrase.
const maxTokens = 31

// add adds a meaning of a phrase, to those that it already has, if any.
func (v *vocabulary) add(phrase string, here *Meaning) {
	m, known := v.meanings[phrase]
	if !known {
		v.meanings[phrase] = here
		v.note(phrase, 1<<min(1+strings.Count(phrase, " "), maxTokens))
		return
	}
	both := &Meaning{slices.Clone(m.Kinds), m.Shared}
	for _, k := range here.Kinds {
		if !slices.Contains(both.Kinds, k) {
			both.Kinds = append(both.Kinds, k)
		}
	}
	v.meanings[phrase] = both
}

// note adds the tokens of a phrase. It adds lengths to the lengths of the phrases that begin
// with the first token.
func (v *vocabulary) note(phrase string, lengths uint32) {
	for token := range strings.SplitSeq(phrase, " ") {
		v.tokens[token] |= lengths
		lengths = 0
	}
}

// Has reports whether the phrase may mean a kind.
func (m *Meaning) Has(k Kind) bool { return slices.Contains(m.Kinds, k) }

// onlyCode reports whether each of the kinds is one of codes.
func (m *Meaning) onlyCode() bool {
	return !slices.ContainsFunc(m.Kinds, func(k Kind) bool { return k != Code && k != OtherCode })
}

// numberWords are words for "number", which may follow the phrase of a code: "catalogue no".
var numberWords = sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word.number") })

// Token is a run of letters and digits, or a sign that headings use as a word.
type Token struct {
	Text string // folded
	Word int    // index of the word that it is part of
}

// AppendTokens appends the tokens of text, a folded word; word is its index.
func AppendTokens(tokens []Token, word int, text string) []Token {
	start := -1
	for i, r := range text {
		part := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) // Thai vowels are marks
		switch {
		case part && start < 0:
			start = i
		case !part && start >= 0:
			tokens = append(tokens, Token{text[start:i], word})
			start = -1
		}
		if r == '#' || r == '%' {
			tokens = append(tokens, Token{text[i : i+1], word})
		}
	}
	if start >= 0 {
		tokens = append(tokens, Token{text[start:], word})
	}
	return tokens
}

// AppendJoined appends the texts of tokens, separated by blanks.
func AppendJoined(b []byte, tokens []Token) []byte {
	for i, t := range tokens {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, t.Text...)
	}
	return b
}

// Longest returns the meaning of the longest phrase with which the tokens begin, and how many of
// them it takes, 0 if they begin with none. A word for "number" after a code's phrase is part of it.
func Longest(tokens []Token) (m Meaning, n int) {
	if len(tokens) == 0 {
		return m, 0
	}
	v := known()
	lengths := v.tokens[tokens[0].Text]
	if n = min(bits.Len32(lengths)-1, len(tokens)); n <= 0 {
		return m, 0
	}
	var buf [96]byte
	for key := AppendJoined(buf[:0], tokens[:n]); n > 0; n-- {
		if lengths>>n&1 != 0 {
			if m, ok := v.meanings[string(key)]; ok {
				if n < len(tokens) && numberWords()[tokens[n].Text] && m.onlyCode() {
					n++
				}
				return *m, n
			}
		}
		key = key[:max(0, bytes.LastIndexByte(key, ' '))]
	}
	return m, 0
}

// Find returns the boxes of the phrases among the words of a segment that most likely are headings of the kind alone.
func Find(words []*doc.Word, kind Kind) (found []doc.Box) {
	var tokens []Token
	for k, w := range words {
		tokens = AppendTokens(tokens, k, textnorm.Fold(w.Text))
	}
	for len(tokens) > 0 {
		m, n := Longest(tokens)
		if n > 0 && m.Kinds[0] == kind && !m.Shared {
			found = append(found, doc.BoxOf(words[tokens[0].Word:tokens[n-1].Word+1]))
		}
		tokens = tokens[max(n, 1):]
	}
	return found
}

// Kinds holds for each kind how strongly words mean it as the heading of a column: 1 for
// the likeliest kind of the longest known phrase among the words, and for kinds that share
// the column with it, 0.5 for others that the phrase may mean, and 0 for the rest.
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

// Of returns what folded words mean as the heading of a column.
func Of(words []string) Kinds {
	var few [16]Token
	tokens := few[:0]
	for i, word := range words {
		tokens = AppendTokens(tokens, i, word)
	}
	var found Kinds
	most := 0
	for from := range tokens {
		if m, n := Longest(tokens[from:]); n > most {
			found, most = m.kinds(), n
		}
	}
	return found
}

// Phrases returns the folded phrases by which tables are read, in no particular order:
// headings of columns, and labels of summary lines.
func Phrases() iter.Seq[string] { return lexicon.All(prefix, summaries) }

// InPhrases reports whether a folded word is a token of any of the Phrases.
func InPhrases(word string) bool {
	_, known := known().tokens[word]
	return known
}
