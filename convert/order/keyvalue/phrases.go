package keyvalue

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// concepts are the kinds' names in the lexicon.
var concepts = [NumKinds]string{
	Number: "labels.number", NumberDate: "labels.number-date", Date: "labels.date", Delivery: "labels.delivery",
	Terms: "labels.terms", ShipVia: "labels.ship-via", Currency: "labels.currency",
	Subtotal: "totals.subtotal", Tax: "totals.tax", Shipping: "totals.shipping", Total: "totals.total",
	Discount: "totals.discount", Charge: "totals.charge", Interim: "totals.interim", Other: "labels.other",
}

// Concept is the kind's name in the lexicon.
func (k Kind) Concept() string { return concepts[k] }

// phrase is one of the lexicon, ready to be compared.
type phrase struct {
	words []string // canonical ones, without small words
	means []Meaning
	roles Role
}

// entry is what the lexicon says of a word.
type entry struct {
	text    string   // the canonical word
	rest    string   // a second one, where compounding hides it
	phrases []phrase // that begin with the canonical word, the longest first
	small   bool     // labels contain the word, and phrases leave it out
	our     bool     // it may stand before a label
}

// dictionary holds what is known of words.
var dictionary = sync.OnceValue(func() map[string]entry {
	m := map[string]entry{}
	for kind, concept := range concepts {
		for _, e := range lexicon.Entries(concept) {
			addPhrase(m, e.Phrase, []Meaning{{Kind(kind), e.Strength}}, 0)
		}
	}
	for bit, concept := range roleConcepts {
		for _, e := range lexicon.Entries(concept) {
			addPhrase(m, e.Phrase, nil, 1<<bit)
		}
	}
	for w := range invoiceWords() { // whatever stands beside them
		addPhrase(m, w, nil, SupplierIssues)
	}
	for w, e := range m {
		e.text = w
		m[w] = e
	}
	for w := range smallWords() {
		e := m[w]
		e.text, e.small = w, true
		m[w] = e
	}
	for w := range lexicon.Phrases("labels.word.our") {
		e := m[w]
		e.text, e.our = w, true
		m[w] = e
	}
	for w, to := range synonyms() {
		m[w] = entry{text: to, phrases: m[to].phrases}
	}
	return m
})

// lookUp tells what is known of a folded word.
func lookUp(w string) entry {
	e, known := dictionary()[w]
	if !known {
		if e.text, e.rest = parted(w); e.rest != "" {
			e.phrases = dictionary()[e.text].phrases
		}
	}
	return e
}

// addPhrase adds a phrase and what it means. Small words say something in headings of
// parties alone: "a", "para", "entregar en".
func addPhrase(m map[string]entry, text string, means []Meaning, roles Role) {
	words := canonicalWords(text, roles != 0)
	if len(words) == 0 {
		return
	}
	e := m[words[0]]
	at := slices.IndexFunc(e.phrases, func(p phrase) bool { return slices.Equal(p.words, words) })
	if at < 0 {
		for at = 0; at < len(e.phrases) && len(e.phrases[at].words) > len(words); at++ {
		}
		e.phrases = slices.Insert(e.phrases, at, phrase{words: words})
	}
	e.phrases[at].means = joinMeanings(e.phrases[at].means, means)
	e.phrases[at].roles |= roles
	m[words[0]] = e
}

// joinMeanings are all meanings of two labels that are one.
func joinMeanings(a, b []Meaning) []Meaning {
	both := slices.Clone(a)
	for _, m := range b {
		if i := slices.IndexFunc(both, func(o Meaning) bool { return o.Kind == m.Kind }); i >= 0 {
			both[i].Strength = max(both[i].Strength, m.Strength)
		} else {
			both = append(both, m)
		}
	}
	return both
}

// Phrases returns all phrases and words that mark labels and their values, in no
// order.
func Phrases() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range dictionary() {
			for _, p := range e.phrases {
				if len(p.means) > 0 && !yield(strings.Join(p.words, " ")) {
					return
				}
			}
		}
		lexicon.All("labels.word.")(yield)
	}
}

// Words that are looked up one by one.
var (
	smallWords      = words("small")          // labels contain them, and phrases leave them out
	colonWords      = words("colon")          // are labels only before a colon: otherwise values, "Our Truck"
	afterNumber     = words("after-number")   // follow an order number and end it
	termsWords      = words("terms")          // payment terms are made of them
	shipWords       = words("ship")           // name carriers and methods of shipment
	tableWords      = words("table")          // begin the headings of line-item tables
	connectingWords = words("connecting")     // stand between two others
	invoiceWords    = words("invoice")        // name an invoice
	besideInvoice   = words("beside-invoice") // stand beside such a word in a title
)

func words(concept string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word." + concept) })
}

// The words that stand for all of the same meaning.
const (
	numberSign = "#"
	dateWord   = "date"
	refWord    = "ref"
)

// synonyms are the words that mean the same in labels.
var synonyms = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for concept, to := range map[string]string{"number": numberSign, "date": dateWord, "ref": refWord} {
		for w := range lexicon.Phrases("labels.word." + concept) {
			m[w] = to
		}
	}
	return m
})

// canonicalWords are the words by which a phrase is compared, with small ones or without.
func canonicalWords(text string, small bool) []string {
	var all []string
	for w := range strings.FieldsSeq(text) {
		if !small && smallWords()[w] {
			continue
		}
		stem, rest := canonical(w)
		if all = append(all, stem); rest != "" {
			all = append(all, rest)
		}
	}
	return all
}

// canonical returns the word that stands for a folded word in phrases, and a second one
// where compounding hides it: "bestellnummer" is "bestell #", "liefertermin" "liefer date".
func canonical(w string) (stem, rest string) {
	if c, ok := synonyms()[w]; ok {
		return c, ""
	}
	return parted(w)
}

// parted is canonical for a word without synonyms.
func parted(w string) (stem, rest string) {
	for _, s := range compoundEnds {
		if len(w) > len(s.end)+2 && strings.HasSuffix(w, s.end) {
			return w[:len(w)-len(s.end)], s.to
		}
	}
	return w, ""
}

// compoundEnds are the ends by which German, Dutch, the Nordic languages and Japanese
// compound what other languages write apart.
var compoundEnds = [...]struct{ end, to string }{
	{"nummer", numberSign}, {"nr", numberSign}, {"datum", dateWord}, {"dato", dateWord}, {"termin", dateWord}, {"番号", numberSign},
	{"numero", numberSign}, {"pvm", dateWord}, {"paiva", dateWord}, {"paivamaara", dateWord},
}

// Compounds returns the words in which German and Dutch write what other languages write
// as two, both folded: "bestell" and "#".
func Compounds(first, second string) []string {
	var all []string
	for _, e := range compoundEnds {
		if e.to == second {
			all = append(all, first+e.end)
		}
	}
	return all
}
