package order

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"

	"github.com/shopspring/decimal"
)

// amount is a sum that stands beside or beneath its label.
type amount struct {
	kind     labelKind
	strength float64
	name     string // the label's words, to tell CGST from SGST
	number   value.Number
	cents    int64 // the value in ten-thousandths
	span     span
	page     int
	y        float64
	table    bool // whether it stands in a table of line items
	first    bool // whether its segment is the first of its line
}

// bare tells whether an amount stands on its line without a word.
func (a *amount) bare() bool {
	for i, w := range a.span.seg.Words {
		if (i < a.span.from || i >= a.span.to) && value.Currency(w.Text) == "" {
			return false
		}
	}
	return a.first
}

// maxAmounts bounds the sums of each kind that are weighed against each other.
const maxAmounts = 8

// sums are the amounts of one order by kind, in reading order.
type sums [labelKinds][]amount

// readTotals reads subtotal, tax, shipping and total. Where several amounts
// could be meant, those win that add up.
func readTotals(r *reading, p part, o *Order) {
	var s sums
	for n := p.first; n <= p.last; n++ {
		r.findAmounts(n, &s)
	}
	for k := range s {
		s[k] = distinct(s[k])
	}
	lines := linesSum(o.Lines)
	b, ok := s.balance(lines)
	if !ok && r.locale.Recognised {
		b, ok = s.mendedBalance(r, lines)
	}
	l := newLedger(r, p, o, lines)
	if l.top.proven && l.top.outranks(&b, ok) {
		b, ok = l.top, true
	}
	if !ok {
		b = s.likeliest(lines)
		l.prefer(&b)
	}
	b.addZeros(&s)
	if b.total != nil && len(b.taxes) == 0 {
		b.taxes = l.includedTax(b.total)
	}
	if b.subtotal == nil && lines != 0 {
		b.subtotal = l.sumOfLines(b.total)
	}
	if b.total == nil && b.subtotal != nil && len(b.taxes)+len(b.shippings) == 0 && !b.subtotal.bare() {
		b.total, b.subtotal = b.subtotal, nil // the only sum of an order is its total, whatever it is called
	}
	r.setTotals(o, b)
}

// findAmounts finds the labelled sums of one page.
func (r *reading) findAmounts(n int, s *sums) {
	page, pl := r.pages[n], &r.labels.pages[n]
	for i := range pl.labels {
		l := &pl.labels[i]
		if !l.isSum() || tableHead(pl, &page.Lines[l.seg.Line]) {
			continue
		}
		inTable := r.inTable(n, l)
		var further []figureAt
		num, at, ok := r.amountBehind(page, pl, l)
		if !ok && !inTable && l.whole {
			if num, at, ok = r.amountBeneath(page, pl, l); ok && at.seg.OverlapX(l.box) > 0 {
				further = r.amountsUnder(page, at.seg)
			}
		}
		before := false
		if !ok {
			num, at, before = r.amountBefore(page, l)
			ok = before
		}
		if !ok {
			continue
		}
		for _, m := range l.means {
			if m.kind < labelSubtotal || m.kind > labelInterim {
				continue
			}
			a := amount{kind: m.kind, strength: m.strength, name: labelName(l), number: num, cents: cents(num.Value), span: at, page: n, y: l.box.Y0, table: inTable}
			if !l.lead {
				a.strength *= 0.7
			}
			if before {
				a.strength = min(a.strength, onlyProven)
			}
			if !l.value.empty() && wordsBefore(l.value) > 0 {
				if inTable {
					continue
				}
				a.strength *= 0.6
			}
			s[m.kind] = append(s[m.kind], a)
			if b, ok := a.unsigned(); ok && r.locale.Recognised {
				s[m.kind] = append(s[m.kind], b)
			}
			for _, f := range further {
				b := a
				b.number, b.cents, b.span, b.y = f.number, cents(f.number.Value), f.span, f.span.seg.Y0
				if !pl.totals(&page.Lines[b.span.seg.Line]) {
					b.strength = onlyProven
				}
				s[m.kind] = append(s[m.kind], b)
			}
		}
	}
}

