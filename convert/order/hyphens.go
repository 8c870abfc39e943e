package order

import (
	"strings"

	"lineitem/convert/order/schema"
)

// codes are the columns whose values are looked up in other systems, where they are written as typed on a keyboard.
var codes = [...]schema.Field{PONumber, ItemCode, LineNumber, Unit}

// plainHyphens replaces the hyphens U+2010 and U+2011 in codes with the one on keyboards. Word processors set them where a
// line may break or must not.
func plainHyphens(o *Order) {
	for _, f := range codes {
		o.Head[f].Value = hyphens.Replace(o.Head[f].Value)
		for i := range o.Lines {
			o.Lines[i][f].Value = hyphens.Replace(o.Lines[i][f].Value)
		}
	}
}

var hyphens = strings.NewReplacer("\u2010", "-", "\u2011", "-")
