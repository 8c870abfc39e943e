package parties

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/wording"
)

// heading is a phrase that says whose name or address follows it.
type heading struct {
	roles Role
	// value is the index of the first of the segment's words that follow the
	// heading on its own line; the number of words when none does.
	value int
	colon bool // a colon parts heading and value
	words int  // of the lexicon's phrase, for preferring the more exact heading
}

// Headings are the headings of parties and of other things in a document.
type Headings struct {
	bySegment map[*layout.Segment]heading
}

// FindHeadings finds the headings with which the segments of pages begin. Words that
// were recognised are looked up as the speller spells them.
func FindHeadings(pages []*layout.Page, speller *ocrrepair.Speller) *Headings {
	all := &Headings{map[*layout.Segment]heading{}}
	var buf [maxHeadKeys]headKey
	for _, p := range pages {
		for i := range p.Lines {
			for _, s := range p.Lines[i].Segments {
				if first := headKeys(buf[:0], speller, s.Words[:1]); len(first) > 0 && !first[0].mayHead() {
					continue
				}
				if h, ok := matchHeading(s, headKeys(buf[:0], speller, s.Words)); ok {
					all.bySegment[s] = h
				}
			}
		}
	}
	return all
}

// Of reports whether a segment begins with a heading of the buyer, or of the
// supplier, or of what only one of them has as a rule: an address for bills, one
// for payments; and whether with one of something else.
func (all *Headings) Of(s *layout.Segment) (buyer, supplier, other bool) {
	h, ok := all.bySegment[s]
	if !ok || h.roles&(RoleOther|RoleThird) != 0 {
		return false, false, ok
	}
	buyer = h.roles&(RoleBuyer|RoleBillTo|RoleFrom) != 0
	supplier = h.roles&(RoleSupplier|RoleTo|RoleRemit) != 0
	return buyer, supplier, !buyer && !supplier
}

// Begin reports whether a segment heads a supplier or an address, as stands on the
// first page of an order.
func (all *Headings) Begin(s *layout.Segment) bool {
	return all.bySegment[s].roles&(RoleSupplier|RoleShipTo|RoleBillTo|RoleTo) != 0
}

// fieldCaption reads the caption of an address field with which a segment
// begins ("City:", "b. LOCATION"), and where its value begins.
func fieldCaption(s *layout.Segment, keys []headKey) (c caption, value int) {
	keys = withoutGlosses(keys)
	i := 0
	for i < len(keys)-1 && len(keys[i].text) == 1 && keys[i].point { // "b. LOCATION"
		i++
	}
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
		if found, ok := vocab().captions[text]; ok && (k+1 == len(keys) || keys[k].colon || keys[k+1].open) {
			c, n = found, k+1
		}
	}
	if n == 0 {
		return captionNone, 0
	}
	if last := keys[n-1].word; last+1 < len(s.Words) && !onlyMarks(s, last+1) {
		return c, last + 1
	}
	return c, len(s.Words)
}

// stops reports whether a segment begins another field of the order, and no line
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

// labelled reports whether the segment begins with a short label and a colon.
func (s *partySeg) labelled() bool {
	for k := range min(len(s.keys()), 5) {
		if s.keys()[k].colon {
			return true
		}
	}
	return strings.HasSuffix(s.text(), ":")
}

// mayHead reports whether a heading may begin with a segment's first word: with one of
// its phrases, its number, or a gloss.
func (k *headKey) mayHead() bool {
	return len(k.text) <= maxNumberKey || vocab().openings[k.text] || !isLatin(k.text)
}

// maxNumberKey is the most bytes of the number or letter before a heading.
const maxNumberKey = 2

// matchHeading reads the heading with which a segment begins.
func matchHeading(s *layout.Segment, keys []headKey) (h heading, ok bool) {
	keys = withoutGlosses(keys)
	start := 0
	for start < len(keys)-1 && len(keys[start].text) <= maxNumberKey && keys[start].point { // "6. SHIP TO"
		start++
	}
	roles, words, i := matchPhrases(keys, start)
	if i == start {
		return h, false
	}
	last := keys[i-1]
	h = heading{roles: roles, words: words, colon: last.colon, value: len(s.Words)}
	if h.roles&RoleOther != 0 {
		h.roles = RoleOther
	}
	if h.colon && i < len(keys) && keys[i].open && skipBrackets(keys, i) == len(keys) {
		i, last = len(keys), keys[len(keys)-1]
	}
	switch {
	case i < len(keys):
		h.value = keys[i].word
	case !onlyMarks(s, last.word+1):
		h.value = last.word + 1
	}
	if h.colon {
		return h, h.value > last.word
	}
	bare := i == start+1 && vocab().bare[last.text]
	alone := len(s.Words) == 1 && vocab().lone[last.text] && !startsLower(s.Words[0].Text)
	sentence := last.point && !last.shut && len(last.text) > 5
	return h, h.value == len(s.Words) && (!bare || alone) && !sentence
}

// matchPhrases reads the phrases of a heading from key i on: one, or several in
// other languages or of other roles. It gives their roles, how many words of
// the lexicon they have, and the key behind them, i when there are none.
func matchPhrases(keys []headKey, i int) (roles Role, words, end int) {
	for i < len(keys) {
		r, n := longestPhrase(keys[i:])
		if n == 0 {
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
		if i >= len(keys) || !keys[i].slash {
			break
		}
	}
	return roles, words, i
}

// longestPhrase finds the longest phrase of headWords with which the keys
// begin, and how many keys it takes.
func longestPhrase(keys []headKey) (Role, int) {
	var roles Role
	var text string
	n := 0
	if !vocab().openings[keys[0].text] {
		return 0, 0
	}
	for k := range min(len(keys), maxHeadWords) {
		if k == 0 {
			text = keys[0].text
		} else {
			if keys[k-1].colon || keys[k].open {
				break
			}
			text += " " + keys[k].text
		}
		if r := vocab().head(text); r != 0 {
			roles, n = r, k+1
		}
	}
	return roles, n
}

// withoutGlosses leaves out of a segment's keys what only repeats a heading:
// its plural in brackets, as in "Vendor(s)", and words in a script other than
// Latin beside Latin ones.
func withoutGlosses(keys []headKey) []headKey {
	latin := slices.ContainsFunc(keys, func(k headKey) bool { return isLatin(k.text) })
	plural := func(k *headKey) bool { return k.open && k.shut && pluralEndings[k.text] }
	foreign := func(k *headKey) bool { return latin && !isLatin(k.text) && !wording.HasDigit(k.text) }
	if !slices.ContainsFunc(keys, func(k headKey) bool { return plural(&k) || foreign(&k) }) {
		return keys
	}
	kept := keys[:0:0]
	for i, k := range keys {
		if i > 0 && plural(&k) {
			last := &kept[len(kept)-1]
			last.word, last.colon = k.word, last.colon || k.colon
			continue
		}
		if foreign(&k) && (len(kept) == 0 || !kept[len(kept)-1].colon) {
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

// isLatin reports whether a folded word holds letters, and those of the Latin script.
func isLatin(s string) bool {
	letters := false
	for _, r := range s {
		if 'a' <= r && r <= 'z' {
			letters = true
			continue
		}
		if unicode.IsLetter(r) {
			if !unicode.Is(unicode.Latin, r) {
				return false
			}
			letters = true
		}
	}
	return letters
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

// onlyMarks reports whether the words from the given one on hold neither
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
