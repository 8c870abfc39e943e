package layout

import (
	"math"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Bounds for the letters of a word that is spaced out.
const (
	widestSpacing = 5.0 // widest gap between two, ems, unless one ruled cell holds both
	widestInCell  = 8.0 // widest gap within one ruled cell, ems
	mostUneven    = 1.4 // widest gap, in least gaps of the word
	mostOffBase   = 0.3 // largest distance between their baselines, ems
	mostSized     = 1.1 // largest ratio of their sizes
)

// joinSpaced joins letters that are spaced out into one word. East Asian forms space out short headings and labels to the width
// of their column: "单 位", "御 見 積 書". The gaps of a word are about equal, and no edge lies in them.
func (p *Page) joinSpaced() {
	joined := *p.Page
	joined.Words = nil
	for i := 0; i < len(p.Words); {
		end := p.spacedEnd(i)
		if end > i+1 && joined.Words == nil {
			joined.Words = append(make([]doc.Word, 0, len(p.Words)), p.Words[:i]...)
		}
		if joined.Words != nil {
			w := p.Words[i]
			for _, o := range p.Words[i+1 : end] {
				w.Text, w.Box, w.Confidence = w.Text+o.Text, w.Box.Union(o.Box), min(w.Confidence, o.Confidence)
			}
			joined.Words = append(joined.Words, w)
		}
		i = end
	}
	if joined.Words != nil {
		p.Page = &joined
	}
}

// spacedEnd returns the index after the last letter of the spaced-out word that begins with word i; i+1 if none begins there.
func (p *Page) spacedEnd(i int) int {
	end, least := i+1, math.Inf(1)
	for ; end < len(p.Words) && isIdeograph(p.Words[end-1].Text) && isIdeograph(p.Words[end].Text); end++ {
		gap, ok := p.spacing(&p.Words[end-1], &p.Words[end])
		if !ok || gap > mostUneven*least {
			break
		}
		if end+1 < len(p.Words) && isIdeograph(p.Words[end+1].Text) && math.IsInf(least, 1) {
			// The first letter goes with the second only if that is not much nearer to the third.
			if next, ok := p.spacing(&p.Words[end], &p.Words[end+1]); ok && gap > mostUneven*next {
				break
			}
		}
		least = min(least, gap)
	}
	return end
}

// spacing returns the gap between two letters, ems, at least 0.1; ok reports whether they may be of one word.
func (p *Page) spacing(a, b *doc.Word) (gap float64, ok bool) {
	em := size(a)
	gap = (b.Box.X0 - a.Box.X1) / em
	if a.Turn != 0 || b.Turn != 0 || gap < 0 || gap > widestInCell || math.Abs(a.Baseline-b.Baseline) > mostOffBase*em ||
		max(em, size(b)) > mostSized*min(em, size(b)) || p.VerticalBetween(a.Box.MidX(), b.Box.MidX(), a.Box.MidY()) {
		return 0, false
	}
	cell := p.CellAt(a.Box.MidX(), a.Box.MidY())
	return max(gap, 0.1), gap <= widestSpacing || cell >= 0 && cell == p.CellAt(b.Box.MidX(), b.Box.MidY())
}

func isIdeograph(text string) bool {
	r, length := utf8.DecodeRuneInString(text)
	return length == len(text) && Ideograph(r)
}

// Ideograph reports whether a letter stands for a word or a syllable.
func Ideograph(r rune) bool {
	return r >= firstIdeograph && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// firstIdeograph is a lower bound of the letters of these scripts.
const firstIdeograph = 0x1100
