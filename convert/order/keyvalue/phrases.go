package keyvalue

import (
	"cmp"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync"

	"lineitem/convert/order/lexicon"
)

// concepts holds the kinds' names in the lexicon.
var concepts = [NumKinds]string{
	Number: "labels.number", NumberDate: "labels.number-date", Date: "labels.date", Delivery: "labels.delivery",
	Terms: "labels.terms", ShipVia: "labels.ship-via", Currency: "labels.currency",
	Subtotal: "totals.subtotal", Tax: "totals.tax", Shipping: "totals.shipping", Total: "totals.total",
	Discount: "totals.discount", Charge: "totals.charge", Interim: "totals.interim", Other: "labels.other",
}

// phrase is a phrase of the lexicon, prepared for comparison.
type phrase struct {
	words    []string // canonical words; without small ones if the phrase has no roles
	meanings []Meaning
	roles    Role
}

// entry is what the lexicon says of a word.
type entry struct {
	text    string   // the canonical word
	rest    string   // the second canonical word of a compound, or empty
	phrases []phrase // phrases that begin with the word, the longest first, those of equal length sorted by their words
	special
}

// special is what else is known of some words.
type special struct {
	same  string // the canonical word; empty for the word itself
	small bool   // labels may contain the word, but phrases leave it out
	our   bool   // it may stand before a label
}

// source is a phrase as the lexicon has it.
type source struct {
	text     string
	strength float64 // how surely it means kind, if it has no roles
	roles    Role
	hash     uint32 // of its first canonical word
	next     int32  // the index of the next one in the same bucket; 0 for none
	kind     Kind
}

// dictionary holds phrases by their first words. A document contains the first words of few phrases, so
// the phrases that begin with a word are prepared only when it is first looked up.
type dictionary struct {
	special map[string]special
	sources []source // from index 1 on
	// buckets holds the first and the last source of each bucket of first words' hashes, 0 for none.
	buckets [1 << 12]struct{ first, last int32 }
	seed    maphash.Seed

	mu    sync.Mutex
	ready map[string][]phrase
}

// knownWords is the dictionary of the lexicon.
var knownWords = sync.OnceValue(func() *dictionary {
	n := 1 + lexicon.Count(concepts[:]...) + lexicon.Count(roleConcepts[:]...) + len(invoiceWords())
	d := &dictionary{special: map[string]special{}, sources: make([]source, 1, n), seed: maphash.MakeSeed(), ready: map[string][]phrase{}}
	for w := range smallWords() {
		d.special[w] = special{small: true}
	}
	for w := range lexicon.Phrases("labels.word.our") {
		s := d.special[w]
		s.our = true
		d.special[w] = s
	}
	for w, to := range synonyms() {
		if w != to {
			d.special[w] = special{same: to}
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
	for w := range invoiceWords() { // they name an invoice whatever stands beside them
		d.add(source{text: w, roles: SupplierIssues})
	}
	return d
})

// Prepare makes the dictionary of the lexicon, so that the first document does not wait for it.
func Prepare() { knownWords() }

// add adds a phrase to those that begin with its first canonical word.
func (d *dictionary) add(s source) {
	first := d.first(&s)
	if first == "" {
		return
	}
	s.hash = d.hash(first)
	at, b := int32(len(d.sources)), &d.buckets[s.hash%uint32(len(d.buckets))]
	if d.sources = append(d.sources, s); b.first == 0 {
		b.first = at
	} else {
		d.sources[b.last].next = at
	}
	b.last = at
}

func (d *dictionary) hash(word string) uint32 { return uint32(maphash.String(d.seed, word)) }

// first returns the first of a phrase's canonicalWords, or "" if there is none.
func (d *dictionary) first(s *source) string {
	for w := range strings.SplitSeq(s.text, " ") {
		switch of, ok := d.special[w]; {
		case ok && s.roles == 0 && smallWords()[w]:
			continue
		case of.same != "":
			return of.same
		}
		stem, _ := parted(w)
		return stem
	}
	return ""
}

// beginning returns the phrases that begin with a canonical word.
func (d *dictionary) beginning(word string) []phrase {
	d.mu.Lock()
	defer d.mu.Unlock()
	if list, ready := d.ready[word]; ready {
		return list
	}
	hash, count := d.hash(word), 0
	first := d.buckets[hash%uint32(len(d.buckets))].first
	for at := first; at != 0; at = d.sources[at].next {
		if d.sources[at].hash == hash {
			count++
		}
	}
	if count == 0 {
		return nil
	}
	list := make([]phrase, 0, count)
	words := make([]string, 0, 3*count) // of all phrases, which mostly have at most three
	for at := first; at != 0; at = d.sources[at].next {
		if s := &d.sources[at]; s.hash == hash && d.first(s) == word {
			list, words = s.joinTo(list, words)
		}
	}
	if len(list) > 0 {
		d.ready[strings.Clone(word)] = list
	}
	return list
}

// lookUp returns what is known of a folded word.
func lookUp(w string) entry {
	d := knownWords()
	e := entry{text: w}
	if s, ok := d.special[w]; ok {
		if e.special = s; s.same != "" {
			e.text = s.same
		}
	} else {
		e.text, e.rest = parted(w)
	}
	e.phrases = d.beginning(e.text)
	return e
}

// joinTo adds a phrase and its meaning to list, the phrases that begin with the same word, and its words
// to theirs. Small words are significant only in headings of parties: "a", "para", "entregar en".
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
		list[at].meanings = joinMeanings(list[at].meanings, []Meaning{{s.kind, s.strength}})
	}
	list[at].roles |= s.roles
	return list, words
}

