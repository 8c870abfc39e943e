package ocrrepair

import (
	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// leastNumber is the least length of the numbers that are compared, in bytes.
const leastNumber = 4

// Bounds of the confidence of words.
const (
	mostlySure = 0.97 // from this on, words are hardly ever misread
	leastSure  = 0.9  // below this, they are likely misread
)

// SameNumber reports whether two numbers on recognised pages, read with the given
// confidence, may be the same: they differ only by characters of similar shape or, if
// they are likely misread, by any one character.
func SameNumber(a, b string, confidence float64) bool {
	limit := costLike
	if confidence < leastSure {
		limit = CostAny
	}
	return len(a) >= leastNumber && len(b) >= leastNumber && confidence < mostlySure && Cost(textnorm.Fold(a), textnorm.Fold(b), limit) <= limit
}

// Confidence returns the least confidence of words, 1 if there are none.
func Confidence(words []*doc.Word) float64 {
	least := 1.0
	for _, w := range words {
		least = min(least, w.Confidence)
	}
	return least
}
