package taught

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/lexicon"
	"lineitem/convert/order/textnorm"
)

// Fingerprint is what the layout of a document is recognised by: words of its first and last page, and where they
// stand, sorted by their hashes. The fingerprint of a document has all words, since it is not known which of them
// other documents have too; that of a layout has only words that they may have.
type Fingerprint []Mark

// Mark is a word and where it stands.
type Mark struct {
	Word uint32 // FNV-1a hash of the folded word
	X, Y uint16 // where its baseline begins, from the left and the top of its page, in thousandths of the page's width
	Kind MarkKind
}

// MarkKind is the kind of text that a word belongs to.
type MarkKind uint8

// The kinds of marks. If there are too many marks, those of the last kinds are kept.
const (
	Prose   MarkKind = iota // running text
	Wording                 // labels, headings, titles
	Issuer                  // name and address of the document's issuer
	Any                     // unknown: the kind of all marks of a document, and of none of a layout
)

// Bounds of fingerprints.
const (
	maxMarks = 1400  // marks of a document
	maxKept  = 500   // marks of a layout
	onLast   = 30000 // is added to Y on the last page of several
)

// FingerprintOf returns the fingerprint of a document.
func FingerprintOf(pages []*layout.Page) Fingerprint {
	return fingerprintOf(pages, maxMarks, func(*layout.Segment, *doc.Word, []byte) (MarkKind, bool) { return Any, true })
}

// fingerprintOf returns the fingerprint of the words for which kindOf returns true, at most as many as
// most.
func fingerprintOf(pages []*layout.Page, most int, kindOf func(s *layout.Segment, w *doc.Word, key []byte) (MarkKind, bool)) Fingerprint {
	var print Fingerprint
	var buf [64]byte
	for n, p := range pages {
		if n > 0 && n < len(pages)-1 {
			continue
		}
		down, scale := float64(onLast*flag(n > 0)), scaleOf(p)
		print = slices.Grow(print, min(len(p.Words), most))
		for l := range p.Lines {
			for _, s := range p.Lines[l].Segments {
				for _, w := range s.Words {
					key := appendMark(buf[:0], w.Text)
					if kind, ok := kindOf(s, w, key); ok && len(key) > 0 {
						print = append(print, Mark{fnv1a(key), markLength(scale * w.Box.X0), markLength(scale*w.Baseline + down), kind})
					}
				}
			}
		}
	}
	if len(print) > most {
		slices.SortStableFunc(print, func(a, b Mark) int { return int(b.Kind) - int(a.Kind) })
		print = print[:most]
	}
	slices.SortFunc(print, comparePlaces)
	return print
}

// markLength returns a length as it is stored in a mark.
func markLength(v float64) uint16 {
	if v = math.Round(v); !(v > 0) { // also NaN
		return 0
	}
	return uint16(min(v, math.MaxUint16))
}

