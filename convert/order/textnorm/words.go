package textnorm

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// IsWordRune reports whether a rune belongs to a word: letters, digits, their
// diacritics, and the small raised "o" of "Nº" and "N°".
func IsWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == 'º' || r == '°'
}

// WordEnd returns the index in s behind the word that begins at i, or i if none
// begins there.
func WordEnd(s string, i int) int {
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !IsWordRune(r) {
			break
		}
		i += size
	}
	return i
}

// Join returns the texts of words with one blank between each two, but none behind a full-width colon.
func Join(words []*doc.Word) string {
	switch len(words) {
	case 0:
		return ""
	case 1:
		return words[0].Text
	}
	size := len(words) - 1
	for _, w := range words {
		size += len(w.Text)
	}
	var b strings.Builder
	b.Grow(size)
	for i, w := range words {
		if i > 0 && !strings.HasSuffix(words[i-1].Text, "：") {
			b.WriteByte(' ')
		}
		b.WriteString(w.Text)
	}
	return b.String()
}

// AppendJoined appends words to b with one blank between each two, so that they can be looked up without allocating a string.
func AppendJoined(b []byte, words []string) []byte {
	for i, w := range words {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, w...)
	}
	return b
}

// Bare returns the letters and digits of s, in lower case.
func Bare(s string) string {
	var buf [64]byte
	b, same := buf[:0], true
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			small := unicode.ToLower(r)
			same = same && small == r
			b = utf8.AppendRune(b, small)
		}
	}
	if same && len(b) == len(s) {
		return s
	}
	return string(b)
}
