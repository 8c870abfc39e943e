package parties

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/wording"
)

// heading is a phrase that says whose name or address follows it.
type heading struct {
	roles partyRole
	// value is the index of the first of the segment's words that follow the
	// heading on its own line; the number of words when none does.
	value int
	colon bool // a colon parts heading and value
	words int  // of the lexicon's phrase, for preferring the more exact heading
}

// matchHeading reads the heading with which a segment begins.
func matchHeading(s *layout.Segment, keys []headKey) (h heading, ok bool) {
	keys = withoutGlosses(keys)
	h.value = len(s.Words)
	start := skipNumbering(keys)
	roles, words, i := matchPhrases(keys, start)
	if i == start {
		roles, words, i = matchEnding(keys, start)
	}
	if i == start {
		roles, words, i = matchSentence(keys, start)
	}
	if i == start || i > len(keys) {
		return h, false
	}
	bare := i-start == 1 && bareHeads[keys[start].text]
	if last := len(keys) - 1; i < len(keys) && words > 1 && roles&(roleShipTo|roleBillTo) != 0 && keys[last].colon && keys[last].word == len(s.Words)-1 && last-i < 6 && !anyColon(keys[i-1:last]) && startsLower(s.Words[keys[i].word].Text) {
		i = len(keys) // "Deliver to the workshop (not the shop):"
	}
	if i < len(keys) && keys[i].colon && wording.OnlyDigits(keys[i].text) && len(keys[i].text) >= 3 && !keys[i-1].colon {
		i++ // "Supplier 5571: Acme Ltd"
	}
	h.roles, h.words, h.colon = roles, words, keys[i-1].colon
	for h.colon && i < len(keys) && keys[i].open && bracketNote(keys, i) {
		i = skipBrackets(keys, i)
	}
	if h.roles&roleOther != 0 {
		h.roles = roleOther
	}
	if bare && !h.colon {
		return h, false
	}
	switch last := keys[i-1].word; {
	case i < len(keys) && !h.colon && onlyNumber(keys[i:]): // "VENDOR 20714", the name beneath
		i = len(keys)
	case i < len(keys) && !captionFollows(keys[i:]):
		h.value = keys[i].word
		if h.value == last { // "To:Acme": the value's first word is glued to the heading
			return h, false
		}
	case i == len(keys) && last+1 < len(s.Words):
		if !h.colon && len(keys) >= maxHeadKeys {
			return h, false
		}
		h.value = last + 1 // punctuation, signs or another script alone
		if onlyMarks(s, last+1) || !h.colon && onlyForeign(s, last+1) {
			h.value = len(s.Words)
		}
	}
	if last := keys[i-1]; last.point && !last.shut && !h.colon && len(last.text) > 5 && !shortened[last.text] {
		return h, false // the end of a sentence
	}
	if h.value < len(s.Words) {
		if !h.colon && !styleBreak(s, h.value) {
			return h, false
		}
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.Words[h.value].Text, "\"'([*#-")); unicode.IsLower(r) && len(s.Words)-h.value > 4 && !(h.colon && address.Traits(wording.Join(s.Words[h.value:]))&(address.Street|address.Town) != 0) {
			return h, false // running text: "Supplier shall ..."
		}
	}
	return h, true
}

// anyColon tells whether a colon stands behind one of the keys.
func anyColon(keys []headKey) bool {
	return slices.ContainsFunc(keys, func(k headKey) bool { return k.colon })
}

// matchPhrases reads the phrases of a heading from key i on: one, or several in
// other languages or of other roles. It gives their roles, how many words of
// the lexicon they have, and the key behind them, i when there are none.
func matchPhrases(keys []headKey, i int) (roles partyRole, words, end int) {
	start := i
	for i < len(keys) {
		r, n := longestPhrase(keys[i:])
		if n == 0 {
			if i > start && keys[i].slash { // the same in a language that is not known
				i += glossed(keys[i:])
			}
			break
		}
		roles |= r
		words += n
		i += n
		if keys[i-1].colon {
			break
		}
		for i < len(keys) && keys[i].open { // "Supplier (Bill from)", "Invoice to: (Include ZIP Code)"
			if r, n := longestPhrase(keys[i:]); n > 0 && r&roleOther == 0 {
				roles |= r
			}
			i = skipBrackets(keys, i)
		}
		if i < len(keys) && isConnector(keys[i]) {
			i++
		} else if i >= len(keys) || !keys[i].slash {
			break
		}
	}
	return roles, words, i
}

// maxLead is the most words before the phrase in which a heading ends.
const maxLead = 5

