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

// Capitals without a digit as an order number.
const (
	shapeWords   = 0.4 // their score
	sureOfNumber = 0.9 // least strength of the labels behind which they count as a number
)

// orderNumber reads an order's number at the beginning of a span. The candidate's score says how much
// it looks like one.
func (r *Reader) orderNumber(s Span, strength float64) (c Candidate) {
	text := s.Text()
	from := len(text) - len(strings.TrimLeftFunc(text, func(c rune) bool { return !textnorm.IsWordRune(c) }))
	if word := textnorm.WordEnd(text, from); lookUp(textnorm.Fold(text[from:word])).text == numberSign && !strings.HasPrefix(text[word:], "-") { // "Nr. 4711", not "BR-4711"
		from = word + len(text[word:]) - len(strings.TrimLeft(text[word:], ".:# "))
	}
	end := len(text)
	if _, date, _, ok := r.Locale.FindDate(text[from:]); ok && (date == 0 && !textnorm.OnlyDigits(text[from:]) || date > 0 && text[from+date-1] == ' ') {
		end = from + date
	}
	number := strings.TrimRight(text[from:from+numberEnd(text[from:end], end == len(text))], " -–/,;:.([|*") // barcodes have asterisks around them
	if !strings.ContainsAny(number, "([") {
		number = strings.TrimRight(number, ")]") // of brackets around the whole
	}
	if number == "" || len(number) > maxNumber || strings.ContainsAny(number, "@$€£%…") {
		return Candidate{}
	}
	c.Value, c.Span = number, s.Slice(from, from+len(number))
	switch alone := strings.TrimSpace(text[from+len(number):]) == ""; {
	case textnorm.HasDigit(number):
		c.Score = 1
	case strength >= sureOfNumber && alone && capitals(number):
		c.Score = shapeWords
	}
	return c
}

// numberEnd returns the length of the order number with which s begins. whole says that nothing
// follows s in its text.
func numberEnd(s string, whole bool) int {
	words := strings.SplitN(s, " ", maxNumberWords+1)
	whole = whole && len(words) <= maxNumberWords
	words = words[:min(len(words), maxNumberWords)]
	end, digits := len(words[0]), textnorm.HasDigit(words[0])
	for n := 1; n < len(words); n++ {
		length, slashed := 1+len(words[n]), false
		if words[n] == "/" && n+1 < len(words) && len(words[n+1]) >= leastSlashed { // "OA 2026 / 003307"
			n, slashed = n+1, true
			length += 1 + len(words[n])
		}
		if !continuesNumber(words[n], digits, slashed || whole && n == len(words)-1) {
			break
		}
		digits = digits || textnorm.HasDigit(words[n])
		end += length
	}
	return end
}

// continuesNumber reports whether a word belongs to the order number before it; digits says whether
// that contains any. Capitals behind digits belong to it only as the last word, since "4711 REV 2" has a revision.
func continuesNumber(word string, digits, last bool) bool {
	switch {
	case strings.HasPrefix(word, "("):
		return false
	case textnorm.HasDigit(word):
		return len(word) > 1 && !strings.ContainsAny(word, "@$€£") // a single digit is a revision
	}
	return capitals(word) && (!digits || last && len(word) <= shortEnd)
}

// capitals reports whether a text has letters and all are capitals.
func capitals(s string) bool {
	return strings.ContainsFunc(s, unicode.IsUpper) && !strings.ContainsFunc(s, unicode.IsLower)
}
