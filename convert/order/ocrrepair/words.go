package ocrrepair

import (
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/wording"
)

// mend gives the words of a page as they were meant.
func (v *Vocabulary) mend(words []doc.Word) []doc.Word {
	out := slices.Clone(words)
	for i := range out {
		out[i].Text = v.mended(out[i].Text)
	}
	return out
}

// mended is a word as it was meant, where what was read can be no word.
func (v *Vocabulary) mended(text string) string {
	if amount, ok := Amount(text); ok {
		return amount
	}
	if date, ok := Date(text); ok {
		return date
	}
	if !strings.ContainsAny(text, "0123456789|!") || strings.ContainsAny(text, "@\\") || strings.Contains(text, "www") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		end := runEnd(text, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(text[i:])
			b.WriteString(text[i : i+size])
			i += size
			continue
		}
		if run := text[i:end]; strings.ContainsAny(run, "0123456789|!") {
			b.WriteString(v.spell(run, true))
		} else {
			b.WriteString(run)
		}
		i = end
	}
	return b.String()
}

// runEnd is the end of the run of letters and digits that begins at i; "|" and
// "!" between letters are letters misread.
func runEnd(s string, i int) int {
	end := wording.WordEnd(s, i)
	for end > i && end < len(s)-1 && (s[end] == '|' || s[end] == '!') && wording.WordEnd(s, end+1) > end+1 {
		end = wording.WordEnd(s, end+1)
	}
	return end
}
