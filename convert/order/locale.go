package order

import "lineitem/convert/layout"

// locale is the custom by which a document writes numbers and dates. The zero
// locale reads as an American one would.
type locale struct {
	decimal  byte // the decimal mark, '.' or ','; 0 when nothing tells
	dates    dateOrder
	language string // ISO 639-1 of the label words: en, de, fr, es, it, pt, nl, ja; empty when nothing tells
	country  string // ISO 3166 of the place whose traces are strongest; empty when nothing tells
}

func (l *locale) decimalMark() byte {
	if l.decimal == ',' {
		return ','
	}
	return '.'
}

// findLocale tells a document's locale from all of its values together.
func findLocale(pages []*layout.Page) locale { return locale{} }
