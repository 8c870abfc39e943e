package keyvalue

import (
	"cmp"
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

// phrase is one of the lexicon, ready to be compared.
type phrase struct {
	words []string // canonical ones, without small words
	means []Meaning
	roles Role
}

// entry is what the lexicon says of a word.
type entry struct {
	text string // the canonical word
	rest string // a second one, where compounding hides it
	*known
}

// known is what is known of a canonical word.
type known struct {
	phrases []phrase // that begin with the word, the longest first, those of a length by their words
	small   bool     // labels contain the word, and phrases leave it out
	our     bool     // it may stand before a label
}

// source is a phrase as the lexicon has it.
type source struct {
	text     string
	strength float64 // in which it means kind, if it has no roles
	roles    Role
	next     int32 // the place of the next one that begins with the same word; 0 for none
	kind     Kind
}

// dictionary holds what is known of words. A document begins few of all phrases: those that begin
// with a word are made ready when it is looked up first.
type dictionary struct {
	sources []source
	places  map[string]int32 // of words

	mu    sync.Mutex
	words []word
}

// word is one of a dictionary.
type word struct {
	text string // the canonical word
	known
	first, last int32 // places of the phrases that begin with it; 0 for none
	same        int32 // the place of the word that it stands for; 0 for itself
	skipped     bool  // phrases without roles leave it out
	ready       bool  // the entry has its phrases
}

// knownWords is the dictionary of the lexicon.
var knownWords = sync.OnceValue(func() *dictionary {
	const most = 1 << 14 // phrases, roughly, three to a word
	d := &dictionary{places: make(map[string]int32, most/3), words: make([]word, 1, most/3), sources: make([]source, 1, most)}
	for w := range smallWords() {
		known := d.word(w)
		known.small, known.skipped = true, true
	}
	for w := range lexicon.Phrases("labels.word.our") {
		d.word(w).our = true
	}
	for w, to := range synonyms() {
		if w != to {
			same := d.place(to)
			known := d.word(w)
			*known = word{text: to, same: same, skipped: known.skipped}
		}
	}
	for kind, concept := range concepts {
		for e := range lexicon.Entries(concept) {
			d.add(source{text: e.Phrase, kind: Kind(kind), strength: e.Strength})
		}
	}
	for bit, concept := range roleConcepts {
		for e := range lexicon.Entries(concept) {
			d.add(source{text: e.Phrase, roles: 1 << bit})
		}
	}
	for w := range invoiceWords() { // whatever stands beside them
		d.add(source{text: w, roles: SupplierIssues})
	}
	return d
})

// place is where a word stands among all, which it comes to if it does not yet.
func (d *dictionary) place(w string) int32 {
	at, ok := d.places[w]
	if !ok {
		at = int32(len(d.words))
		d.places[w] = at
		d.words = append(d.words, word{text: w})
	}
	return at
}

// word is what is known of a word, to be changed.
func (d *dictionary) word(w string) *word { return &d.words[d.place(w)] }

// add adds a phrase to those that begin with its first canonical word.
func (d *dictionary) add(s source) {
	first := d.first(s.text, s.roles != 0)
	if first == 0 {
		return
	}
	w, at := &d.words[first], int32(len(d.sources))
	if d.sources = append(d.sources, s); w.first == 0 {
		w.first = at
	} else {
		d.sources[w.last].next = at
	}
	w.last = at
}

// first is the place of the first of canonicalWords, 0 where there is none. Small words and synonyms
// are in the dictionary before.
func (d *dictionary) first(text string, small bool) int32 {
	for w := range strings.SplitSeq(text, " ") {
		at, ok := d.places[w]
		switch known := &d.words[at]; {
		case ok && known.skipped && !small:
			continue
		case ok && known.same != 0:
			return known.same
		}
		stem, rest := parted(w)
		if ok && rest == "" {
			return at
		}
		return d.place(stem)
	}
	return 0
}

// entry is what is known of the word at a place.
func (d *dictionary) entry(at int32) entry {
	d.mu.Lock()
	defer d.mu.Unlock()
	w := &d.words[at]
	if !w.ready {
		first := w.first
		if w.same != 0 {
			first = d.words[w.same].first
		}
		count := 0
		for at := first; at != 0; at = d.sources[at].next {
			count++
		}
		w.phrases = make([]phrase, 0, count)
		words := make([]string, 0, 3*count) // of all phrases, which mostly have no more
		for ; first != 0; first = d.sources[first].next {
			w.phrases, words = d.sources[first].joinTo(w.phrases, words)
		}
		w.ready = true
	}
	return entry{text: w.text, known: &w.known}
}

// nothing is known of most words.
var nothing known

// lookUp returns what is known of a folded word.
func lookUp(w string) entry {
	d := knownWords()
	if at, ok := d.places[w]; ok {
		return d.entry(at)
	}
	e := entry{known: &nothing}
	if e.text, e.rest = parted(w); e.rest != "" {
		if at, ok := d.places[e.text]; ok {
			e.known = &known{phrases: d.entry(at).phrases}
		}
	}
	return e
}

// joinTo adds a phrase and what it means to those that begin with the same word, and its words to
// theirs. Small words say something in headings of parties alone: "a", "para", "entregar en".
func (s *source) joinTo(list []phrase, words []string) ([]phrase, []string) {
	before := len(words)
	words = slices.AppendSeq(words, canonicalWords(s.text, s.roles != 0))
	own := words[before:len(words):len(words)]
	at, known := slices.BinarySearchFunc(list, own, func(p phrase, words []string) int {
		return cmp.Or(cmp.Compare(len(words), len(p.words)), slices.Compare(p.words, words))
	})
	if !known {
		list = slices.Insert(list, at, phrase{words: own})
	}
	if s.roles == 0 {
		list[at].means = joinMeanings(list[at].means, []Meaning{{s.kind, s.strength}})
	}
	list[at].roles |= s.roles
	return list, words
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
		for _, at := range knownWords().places {
			for _, p := range knownWords().entry(at).phrases {
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
func canonicalWords(text string, small bool) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range strings.FieldsSeq(text) {
			if !small && smallWords()[w] {
				continue
			}
			stem, rest := canonical(w)
			if !yield(stem) || rest != "" && !yield(rest) {
				return
			}
		}
	}
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
