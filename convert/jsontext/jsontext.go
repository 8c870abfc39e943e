// Package jsontext appends values to JSON text (RFC 8259). It writes answers, for
// which package encoding/json is too slow and keeps the whole text in memory.
package jsontext

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// AppendList appends an array of elements.
func AppendList[T any](b []byte, elements []T, appendElement func([]byte, *T) []byte) []byte {
	b = append(b, '[')
	for i := range elements {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendElement(b, &elements[i])
	}
	return append(b, ']')
}

// AppendNumber appends a number, or 0 for NaN and infinities, which JSON lacks. Most numbers are whole hundredths, which
// are formatted in a faster way than others.
func AppendNumber(b []byte, v float64) []byte {
	hundredths := math.Round(v * 100)
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return append(b, '0')
	case hundredths/100 != v || math.Abs(hundredths) > 1<<53:
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	n := int64(hundredths)
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/100, 10)
	if n %= 100; n > 0 {
		b = append(b, '.', byte('0'+n/10))
		if n%10 > 0 {
			b = append(b, byte('0'+n%10))
		}
	}
	return b
}

// AppendString appends a JSON string (RFC 8259, section 7). Invalid UTF-8
// becomes U+FFFD.
func AppendString(b []byte, s string) []byte {
	const hex = "0123456789abcdef"
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && size == 1 {
				b = append(append(b, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += size
			continue
		}
		b = append(append(b, s[start:i]...), '\\')
		switch c {
		case '"', '\\':
			b = append(b, c)
		case '\n':
			b = append(b, 'n')
		case '\r':
			b = append(b, 'r')
		case '\t':
			b = append(b, 't')
		default:
			b = append(b, 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}