// matchEnding reads a heading that ends in an exact phrase of an address behind
// words that say more: "Please supply and deliver to:", "Plant / Delivery
// address". It gives what matchPhrases gives.
func matchEnding(keys []headKey, start int) (roles partyRole, words, end int) {
	for i := start + 1; i < len(keys) && i-start <= maxLead; i++ {
		if keys[i-1].colon || keys[i].open {
			break
		}
		r, n := longestPhrase(keys[i:])
		if n < 2 || r&(roleShipTo|roleBillTo) == 0 || r&roleOther != 0 {
			continue
		}
		if last := i + n - 1; keys[last].colon || last == len(keys)-1 && keys[i].slash {
			return r, n, last + 1
		}
	}
	return 0, 0, start
}

// Words by which a sentence before a block says what goes there.
var (
	deliverWords = wording.Set("deliver delivered delivery ship shipped shipment dispatch despatch liefern anlieferung lieferung livrer livraison entregar entrega consegnare consegna leveren levering leverans levereras leveres dostarczyc dodat toimitetaan")
	invoiceWords = wording.Set("invoice invoices invoiced bill billed rechnung rechnungen facture factures factura facturas fattura fatture factuur facturen faktura fakturor fakturaer faktury")
	toWords      = wording.Set("to at an a aan en em presso bei til till na do osoitteeseen")
)

// matchSentence reads a whole sentence that ends in "to:" as a heading: "To be
// delivered on or before 30 September to:". It gives what matchPhrases gives.
func matchSentence(keys []headKey, start int) (roles partyRole, words, end int) {
	last := len(keys) - 1
	if last-start < 3 || last >= maxHeadKeys || !keys[last].colon || !toWords[keys[last].text] || anyColon(keys[start:last]) {
		return 0, 0, start
	}
	for _, k := range keys[start:last] {
		switch {
		case invoiceWords[k.text]:
			return roleBillTo, 1, len(keys)
		case deliverWords[k.text]:
			roles = roleShipTo
		}
	}
	if roles == 0 {
		return 0, 0, start
	}
	return roles, 1, len(keys)
}

// glossed counts the keys of a heading's translation into a language that is
// not known: few, up to a colon or the end.
func glossed(keys []headKey) int {
	for k := range min(len(keys), 3) {
		if keys[k].colon {
			return k + 1
		}
	}
	return 0
}

// withoutGlosses leaves out of a segment's keys what only repeats a heading:
// its plural in brackets, as in "Vendor(s)", and words in a script other than
// Latin beside Latin ones.
func withoutGlosses(keys []headKey) []headKey {
	latin := false
	for _, k := range keys {
		latin = latin || isLatin(k.text)
	}
	kept := keys[:0:0]
	for i, k := range keys {
		if i > 0 && k.open && k.shut && pluralEndings[k.text] {
			last := &kept[len(kept)-1]
			last.word, last.colon = k.word, last.colon || k.colon
			continue
		}
		if latin && !isLatin(k.text) && !wording.HasDigit(k.text) && (len(kept) == 0 || !kept[len(kept)-1].colon) {
			if k.colon && len(kept) > 0 {
				kept[len(kept)-1].colon = true
			}
			continue
		}
		kept = append(kept, k)
	}
	return kept
}

var pluralEndings = wording.Set("s es en n in innen e r er")

// shortened are phrases of headings that end in a full stop because they are shortened.
var shortened = wording.Set("messrs spettle destinaz")

// isLatin tells whether a folded word holds letters, and those of the Latin script.
func isLatin(s string) bool {
	letters := false
	for _, r := range s {
		if unicode.IsLetter(r) {
			if !unicode.Is(unicode.Latin, r) {
				return false
			}
			letters = true
		}
	}
	return letters
}

// onlyForeign tells whether the words from the given one on hold no letters of
// the Latin script and no digits.
func onlyForeign(s *layout.Segment, from int) bool {
	for _, w := range s.Words[from:] {
		if wording.HasDigit(w.Text) || strings.ContainsFunc(w.Text, func(r rune) bool { return unicode.Is(unicode.Latin, r) }) {
			return false
		}
	}
	return true
}

// onlyNumber tells whether the keys are the number by which one party knows the
// other, and nothing else: "20714", "(No. 61120)".
func onlyNumber(keys []headKey) bool {
	if keys[0].open && len(keys) == 2 && fieldCaptions[keys[0].text] == captionNumber {
		keys = keys[1:]
	}
	return len(keys) == 1 && !keys[0].colon && wording.OnlyDigits(keys[0].text) && len(keys[0].text) >= 3
}

