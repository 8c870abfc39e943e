package order

import (
	"strings"
	"unicode"

	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// maxOrderNumber bounds an order number, bytes.
const maxOrderNumber = 40

// orderNumber reads an order's number at the beginning of a span and tells how
// much it looks like one, in [0, 1]. A weak label, of low strength, needs a
// better look.
func (r *reading) orderNumber(s span, strength float64) (value string, at span, shape float64) {
	text := s.text()
	from := len(text) - len(strings.TrimLeftFunc(text, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != '('
	}))
	from += numberWord(text[from:], ocrrepair.Recognised(s.words()))
	bracket := ""
	if inside, _, ok := strings.Cut(text[from:], ")"); ok && text[from] == '(' && strings.ContainsFunc(inside, unicode.IsLetter) {
		from++ // "(PO-2231)"
		bracket = ")"
	}
	_, date, _, ok := r.locale.FindDate(text[from:])
	end := len(text)
	if ok && (date == 0 || text[from+date-1] == ' ' || text[from+date-1] == '/' && strings.Contains(text[:from+date], " /")) && !(date == 0 && strength >= 0.9 && wording.OnlyDigits(strings.TrimSpace(text[from:]))) {
		end = from + date
	}
	end = from + numberEnd(text[from:end])
	value = strings.TrimRight(text[from:end], " -–/,;:.([|"+bracket)
	if !strings.Contains(value, "(") {
		value = strings.TrimRight(value, ")") // of a remark that the whole stands in
	}
	if value == "" || len(value) > maxOrderNumber {
		return "", span{}, 0
	}
	alone := strings.TrimSpace(text[end:]) == ""
	return value, s.slice(from, from+len(value)), numberShape(value, alone, strength)
}

// numberWord is the length of a word for "number" that s begins with, and of
// the marks behind it; 0 when s begins with none.
func numberWord(s string, recognised bool) int {
	word := wording.WordEnd(s, 0)
	f := wording.Fold(s[:word])
	if recognised && !wording.HasDigit(f) {
		f = speller.Fold(s[:word], true)
	}
	if c, _ := canonicalWord(f); c != "#" && !(s[:word] == "č" && strings.HasPrefix(s[word:], ".")) || word == 0 {
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
	end, digits := 0, false
	if n := spacedSlashes(s); n > 0 {
		return n
	}
	for word := 0; word < 4 && end < len(s); word++ {
		start := end
		for start < len(s) && s[start] == ' ' {
			start++
		}
		stop := strings.IndexByte(s[start:], ' ')
		if stop < 0 {
			stop = len(s)
		} else {
			stop += start
		}
		w := s[start:stop]
		if word > 0 {
			f := strings.Trim(wording.Fold(w), ".,:;-()")
			switch {
			case f == "" || afterNumber()[f]:
				return end
			case digits && !(wording.HasDigit(w) && !strings.ContainsAny(w, "@$€£")) && !shortCapitals(w):
				return end
			case !digits && !wording.HasDigit(w) && !capitals(w):
				return end
			case strings.HasPrefix(w, "("):
				return end
			}
		}
		digits = digits || wording.HasDigit(w)
		end = stop
		if strings.ContainsAny(w[max(0, len(w)-1):], ",;") {
			return end
		}
	}
	return end
}

// spacedSlashes is the length of a number that s begins with and that is written
// with blanks about its slashes: "2026 / FAR / 118", "OA 2026 / 003307".
func spacedSlashes(s string) int {
	const slash = " / "
	parts := strings.SplitN(s, slash, 4)
	if len(parts) < 2 {
		return 0
	}
	parts = parts[:min(len(parts), 3)]
	last := &parts[len(parts)-1]
	*last, _, _ = strings.Cut(*last, " ")
	if len(parts) == 2 && (len(*last) < leastSlashed || !wording.HasDigit(*last)) {
		return 0 // a revision, a page, another number's caption
	}
	for i, p := range parts {
		if i == 0 {
			p = strings.Replace(p, " ", "", 1)
		}
		if p == "" || len(p) > 10 || strings.Contains(p, " ") || !wording.HasDigit(p) && !capitals(p) {
			return 0
		}
	}
	if !wording.HasDigit(parts[0]) && !wording.HasDigit(*last) {
		return 0
	}
	return len(strings.Join(parts, slash))
}

// leastSlashed is how long what follows the only slash of a number is, at least.
const leastSlashed = 3

func capitals(s string) bool {
	n := 0
	for _, r := range s {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			n++
		}
	}
	return n > 0
}

// shortCapitals are what order numbers end in: "7204518 OP".
func shortCapitals(s string) bool { return len(s) <= 3 && capitals(s) }

// numberShape tells how much a value looks like an order number.
func numberShape(s string, alone bool, strength float64) float64 {
	digits, words := 0, strings.Count(s, " ")+1
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case r == '@' || r == '$' || r == '€' || r == '£' || r == '%' || r == '…':
			return 0
		}
	}
	if before, after, ok := strings.Cut(s, ":"); ok && before != "" && value.IsAmount(after) {
		return 0 // "Amt:118.00"
	}
	shape := 1.0
	switch {
	case digits == 0 && (strength < 0.9 || !alone || !capitals(s) || words > 3):
		return 0
	case digits == 0:
		shape = 0.4
	case digits == 1 && len(s) < 3:
		shape = 0.7
	case looksLikePhone(s) || looksLikeAmount(s) || strings.HasPrefix(wording.Fold(s), "box "):
		return 0.1
	}
	if strength < 0.9 {
		// "Order", "Purchase order" and the like stand over all sorts of things.
		if !alone || words > 2 || digits*3 < len(s) && digits < 3 {
			shape *= 0.6
		}
		if digits < 3 {
			shape *= 0.8
		}
	}
	if s[0] >= 'a' && s[0] <= 'z' && words > 1 {
		shape *= 0.4
	}
	return shape
}

func looksLikePhone(s string) bool {
	if s[0] == '(' || s[0] == '+' {
		return true
	}
	groups := strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == '-' || r == '.' })
	if len(groups) < 3 {
		return false
	}
	for _, g := range groups {
		if !wording.OnlyDigits(g) {
			return false
		}
	}
	return len(groups) > 3 || len(groups[0]) == 3 && len(groups[1]) == 3 && len(groups[2]) == 4
}

func looksLikeAmount(s string) bool {
	f, ok := value.ScanFigure(s)
	if !ok || f.Unit != "" {
		return false
	}
	i := strings.LastIndexAny(f.Digits, ".,")
	return i >= 0 && len(f.Digits)-i-1 == 2
}
