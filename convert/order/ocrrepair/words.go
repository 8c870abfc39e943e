package ocrrepair

import (
	"math"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// correct returns the words of a page with recognition errors corrected.
func (v *Vocabulary) correct(words []doc.Word) []doc.Word {
	out := make([]doc.Word, 0, len(words))
	for i := range words {
		w := words[i]
		w.Text = v.corrected(w.Text)
		if k := len(out) - 1; k >= 0 && goesOn(&out[k], &w) {
			out[k].Text += w.Text
			out[k].Box = out[k].Box.Union(w.Box)
			out[k].Confidence = min(out[k].Confidence, w.Confidence)
			continue
		}
		out = append(out, w)
	}
	return out
}

// goesOn reports whether a word is the decimals of the figure before it: "343", ".20".
func goesOn(before, w *doc.Word) bool {
	const (
		reach    = 0.5 // heights of type between the two
		decimals = 2
	)
	n := len(w.Text) - 1
	return n == decimals && (w.Text[0] == '.' || w.Text[0] == ',') && textnorm.OnlyDigits(w.Text[1:]) &&
		textnorm.OnlyDigits(strings.NewReplacer(",", "", ".", "").Replace(before.Text)) && before.Text[len(before.Text)-1] != w.Text[0] &&
		before.Turn == w.Turn && math.Abs(before.Baseline-w.Baseline) < reach*w.Size && w.Box.X0 >= before.Box.X0 && w.Box.X0-before.Box.X1 < reach*w.Size
}

// corrected is a word as it was meant, where what was read can be no word.
func (v *Vocabulary) corrected(text string) string {
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
	end := textnorm.WordEnd(s, i)
	for end > i && end < len(s)-1 && (s[end] == '|' || s[end] == '!') && textnorm.WordEnd(s, end+1) > end+1 {
		end = textnorm.WordEnd(s, end+1)
	}
	return end
}
