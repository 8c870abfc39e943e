// Package cmap reads the character maps of PDF fonts: those that split strings
// into codes and select a glyph for each (PDF 32000-1, 9.7.5), and those that
// give a code's Unicode text (ToUnicode, 9.10.3).
package cmap

import (
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// CMap maps codes of one to four bytes to CIDs, to text, or to both.
type CMap struct {
	// Vertical reports whether the map is for vertical writing (WMode 1).
	Vertical bool

	spaces   []codespace
	twoBytes bool // every code has two bytes: no need to look at spaces
	identity bool // a code is its CID
	cids     []cidRange
	texts    []textRange
	// decode returns the text of a predefined map's code of n bytes. It is nil for
	// other maps.
	decode func(code uint32, n int) string
}

// codespace is a range of codes of n bytes; each byte lies between those of lo
// and hi (Adobe Technical Note 5014).
type codespace struct {
	n      int
	lo, hi uint32
}

func (s codespace) contains(code uint32, n int) bool {
	if s.n != n {
		return false
	}
	for shift := 0; shift < 8*n; shift += 8 {
		if b := code >> shift & 0xff; b < s.lo>>shift&0xff || b > s.hi>>shift&0xff {
			return false
		}
	}
	return true
}

type cidRange struct {
	n      int
	lo, hi uint32
	cid    uint32 // of lo
}

// textRange holds the text of the codes from lo to hi: list has one for each, or
// else text is that of lo, whose last character is incremented for each further code.
type textRange struct {
	lo, hi uint32
	text   string
	list   []string
}

// Next returns the first code of s, which must not be empty. n is its length in
// bytes, at least 1 and at most len(s).
func (m *CMap) Next(s []byte) (code uint32, n int) {
	if m.twoBytes {
		if len(s) == 1 {
			return uint32(s[0]), 1
		}
		return uint32(s[0])<<8 | uint32(s[1]), 2
	}
	for n = 1; n <= 4 && n <= len(s); n++ {
		code = code<<8 | uint32(s[n-1])
		for _, space := range m.spaces {
			if space.contains(code, n) {
				return code, n
			}
		}
	}
	return m.invalid(s)
}

// invalid returns the first code of s, which is in no codespace. It has the length
// of the shortest codespace that its first byte fits, or of the shortest of all if
// it fits none (PDF 32000-1, 9.7.6.3).
func (m *CMap) invalid(s []byte) (code uint32, n int) {
	n, fitting := 0, false
	for _, space := range m.spaces {
		shift := 8 * (space.n - 1)
		fits := uint32(s[0]) >= space.lo>>shift && uint32(s[0]) <= space.hi>>shift
		if n == 0 || fits && !fitting || fits == fitting && space.n < n {
			n, fitting = space.n, fits
		}
	}
	n = min(max(n, 1), len(s))
	for _, b := range s[:n] {
		code = code<<8 | uint32(b)
	}
	return code, n
}

// CID returns the character identifier of a code of n bytes. ok is false if the
// map has none: it maps codes to text only, or does not map this one.
func (m *CMap) CID(code uint32, n int) (cid uint32, ok bool) {
	if m.identity {
		return code, true
	}
	i := sort.Search(len(m.cids), func(i int) bool { return m.cids[i].lo > code })
	for last := max(0, i-maxOverlap); i > last; {
		i--
		if r := &m.cids[i]; r.hi >= code && r.n == n {
			return r.cid + code - r.lo, true
		}
	}
	return 0, false
}

// Text returns the Unicode text of a code of n bytes, "" if the map has none.
func (m *CMap) Text(code uint32, n int) string {
	if m.decode != nil {
		return m.decode(code, n)
	}
	i := sort.Search(len(m.texts), func(i int) bool { return m.texts[i].lo > code })
	for last := max(0, i-maxOverlap); i > last; {
		i--
		if r := &m.texts[i]; r.hi >= code {
			return r.at(code - r.lo)
		}
	}
	return ""
}

// HasText reports whether the map can give any text.
func (m *CMap) HasText() bool { return m.decode != nil || len(m.texts) > 0 }

// at returns the text of the code lo+i, or "" if the range has none for it.
func (r *textRange) at(i uint32) string {
	if r.list != nil {
		if int(i) < len(r.list) {
			return r.list[i]
		}
		return ""
	}
	if i == 0 {
		return r.text
	}
	last, size := utf8.DecodeLastRuneInString(r.text)
	if size == 0 {
		return ""
	}
	return r.text[:len(r.text)-size] + string(last+rune(i))
}

// maxOverlap is how many of the ranges that do not begin after a code are
// searched for it, the nearest first. Ranges overlap only in malformed maps.
const maxOverlap = 16

// finish sorts the ranges by their first code, so that of two with the same first
// code the one defined later is found first. It also sets twoBytes.
func (m *CMap) finish() {
	byCode := func(i, j int) bool { return m.texts[i].lo < m.texts[j].lo }
	if !sort.SliceIsSorted(m.texts, byCode) {
		sort.SliceStable(m.texts, byCode)
	}
	sort.SliceStable(m.cids, func(i, j int) bool { return m.cids[i].lo < m.cids[j].lo })
	m.twoBytes = len(m.spaces) > 0
	for _, s := range m.spaces {
		if s != (codespace{2, 0, 0xffff}) {
			m.twoBytes = false
		}
	}
}

// utf16Text decodes big-endian UTF-16. A single byte stands for itself:
// producers write <41> for <0041>.
func utf16Text(s string) string {
	switch len(s) {
	case 0:
		return ""
	case 1:
		return string(rune(s[0]))
	case 2: // nearly always
		if r := rune(s[0])<<8 | rune(s[1]); !utf16.IsSurrogate(r) {
			return string(r)
		}
		return ""
	}
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		units = append(units, uint16(s[i])<<8|uint16(s[i+1]))
	}
	return string(utf16.Decode(units))
}
