package order

import (
	"unicode"
	"unicode/utf8"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// Forms in two languages print each label twice: "Conditions / Terms",
// "Betaling – Paiement", "Terms of payment" with its Arabic beside it. Both
// halves are one label; that one of them is known is enough.

// Bounds of what is taken for halves.
const (
	maxOtherHalf = 5 // words of the half of a label that is not known
	maxOthers    = 2 // languages beside the first; what has more parts is a list
)

// halves tells whether t[i] is the mark between the halves of a label: a word of
// its own, as the slash of "N°/Ref" and the dash of "Sub-Total" are not.
func halves(t []token, i int, s *layout.Segment) bool {
	if i >= len(t) || !t[i].mark {
		return false
	}
	switch s.Words[t[i].word].Text {
	case "/", "//", "-", "–", "—":
		return true
	}
	// "Datum/ Date"
	return t[i].text == "/" && t[i].to == len(s.Words[t[i].word].Text) && t[i].from > 0
}

// listed tells whether a segment has more parts than a label has halves:
// "FUND / FUNC / OBJ / SCC".
func listed(t []token, s *layout.Segment) bool {
	others := 0
	for n := range t {
		if halves(t, n, s) {
			others++
		}
	}
	return others > maxOthers
}

// foreign tells whether a token is written in letters other than Latin ones.
func foreign(k token, s *layout.Segment) bool {
	any := false
	for _, r := range s.Words[k.word].Text[k.from:k.to] {
		if unicode.IsLetter(r) {
			if any = true; unicode.Is(unicode.Latin, r) {
				return false
			}
		}
	}
	return any
}

// afterOtherHalf tells whether nothing but the first half of a label stands
// before t[i].
func afterOtherHalf(t []token, i int, s *layout.Segment) bool {
	if i == 0 || foreign(t[i], s) {
		return false
	}
	words, strange := 0, true
	for _, k := range t[:i] {
		if k.mark {
			continue
		}
		if wording.HasDigit(k.text) {
			return false
		}
		words++
		strange = strange && foreign(k, s)
	}
	first, _ := utf8.DecodeRuneInString(s.Words[0].Text) // a value begins small: "own truck - supplier"
	return words > 0 && words <= maxOtherHalf && !listed(t, s) && (strange || halves(t, i-1, s) && !unicode.IsLower(first))
}

// skipOtherHalf skips the second half of a label that ends before t[i]: up to a
// colon or the end of its segment.
func skipOtherHalf(t []token, i int, s *layout.Segment) int {
	if i >= len(t) || listed(t, s) {
		return i
	}
	strange := !halves(t, i, s)
	words := 0
	for n := i; n < len(t); n++ {
		switch k := t[n]; {
		case k.text == ":" || k.text == "：":
			if words == 0 {
				return i
			}
			return n
		case k.mark && labelMark(k.text):
		case k.mark, wording.HasDigit(k.text), termsWords[k.text], shipWords[k.text], strange && !foreign(k, s):
			return i
		default:
			if words++; words > maxOtherHalf {
				return i
			}
		}
	}
	if words == 0 {
		return i
	}
	return len(t)
}

// bothHalves joins what two halves of a label mean.
func bothHalves(a, b []announced) []announced {
	both := append([]announced(nil), a...)
next:
	for _, m := range b {
		for i := range both {
			if both[i].kind == m.kind {
				both[i].strength = max(both[i].strength, m.strength)
				continue next
			}
		}
		both = append(both, m)
	}
	return both
}
