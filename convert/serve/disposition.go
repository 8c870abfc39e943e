package serve

import (
	"path"
	"strings"
	"unicode"

	"lineitem/convert/doc"
)

// attachment returns the value of the field Content-Disposition (RFC 6266) for a file
// that is named after a document, with another extension. A name that is not plain
// ASCII is given twice: with underscores for old clients, and encoded (RFC 8187).
func attachment(document, extension string) string {
	name := safeName(document) + extension
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r == '%' { // RFC 6266, appendix D
			return '_'
		}
		return r
	}, name)
	field := `attachment; filename="` + plain + `"`
	if plain != name {
		field += "; filename*=UTF-8''" + extValue(name)
	}
	return field
}

// safeName returns a document's name without its extension and without characters that
// have a meaning to a file system or a shell, or mislead a reader. The characters that
// cleanName removes are gone already.
func safeName(document string) string {
	if doc.Named(document) != doc.Unknown {
		document = strings.TrimSuffix(document, path.Ext(document))
	}
	name := strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`<>:"/\|?*`, r):
			return '_'
		case unicode.Is(unicode.Cf, r), !unicode.IsPrint(r) && r != ' ': // such as those that change the writing direction
			return -1
		}
		return r
	}, document)
	if name = strings.Trim(name, " ."); name == "" {
		return "document"
	}
	return name
}

// extValue encodes a value's bytes (RFC 8187, 3.2.1).
func extValue(value string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(value) {
		c := value[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("!#$&+-.^_`|~", c) >= 0:
			b.WriteByte(c)
		default:
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		}
	}
	return b.String()
}
