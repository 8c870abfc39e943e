package totals

import (
	"slices"

	"lineitem/convert/order/mechanism"
)

var (
	namedTerms = mechanism.New("totals: labelled amounts that add up")
	anyTerms   = mechanism.New("totals: any figures that add up")
	zeroTerms  = mechanism.New("totals: taxes and shipping of zero")
	linesSum   = mechanism.New("totals: the sum of the lines as subtotal or total")
)

// strengthOfLines is that of a figure which is what the lines make.
const strengthOfLines = 0.8

// Read finds an order's sums: those that add up, and where none do, the likeliest
// total. What states zero, and what the lines make, is found beside them.
func Read(r *Reading) Sums {
	s := newSearch(r)
	var sums, figures Sums
	if namedTerms.On() {
		sums = s.named()
	}
	if anyTerms.On() {
		figures = s.figures()
	}
	if figures.Proven && figures.outranks(&sums) {
		sums = figures
	}
	if !sums.Proven {
		sums.Total = strongest(s.byKind[Total])
	}
	if zeroTerms.On() {
		s.addZeros(&sums)
	}
	if sums.Subtotal == nil && s.lines != 0 && linesSum.On() {
		sums.Subtotal = s.subtotalOfLines(sums.Total)
	}
	if sums.Total == nil && sums.Subtotal != nil && len(sums.Of(Tax))+len(sums.Of(Shipping)) == 0 {
		sums.Total, sums.Subtotal = sums.Subtotal, nil // the only sum of an order is its total, whatever it is called
	}
	return sums
}

// outranks reports whether figures that add up are to be believed rather than what
// labels add up to: where that rests on nothing, or is only where the figures begin.
func (s *Sums) outranks(labels *Sums) bool {
	return !labels.Proven || labels.Total.units == s.Subtotal.units || labels.Total.units == s.Total.units && labels.Subtotal == nil || len(labels.Between) == 0
}

// strongest is the term with the strongest label, of equals the
// largest: what is called a total again is a column's in a summary of taxes.
func strongest(all []Term) *Term {
	var top *Term
	for i := range all {
		if all[i].Strength <= OnlyProven {
			continue
		}
		if top == nil || all[i].Strength > top.Strength || all[i].Strength == top.Strength && max(all[i].units, -all[i].units) >= max(top.units, -top.units) {
			top = &all[i]
		}
	}
	return top
}

// subtotalOfLines finds the first figure beneath an order's items that is their sum. A
// total that is merely printed twice is not two sums.
func (s *search) subtotalOfLines(total *Term) *Term {
	for _, row := range s.Rows {
		for _, t := range row {
			if t.units != s.lines {
				continue
			}
			if total != nil && (total.At.Page < t.At.Page || total.At == t.At || t.At.Segment.Y0 > total.At.Segment.Y1 ||
				total.units == s.lines && t.Named && t.Kind == Total) {
				continue
			}
			t.Strength = strengthOfLines
			return &t
		}
	}
	return nil
}

// addZeros states taxes and shipping that are printed as zero: they add nothing, so no
// sum needs them.
func (s *search) addZeros(sums *Sums) {
	for _, k := range [...]Kind{Tax, Shipping} {
		if len(sums.Of(k)) > 0 {
			continue
		}
		if i := slices.IndexFunc(s.byKind[k], func(t Term) bool { return t.units == 0 }); i >= 0 {
			sums.Between = append(sums.Between, s.byKind[k][i])
		}
	}
}