// captionFollows tells whether nothing but the caption of a field follows:
// "7. TO: a. NAME OF CONTRACTOR".
func captionFollows(keys []headKey) bool {
	i := skipNumbering(keys)
	if i == 0 || len(keys)-i > maxHeadWords {
		return false
	}
	text := ""
	for k := i; k < len(keys); k++ {
		if k > i {
			text += " "
		}
		text += keys[k].text
	}
	return fieldCaptions[text] != captionNone || headWords()[text] != 0
}

// longestPhrase finds the longest phrase of headWords with which the keys
// begin, and how many keys it takes.
func longestPhrase(keys []headKey) (partyRole, int) {
	var roles partyRole
	var text string
	n := 0
	for k := range min(len(keys), maxHeadWords) {
		if k == 0 {
			text = keys[0].text
		} else {
			if keys[k-1].colon || keys[k].open {
				break
			}
			text += " " + keys[k].text
		}
		if r, ok := headWords()[text]; ok {
			roles, n = r, k+1
		}
	}
	return roles, n
}

// skipNumbering skips what numbers the fields of a form: "6.", "a.", "7. b)".
func skipNumbering(keys []headKey) int {
	i := 0
	for i < len(keys)-1 && i < 2 && len(keys[i].text) <= 3 && keys[i].point && !keys[i].colon && numbering(keys[i].text) {
		i++
	}
	return i
}

func numbering(s string) bool {
	return len(s) == 1 || wording.StartsDigit(s) && len(wording.DigitsTail(s)) >= len(s)-1
}

func skipBrackets(keys []headKey, i int) int {
	for i < len(keys) {
		i++
		if keys[i-1].shut {
			break
		}
	}
	return i
}

// bracketNote tells whether the brackets that open at i close at the end.
func bracketNote(keys []headKey, i int) bool {
	return skipBrackets(keys, i) >= len(keys)
}

func isConnector(k headKey) bool {
	switch k.text {
	case "and", "und", "et", "y", "e", "en", "or", "oder", "ou", "o":
		return true
	}
	return false
}

// onlyMarks tells whether the words from the given one on hold neither
// letters nor digits.
func onlyMarks(s *layout.Segment, from int) bool {
	for _, w := range s.Words[from:] {
		for _, r := range w.Text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return false
			}
		}
	}
	return true
}

// styleBreak tells whether the segment's writing changes before word i.
func styleBreak(s *layout.Segment, i int) bool {
	a, b := s.Words[i-1], s.Words[i]
	return a.Bold != b.Bold || a.Color != b.Color || a.Size > 0 && (b.Size/a.Size > 1.12 || b.Size/a.Size < 0.89)
}

// fieldCaption reads the caption of an address field with which a segment
// begins ("City:", "b. LOCATION"), and where its value begins.
func fieldCaption(s *layout.Segment, keys []headKey) (c caption, value int) {
	keys = withoutGlosses(keys)
	i := skipNumbering(keys)
	text := ""
	n := 0
	for k := i; k < len(keys) && k < i+maxHeadWords; k++ {
		if k > i {
			if keys[k-1].colon || keys[k].open {
				break
			}
			text += " "
		}
		text += keys[k].text
		if found, ok := fieldCaptions[text]; ok && (k+1 == len(keys) || keys[k].colon || keys[k+1].open) {
			c, n = found, k+1
		}
	}
	if n == 0 {
		return captionNone, 0
	}
	if n < len(keys) {
		if !keys[n-1].colon {
			return captionNone, 0
		}
		value = keys[n].word
		if value == keys[n-1].word {
			return captionNone, 0
		}
		return c, value
	}
	if last := keys[n-1].word; last+1 < len(s.Words) && !onlyMarks(s, last+1) {
		return c, last + 1
	}
	return c, len(s.Words)
}

// HeadsParty tells whether a segment heads a supplier or an address, as stands on
// the first page of an order.
func HeadsParty(speller *spelling.Speller, s *layout.Segment) bool {
	h, ok := matchHeading(s, headKeys(speller, s))
	return ok && h.roles&(roleSupplier|roleShipTo|roleBillTo|roleTo) != 0
}

// stops tells whether a segment begins another field of the order, and no line
// of the address above it.
func (p *partyPage) stops(s *partySeg) bool {
	if s.known&knowsStop == 0 {
		s.known |= knowsStop
		if c, _ := s.caption(); c == captionNone && p.in.Announces != nil && p.in.Announces(p.index, s.Segment) {
			s.stop = s.traits()&(address.Reach|address.Person) == 0
		}
	}
	return s.stop
}

// labelled tells whether the segment begins with a short label and a colon.
func (s *partySeg) labelled() bool {
	for k := range min(len(s.keys()), 5) {
		if s.keys()[k].colon {
			return true
		}
	}
	return strings.HasSuffix(s.text(), ":")
}
