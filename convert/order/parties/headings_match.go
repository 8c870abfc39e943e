package parties

import (
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
	start := 0
	for start < len(keys)-1 && len(keys[start].text) <= 2 && keys[start].point { // "6. SHIP TO"
		start++
	}
	roles, words, i := matchPhrases(keys, start)
	if i == start {
		return h, false
	}
	bare := i-start == 1 && vocab().bare[keys[start].text]
	h.roles, h.words, h.colon = roles, words, keys[i-1].colon
	for h.colon && i < len(keys) && keys[i].open && skipBrackets(keys, i) >= len(keys) {
		i = skipBrackets(keys, i)
	}
	if h.roles&RoleOther != 0 {
		h.roles = RoleOther
	}
	if bare && !h.colon && !(len(s.Words) == 1 && len(keys) == 1 && vocab().lone[keys[0].text] && !startsLower(s.Words[0].Text)) {
		return h, false
	}
	switch last := keys[i-1].word; {
	case i < len(keys):
		h.value = keys[i].word
		if h.value == last { // "To:Acme": the value's first word is glued to the heading
			return h, false
		}
	case i == len(keys) && last+1 < len(s.Words):
		if !h.colon && len(keys) >= maxHeadKeys {
			return h, false
		}
		h.value = last + 1 // punctuation, signs or another script alone
		if onlyMarks(s, last+1) {
			h.value = len(s.Words)
		}
	}
	if last := keys[i-1]; last.point && !last.shut && !h.colon && len(last.text) > 5 {
		return h, false // the end of a sentence
	}
	if h.value < len(s.Words) {
		if !h.colon {
			return h, false
		}
		if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.Words[h.value].Text, "\"'([*#-")); unicode.IsLower(r) && len(s.Words)-h.value > 4 && !(h.colon && address.Traits(wording.Join(s.Words[h.value:]))&(address.Street|address.Town) != 0) {
			return h, false // running text: "Supplier shall ..."
		}
	}
	return h, true
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
