package order

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// The head of a document may name a party only in a picture. Such a picture is read if the text
// leaves it unsure who buys or who sells, and what it says counts if it makes both names together
// surer. On real orders whose layouts the networks had not been trained on, these bounds lost no
// correct name; where a party's name was removed completely from the text, they found it more often
// than lower or higher bounds that lost none.
const (
	unsureParty = 0.5  // probability of a party's name below which it is unsure
	surerBy     = 0.25 // least rise of the summed probabilities of both names, on average per order
)

// sure returns the probability of a party's name, 0 if it is not named. It is 1 if a taught layout
// read the order.
func (o *Order) sure(party Field) float64 {
	switch {
	case o.taught:
		return 1
	case o.Head[party].Value == "":
		return 0
	}
	return o.likely[party]
}

// Unsure reports whether some order names no buyer or no supplier, or names one that is more
// likely wrong than right.
func Unsure(orders []Order) bool {
	for i := range orders {
		if o := &orders[i]; min(o.sure(Buyer), o.sure(Supplier)) < unsureParty {
			return true
		}
	}
	return false
}

// Surer reports whether the reading of a document that includes words recognised in its pictures
// is surer than the one without them about who buys and who sells. It must name a party from a
// picture and have as many line items in each order. A name that is only part of the one in the
// text does not count.
func Surer(with, without []Order) bool {
	if len(with) != len(without) {
		return false
	}
	gain, seen := 0.0, false
	for i := range with {
		a, b := &with[i], &without[i]
		if len(a.Lines) != len(b.Lines) {
			return false
		}
		for _, f := range [...]Field{Buyer, Supplier} {
			gain += a.sure(f) - b.sure(f)
			seen = seen || a.Head[f].Evidence.Source == doc.Pixels && !isPartOfName(a.Head[f].Value, b.Head[f].Value)
		}
	}
	return seen && gain >= surerBy*float64(len(with))
}

// isPartOfName reports whether a name is part of another one, or the same.
func isPartOfName(name, whole string) bool {
	return strings.Contains(textnorm.Bare(textnorm.Fold(whole)), textnorm.Bare(textnorm.Fold(name)))
}
