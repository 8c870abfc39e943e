package spelling

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/misread"
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
	for i := 0; i < len(out); i++ {
		w := &out[i]
		w.Text = v.mended(w.Text)
		if i > 0 && !endsPhrase(out, i-1) && endsPhrase(out, i) && !v.words[wording.Fold(strings.TrimRight(w.Text, ".,"))] {
			if form, ok := companyForm(w.Text); ok {
				w.Text = form
			}
		}
		if k := v.parting(w.Text); k > 0 {
			a, b := cutWord(w, k)
			out[i] = a
			out = slices.Insert(out, i+1, b)
		}
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
	case len(text) > misread.MaxWord:
	case misread.PartedAsAmount(text) && !value.IsAmount(a):
		return text, true
	case v.words[wording.Fold(strings.Trim(text, ".,:;()"))] && !(v.words[wording.Fold(strings.Trim(a, ".,:;()"))] && v.words[wording.Fold(strings.Trim(b, ".,:;()"))]):
		return text, true
	}
	return "", false
}

// mended is a word as it was meant, where what was read can be no word.
func (v *Vocabulary) mended(text string) string {
	if amount, ok := misread.Amount(text); ok {
		return amount
	}
	if date, ok := misread.Date(text); ok {
		return date
	}
	if to, ok := v.single(text); ok {
		return to
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

// single gives the known word that text is when its first letter, or a letter of
// three, or of a long word, was read twice: "LLimited", "alll", "Bestellldatum".
func (v *Vocabulary) single(text string) (string, bool) {
	core := strings.TrimRight(text, ".,:;()")
	if len(core) < 3 || len(core) > misread.MaxWord || wording.HasDigit(core) || v.words[wording.Fold(core)] {
		return "", false
	}
	for i := 1; i < len(core); i++ {
		if core[i] != core[i-1] || i > 1 && len(core) < 6 && (i < 2 || core[i] != core[i-2]) {
			continue
		}
		if to := core[:i] + core[i+1:]; len(to) > 2 && v.words[wording.Fold(to)] {
			return to + text[len(core):], true
		}
	}
	return "", false
}

// companyForms are the short forms that end a company's name.
var companyForms = [...]string{"plc", "ltd", "inc", "llc", "llp", "corp", "gmbh", "sarl", "ltda", "limited"}

// companyForm gives the company form that was read as text at the end of a
// name.
func companyForm(text string) (string, bool) {
	core := strings.TrimRight(text, ".,")
	f := wording.Fold(core)
	if len(f) < 3 || len(f) > 8 || wording.HasDigit(f[:1]) && f[0] != '1' {
		return "", false
	}
	for _, form := range companyForms {
		if f == form {
			return "", false
		}
	}
	for _, form := range companyForms {
		if misread.Cost(f, form, misread.CostLike) <= misread.CostLike {
			return InCaseOf(core, form) + text[len(core):], true
		}
	}
	return "", false
}

// endsPhrase tells whether words[i] ends a line, or what stands in one column.
func endsPhrase(words []doc.Word, i int) bool {
	if i+1 == len(words) {
		return true
	}
	a, b := &words[i], &words[i+1]
	return math.Abs(a.Baseline-b.Baseline) > 0.35*a.Size || b.Box.X0-a.Box.X1 > a.Size
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

// parting is where a word is to be cut in two, as the blank between them was
// lost: both are known, and follow one another in a phrase.
func (v *Vocabulary) parting(text string) int {
	if len(text) < 5 || len(text) > misread.MaxWord || v.words[wording.Fold(strings.Trim(text, ".,:;()"))] {
		return 0
	}
	f := wording.Fold(strings.TrimRight(text, ".,:;()"))
	if len(f) > len(text) || !strings.HasPrefix(wording.Fold(text), f) || len(wording.Fold(text)) != len(text) {
		return 0
	}
	for k := 2; k <= len(f)-2; k++ {
		if v.pairs[f[:k]+" "+f[k:]] {
			return k
		}
	}
	return 0
}

// cutWord cuts a word in two at a byte of its text.
func cutWord(w *doc.Word, k int) (a, b doc.Word) {
	a, b = *w, *w
	a.Text, b.Text = w.Text[:k], w.Text[k:]
	x := w.Box.X0 + w.Box.Width()*float64(utf8.RuneCountInString(a.Text))/float64(max(1, utf8.RuneCountInString(w.Text)))
	a.Box.X1, b.Box.X0 = x, x
	return a, b
}
