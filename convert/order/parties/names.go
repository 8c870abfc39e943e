package parties

import (
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/textnorm"
)

// partyName is the name of an organisation, as printed.
type partyName struct {
	text  string
	words []*doc.Word
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
	n.text = strings.TrimFunc(textnorm.Join(words), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:·|•–—*_\"", r) })
	n.text = strings.TrimSuffix(strings.TrimSuffix(n.text, " -"), " /")
	if textnorm.CountLetters(n.text) < 2 {
		return n, false
	}
	n.traits = address.Traits(n.text) & (address.Legal | address.Org)
	return n, tells(n.text)
}

// tells reports whether a name has a word beside legal forms and articles, which end a name that
// began elsewhere.
func tells(name string) bool {
	for part := range strings.FieldsFuncSeq(strings.ReplaceAll(textnorm.Fold(name), ".", ""), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if address.TraitsOfWord(part)&(address.WordLegal|address.WordShort) == 0 && part != "the" && part != "and" && part != "und" && part != "et" {
			return true
		}
	}
	return false
}
