package order

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/textnorm"
)

// A document's head may name a party in a picture alone. Such a picture is read where the text
// leaves it unsure who buys or who sells, and what it says counts where that makes both surer. On
// real orders whose networks had not learned their layouts, these bounds lost no name that was
// right, and where all of a party's name was taken out of the text found it oftener than lower or
// higher ones that lost none.
const (
	unsureParty = 0.5  // probability of a party's name below which it is unsure
	surerBy     = 0.25 // by how much the probabilities of both names must rise together
)

// sure is how probable the name of a party is, 0 where it is not named. What a taught layout
// leads to is sure.
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

// Surer reports whether a reading of a document with words that were recognised in its pictures
// tells more surely who buys and who sells than the one without them, by a name in a picture, and
// has the same line items. A name that is only a shorter form of the one in the text tells
// nothing.
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
			seen = seen || a.Head[f].Evidence.Source == doc.Pixels && !within(a.Head[f].Value, b.Head[f].Value)
		}
	}
	return seen && gain >= surerBy*float64(len(with))
}

// within reports whether a name is part of another one, or the same.
func within(name, whole string) bool {
	return strings.Contains(textnorm.Bare(textnorm.Fold(whole)), textnorm.Bare(textnorm.Fold(name)))
}
