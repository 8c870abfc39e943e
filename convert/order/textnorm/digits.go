package textnorm

import (
	"unicode"
	"unicode/utf8"
)

// ASCIIDigit reports whether a byte is one of the digits 0 to 9.
func ASCIIDigit(c byte) bool { return '0' <= c && c <= '9' }

// IsDigit reports whether a rune is one of the digits 0 to 9, of full width, and as Thailand prints them, too.
func IsDigit(r rune) bool {
	return '0' <= r && r <= '9' || r >= '๐' && (r <= '๙' || '０' <= r && r <= '９')
}

// ASCII returns the ASCII digit, '0' to '9', that a rune of which IsDigit holds stands for.
func ASCII(r rune) byte {
	switch {
	case r >= '０':
		r -= '０' - '0'
	case r >= '๐':
		r -= '๐' - '0'
	}
	return byte(r)
}

// StartsDigit reports whether s begins with a digit as IsDigit knows them.
func StartsDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return IsDigit(r)
}

// HasDigit reports whether a digit of any script stands in s.
func HasDigit(s string) bool {
	for _, r := range s {
		if r < utf8.RuneSelf && ASCIIDigit(byte(r)) || r >= utf8.RuneSelf && unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// AtLeastDigits reports whether s may hold n digits as IsDigit knows them: it is
// false only where it does not. It costs little, to be asked before what costs more.
func AtLeastDigits(s string, n int) bool {
	const wide, thai = 0xef, 0xe0 // with which digits of full width begin, and of Thailand, and other signs
	for i := 0; i < len(s) && n > 0; i++ {
		if c := s[i]; ASCIIDigit(c) || c == wide || c == thai {
			n--
		}
	}
	return n <= 0
}

// HasASCIIDigit reports whether one of the digits 0 to 9 stands in s.
func HasASCIIDigit(s string) bool {
	for i := range len(s) {
		if ASCIIDigit(s[i]) {
			return true
		}
	}
	return false
}

// OnlyDigits reports whether s is made of the digits 0 to 9, of one at least.
func OnlyDigits(s string) bool {
	for i := range len(s) {
		if !ASCIIDigit(s[i]) {
			return false
		}
	}
	return s != ""
}

// CountLetters counts the letters in text.
func CountLetters(text string) int {
	n := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
