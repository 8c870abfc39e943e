package textnorm

import (
	"unicode"
	"unicode/utf8"
)

// ASCIIDigit reports whether a byte is one of the digits 0 to 9.
func ASCIIDigit(c byte) bool { return '0' <= c && c <= '9' }

// zeros are the zeros of other digits than ASCII's that are read: of Arabic, of Persian, of Thai and of full width.
var zeros = [...]rune{'٠', '۰', '๐', '０'}

// IsDigit reports whether a rune is one of the digits 0 to 9, as Arabic, Persian and Thai print them and of full width too.
func IsDigit(r rune) bool {
	if r < zeros[0] {
		return '0' <= r && r <= '9'
	}
	return zeroOf(r) != 0
}

// zeroOf is the zero of the digits of which a rune that is not ASCII is one; 0 for others.
func zeroOf(r rune) rune {
	for _, zero := range zeros {
		if zero <= r && r <= zero+9 {
			return zero
		}
	}
	return 0
}

// ASCII returns the ASCII digit, '0' to '9', that a rune of which IsDigit holds stands for.
func ASCII(r rune) byte {
	if r >= zeros[0] {
		r -= zeroOf(r) - '0'
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
	for i := 0; i < len(s) && n > 0; i++ {
		switch c := s[i]; {
		case ASCIIDigit(c):
			n--
		case c < utf8.RuneSelf:
		case c == 0xd9, c == 0xdb, c == 0xe0, c == 0xef: // with which zeros begin, and other signs
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
