package wording

import (
	"strings"
	"unicode/utf8"
)

// Fold gives the form in which words are looked up: lower case, without
// diacritics, ligatures and full-width forms resolved ("Stück" and "STÜCK"
// become "stuck", "№" becomes "no"). Blanks of every kind become one space
// each; punctuation stays.
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
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		foldRune(&b, r)
	}
	return b.String()
}

func foldRune(b *strings.Builder, r rune) {
	switch {
	case 'A' <= r && r <= 'Z':
		b.WriteByte(byte(r) + 'a' - 'A')
	case r < utf8.RuneSelf:
		b.WriteByte(byte(r))
	case r >= 0xff01 && r <= 0xff5e: // full-width forms of ASCII
		foldRune(b, r-0xff01+'!')
	case r >= 0x300 && r <= 0x36f: // combining marks of decomposed text
	default:
		if to, ok := foldedTo(r); ok {
			b.WriteString(to)
		} else {
			b.WriteRune(r)
		}
	}
}

// foldedTo gives what a letter or sign beyond ASCII folds to; ok is false when
// it stays as it is.
func foldedTo(r rune) (to string, ok bool) {
	if r < foldLatin {
		to = foldTable[r]
		return to, to != "" || r == 0xad
	}
	for _, f := range foldBeyond {
		if strings.ContainsRune(f.from, r) {
			return f.to, true
		}
	}
	return "", false
}

// foldLatin is the end of the Latin letters with diacritics.
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

type folding struct{ to, from string }

// foldLetters are the letters and signs below foldLatin.
var foldLetters = [...]folding{
	{"a", "àáâãäåāăąÀÁÂÃÄÅĀĂĄª"}, {"c", "çćĉċčÇĆĈĊČ"}, {"d", "ďđĎĐ"}, {"e", "èéêëēĕėęěÈÉÊËĒĔĖĘĚ"},
	{"g", "ĝğġģĜĞĠĢ"}, {"i", "ìíîïĩīĭįıÌÍÎÏĨĪĬĮİ"}, {"l", "ĺļľłĹĻĽŁ"}, {"n", "ñńņňÑŃŅŇ"},
	{"o", "òóôõöøōŏőÒÓÔÕÖØŌŎŐº°"}, {"r", "ŕŗřŔŖŘ"}, {"s", "śŝşšșŚŜŞŠȘ"}, {"t", "ţťțŢŤȚ"},
	{"u", "ùúûüũūŭůűųÙÚÛÜŨŪŬŮŰŲ"}, {"y", "ýÿŷÝŸŶ"}, {"z", "źżžŹŻŽ"},
	{"ss", "ß"}, {"ae", "æÆ"}, {"oe", "œŒ"}, {"ij", "ĳĲ"}, {" ", "\u00a0"}, {"'", "´"}, {"\"", "«»"},
}

// foldBeyond are the signs above.
var foldBeyond = [...]folding{
	{" ", "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"},
	{"", "\u200b\u200c\u200d\u2060\ufeff"},
	{"-", "\u2010\u2011\u2012\u2013\u2014\u2212"}, {"'", "‘’ʼ"}, {"\"", "“”„"}, {"/", "⁄∕"},
	{"ss", "ẞ"}, {"no", "№"}, {"fi", "ﬁ"}, {"fl", "ﬂ"}, {"ff", "ﬀ"},
}
