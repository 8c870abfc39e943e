package keyvalue

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// token is a run of letters and digits, or one mark, of a segment.
type token struct {
	folded   string   // as it is looked up
	text     string   // canonical word; for marks the mark
	phrases  []phrase // those that begin with the word
	rest     string   // the second word of a compound
	word     int      // index into the segment's words
	from, to int      // bytes within the word
	mark     bool
	small    bool // it may stand within a label: a small word, a currency, a short figure
}

// maxTokens bounds how much of a segment is searched for labels; what
// stands beyond is prose.
const maxTokens = 48

// appendTokens takes a segment apart, and appends what it is made of to t.
func appendTokens(t []token, speller *ocrrepair.Speller, words []*doc.Word) []token {
	most := len(t) + maxTokens
	for n, w := range words {
		s := w.Text
		for i := 0; i < len(s) && len(t) < most; {
			r, size := utf8.DecodeRuneInString(s[i:])
			if !textnorm.IsWordRune(r) {
				if r == '№' || r == '#' {
					t = append(t, token{text: numberSign, phrases: phrases()[numberSign], word: n, from: i, to: i + size})
				} else {
					t = append(t, token{text: s[i : i+size], word: n, from: i, to: i + size, mark: true})
				}
				i += size
				continue
			}
			end := textnorm.WordEnd(s, i)
			text := s[i:end]
			if dotted := dottedEnd(s, i); dotted > end {
				end = dotted
				text = strings.ReplaceAll(s[i:end], ".", "")
			}
			if d := contracted(s[end:]); d > 0 {
				text, end = text+"d", end+d
			}
			if strings.EqualFold(text, "del") && strings.HasPrefix(s[end:], ".") {
				text = "dely" // "Del. date", not the Spanish article
			}
			folded := speller.Lookup(w, text)
			stem, rest := canonical(folded)
			small := rest == "" && (smallWords()[stem] || isCurrency(stem) || len(stem) <= 2 && textnorm.OnlyDigits(stem))
			t = append(t, token{folded: folded, text: stem, phrases: phrases()[stem], rest: rest, word: n, from: i, to: end, small: small})
			i = end
		}
	}
	return t
}

// contracted is the length of an apostrophe and a "d" that end a word ("Req'd"), 0 where what
// follows is no such ending.
func contracted(s string) int {
	for _, d := range [...]string{"'d", "’d"} {
		if rest, ok := strings.CutPrefix(s, d); ok && textnorm.WordEnd(rest, 0) == 0 {
			return len(d)
		}
	}
	return 0
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

// isCurrency reports whether a folded word is the code of a currency, and no other word.
func isCurrency(s string) bool {
	return len(s) == 3 && s != "all" && s != "top" && s != "try" && s != "cop" && value.Currency(s) != "" || s == "rs"
}

// withinLabel reports whether a mark may stand in a label: "P/O No", "Shipping & Handling",
// "Sub-Total", "Freight (est.)".
func withinLabel(mark string) bool {
	switch mark {
	case "/", "&", "-", ".", "(", ")", "'", "’", "+", "–", ",", "$", "€", "£", "₹", "*", "@", "%":
		return true
	}
	return false
}
