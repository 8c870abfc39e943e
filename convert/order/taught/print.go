package taught

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// Print is by what a document's layout is found again: words and where they stand, in
// the order of their hashes. That of a document has all words of its first and of its last
// page, since it is not known which of them stay; that of a layout has those that may stay.
type Print []Mark

// Mark is a word and where it stands.
type Mark struct {
	Word uint32 // FNV-1a hash of the folded word; up to lastTitle, whose document it is
	X, Y uint16 // where its baseline begins, thousandths of its page's width, from the left and the top
	Kind MarkKind
}

// MarkKind is the kind of thing that a word belongs to.
type MarkKind uint8

// The kinds of marks, those that are kept first if there are too many last.
const (
	Prose   MarkKind = iota // running text
	Wording                 // labels, headings, titles
	Issuer                  // name and address of who issues the document
	Any                     // it is not known: a mark of a document, and of no layout
)

// Bounds of prints.
const (
	maxMarks = 700   // marks of a document's page
	maxKept  = 500   // marks of a layout
	onLast   = 30000 // is added to Y on the last page of several
)

// PrintOf is the print of a document.
func PrintOf(pages []*layout.Page) Print {
	var print Print
	var buf [64]byte
	for n, p := range pages {
		if !marked(n, pages) {
			continue
		}
		print = slices.Grow(print, min(len(p.Words), maxMarks))
		room := len(print) + maxMarks
		for i := range p.Words {
			if key := appendKey(buf[:0], p.Words[i].Text); len(key) > 0 && len(print) < room {
				print = append(print, markOf(p, n, &p.Words[i], key, Any))
			}
		}
	}
	slices.SortFunc(print, comparePlaces)
	return print.titled(pages)
}

// titled is the print with whose document it is before all words, where a title names that.
func (p Print) titled(pages []*layout.Page) Print {
	if len(pages) > 0 {
		if of := titleOf(pages[0]); of != 0 {
			return slices.Insert(p, 0, Mark{Word: of, Kind: Any})
		}
	}
	return p
}

// title is whose document a print is of; 0 where that is not known.
func (p Print) title() uint32 {
	if len(p) > 0 && p[0].Word <= lastTitle {
		return p[0].Word
	}
	return 0
}

// marked reports whether a page's words are part of prints.
func marked(n int, pages []*layout.Page) bool { return n == 0 || n == len(pages)-1 }

// comparePlaces orders marks by their words, and by where they stand.
func comparePlaces(a, b Mark) int {
	return cmp.Or(cmp.Compare(a.Word, b.Word), cmp.Compare(a.Y, b.Y), cmp.Compare(a.X, b.X))
}

// MarshalJSON writes each mark as an array of its members, since there are many.
func (p Print) MarshalJSON() ([]byte, error) {
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
func (p *Print) UnmarshalJSON(data []byte) error {
	var all [][]uint32
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	marks := make(Print, len(all))
	for i, v := range all {
		if len(v) != 4 || v[1] > math.MaxUint16 || v[2] > math.MaxUint16 || v[3] > math.MaxUint8 {
			return errors.New("a mark has a word, two places and a kind")
		}
		marks[i] = Mark{v[0], uint16(v[1]), uint16(v[2]), MarkKind(v[3])}
	}
	*p = marks
	return nil
}

// markOf is the mark of a word of the n-th page.
func markOf(p *layout.Page, n int, w *doc.Word, key []byte, kind MarkKind) Mark {
	place := func(v float64) uint16 {
		v = math.Round(v / p.Width * 1000)
		if !(v > 0) { // also NaN
			return 0
		}
		return uint16(min(v, onLast-1))
	}
	m := Mark{hashOf(key), place(w.Box.X0), place(w.Baseline), kind}
	if n > 0 {
		m.Y += onLast
	}
	return m
}

// hashOf is the hash by which a print keeps a word.
func hashOf(key []byte) uint32 { return max(fnv1a(key), lastTitle+1) }

// fnv1a is the FNV-1a hash of a word. Unlike that of package hash/fnv it needs no memory.
func fnv1a[T string | []byte](key T) uint32 {
	h := uint32(2166136261)
	for i := range len(key) {
		h = (h ^ uint32(key[i])) * 16777619
	}
	return h
}

// appendKey appends the form in which a word is marked: folded, and without the signs
// about it. It appends nothing where the word has a digit, or hardly a letter.
func appendKey(b []byte, word string) []byte {
	from := len(b)
	b = textnorm.AppendFold(b, word)
	key := b[from:]
	letters, first, last := 0, 0, 0
	for i := 0; i < len(key); {
		r, size := utf8.DecodeRune(key[i:])
		switch {
		case unicode.IsDigit(r):
			return b[:from]
		case unicode.IsLetter(r):
			if letters == 0 {
				first = i
			}
			letters++
			last = i + size
		}
		i += size
	}
	if letters < 2 {
		return b[:from]
	}
	return append(b[:from], key[first:last]...)
}
