package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// token is a run of letters and digits, or one mark, of a segment.
type token struct {
	text     string // canonical word; for marks the mark
	rest     string // the second word of a compound
	word     int    // index into the segment's words
	from, to int    // bytes within the word
	mark     bool
}

// maxLabelTokens bounds how much of a segment is searched for labels; what
// stands beyond is prose.
const maxLabelTokens = 48

// tokens takes a segment apart.
func tokens(speller *ocrrepair.Speller, t []token, words []*doc.Word) []token {
	for n, w := range words {
		s := w.Text
		for i := 0; i < len(s) && len(t) < maxLabelTokens; {
			r, size := utf8.DecodeRuneInString(s[i:])
			if !wording.IsWordRune(r) {
				if r == '№' || r == '#' {
					t = append(t, token{text: "#", word: n, from: i, to: i + size})
				} else {
					t = append(t, token{text: s[i : i+size], word: n, from: i, to: i + size, mark: true})
				}
				i += size
				continue
			}
			end := wording.WordEnd(s, i)
			text := s[i:end]
			if dotted := dottedEnd(s, i); dotted > end {
				end = dotted
				text = letters(s[i:end])
			}
			if strings.EqualFold(text, "del") && strings.HasPrefix(s[end:], ".") {
				text = "dely" // "Del. date", not the Spanish article
			}
			stem, rest := canonicalWord(speller.Lookup(w, text))
			t = append(t, token{text: stem, rest: rest, word: n, from: i, to: end})
			i = end
		}
	}
	return t
}

// dottedEnd is the end of a dotted abbreviation ("P.O.") that begins at i.
func dottedEnd(s string, i int) int {
	end := i
	for count := 0; ; count++ {
		r, size := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsLetter(r) || end+size < len(s) && s[end+size] != '.' {
			if count > 1 {
				return end
			}
			return i
		}
		end += size
		if end < len(s) {
			end++ // the full stop
		} else if count > 0 {
			return end
		} else {
			return i
		}
	}
}

// letters leaves the full stops out.
func letters(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if s[i] != '.' {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// currencyToken tells whether a folded token is the code of a currency.
func currencyToken(s string) bool {
	return len(s) == 3 && s != "all" && s != "top" && s != "try" && s != "cop" && value.Currency(s) != "" || s == "rs"
}

func labelMark(s string) bool {
	switch s {
	case "/", "&", "-", ".", "(", ")", "'", "’", "+", "–", ",", "$", "€", "£", "₹", "*", "@", "%":
		return true
	}
	return false
}

// endsSegment tells whether the token is the last of the label's segment.
func (t token) endsSegment(l *label) bool {
	return t.word == len(l.seg.Words)-1 && t.to == len(l.seg.Words[t.word].Text)
}
