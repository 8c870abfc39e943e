package keyvalue

import (
	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// Kind is the kind of value that a label announces.
type Kind uint8

// The kinds of labels.
const (
	None       Kind = iota
	Number          // the order's number
	NumberDate      // number and date in one: "PO number/date"
	Date            // the order's date
	Delivery        // the delivery date
	Terms           // payment terms
	ShipVia         // carrier or shipping method
	Currency        // currency
	Subtotal        // sum of the lines
	Tax             // a tax
	Shipping        // freight, handling
	Total           // final amount
	Discount        // an order-level discount
	Charge          // a charge without a column of its own: packing, a surcharge
	Interim         // other sums: section subtotals, carried forward
	Other           // known, but none of the above: left out
	NumKinds        // the number of kinds
)

// isSum reports whether labels of the kind announce a sum.
func (k Kind) isSum() bool { return Subtotal <= k && k <= Interim }

// Meaning is one kind of value that a label announces, and how surely, in (0, 1].
type Meaning struct {
	Kind     Kind
	Strength float64
}

// Label is a phrase that announces a value, found in a segment. Labels of the
// lexicon have meanings; captions that are not in it have none.
type Label struct {
	Segment       *layout.Segment
	Meanings      []Meaning
	Roles         Role
	Box           doc.Box
	Value         Span // what stands behind it in its segment, up to the next label
	Colon         bool // a colon, or what stands for one, follows the phrase
	StartsSegment bool // nothing but item numbering stands before it in its segment
	EndsSegment   bool // nothing follows it in its segment

	first, last *token // where the phrase begins and ends
}

// First returns the index of the label's first word in its segment.
func (l *Label) First() int { return l.first.word }

// Phrase returns the span of the label's words.
func (l *Label) Phrase() Span {
	return Span{Segment: l.Segment, From: l.first.word, To: l.last.word + 1}
}

// Strength returns how surely the label announces a value of a kind, 0 if it does not.
func (l *Label) Strength(k Kind) float64 {
	for _, m := range l.Meanings {
		if m.Kind == k {
			return m.Strength
		}
	}
	return 0
}

// isSum reports whether a label announces a sum.
func (l *Label) isSum() bool {
	for _, m := range l.Meanings {
		if m.Kind.isSum() {
			return true
		}
	}
	return false
}

// onlySum reports whether a label announces sums and nothing else.
func (l *Label) onlySum() bool {
	for _, m := range l.Meanings {
		if !m.Kind.isSum() {
			return false
		}
	}
	return true
}
