package keyvalue

import (
	"strings"
	"unicode"

	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// Bounds of an order number.
const (
	maxNumber      = 40 // bytes
	maxNumberWords = 4
	maxSlashed     = 3 // parts that are set apart by slashes,
	leastSlashed   = 3 // bytes of what follows the only slash
	shortEnd       = 3 // bytes of capitals behind a number: "7204518 OP"
	maxCapitals    = 3 // words of a number without figures
)

// How much a value looks like an order number.
const (
	shapeWords   = 0.4 // capitals without a figure
	sureOfNumber = 0.9 // strength of labels behind which nearly everything is a number
)

// orderNumber reads an order's number at the beginning of a span and tells how much it
// looks like one, in [0, 1]. A weak label, of low strength, needs a better look.
func (r *Reader) orderNumber(s Span, strength float64) (number string, at Span, shape float64) {
	text := s.Text()
	from := len(text) - len(strings.TrimLeftFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}))
	from += numberWord(text[from:])
	end := from + numberEnd(text[from:r.beforeDate(text, from, strength)])
	number = strings.TrimRight(text[from:end], " -–/,;:.([|*") // barcodes have stars about it
	if !strings.Contains(number, "(") {
		number = strings.TrimRight(number, ")") // of a remark that the whole stands in
	}
	if number == "" || len(number) > maxNumber {
		return "", Span{}, 0
	}
	alone := strings.TrimSpace(text[end:]) == ""
	return number, s.Slice(from, from+len(number)), numberShape(number, alone, strength)
}

// beforeDate is where a text ends that goes on with a date from a word on. Behind a
// label that is sure, figures alone are a number even if they could be a date.
func (r *Reader) beforeDate(text string, from int, strength float64) int {
	_, date, _, ok := r.Locale.FindDate(text[from:])
	at := from + date
	switch {
	case !ok:
	case date == 0 && (strength < sureOfNumber || !textnorm.OnlyDigits(strings.TrimSpace(text[from:]))):
		return at
	case date > 0 && (text[at-1] == ' ' || text[at-1] == '/' && strings.Contains(text[:at], " /")):
		return at
	}
	return len(text)
}

// numberWord is the length of a word for "number" that s begins with, and of the marks
// behind it; 0 where s begins with none.
func numberWord(s string) int {
	word := textnorm.WordEnd(s, 0)
	czech := s[:word] == "č" && strings.HasPrefix(s[word:], ".")
	if c, _ := canonical(textnorm.Fold(s[:word])); c != numberSign && !czech {
		return 0
	}
	rest := strings.TrimLeft(s[word:], ".:# ")
	if rest == "" || len(rest) == len(s)-word {
		return 0
	}
	return len(s) - len(rest)
}

// numberEnd is the length of the order number that s begins with.
func numberEnd(s string) int {
	if n := spacedSlashes(s); n > 0 {
		return n
	}
	end, digits := 0, false
	words := strings.SplitN(s, " ", maxNumberWords+1)
	for n, word := range words {
		if n == maxNumberWords || n > 0 && (!continuesNumber(word, digits) || digits && parts(words[n-1]) && !alike(words[0], word)) {
			break
		}
		digits = digits || textnorm.HasDigit(word)
		if end += len(word); n > 0 {
			end++
		}
	}
	return end
}

// continuesNumber reports whether a word belongs to the order number before it, which
// has digits or not.
func continuesNumber(word string, digits bool) bool {
	f := strings.Trim(textnorm.Fold(word), ".,:;-()")
	switch {
	case f == "" || afterNumber()[f] || strings.HasPrefix(word, "("):
		return false
	case textnorm.HasDigit(word):
		return !digits || !strings.ContainsAny(word, "@$€£")
	}
	return capitals(word) && (!digits || len(word) <= shortEnd)
}

// parts reports whether a word ends with a mark that parts it from the next of a list.
func parts(word string) bool { return strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") }

// alike reports whether a word may be the next number of a list: it is nearly as long as
// the first.
func alike(first, word string) bool { return 2*len(word) > len(first) }

// spacedSlashes is the length of a number that s begins with and that is written
// with blanks about its slashes: "2026 / FAR / 118", "OA 2026 / 003307".
func spacedSlashes(s string) int {
	const slash = " / "
	parts := strings.SplitN(s, slash, maxSlashed+1)
	if len(parts) < 2 || !slashes.On() {
		return 0
	}
	parts = parts[:min(len(parts), maxSlashed)]
	last := &parts[len(parts)-1]
	*last, _, _ = strings.Cut(*last, " ")
	if len(parts) == 2 && (len(*last) < leastSlashed || !textnorm.HasDigit(*last)) {
		return 0 // a revision, a page, another number's caption
	}
	return len(strings.Join(parts, slash))
}

// capitals reports whether a text's letters are capitals.
func capitals(s string) bool {
	return strings.ContainsFunc(s, unicode.IsUpper) && !strings.ContainsFunc(s, unicode.IsLower)
}

// numberShape is how much a value looks like an order number.
func numberShape(s string, alone bool, strength float64) float64 {
	if _, after, _ := strings.Cut(s, ":"); strings.ContainsAny(s, "@$€£%…") || value.IsAmount(after) {
		return 0 // "Amt:118.00"
	}
	switch digits := textnorm.HasDigit(s); {
	case !digits && (strength < sureOfNumber || !alone || !capitals(s) || strings.Count(s, " ") >= maxCapitals):
		return 0
	case !digits:
		return shapeWords
	}
	return 1
}
