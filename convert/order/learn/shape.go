package learn

import (
	"strings"
	"unicode"
)

// Shape tells what a text is made of: its length in bytes, the shares of
// digits, capitals and other letters among them, how many marks it has, and how
// many blanks.
func Shape(text string) []float64 {
	digits, upper, lower, marks := 0, 0, 0, 0
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			upper++
		case unicode.IsLetter(r):
			lower++
		case r != ' ':
			marks++
		}
	}
	n := float64(max(1, len(text)))
	return []float64{float64(len(text)), float64(digits) / n, float64(upper) / n, float64(lower) / n, float64(marks), float64(strings.Count(text, " "))}
}