// comparePlaces orders marks by their words, then by where they stand.
func comparePlaces(a, b Mark) int {
	return cmp.Or(cmp.Compare(a.Word, b.Word), cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
}

// MarshalJSON writes each mark as an array of its members, since there are many.
func (p Fingerprint) MarshalJSON() ([]byte, error) {
	data := []byte{'['}
	for i, m := range p {
		if i > 0 {
			data = append(data, ',')
		}
		data = fmt.Appendf(data, "[%d,%d,%d,%d]", m.Word, m.X, m.Y, m.Kind)
	}
	return append(data, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (p *Fingerprint) UnmarshalJSON(data []byte) error {
	var all [][]uint32
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	marks := make(Fingerprint, len(all))
	for i, v := range all {
		if len(v) != 4 || v[1] > math.MaxUint16 || v[2] > math.MaxUint16 || v[3] > math.MaxUint8 {
			return errors.New("a mark has a word, two places and a kind")
		}
		marks[i] = Mark{v[0], uint16(v[1]), uint16(v[2]), MarkKind(v[3])}
	}
	*p = marks
	return nil
}

// fnv1a returns the FNV-1a hash of a word. Unlike that of package hash/fnv it does not
// allocate.
func fnv1a[T string | []byte](key T) uint32 {
	h := uint32(2166136261)
	for i := range len(key) {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return h
}

// appendMark appends the form in which a word is marked: folded, and without the marks around
// it. It appends nothing if the word has a digit, or fewer than two letters.
func appendMark(b []byte, word string) []byte {
	from := len(b)
	b = textnorm.AppendFold(b, word)
	first, end := lettersOf(string(b[from:]))
	return append(b[:from], b[from+first:from+end]...)
}

// lettersOf returns where the letters of a folded word begin and end; 0, 0 if it has a digit, or
// fewer than two letters.
func lettersOf(word string) (first, end int) {
	letters := 0
	for i, r := range word {
		switch {
		case unicode.IsDigit(r):
			return 0, 0
		case unicode.IsLetter(r):
			if letters == 0 {
				first = i
			}
			letters++
			end = i + utf8.RuneLen(r)
		}
	}
	if letters < 2 {
		return 0, 0
	}
	return first, end
}

// markOf returns the form of a word that appendMark appends.
func markOf(word string) string { return string(appendMark(nil, word)) }

// formWords returns the hashes of the words of the labels, headings and titles that orders have, in all
// languages of the lexicon. One in 400,000 of other words is taken for one of them.
var formWords = sync.OnceValue(func() map[uint32]struct{} {
	const most = 11000 // words, roughly
	words := make(map[uint32]struct{}, most)
	for phrase := range lexicon.All("labels.", "items.heading", "totals.", "parties.") {
		for w := range strings.SplitSeq(phrase, " ") {
			if first, end := lettersOf(w); first < end { // the lexicon is folded
				words[fnv1a(w[first:end])] = struct{}{}
			}
		}
	}
	return words
})

// isFormWord reports whether a mark is that of a word that forms use.
func isFormWord(mark string) bool {
	_, ok := formWords()[fnv1a(mark)]
	return ok
}

// keptFingerprint returns the part of a document's fingerprint that is stored. One document alone does not
// show which of its words other documents have too. So those are kept that the lexicon knows
// from labels, headings and titles, and the name and address of the issuer. No other word that
// the right rows state is kept, nor one of items, the words in the rows of line items.
func keptFingerprint(pages []*layout.Page, right *Example, issuer string, items map[*doc.Word]bool) Fingerprint {
	const leastProseWords = 7 // words of a segment of running text
	stated, issuing := right.words(markOf), issuerBlocks(pages, issuer)
	for w := range strings.FieldsSeq(issuer) {
		delete(stated, markOf(w))
	}
	return fingerprintOf(pages, maxKept, func(s *layout.Segment, w *doc.Word, key []byte) (MarkKind, bool) {
		switch {
		case stated[string(key)]:
			return 0, false
		case issuing[blockID{s.Page, s.Block}]:
			return Issuer, true
		case !isFormWord(string(key)) || items[w]:
			return 0, false
		case len(s.Words) >= leastProseWords:
			return Prose, true
		}
		return Wording, true
	})
}

// blockID identifies a block of a page, by the indices of both.
type blockID struct{ page, block int }

// issuerBlocks returns the blocks in which the issuer's name stands.
func issuerBlocks(pages []*layout.Page, issuer string) map[blockID]bool {
	blocks := map[blockID]bool{}
	name := marked(issuer)
	for _, p := range pages {
		for n := range p.Lines {
			for _, s := range p.Lines[n].Segments {
				if name != marked("") && strings.Contains(marked(s.Text()), name) {
					blocks[blockID{s.Page, s.Block}] = true
				}
			}
		}
	}
	return blocks
}

// marked returns the marks of the words of a text that have one, each between spaces.
func marked(text string) string {
	b := []byte{' '}
	for w := range strings.FieldsSeq(text) {
		if with := appendMark(b, w); len(with) > len(b) {
			b = append(with, ' ')
		}
	}
	return string(b)
}
