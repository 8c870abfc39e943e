package ocrrepair

import (
	"math"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"
)

// mend gives the words of a page as they were meant.
func (v *Vocabulary) mend(words []doc.Word) []doc.Word {
	out := make([]doc.Word, 0, len(words)+8)
	for _, w := range words {
		if n := len(out) - 1; n >= 0 && besideClosely(&out[n], &w) {
			if text, ok := v.joined(out[n].Text, w.Text); ok {
				out[n].Text, out[n].Box = text, out[n].Box.Union(w.Box)
				out[n].Confidence = min(out[n].Confidence, w.Confidence)
				continue
			}
		}
		out = append(out, w)
	}
	for i := range out {
		out[i].Text = v.mended(out[i].Text)
	}
	return out
}

// closely is the widest gap within a word that was read as two, ems: a blank
// is wider than the gap between two letters.
const closely = 0.15

// besideClosely tells whether b stands so near behind a that both may be one word.
func besideClosely(a, b *doc.Word) bool {
	size := max(a.Size, b.Size, 1)
	gap := b.Box.X0 - a.Box.X1
	return a.Turn == b.Turn && a.Turn == 0 && gap > -closely*size && gap < closely*size && math.Abs(a.Baseline-b.Baseline) < 0.35*size
}

// joined is the word that two pieces make, where they make one: a known word of
// which a piece is none, or an amount.
func (v *Vocabulary) joined(a, b string) (string, bool) {
	text := a + b
	switch {
	case len(text) > MaxWord:
	case PartedAsAmount(text) && !value.IsAmount(a):
		return text, true
	case v.words[wording.Fold(strings.Trim(text, ".,:;()"))] && !(v.words[wording.Fold(strings.Trim(a, ".,:;()"))] && v.words[wording.Fold(strings.Trim(b, ".,:;()"))]):
		return text, true
	}
	return "", false
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
