package ocrrepair

import (
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// leastSure is the confidence, 0 to 1, below which a word is likely misread.
const leastSure = 0.9

// Speller spells the words of recognised pages by a vocabulary. What a
// recogniser makes of print differs from it by a few characters. Words that are
// looked up in lexicons are taken for the known word that they look like; what
// they state stays as it was read. Only what no word can be is mended for good,
// before the pages are laid out: letters in amounts, digits in words, known
// words that were read as two, or two as one.
type Speller struct{ known func() *Vocabulary }

// NewSpeller returns a speller whose vocabulary is made when the first recognised
// word is looked up: documents with a text layer need none.
func NewSpeller(vocabularyOf func() *Vocabulary) *Speller {
	return &Speller{sync.OnceValue(vocabularyOf)}
}

// Document returns the document with the words of its recognised pages mended; it
// is the document itself where no page is from pixels.
func (s *Speller) Document(d *doc.Document) *doc.Document {
	if !slices.ContainsFunc(d.Pages, func(p doc.Page) bool { return p.Source == doc.Pixels }) {
		return d
	}
	v := s.known()
	out := &doc.Document{Pages: slices.Clone(d.Pages)}
	for i := range out.Pages {
		if p := &out.Pages[i]; p.Source == doc.Pixels {
			p.Words = v.correct(p.Words)
		}
	}
	return out
}

// Lookup is the folded form in which a word of letters and digits, a part of w,
// is looked up: that of the known word that it looks like where it was
// recognised from pixels.
func (s *Speller) Lookup(w *doc.Word, part string) string {
	if w.Confidence >= 1 {
		return textnorm.Fold(part)
	}
	return s.Fold(part, w.Confidence < leastSure)
}

// Fold is the folded form of the known word that part looks like, a run of letters
// and digits that was recognised from pixels; part itself folded where it looks
// like none. More mistakes are taken for likely where it is unsure.
func (s *Speller) Fold(part string, unsure bool) string {
	return textnorm.Fold(s.known().spell(part, unsure))
}

// LookupAll is the folded form of a word with all of its parts looked up.
func (s *Speller) LookupAll(w *doc.Word) string {
	if w.Confidence >= 1 {
		return textnorm.Fold(w.Text)
	}
	var b strings.Builder
	for i := 0; i < len(w.Text); {
		end := textnorm.WordEnd(w.Text, i)
		if end == i {
			_, size := utf8.DecodeRuneInString(w.Text[i:])
			end = i + size
		}
		b.WriteString(s.Lookup(w, w.Text[i:end]))
		i = end
	}
	return b.String()
}
