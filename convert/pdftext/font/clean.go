package font

import (
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// clean converts the text of a glyph with some width to what a reader sees:
// ligatures become letters, all spaces are alike, and control and zero-width
// characters are dropped. known is false if it is unknown what the glyph shows.
func clean(text string, width float64) (cleaned string, known bool) {
	if len(text) == 1 && text[0] > ' ' && text[0] < 0x7f {
		return text, true // nearly always
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == utf8.RuneError:
			continue
		case unicode.IsSpace(r) || r == 0x2800:
			known = true
			b.WriteByte(' ')
		case r == 0xad: // a soft hyphen with a width is a visible hyphen
			known = true
			if width > 0 {
				b.WriteByte('-')
			}
		case r >= 0x200b && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x2060 && r <= 0x2064, r == 0xfeff:
			known = true
		case unicode.IsControl(r):
		case r >= 0xfb00 && r <= 0xfb06:
			known = true
			b.WriteString(norm.NFKC.String(string(r)))
		default:
			known = true
			b.WriteRune(r)
		}
	}
	cleaned = b.String()
	if strings.TrimSpace(cleaned) == "" && cleaned != "" {
		cleaned = " "
	}
	return cleaned, known
}

// utf16Text decodes UTF-16.
func utf16Text(s string, little bool) string {
	units := make([]uint16, 0, len(s)/2)
	for i := 0; i+1 < len(s); i += 2 {
		hi, lo := s[i], s[i+1]
		if little {
			hi, lo = lo, hi
		}
		units = append(units, uint16(hi)<<8|uint16(lo))
	}
	return string(utf16.Decode(units))
}

// Clean is like clean, for text that does not come from a font: ActualText and the
// values of form fields.
func Clean(text string) string {
	cleaned, _ := clean(text, 1)
	return cleaned
}
