package order

import (
	"strings"
	"unicode"

	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// dateIn finds the first date in a span.
func (r *reading) dateIn(s span) (iso string, at span, ok bool) {
	iso, from, to, ok := r.locale.FindDate(s.text())
	if !ok {
		return "", span{}, false
	}
	return iso, s.slice(from, to), true
}

// Bounds of free text, bytes.
const (
	maxTerms   = 160
	maxShipVia = 60
)

// paymentTerms reads terms of payment and tells how much they look like some.
func paymentTerms(text string) (terms string, shape float64) {
	terms = trimValue(text)
	if len(terms) < 2 || len(terms) > maxTerms || strings.Contains(terms, "@") {
		return "", 0
	}
	shape = 0.45
	if value.OnlyDateWords(terms) && wording.HasDigit(terms) {
		return "", 0
	}
	for _, w := range strings.FieldsFunc(wording.Fold(terms), notLetter) {
		if termsWords()[w] {
			shape = 1
			break
		}
	}
	if shape < 1 && (strings.Contains(terms, "%") || wording.HasDigit(terms)) {
		shape = 0.6
	}
	return terms, shape
}

// statesTerms tells whether text surely states terms of payment: when, or by
// what means, or which share.
func statesTerms(s string) bool {
	f := wording.Fold(s)
	days, digits := false, wording.HasDigit(f)
	for _, w := range strings.FieldsFunc(f, notLetter) {
		if paymentMeans()[w] {
			return true
		}
		days = days || dayWords()[w]
	}
	return digits && (days || strings.Contains(f, "%"))
}

// shippingMethod reads a carrier or method of shipment and tells how much it
// looks like one.
func (r *reading) shippingMethod(text string) (value string, shape float64) {
	value = trimValue(text)
	if strings.HasSuffix(value, ".") && strings.Count(value, " ") > 5 {
		return "", 0 // a sentence
	}
	if len(value) < 2 || len(value) > maxShipVia || strings.Contains(value, "@") {
		return "", 0
	}
	if _, _, _, ok := r.locale.FindDate(value); ok {
		return "", 0 // when, whatever else: "Ravi to collect before 12 Jan 2026"
	}
	if _, ok := r.locale.Number(value); ok {
		return "", 0
	}
	shape = 0.7
	if strings.Count(value, " ") > 5 {
		shape = 0.4
	}
	for i, w := range strings.FieldsFunc(wording.Fold(value), notLetter) {
		if shipWords()[w] || shipWords()[strings.TrimSuffix(w, "s")] {
			return value, 1
		}
		if i == 0 && incoterms()[w] {
			shape = 0.2
		}
	}
	return value, shape
}

// prose tells whether text goes on as a sentence does.
func prose(text string) bool {
	first, _, _ := strings.Cut(wording.Fold(trimValue(text)), " ")
	return labelGlue()[first] || proseWords()[first]
}

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// trimValue takes the marks that fill or lead a value off it.
func trimValue(s string) string {
	s = strings.TrimLeft(s, " :;-–—.*_=|#")
	s = strings.TrimRight(s, " :;-–—_|,*")
	if !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		return ""
	}
	return s
}
