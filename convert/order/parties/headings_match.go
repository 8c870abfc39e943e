package parties

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

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
	if last := len(keys) - 1; i < len(keys) && words > 1 && roles&(RoleShipTo|RoleBillTo) != 0 && keys[last].colon && keys[last].word == len(s.Words)-1 && last-i < 6 && !anyColon(keys[i-1:last]) && startsLower(s.Words[keys[i].word].Text) {
		i = len(keys) // "Deliver to the workshop (not the shop):"
	}
	if i < len(keys) && keys[i].colon && wording.OnlyDigits(keys[i].text) && len(keys[i].text) >= 3 && !keys[i-1].colon {
		i++ // "Supplier 5571: Acme Ltd"
	}
	h.roles, h.words, h.colon = roles, words, keys[i-1].colon
	for h.colon && i < len(keys) && keys[i].open && bracketNote(keys, i) {
		i = skipBrackets(keys, i)
	}
	if h.roles&RoleOther != 0 {
		h.roles = RoleOther
	}
	if bare && !h.colon && !(len(s.Words) == 1 && len(keys) == 1 && aloneHeads[keys[0].text] && !startsLower(s.Words[0].Text)) {
		return h, false
	}
	switch last := keys[i-1].word; {
	case i < len(keys) && onlyNumber(keys[i:], h.colon): // "VENDOR 20714", the name beneath
		i = len(keys)
	case i < len(keys) && !captionFollows(keys[i:]):
		h.value = keys[i].word
		if h.value == last { // "To:Acme": the value's first word is glued to the heading
			return h, false
		}
		if v := h.value; h.colon && toWords[s.Words[v].Text] && v+1 < len(s.Words) && !startsLower(s.Words[v+1].Text) {
			h.value++ // "Invoices: to Purchase Ledger"
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
func matchPhrases(keys []headKey, i int) (roles Role, words, end int) {
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
			if r, n := longestPhrase(keys[i:]); n > 0 && r&RoleOther == 0 {
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
func matchEnding(keys []headKey, start int) (roles Role, words, end int) {
	for i := start + 1; i < len(keys) && i-start <= maxLead; i++ {
		if keys[i-1].colon || keys[i].open {
			break
		}
		r, n := longestPhrase(keys[i:])
		if n < 2 || r&(RoleShipTo|RoleBillTo) == 0 || r&RoleOther != 0 {
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
	deliverWords = wording.Set("deliver delivering delivered delivery ship shipped shipment dispatch despatch liefern anlieferung lieferung livrer livree livraison entregar entrega entregue consegnare consegna leveren levering leverans levereras leveres bezorgen afleveren aflevering dostarczyc dostawa dodat dodani toimitetaan toimitus")
	invoiceWords = wording.Set("invoice invoices invoiced bill billed rechnung rechnungen facture factures factura facturas fattura fatture factuur facturen faktura fakturor fakturaer faktury")
	toWords      = wording.Set("to at an a aan en em presso bei til till na do osoitteeseen")
)

// matchSentence reads a whole sentence that ends in "to:" as a heading: "To be
// delivered on or before 30 September to:". It gives what matchPhrases gives.
func matchSentence(keys []headKey, start int) (roles Role, words, end int) {
	last := len(keys) - 1
	if last-start < 3 || last >= maxHeadKeys || !keys[last].colon || !toWords[keys[last].text] || anyColon(keys[start:last]) {
		return 0, 0, start
	}
	for _, k := range keys[start:last] {
		switch {
		case invoiceWords[k.text]:
			return RoleBillTo, 1, len(keys)
		case deliverWords[k.text]:
			roles = RoleShipTo
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

// shortened are phrases of headings that end in a full stop because they are shortened.
var shortened = wording.Set("messrs spettle destinaz")

// maxCodeLetters bounds the letters of a party's code, and of what shortens the
// word for such a code.
const maxCodeLetters = 3

// onlyNumber tells whether the keys are the number or code by which one party
// knows the other, and nothing else: "20714", "(No. 61120)", "SUPPLIER CODE
// L0118". Behind a colon, where a name may stand, its caption must be known;
// elsewhere it may be a short one: "BR 04".
func onlyNumber(keys []headKey, colon bool) bool {
	last := keys[len(keys)-1]
	if len(keys) > 3 || last.colon || !wording.HasDigit(last.text) || wording.CountLetters(last.text) > maxCodeLetters {
		return false
	}
	if len(keys) == 1 {
		return !colon && wording.OnlyDigits(last.text) && len(last.text) >= 3
	}
	for _, k := range keys[:len(keys)-1] {
		captions := fieldCaptions[k.text] == captionNumber || numberWords[k.text] || headWords()[k.text]&RoleSupplier != 0
		if !colon && !k.open { // "Our vendor no. 118" is no heading
			captions = !captions && len(k.text) <= maxCodeLetters && address.TraitsOfWord(k.text) == 0
		}
		if k.colon || wording.HasDigit(k.text) || !captions {
			return false
		}
	}
	return true
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
func longestPhrase(keys []headKey) (Role, int) {
	var roles Role
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