// includedWords say that a sum is in another one already.
var includedWords = wording.Set(`included includes including incl inkl inklusive enthalten enthaltene darin davon cui dont compris comprise inclus incluse waarvan
	inclusief varav heraf herav incluido incluida incluidos compreso compresa sisaltaa tahan zahrnuje`)

// labelName is the label's words as printed.
func labelName(l *label) string {
	return wording.Fold(span{seg: l.seg, from: l.first.word, to: l.last.word + 1}.text())
}

// amountBehind finds the amount on a label's line: the last one before the
// next label, as rates and quantities stand before it.
func (r *reading) amountBehind(page *layout.Page, pl *pageLabels, l *label) (value.Number, span, bool) {
	var num value.Number
	var at span
	found := false
	take := func(s span) {
		for _, f := range r.amountsIn(s) {
			if !f.number.Percent {
				num, at, found = f.number, f.span, true
			}
		}
	}
	if !l.value.empty() {
		if words := wordsBefore(l.value); words > maxAmountWords {
			return num, at, false
		}
		take(l.value)
	}
	if !l.last.endsSegment(l) && !l.whole && l.value.to < len(l.seg.Words) {
		return num, at, found // another label follows in the segment
	}
	right := l.box.X1
	for last := (*layout.Segment)(nil); ; {
		next := rightNeighbour(page, l.seg, right)
		if next == nil || last != nil && !(next.X0 > last.X0) || len(pl.of(next)) > 0 && pl.of(next)[0].lead && isKnownLabel(&pl.of(next)[0]) {
			return num, at, found
		}
		take(whole(next))
		// A segment may be narrower than what neighbours may overlap.
		last, right = next, max(next.X1, next.X0+1.01*neighbourOverlap)
	}
}

// maxAmountWords is how many words may stand between a label and its amount.
const maxAmountWords = 5

// wordsBefore counts the words without digits at the beginning of a span.
func wordsBefore(s span) int {
	count := 0
	for i := s.from; i < s.to; i++ {
		if wording.HasDigit(s.seg.Words[i].Text) {
			break
		}
		if value.Currency(s.seg.Words[i].Text) == "" {
			count++
		}
	}
	return count
}

func isKnownLabel(l *label) bool { return l.whole || l.colon || l.isSum() }

// neighbourOverlap is by how much neighbours may overlap, in points.
const neighbourOverlap = 1

// rightNeighbour is the nearest segment right of x on the segment's line, or on
// a line that overlaps it.
func rightNeighbour(page *layout.Page, of *layout.Segment, x float64) *layout.Segment {
	var next *layout.Segment
	for n := max(0, of.Line-1); n <= min(len(page.Lines)-1, of.Line+1); n++ {
		for _, s := range page.Lines[n].Segments {
			if s == of || s.X0 < x-neighbourOverlap || next != nil && s.X0 >= next.X0 {
				continue
			}
			if n != of.Line && s.OverlapY(of.Box) < 0.5*min(s.Height(), of.Height()) {
				continue
			}
			next = s
		}
	}
	return next
}

// amountBeneath finds the amount beneath a label, in a row of headings.
func (r *reading) amountBeneath(page *layout.Page, pl *pageLabels, l *label) (value.Number, span, bool) {
	for _, at := range r.beneath(page, pl, l) {
		figures := r.amountsIn(at.span)
		if len(figures) > 0 && !figures[len(figures)-1].number.Percent {
			f := figures[len(figures)-1]
			return f.number, f.span, true
		}
	}
	return value.Number{}, span{}, false
}

// maxRates bounds the rows of a summary of taxes by rate.
const maxRates = 6

// amountsUnder finds the amounts that stand under one in its column: a summary
// of taxes has a row for each rate, and one of their sums.
func (r *reading) amountsUnder(page *layout.Page, above *layout.Segment) []figureAt {
	var found []figureAt
	for n := above.Line + 1; n < len(page.Lines) && len(found) < maxRates; n++ {
		line := &page.Lines[n]
		if line.Y0-above.Y1 > 2*above.Height() {
			break
		}
		for _, s := range line.Segments {
			if s.X1-above.X1 > 2 || above.X1-s.X1 > 2 {
				continue
			}
			if all := r.amountsIn(whole(s)); len(all) == 1 && all[0].span.from == 0 && all[0].span.to == len(s.Words) && !all[0].number.Percent {
				found, above = append(found, all[0]), s
			}
		}
	}
	return found
}

