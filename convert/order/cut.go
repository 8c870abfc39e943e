package order

import (
	"strings"
	"unicode/utf8"

	"lineitem/convert/order/review"
)

// CutSign ends a text whose rest was left out.
const CutSign = " […]"

// Cut shortens texts of more than the given number of characters: values, the words
// that were read for them, and proofs. A shortened text ends in CutSign, which counts
// towards its length. Each value that is cut gets a review entry. Cut returns the keys
// of the columns whose values were cut, in column order.
func Cut(orders []Order, most int) (keys []string) {
	var cut [NumFields]bool
	for i := range orders {
		o := &orders[i]
		o.each(func(row int, f Field, c *Cell) {
			if c.Value, c.Evidence.Cut = shortened(c.Value, most); c.Evidence.Cut {
				cut[f] = true
				o.Review = append(o.Review, review.OfCell(row, f, c, review.LowConfidence, "The value is too long and is cut."))
			}
			c.Evidence.Words = fewer(c.Evidence.Words, most)
			c.Evidence.Proof, _ = shortened(c.Evidence.Proof, most)
		})
	}
	for f := range NumFields {
		if cut[f] {
			keys = append(keys, f.Key())
		}
	}
	return keys
}

// shortened returns a text cut to at most the given number of characters, and whether it was cut.
func shortened(s string, most int) (string, bool) {
	if len(s) <= most || utf8.RuneCountInString(s) <= most {
		return s, false
	}
	keep := max(0, most-utf8.RuneCountInString(CutSign))
	n := 0
	for i := range s {
		if n == keep {
			// A copy: the whole text may be much longer, and need not stay in memory.
			return strings.TrimRight(s[:i], " ") + CutSign, true
		}
		n++
	}
	return s, false
}

// fewer returns as many of the words as make a text of at most the given number of
// characters, with blanks between them. CutSign marks what was cut.
func fewer(words []string, most int) []string {
	for i, w := range words {
		n := utf8.RuneCountInString(w)
		if n > most {
			last, _ := shortened(w, most)
			return append(words[:i:i], last)
		}
		if most -= n + 1; most < 0 && i+1 < len(words) {
			return append(words[:i+1:i+1], strings.TrimSpace(CutSign))
		}
	}
	return words
}
