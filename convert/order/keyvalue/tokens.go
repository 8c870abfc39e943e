package keyvalue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// token is a run of letters and digits, or one mark, of a segment.
type token struct {
	entry
	folded   string // as it is looked up; empty for marks and number signs
	word     int    // index into the segment's words
	from, to int    // bytes within the word
	mark     bool
	inside   bool // it may stand within a label: a small word, a currency, a short figure
}

// maxTokens is the most tokens of a segment that are searched for labels;
// anything beyond is prose.
const maxTokens = 48

// appendTokens splits the words of a segment into tokens and appends them to t.
func appendTokens(t []token, speller *ocrrepair.Speller, words []*doc.Word) []token {
	most := len(t) + maxTokens
	for n, w := range words {
		s := w.Text
		for i := 0; i < len(s) && len(t) < most; {
			r, size := utf8.DecodeRuneInString(s[i:])
			k := token{word: n, from: i, to: i + size}
			switch {
			case r == '№' || r == '#':
				k.entry = lookUp(numberSign)
			case !textnorm.IsWordRune(r):
				k.text, k.mark = markOf(s[i:i+size]), true
			default:
				k.to = scriptEnd(s, i, textnorm.WordEnd(s, i))
				text := s[i:k.to]
				if dotted := dottedEnd(s, i); dotted > k.to {
					k.to, text = dotted, strings.ReplaceAll(s[i:dotted], ".", "")
				}
				if strings.EqualFold(text, "del") && strings.HasPrefix(s[k.to:], ".") {
					text = "dely" // "Del. date", not the Spanish article
				}
				k.folded = speller.Lookup(w, text)
				k.entry = lookUp(k.folded)
				k.inside = k.rest == "" && (k.small || len(k.text) <= 2 && textnorm.OnlyDigits(k.text) || isCurrency(k.text))
			}
			t = append(t, k)
			i = k.to
		}
	}
	return t
}

// dottedEnd returns the end of the dotted abbreviation ("P.O.") that begins at i, or i if none does.
func dottedEnd(s string, i int) int {
	end := i
	for count := 0; ; count++ {
		r, size := utf8.DecodeRuneInString(s[end:])
		if next := end + size; !unicode.IsLetter(r) || next < len(s) && s[next] != '.' || next == len(s) && count == 0 {
			if count > 1 {
				return end
			}
			return i
		} else if next == len(s) {
			return next
		}
		end += size + 1 // the full stop
	}
}

// markOf returns a mark as it is compared: full-width brackets and colons become ordinary ones.
func markOf(s string) string {
	if folded := textnorm.Fold(s); folded != "" {
		return folded
	}
	return s
}

// scriptEnd returns where the part of a word that begins at i ends. Scripts without blanks join a label and
// its value ("注文番号A12", "納期2026年3月4日"): the part ends before a digit or Latin letter, otherwise at end.
func scriptEnd(s string, i, end int) int {
	first, size := utf8.DecodeRuneInString(s[i:])
	if !layout.Blankless(first) {
		return end
	}
	for k := i + size; k < end; k += size {
		var r rune
		if r, size = utf8.DecodeRuneInString(s[k:]); textnorm.IsDigit(r) || unicode.Is(unicode.Latin, r) {
			return k
		}
	}
	return end
}

// isCurrency reports whether a folded word is the three-letter code of a currency.
func isCurrency(s string) bool {
	return len(s) == 3 && value.Currency(s) != ""
}
