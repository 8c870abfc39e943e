package order

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// labelKind is what a label phrase announces.
type labelKind uint8

const (
	labelNone       labelKind = iota
	labelNumber               // the order's number
	labelNumberDate           // number and date in one: "PO number/date"
	labelDate                 // the order's date
	labelDelivery             // the delivery date
	labelTerms                // payment terms
	labelShipVia              // carrier or shipping method
	labelCurrency             // currency
	labelSubtotal             // sum of the lines
	labelTax                  // a tax
	labelShipping             // freight, handling
	labelTotal                // final amount
	labelDiscount             // an order-level discount
	labelCharge               // a charge that no column holds: packing, a surcharge
	labelInterim              // sums that are none of these: section subtotals, carried forward
	labelOther                // known, and none of the above: kept out
	labelKinds                // how many there are
)

// concepts are the kinds' names in the lexicon.
var concepts = [labelKinds]string{
	labelNumber: "labels.number", labelNumberDate: "labels.number-date", labelDate: "labels.date", labelDelivery: "labels.delivery",
	labelTerms: "labels.terms", labelShipVia: "labels.ship-via", labelCurrency: "labels.currency",
	labelSubtotal: "totals.subtotal", labelTax: "totals.tax", labelShipping: "totals.shipping", labelTotal: "totals.total",
	labelDiscount: "totals.discount", labelCharge: "totals.charge", labelInterim: "totals.interim", labelOther: "labels.other",
}

// Strengths of phrases that are read with more care than others.
const (
	looseStrength = 0.6  // they stand over conditions of any kind: only what surely is of the kind counts
	titleStrength = 0.75 // they are titles of orders
)

// announced is one meaning of a label phrase.
type announced struct {
	kind     labelKind
	strength float64
}

// labelEntry is one phrase of the lexicon, ready to be compared.
type labelEntry struct {
	words []string
	means []announced
}

// labelLexicon holds the phrases by their first word, the longest first.
var labelLexicon = sync.OnceValue(func() map[string][]labelEntry {
	m := map[string][]labelEntry{}
	for kind, concept := range concepts {
		for _, e := range lexicon.Entries(concept) {
			addPhrase(m, announced{labelKind(kind), e.Strength}, e.Phrase)
		}
	}
	return m
})

// addPhrase adds a phrase and its meaning.
func addPhrase(m map[string][]labelEntry, a announced, phrase string) {
	words := canonicalPhrase(phrase)
	if len(words) == 0 {
		return
	}
	list := m[words[0]]
	if same := slices.IndexFunc(list, func(e labelEntry) bool { return slices.Equal(e.words, words) }); same >= 0 {
		list[same].means = bothHalves(list[same].means, []announced{a})
		return
	}
	at := 0
	for at < len(list) && len(list[at].words) > len(words) {
		at++
	}
	m[words[0]] = slices.Insert(list, at, labelEntry{words, []announced{a}})
}

// canonicalPhrase are the words by which a phrase is compared. Small words are
// left out.
func canonicalPhrase(phrase string) []string {
	var words []string
	for w := range strings.FieldsSeq(phrase) {
		if labelGlue()[w] {
			continue
		}
		stem, rest := canonicalWord(w)
		words = append(words, stem)
		if rest != "" {
			words = append(words, rest)
		}
	}
	return words
}

// labelWords gives the phrases by which labels are told, in no order.
func labelWords() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, list := range labelLexicon() {
			for _, e := range list {
				if !yield(strings.Join(e.words, " ")) {
					return
				}
			}
		}
		for _, concept := range lexicon.Concepts("labels.word.") {
			for _, e := range lexicon.Entries(concept) {
				if !yield(e.Phrase) {
					return
				}
			}
		}
	}
}

// Words that are looked up one by one.
var (
	// labelGlue are the small words that labels contain and phrases leave out.
	labelGlue = wordsOf("small")
	// possessives are words by which an order's sender calls things its own, and
	// such as ask or add.
	possessives = wordsOf("our")
	// colonLabels are labels only before a colon: without one they are values or
	// parts of them, "Our Truck".
	colonLabels = wordsOf("colon")
	// afterNumber are the words that may follow an order number and end it.
	afterNumber = wordsOf("after-number")
	// paymentMeans are the words that name a way or a time of payment by themselves.
	paymentMeans = wordsOf("pay")
	// dayWords are the words that count time in terms of payment.
	dayWords = wordsOf("days")
	// termsWords are the words that payment terms are made of.
	termsWords = wordsOf("terms")
	// shipWords are the words by which carriers and methods of shipment are told.
	shipWords = wordsOf("ship")
	// incoterms begin what is no method of shipment but terms of delivery.
	incoterms = wordsOf("incoterm")
	// proseWords begin running text behind what only looks like a label.
	proseWords = wordsOf("prose")
	// connecting words stand between two others.
	connecting = wordsOf("connecting")
	// itemHeads are the first words of the headings of line-item tables.
	itemHeads      = wordsOf("table")
	invoiceNames   = wordsOf("invoice")
	invoiceBesides = wordsOf("beside-invoice")
)

func wordsOf(concept string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word." + concept) })
}

// canonicalWords are the words that mean the same in labels.
var canonicalWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for concept, to := range map[string]string{"number": "#", "date": "date", "ref": "ref"} {
		for w := range lexicon.Phrases("labels.word." + concept) {
			m[w] = to
		}
	}
	return m
})

// canonicalWord gives the word that stands for a folded word in the lexicon,
// and a second one where compounding hides it: "bestellnummer" is "bestell #",
// "liefertermin" is "liefer date".
func canonicalWord(w string) (stem, rest string) {
	if c, ok := canonicalWords()[w]; ok {
		return c, ""
	}
	for _, s := range compoundEnds {
		if len(w) > len(s.end)+2 && strings.HasSuffix(w, s.end) {
			return w[:len(w)-len(s.end)], s.to
		}
	}
	return w, ""
}

// compoundEnds are the ends by which German, Dutch, the Nordic languages and
// Japanese compound what other languages write apart.
var compoundEnds = [...]struct{ end, to string }{
	{"nummer", "#"}, {"nr", "#"}, {"datum", "date"}, {"dato", "date"}, {"termin", "date"}, {"番号", "#"},
	{"numero", "#"}, {"pvm", "date"}, {"paiva", "date"}, {"paivamaara", "date"},
}

// compounds gives the words in which German and Dutch write what other languages
// write as two, both folded: "bestell" and "nummer".
func compounds(first, second string) []string {
	var all []string
	for _, e := range compoundEnds {
		if e.to == second {
			all = append(all, first+e.end)
		}
	}
	return all
}
