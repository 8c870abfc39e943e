package order

import (
	"strings"

	"lineitem/convert/order/schema"
)

// codes are the columns whose values are looked up elsewhere, as they are typed.
var codes = [...]schema.Field{PONumber, ItemCode, LineNumber, Unit}

// plainHyphens writes the hyphens of codes as they are typed: a word processor sets others where a line must not break,
// or may.
func plainHyphens(o *Order) {
	for _, f := range codes {
		o.Head[f].Value = hyphens.Replace(o.Head[f].Value)
		for i := range o.Lines {
			o.Lines[i][f].Value = hyphens.Replace(o.Lines[i][f].Value)
		}
	}
}

var hyphens = strings.NewReplacer("\u2010", "-", "\u2011", "-")