// joinMeanings returns all meanings of two labels that form one. A kind that both mean has the greater strength.
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

// Phrases returns all phrases and words that mark labels and their values, in no particular
// order.
func Phrases() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, s := range knownWords().sources[1:] {
			if s.roles == 0 && !yield(strings.Join(slices.Collect(canonicalWords(s.text, false)), " ")) {
				return
			}
		}
		lexicon.All("labels.word.")(yield)
	}
}

// Words that are looked up one by one.
var (
	smallWords      = words("small")          // labels may contain them, but phrases leave them out
	colonWords      = words("colon")          // are labels only before a colon, and otherwise values: "Our Truck"
	TermsWords      = words("terms")          // payment terms consist of them
	ShipWords       = words("ship")           // name carriers and methods of shipment
	tableWords      = words("table")          // begin the headings of line-item tables
	connectingWords = words("connecting")     // stand between two others
	invoiceWords    = words("invoice")        // name an invoice
	besideInvoice   = words("beside-invoice") // stand beside such a word in a title
)

func words(concept string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool { return lexicon.Phrases("labels.word." + concept) })
}

// The canonical words that stand for all words of the same meaning.
const (
	numberSign = "#"
	dateWord   = "date"
	refWord    = "ref"
)

// synonyms maps words to the canonical word that means the same in labels.
var synonyms = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for concept, to := range map[string]string{"number": numberSign, "date": dateWord, "ref": refWord} {
		for w := range lexicon.Phrases("labels.word." + concept) {
			m[w] = to
		}
	}
	return m
})

// canonicalWords returns the words by which a phrase is compared, with or without small ones.
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

// canonical returns the word that stands for a folded word in phrases, and for a compound the
// second one that it contains: "bestellnummer" is "bestell #", "liefertermin" is "liefer date".
func canonical(w string) (stem, rest string) {
	if c, ok := synonyms()[w]; ok {
		return c, ""
	}
	return parted(w)
}

// parted does what canonical does for a word that is not among the synonyms.
func parted(w string) (stem, rest string) {
	for _, s := range compoundEnds {
		if len(w) > len(s.end)+2 && strings.HasSuffix(w, s.end) {
			return w[:len(w)-len(s.end)], s.to
		}
	}
	return w, ""
}

// compoundEnds are the second parts of compounds in German, Dutch, the Nordic languages
// and Japanese for what other languages write as two words.
var compoundEnds = [...]struct{ end, to string }{
	{"nummer", numberSign}, {"nr", numberSign}, {"datum", dateWord}, {"dato", dateWord}, {"termin", dateWord}, {"番号", numberSign},
	{"numero", numberSign}, {"pvm", dateWord}, {"paiva", dateWord}, {"paivamaara", dateWord},
}

// Compounds returns the compounds, such as "bestellnummer", in which German, Dutch and others
// write what other languages write as two words. Both are folded and canonical: "bestell" and "#".
func Compounds(first, second string) []string {
	var all []string
	for _, e := range compoundEnds {
		if e.to == second {
			all = append(all, first+e.end)
		}
	}
	return all
}
