package textnorm

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which words are looked up: lower case, without
// diacritics, with ligatures and full-width forms resolved ("Stück" and "STÜCK"
// become "stuck", "№" becomes "no"). Greek and Cyrillic letters lose their marks too,
// since capitals are often printed without them, and the final sigma becomes the common
// one ("Αριθμός" and "ΑΡΙΘΜΟΣ" become "αριθμοσ", "Київ" becomes "киів"). In Arabic, marks
// that writers leave out are removed, and letters that they exchange become one
// ("الكميّة" becomes "الكميه"). Blanks of every kind become one space each; punctuation stays.
func Fold(s string) string {
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	var b [64]byte
	return string(AppendFold(b[:0], s))
}

// AppendFold appends to b what Fold returns for s, so that a word can be looked up without allocating a string.
func AppendFold(b []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			b = append(b, c)
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		b = appendFolded(b, r)
		i += size
	}
	return b
}

// appendFolded appends what a letter or sign beyond ASCII folds to.
func appendFolded(b []byte, r rune) []byte {
	switch {
	case r >= 0xff01 && r <= 0xff5e: // full-width forms of ASCII
		r += '!' - 0xff01
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return append(b, byte(r))
	case r >= 0x300 && r <= 0x36f: // combining marks of decomposed text
		return b
	}
	if to, ok := foldedTo(r); ok {
		return append(b, to...)
	}
	return utf8.AppendRune(b, r)
}

// foldedTo returns what a letter or sign beyond ASCII folds to; ok is false if
// it stays as it is.
func foldedTo(r rune) (to string, ok bool) {
	if r < foldLatin {
		to = foldTable[r]
		return to, to != "" || r == 0xad
	}
	for _, block := range foldBlocks {
		if block.first <= r && r <= block.last {
			to, ok = foldBlockTable()[r]
			return to, ok
		}
	}
	to, ok = foldBeyondTable[r]
	return to, ok
}

// foldLatin is the first code point after those of foldTable, the Latin letters with a diacritic.
const foldLatin = 0x250

// foldTable holds what Latin letters and signs fold to.
var foldTable = func() (t [foldLatin]string) {
	for _, f := range foldLetters {
		for _, r := range f.from {
			t[r] = f.to
		}
	}
	return t
}()

// foldBlockTable holds what the letters of foldBlocks fold to: Greek, Cyrillic and Vietnamese ones, and presentation forms of Arabic ones.
var foldBlockTable = sync.OnceValue(func() map[rune]string {
	t := map[rune]string{}
	for _, block := range foldBlocks {
		for r := block.first; r <= block.last; r++ {
			if !unicode.IsLetter(r) {
				continue
			}
			if r >= 0xfb50 { // Arabic presentation forms
				for _, letter := range norm.NFKC.String(string(r)) {
					to, ok := foldBeyondTable[letter]
					if !ok {
						to = string(letter)
					}
					t[r] += to
				}
				continue
			}
			base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
			if base = unicode.ToLower(base); base == 'ς' {
				base = 'σ'
			}
			if base != r {
				t[r] = string(base)
			}
		}
	}
	return t
})

// foldBeyondTable holds what the letters and signs of foldBeyond fold to.
var foldBeyondTable = func() map[rune]string {
	t := map[rune]string{}
	for _, f := range foldBeyond {
		for _, r := range f.from {
			t[r] = f.to
		}
	}
	return t
}()

// foldBlocks are the blocks of Greek and Cyrillic letters, of further Latin letters with one or
// several diacritics except for the capital sharp s, and of Arabic presentation forms (Unicode 15,
// Blocks.txt).
var foldBlocks = [...]struct{ first, last rune }{
	{0x370, 0x3ff}, {0x400, 0x52f}, {0x1f00, 0x1fff}, {0x1e00, 0x1e9d}, {0x1ea0, 0x1eff},
	{0xfb50, 0xfdff}, {0xfe70, 0xfefc},
}

type folding struct{ to, from string }

// foldLetters are the letters and signs below foldLatin.
var foldLetters = [...]folding{
	{"a", "àáâãäåāăąÀÁÂÃÄÅĀĂĄª"}, {"c", "çćĉċčÇĆĈĊČ"}, {"d", "ďđĎĐ"}, {"e", "èéêëēĕėęěÈÉÊËĒĔĖĘĚ"},
	{"g", "ĝğġģĜĞĠĢ"}, {"i", "ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"}, {"l", "ĺļľłĹĻĽŁ"}, {"n", "ñńņňÑŃŅŇ"},
	{"o", "òóôõöøōŏőơÒÓÔÕÖØŌŎŐƠº°"}, {"r", "ŕŗřŔŖŘ"}, {"s", "śŝşšșŚŜŞŠȘ"}, {"t", "ţťțŢŤȚ"},
	{"u", "ùúûüũūŭůűųưÙÚÛÜŨŪŬŮŰŲƯ"}, {"y", "ýÿŷÝŸŶ"}, {"z", "źżžŹŻŽ"},
	{"ss", "ß"}, {"ae", "æÆ"}, {"oe", "œŒ"}, {"ij", "ĳĲ"}, {" ", "\u00a0"}, {"'", "´"}, {"\"", "«»"},
}

// foldBeyond are the letters and signs from foldLatin on, outside of foldBlocks.
var foldBeyond = [...]folding{
	{" ", "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"},
	{"", "\u200b\u200c\u200d\u2060\ufeff"},
	{"-", "\u2010\u2011\u2012\u2013\u2014\u2212"}, {"'", "‘’ʼ׳"}, {"\"", "“”„״"}, {"/", "⁄∕"},
	{"ا", "أإآٱ"}, {"ي", "ىی"}, {"ك", "ک"}, {"ه", "ة"}, {"", "\u0640\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652"},
	{"ss", "ẞ"}, {"no", "№"}, {"fi", "ﬁ"}, {"fl", "ﬂ"}, {"ff", "ﬀ"},
}
