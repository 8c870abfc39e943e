package textnorm

import (
	"unicode"
	"unicode/utf8"
)

// ASCIIDigit reports whether a byte is one of the digits 0 to 9.
func ASCIIDigit(c byte) bool { return '0' <= c && c <= '9' }

// zeros are the zeros of the digits beyond ASCII that are read: Arabic, Persian, Thai and full-width ones.
var zeros = [...]rune{'٠', '۰', '๐', '０'}

// IsDigit reports whether a rune is one of the digits 0 to 9 in ASCII, Arabic, Persian, Thai or full-width form.
func IsDigit(r rune) bool {
	if r < zeros[0] {
		return '0' <= r && r <= '9'
	}
	return zeroOf(r) != 0
}

// zeroOf returns the zero of the digits to which a rune beyond ASCII belongs, or 0 if it is none of them.
func zeroOf(r rune) rune {
	for _, zero := range zeros {
		if zero <= r && r <= zero+9 {
			return zero
		}
	}
	return 0
}

// ASCII returns the ASCII digit, '0' to '9', for a rune for which IsDigit is true.
func ASCII(r rune) byte {
	if r >= zeros[0] {
		r -= zeroOf(r) - '0'
	}
	return byte(r)
}

// StartsDigit reports whether s begins with a digit for which IsDigit is true.
func StartsDigit(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return IsDigit(r)
}

// HasDigit reports whether s contains a digit of any script.
func HasDigit(s string) bool {
	for _, r := range s {
		if r < utf8.RuneSelf && ASCIIDigit(byte(r)) || r >= utf8.RuneSelf && unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// AtLeastDigits reports whether s may contain n digits for which IsDigit is true. If it is
// false, s surely does not. It is a cheap test to make before expensive ones.
func AtLeastDigits(s string, n int) bool {
	for i := 0; i < len(s) && n > 0; i++ {
		switch c := s[i]; {
		case ASCIIDigit(c):
			n--
		case c < utf8.RuneSelf:
		case c == 0xd9, c == 0xdb, c == 0xe0, c == 0xef: // first bytes of such digits, and of other characters
			n--
		}
	}
	return n <= 0
}

// HasASCIIDigit reports whether s contains one of the digits 0 to 9.
func HasASCIIDigit(s string) bool {
	for i := range len(s) {
		if ASCIIDigit(s[i]) {
			return true
		}
	}
	return false
}

// OnlyDigits reports whether s consists of one or more of the digits 0 to 9.
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
