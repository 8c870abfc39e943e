package parties

import (
	"unicode"

	"lineitem/convert/layout"
	"lineitem/convert/order/wording"
)

// withoutGlosses leaves out of a segment's keys what only repeats a heading:
// its plural in brackets, as in "Vendor(s)", and words in a script other than
// Latin beside Latin ones.
func withoutGlosses(keys []headKey) []headKey {
	latin := false
	for _, k := range keys {
		latin = latin || isLatin(k.text)
	}
	kept := keys[:0:0]
	for i, k := range keys {
		if i > 0 && k.open && k.shut && pluralEndings[k.text] {
			last := &kept[len(kept)-1]
			last.word, last.colon = k.word, last.colon || k.colon
			continue
		}
		if latin && !isLatin(k.text) && !wording.HasDigit(k.text) && (len(kept) == 0 || !kept[len(kept)-1].colon) {
			if k.colon && len(kept) > 0 {
				kept[len(kept)-1].colon = true
			}
			continue
		}
		kept = append(kept, k)
	}
	return kept
}

var pluralEndings = wording.Set("s es en n in innen e r er")

// isLatin tells whether a folded word holds letters, and those of the Latin script.
func isLatin(s string) bool {
	letters := false
	for _, r := range s {
		if unicode.IsLetter(r) {
			if !unicode.Is(unicode.Latin, r) {
				return false
			}
			letters = true
		}
	}
	return letters
}

func skipBrackets(keys []headKey, i int) int {
	for i < len(keys) {
		i++
		if keys[i-1].shut {
			break
		}
	}
	return i
}

// onlyMarks tells whether the words from the given one on hold neither
// letters nor digits.
func onlyMarks(s *layout.Segment, from int) bool {
	for _, w := range s.Words[from:] {
		for _, r := range w.Text {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				return false
			}
		}
	}
	return true
}
