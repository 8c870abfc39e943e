package keyvalue

import (
	"strings"
	"unicode"

	"lineitem/convert/order/textnorm"
)

// Bounds of an order number.
const (
	maxNumber      = 40 // bytes
	maxNumberWords = 5
	leastSlashed   = 3 // bytes of what follows a slash between blanks: less is a revision or a page
	shortEnd       = 3 // bytes of capitals behind a number: "7204518 OP"
)

// How much a value looks like an order number.
const (
	shapeWords   = 0.4 // capitals without a figure
	sureOfNumber = 0.9 // strength of labels behind which nearly everything is a number
)

// orderNumber reads an order's number at the beginning of a span and tells how much it
// looks like one, in [0, 1].
func (r *Reader) orderNumber(s Span, strength float64) (number string, at Span, shape float64) {
	text := s.Text()
	from := len(text) - len(strings.TrimLeftFunc(text, func(c rune) bool { return !textnorm.IsWordRune(c) }))
	if word := textnorm.WordEnd(text, from); lookUp(textnorm.Fold(text[from:word])).text == numberSign { // "Nr. 4711"
		from = word + len(text[word:]) - len(strings.TrimLeft(text[word:], ".:# "))
	}
	end := len(text)
	if _, date, _, ok := r.Locale.FindDate(text[from:]); ok && (date == 0 && !textnorm.OnlyDigits(text[from:]) || date > 0 && text[from+date-1] == ' ') {
		end = from + date
	}
	number = strings.TrimRight(text[from:from+numberEnd(text[from:end])], " -–/,;:.([|*") // barcodes have stars about them
	if !strings.Contains(number, "(") {
		number = strings.TrimRight(number, ")") // of a remark that the whole stands in
	}
	if number == "" || len(number) > maxNumber || strings.ContainsAny(number, "@$€£%…") {
		return "", Span{}, 0
	}
	switch alone := strings.TrimSpace(text[from+len(number):]) == ""; {
	case textnorm.HasDigit(number):
		shape = 1
	case strength >= sureOfNumber && alone && capitals(number):
		shape = shapeWords
	}
	return number, s.Slice(from, from+len(number)), shape
}

// numberEnd is the length of the order number that s begins with.
func numberEnd(s string) int {
	words := strings.SplitN(s, " ", maxNumberWords+1)
	words = words[:min(len(words), maxNumberWords)]
	end, digits := len(words[0]), textnorm.HasDigit(words[0])
	for n := 1; n < len(words); n++ {
		length := 1 + len(words[n])
		if words[n] == "/" && n+1 < len(words) && len(words[n+1]) >= leastSlashed { // "OA 2026 / 003307"
			n++
			length += 1 + len(words[n])
		}
		if !continuesNumber(words[n], digits) {
			break
		}
		digits = digits || textnorm.HasDigit(words[n])
		end += length
	}
	return end
}

// continuesNumber reports whether a word belongs to the order number before it, which
// has digits or not.
func continuesNumber(word string, digits bool) bool {
	switch {
	case strings.HasPrefix(word, "(") || afterNumber()[strings.Trim(textnorm.Fold(word), ".,:;-()")]:
		return false
	case textnorm.HasDigit(word):
		return len(word) > 1 && !strings.ContainsAny(word, "@$€£") // one figure is a revision
	}
	return capitals(word) && (!digits || len(word) <= shortEnd)
}

// capitals reports whether a text's letters are capitals.
func capitals(s string) bool {
	return strings.ContainsFunc(s, unicode.IsUpper) && !strings.ContainsFunc(s, unicode.IsLower)
}