// totals tells whether a line begins with the label of a total.
func (pl *pageLabels) totals(line *layout.Line) bool {
	labels := pl.of(line.Segments[0])
	return len(labels) > 0 && labels[0].lead && labels[0].strength(labelTotal) > 0
}

// amountBefore finds the amount on which a label follows that ends its line, as
// forms have it whose columns run from right to left: it stands alone before it.
func (r *reading) amountBefore(page *layout.Page, l *label) (value.Number, span, bool) {
	at := span{seg: l.seg, to: l.first.word}
	for _, s := range page.Lines[l.seg.Line].Segments {
		switch {
		case s == l.seg:
		case at.to == 0 && s.X1 <= l.box.X0:
			at = whole(s)
		default:
			return value.Number{}, span{}, false
		}
	}
	if at.to == 0 {
		return value.Number{}, span{}, false
	}
	all := r.amountsIn(at)
	if len(all) != 1 || all[0].span.from != at.from || all[0].span.to != at.to || all[0].number.Percent || !value.IsAmount(at.text()) {
		return value.Number{}, span{}, false
	}
	return all[0].number, all[0].span, true
}

// figureAt is a number and where it stands.
type figureAt struct {
	number value.Number
	span   span
}

// amountsIn finds the numbers of a span. Blanks group digits only where the
// document divides by commas or the country does so.
func (r *reading) amountsIn(s span) []figureAt {
	var found []figureAt
	for i := s.from; i < s.to; {
		taken := 1
		first := span{seg: s.seg, from: i, to: i + 1}
		if i == s.from {
			first.off = s.off
		}
		for n := min(4, s.to-i); n >= 1; n-- {
			at := first
			at.to = i + n
			if at.to == s.to {
				at.truncated = s.truncated
			}
			num, ok := r.locale.Number(at.text())
			if !ok || n > 1 && !r.joins(at) {
				continue
			}
			if at.to < s.to && num.Currency == "" && r.isUnit(s.seg.Words[at.to].Text) && (num.Value.Exponent() >= 0 || value.IsUnit(s.seg.Words[at.to].Text)) {
				taken = n
				break
			}
			found = append(found, figureAt{num, at})
			taken = n
			break
		}
		i += taken
	}
	return found
}

// joins tells whether the words of a span may make one number.
func (r *reading) joins(s span) bool {
	digits := 0
	for _, w := range s.words() {
		if wording.HasDigit(w.Text) {
			digits++
		}
	}
	return digits == 1 || r.locale.Blanks()
}

// isUnit tells whether a word behind a number makes it a quantity.
func (r *reading) isUnit(s string) bool {
	if s == forint && r.locale.Country == "HU" {
		return false
	}
	f := wording.Fold(s)
	for _, c := range f {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return len(f) > 0 && value.Currency(s) == ""
}

// cents is the value in ten-thousandths, for fast sums.
func cents(d decimal.Decimal) int64 { return d.Shift(4).Round(0).IntPart() }

// distinct leaves out amounts that are printed again under the same label, and
// what is too many to weigh.
func distinct(all []amount) []amount {
	var kept []amount
next:
	for _, a := range all {
		for i, k := range kept {
			if k.name == a.name && k.cents == a.cents {
				if k.strength < a.strength {
					kept[i] = a
				}
				continue next
			}
		}
		kept = append(kept, a)
	}
	if len(kept) > maxAmounts {
		kept = kept[len(kept)-maxAmounts:]
	}
	return kept
}

// linesSum is the sum of the lines' totals in ten-thousandths, 0 when a line has none.
func linesSum(lines []Cells) int64 {
	var sum decimal.Decimal
	for _, l := range lines {
		v, err := decimal.NewFromString(l[LineTotal].Value)
		if err != nil {
			return 0
		}
		sum = sum.Add(v)
	}
	return cents(sum)
}
