package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// splitLabels returns the page with words split after a colon where a script without spaces joins a label and its
// value ("供应商：上海海云塑料有限公司"); the page itself if there is nothing to split.
func splitLabels(page *doc.Page) *doc.Page {
	if !slices.ContainsFunc(page.Words, func(w doc.Word) bool { return labelEnd(w.Text) > 0 }) {
		return page
	}
	p := *page
	p.Words = make([]doc.Word, 0, len(page.Words)+len(page.Words)/4)
	for _, w := range page.Words {
		if w.Turn != 0 {
			p.Words = append(p.Words, w)
			continue
		}
		column := w.Box.Width() / columnsOf(w.Text)
		for at := labelEnd(w.Text); at > 0; at = labelEnd(w.Text) {
			label := w
			label.Text, w.Text = w.Text[:at], w.Text[at:]
			label.Box.X1 = w.Box.X0 + column*columnsOf(label.Text)
			w.Box.X0 = label.Box.X1
			p.Words = append(p.Words, label)
		}
		p.Words = append(p.Words, w)
	}
	return &p
}

// labelEnd returns the index of the byte after a label's colon in a word; 0 if nothing follows one.
func labelEnd(s string) int {
	for i, r := range s {
		if r != '：' && (r != ':' || !endsBlankless(s[:i])) {
			continue
		}
		if at := i + utf8.RuneLen(r); i > 0 && at < len(s) {
			return at
		}
	}
	return 0
}

// endsBlankless reports whether a text ends with a letter of a script without spaces between words, or with brackets after one.
func endsBlankless(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, ")）"))
	return Blankless(r)
}

// Blankless reports whether a letter is of a script with no spaces, or few, between words.
func Blankless(r rune) bool {
	return r >= firstBlankless && (unicode.Is(unicode.Thai, r) || Ideograph(r))
}

// firstBlankless is a lower bound of the letters of these scripts.
const firstBlankless = 0x0e00

// columnsOf returns the width of a text, at least 1: full-width characters count 2, others 1, combining marks 0.
func columnsOf(s string) float64 {
	columns := 0
	for _, r := range s {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r >= 0x1100 && r != '…':
			columns += 2
		default:
			columns++
		}
	}
	return float64(max(1, columns))
}
