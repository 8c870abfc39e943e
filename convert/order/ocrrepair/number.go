package ocrrepair

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// leastNumber is how many characters a number has at least that is compared with others, bytes.
const leastNumber = 4

// Confidences of words: those that are hardly ever misread, and those below which they likely are.
const (
	mostlySure = 0.97
	leastSure  = 0.9
)

// SameNumber reports whether two numbers on recognised pages, read with a confidence,
// are one: they differ by characters of the same shape, or by one that was not read
// surely.
func SameNumber(a, b string, confidence float64) bool {
	limit := costLike
	if confidence < leastSure {
		limit = CostAny
	}
	return len(a) >= leastNumber && len(b) >= leastNumber && confidence < mostlySure && Cost(textnorm.Fold(a), textnorm.Fold(b), limit) <= limit
}

// Confidence is the least confidence of words.
func Confidence(words []*doc.Word) float64 {
	least := 1.0
	for _, w := range words {
		least = min(least, w.Confidence)
	}
	return least
}
