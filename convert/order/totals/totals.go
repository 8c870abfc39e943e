// Package totals finds how the sums beneath an order's items add up.
//
// Every printed amount that may be one of them is a Term. One search looks for a base,
// a total, and the terms between them that lead from one to the other: taxes, shipping
// and charges are added, discounts taken off. It goes through runs of terms: those that
// labels name, of which any may be left out, and the figures of a row or of a column,
// whatever they are called, of which few may be.
package totals

import (
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
)

// Kind is the kind of a term.
type Kind uint8

// The kinds.
const (
	Subtotal Kind = iota
	Tax
	Shipping
	Total
	Discount
	Charge  // a charge that no column holds: packing, a surcharge
	Interim // sums that are none of these: section subtotals, carried forward
	NumKinds
)

// OnlyProven is the strength of words so common that they name a sum only where it
// adds up with others.
const OnlyProven = 0.3

// Place is where an amount is printed.
type Place struct {
	Page     int // index
	Segment  *layout.Segment
	From, To int // words
}

// Words are the words of the amount.
func (p Place) Words() []*doc.Word { return p.Segment.Words[p.From:p.To] }

// Term is a printed amount.
type Term struct {
	Kind     Kind
	Strength float64 // how surely it is of its kind, 0 to 1
	Named    bool    // words tell the kind
	Name     string  // of the label, to tell CGST from SGST
	Number   value.Number
	At       Place

	units int64 // the value in ten-thousandths, for fast sums
}

// units is a value in ten-thousandths.
func units(d decimal.Decimal) int64 { return d.Shift(4).Round(0).IntPart() }

// isSum reports whether a term is called a sum, or is no amount, and so leads nowhere
// from a base.
func (t *Term) isSum() bool {
	return t.Named && (t.Kind == Subtotal || t.Kind == Total || t.Kind == Interim && !t.rounds())
}

// rounds reports whether a term is what a sum was rounded by.
func (t *Term) rounds() bool { return t.Kind == Interim && strings.HasPrefix(t.Name, "round") }

// Reading holds what is known of an order's sums.
type Reading struct {
	// Lines is the sum of the order's lines, zero where that is not known.
	Lines decimal.Decimal
	// Labelled are the amounts that labels name, in reading order.
	Labelled []Term
	// Rows are the figures beneath the order's items, line by line.
	Rows [][]Term
	// Column are the last figures of these lines.
	Column []Term
}

// Sums are the sums of an order.
type Sums struct {
	Subtotal, Total *Term
	Between         []Term // what leads from one to the other
	Proven          bool   // they add up
	score           float64
}

// Of are the terms of a kind between subtotal and total.
func (s *Sums) Of(k Kind) (all []Term) {
	for _, t := range s.Between {
		if t.Kind == k {
			all = append(all, t)
		}
	}
	return all
}

// Proof is the arithmetic that the sums rest on; empty when nothing adds up.
func (s *Sums) Proof() string {
	if !s.Proven || s.Total == nil {
		return ""
	}
	parts := []string{"sum of lines"}
	if s.Subtotal != nil {
		parts[0] = s.Subtotal.Number.Text
	}
	for _, t := range s.Between {
		if t.Kind == Discount {
			parts = append(parts, "- "+strings.TrimPrefix(t.Number.Text, "-"))
		} else {
			parts = append(parts, "+ "+t.Number.Text)
		}
	}
	return strings.Join(parts, " ") + " = " + s.Total.Number.Text
}
