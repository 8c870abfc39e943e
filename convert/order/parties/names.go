package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// partyName is the name of an organisation, as printed.
type partyName struct {
	text  string
	words []*doc.Word
	key   []string // what tells it from other names: folded, without legal forms
	// traits are address.Legal and address.Org when the name shows that it is an organisation's.
	traits address.Trait
}

// addressee follows the name of the organisation to which a Japanese document
// is addressed.
const addressee = "御中"

// maxNameWords bounds the words of a name.
const maxNameWords = 14

// newPartyName reads a name from words that hold it, and perhaps an address
// behind it; ok is false when they hold no name.
func newPartyName(words []*doc.Word) (n partyName, ok bool) {
	words = trimNameStart(words)
	words = words[:min(len(words), addressStart(words), maxNameWords)]
	words = trimNameEnd(words)
	n.words = words
	n.text = strings.TrimFunc(wording.Join(words), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:·|•–—*_\"", r) })
	n.text = strings.TrimSuffix(strings.TrimSuffix(n.text, " -"), " /")
	if wording.CountLetters(n.text) < 2 {
		return n, false
	}
	n.key = nameKey(n.text)
	n.traits = address.Traits(n.text)
	n.traits &= address.Legal | address.Org
	if len(n.key) == 1 && address.TraitsOfWord(n.key[0])&(address.WordLegal|address.WordShort) != 0 {
		return n, false // the end of a name that began elsewhere
	}
	return n, len(n.key) > 0
}

// nameKey folds a name to the words that tell it from others.
func nameKey(s string) []string {
	var key []string
	if open := strings.LastIndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") { // a branch: "Acme Ltd (Leeds)"
		s = s[:open]
	}
	for f := range strings.FieldsSeq(s) {
		if utf8.RuneCountInString(f) > 40 || len(key) == maxNameWords {
			break
		}
		for part := range strings.FieldsFuncSeq(strings.ReplaceAll(wording.Fold(f), ".", ""), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if address.TraitsOfWord(part)&(address.WordLegal|address.WordShort) != 0 && len(key) > 0 || part == "private" && len(key) > 0 || part == "the" || part == "and" || part == "und" || part == "et" {
				continue
			}
			key = append(key, part)
		}
	}
	return key
}
