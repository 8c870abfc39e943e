package ocrrepair

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// Speller corrects the words of recognised pages by a vocabulary, since OCR gets a
// few characters wrong. A word that is looked up in a lexicon is looked up as the
// known word that it looks like, but its text stays as it was read. Text is changed
// only if it cannot be right, before the pages are laid out: amounts and dates with
// letters or wrong marks in them, and single strokes.
type Speller struct{ known func() *Vocabulary }

// NewSpeller returns a speller whose vocabulary is made when the first recognised
// word is looked up: documents with a text layer do not need it.
func NewSpeller(vocabularyOf func() *Vocabulary) *Speller {
	return &Speller{sync.OnceValue(vocabularyOf)}
}

// Document returns the document with the words of its recognised pages corrected,
// or the document itself if no page is from pixels.
func (s *Speller) Document(d *doc.Document) *doc.Document {
	if !slices.ContainsFunc(d.Pages, func(p doc.Page) bool { return p.Source == doc.Pixels }) {
		return d
	}
	out := &doc.Document{Pages: slices.Clone(d.Pages)}
	for i := range out.Pages {
		if p := &out.Pages[i]; p.Source == doc.Pixels {
			p.Words = correct(p.Words)
		}
	}
	return out
}

// Lookup returns the folded form in which part, a run of letters and digits of w,
// is looked up. If w was recognised from pixels, that is the known word that part
// looks like.
func (s *Speller) Lookup(w *doc.Word, part string) string {
	if w.Confidence < 1 {
		return s.known().spell(part, w.Confidence < leastSure)
	}
	return textnorm.Fold(part)
}

// LookupAll returns the folded form of a word, with each of its runs of letters and digits as Lookup returns it.
func (s *Speller) LookupAll(w *doc.Word) string {
	if w.Confidence >= 1 {
		return textnorm.Fold(w.Text)
	}
	var b strings.Builder
	for rest := w.Text; rest != ""; {
		end := textnorm.WordEnd(rest, 0)
		if end > 0 {
			b.WriteString(s.Lookup(w, rest[:end]))
		} else {
			_, end = utf8.DecodeRuneInString(rest)
			b.WriteString(textnorm.Fold(rest[:end]))
		}
		rest = rest[end:]
	}
	return b.String()
}

// correct returns the words of a page with recognition errors corrected.
func correct(words []doc.Word) []doc.Word {
	out := make([]doc.Word, 0, len(words))
	for i := range words {
		w := words[i]
		if at := strings.LastIndexByte(w.Text, ':') + 1; at > 1 && w.Turn == 0 && !textnorm.HasDigit(w.Text[:at]) && partedAsAmount(w.Text[at:]) {
			label := w // the blank behind the label was missed: "Total:1,250.00"
			label.Text, w.Text = w.Text[:at], w.Text[at:]
			label.Box.X1 = w.Box.X0 + w.Box.Width()*float64(at)/float64(at+len(w.Text))
			w.Box.X0 = label.Box.X1
			out = append(out, label)
		}
		w.Text = corrected(w.Text)
		if k := len(out) - 1; k >= 0 && isDecimals(&out[k], &w) {
			out[k].Text += w.Text
			out[k].Box = out[k].Box.Union(w.Box)
			out[k].Confidence = min(out[k].Confidence, w.Confidence)
			continue
		}
		out = append(out, w)
	}
	correctStrokes(out)
	return out
}

// isDecimals reports whether a word is the decimals of the figure before it: "343", ".20".
func isDecimals(before, w *doc.Word) bool {
	const (
		reach    = 0.5 // greatest distance between the two, font sizes
		decimals = 2
	)
	n := len(w.Text) - 1
	return n == decimals && (w.Text[0] == '.' || w.Text[0] == ',') && textnorm.OnlyDigits(w.Text[1:]) &&
		textnorm.OnlyDigits(strings.NewReplacer(",", "", ".", "").Replace(before.Text)) && before.Text[len(before.Text)-1] != w.Text[0] &&
		before.Turn == w.Turn && math.Abs(before.Baseline-w.Baseline) < reach*w.Size && w.Box.X0 >= before.Box.X0 && w.Box.X0-before.Box.X1 < reach*w.Size
}

// corrected returns the amount or date that was meant by a misread one, and any other text as it is.
func corrected(text string) string {
	if amount, ok := Amount(text); ok {
		return amount
	}
	if date, ok := Date(text); ok {
		return date
	}
	return text
}
