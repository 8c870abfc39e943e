package ocrrepair

import (
	"maps"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

var repairsNumber = mechanism.New("ocrrepair: an order's number by its other prints")

// repairMore is how much surer another print of a number must be than the one that
// its label announces.
const repairMore = 0.15

// leastNumber is how many characters a number has at least that is compared with others, bytes.
const leastNumber = 4

// OrderNumber gives a recognised order's number as it is printed elsewhere on the
// order's pages, where that was read more surely and looks like it.
func OrderNumber(pages []*layout.Page, c *schema.Cell) {
	if strings.Contains(c.Value, " ") || len(c.Value) < leastNumber || !repairsNumber.On() {
		return
	}
	own := textnorm.Fold(c.Value)
	support := map[string]float64{}
	for _, p := range pages {
		for i := range p.Words {
			w := &p.Words[i]
			text := strings.Trim(w.Text, ".,:;()[]#*'|")
			if len(text) == len(c.Value) && textnorm.HasDigit(text) && Cost(textnorm.Fold(text), own, CostAny) <= CostAny {
				support[text] += w.Confidence * w.Confidence
			}
		}
	}
	best := c.Value
	for _, text := range slices.Sorted(maps.Keys(support)) {
		if support[text] > support[best]+repairMore {
			best = text
		}
	}
	c.Value = best
}

// Confidences of words: those that are hardly ever misread, and those below which they likely are.
const (
	mostlySure = 0.97
	leastSure  = 0.9
)

// SameNumber reports whether two numbers on recognised pages, read with a confidence,
// are one: they differ by characters of the same shape, or by one that was not read
// surely.
func SameNumber(a, b string, confidence float64) bool {
	limit := CostLike
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
