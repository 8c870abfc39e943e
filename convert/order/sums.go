package order

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/totals"
	"lineitem/convert/order/value"
)

// readTotals reads subtotal, tax, shipping and total.
func readTotals(r *reading, p part, o *Order) {
	var t totals.Reading
	t.Lines, _ = proof.Sum(o.Lines)
	for n := p.first; n <= p.last; n++ {
		t.Labelled = append(t.Labelled, r.labelledSums(n)...)
	}
	r.figuresBeneath(p, o, &t)
	sums := totals.Read(&t)
	r.setTotals(o, &sums)
}

// Strengths of what names a sum.
const (
	ledgerStrong = 0.7 // of a word that stands anywhere before an amount
	unnamed      = 0.5
)

// sumKind is what a label's meaning is among the sums; ok is false where it is none.
func sumKind(k keyvalue.Kind) (kind totals.Kind, ok bool) {
	return totals.Kind(k - keyvalue.Subtotal), k.IsSum()
}

// labelledSums finds the amounts of one page that labels name.
func (r *reading) labelledSums(n int) (found []totals.Term) {
	page, labels := r.pages[n], r.labels.Index.On(n)
	for i := range labels {
		l := &labels[i]
		if !l.IsSum() || r.labels.Index.TableHead(&page.Lines[l.Segment.Line]) {
			continue
		}
		at, ok := r.amountBehind(page, l)
		if !ok && l.Whole && !r.labels.InTable(l) {
			at, ok = r.amountBeneath(l)
		}
		if !ok {
			continue
		}
		for _, m := range l.Means {
			kind, ok := sumKind(m.Kind)
			if !ok {
				continue
			}
			t := r.term(n, at)
			t.Kind, t.Strength, t.Named, t.Name = kind, m.Strength, true, labelName(l)
			found = append(found, t)
		}
	}
	return found
}

// term is an amount on a page that nothing names.
func (r *reading) term(n int, f figureAt) totals.Term {
	return totals.Term{
		Kind: totals.Charge, Strength: unnamed, Number: f.number, At: totals.Place{Page: n, Segment: f.span.Segment, From: f.span.From, To: f.span.To},
	}
}

// labelName is the label's words as printed.
func labelName(l *keyvalue.Label) string { return textnorm.Fold(l.Phrase().Text()) }

// amountBehind finds the amount on a label's line: the last one before the next label,
// as rates and quantities stand before it.
func (r *reading) amountBehind(page *layout.Page, l *keyvalue.Label) (at figureAt, found bool) {
	take := func(s keyvalue.Span) {
		for _, f := range r.amountsIn(s) {
			if !f.number.Percent {
				at, found = f, true
			}
		}
	}
	if !l.Value.Empty() {
		take(l.Value)
	}
	if !l.Whole && l.Value.To < len(l.Segment.Words) {
		return at, found // another label follows in the segment
	}
	before := l.Segment.Box
	before.X1 = l.Box.X1
	for last := (*layout.Segment)(nil); ; {
		next := keyvalue.RightOf(page, l.Segment, before)
		if next == nil || last != nil && !(next.X0 > last.X0) {
			return at, found
		}
		if labels := r.labels.Index.Of(next); len(labels) > 0 && labels[0].Lead && (labels[0].Whole || labels[0].Colon || labels[0].IsSum()) {
			return at, found
		}
		take(keyvalue.Whole(next))
		// A segment may be narrower than what neighbours may overlap.
		last, before.X1 = next, max(next.X1, next.X0+1.01*keyvalue.RightOverlap)
	}
}

// amountBeneath finds the amount beneath a label, in a row of headings.
func (r *reading) amountBeneath(l *keyvalue.Label) (figureAt, bool) {
	if at, ok := r.labels.Beneath(l); ok {
		if figures := r.amountsIn(at.Span); len(figures) > 0 && !figures[len(figures)-1].number.Percent {
			return figures[len(figures)-1], true
		}
	}
	return figureAt{}, false
}

// figureAt is a number and where it stands.
type figureAt struct {
	number value.Number
	span   keyvalue.Span
}

// maxNumberParts is how many words a number is printed in at most: "1 234 567 ,50".
const maxNumberParts = 4

// amountsIn finds the numbers of a span. Blanks group digits only where the document
// divides by commas or the country does so.
func (r *reading) amountsIn(s keyvalue.Span) []figureAt {
	var found []figureAt
	for i := s.From; i < s.To; {
		f, ok := r.amountAt(s, i)
		if !ok {
			i++
			continue
		}
		i = f.span.To
		if i < s.To && f.number.Currency == "" && r.isUnit(s.Segment.Words[i].Text) && (f.number.Value.Exponent() >= 0 || value.IsUnit(s.Segment.Words[i].Text)) {
			continue // a quantity
		}
		found = append(found, f)
	}
	return found
}

// amountAt reads the longest number that begins with a word of a span.
func (r *reading) amountAt(s keyvalue.Span, word int) (figureAt, bool) {
	first := keyvalue.Span{Segment: s.Segment, From: word}
	if word == s.From {
		first.Skip = s.Skip
	}
	most := min(maxNumberParts, s.To-word)
	least := 1 // words, as far as the first that has a digit
	for least <= most && !textnorm.AtLeastDigits(s.Segment.Words[word+least-1].Text, 1) {
		least++
	}
	for n := most; n >= least; n-- {
		at := first
		at.To = word + n
		if at.To == s.To {
			at.Cut = s.Cut
		}
		if n > 1 && !r.locale.Blanks() && slices.ContainsFunc(at.Words(), func(w *doc.Word) bool { return textnorm.HasDigit(w.Text) && w != at.Words()[least-1] }) {
			continue
		}
		if num, ok := r.locale.Number(at.Text()); ok {
			return figureAt{num, at}, true
		}
	}
	return figureAt{}, false
}

// isUnit reports whether a word behind a number makes it a quantity.
func (r *reading) isUnit(s string) bool {
	if s == forint && r.locale.Country == "HU" {
		return false
	}
	f := textnorm.Fold(s)
	return f != "" && strings.Trim(f, "abcdefghijklmnopqrstuvwxyz") == "" && value.Currency(s) == ""
}

// figuresBeneath finds the figures beneath an order's items, line by line.
func (r *reading) figuresBeneath(p part, o *Order, t *totals.Reading) {
	startPage, startY := p.first, 0.0
	for i := range o.Lines {
		e := &o.Lines[i][LineTotal].Evidence
		for n := p.first; n <= p.last && e.Page > 0; n++ {
			if r.pages[n].Number == e.Page && (n > startPage || n == startPage && e.Box.Y1 > startY) {
				startPage, startY = n, e.Box.Y1
			}
		}
	}
	for n := startPage; n <= p.last; n++ {
		page := r.pages[n]
		for i := range page.Lines {
			line := &page.Lines[i]
			if n == startPage && page.Displayed(line.Box).MidY() < startY {
				continue
			}
			row := r.figuresOf(n, line)
			if len(row) == 0 {
				continue
			}
			last := row[len(row)-1]
			if !last.Named {
				r.name(&last, line.Segments, 0)
			}
			t.Rows, t.Column = append(t.Rows, row), append(t.Column, last)
		}
	}
}

// figuresOf reads the figures of one line, from left to right.
func (r *reading) figuresOf(n int, line *layout.Line) []totals.Term {
	var row []totals.Term
	from := 0 // the first segment of what stands before the next figure
	for i, s := range line.Segments {
		begin := 0 // the first word behind the figure before
		for _, f := range r.amountsIn(keyvalue.Whole(s)) {
			if f.number.Percent || f.number.Value.IsZero() {
				continue
			}
			if inProse(f) {
				f.number.Value, f.number.Text = f.number.Value.Neg(), strings.TrimPrefix(f.number.Text, "-")
			}
			t := r.term(n, f)
			r.name(&t, line.Segments[from:i+1], begin)
			row = append(row, t)
			begin = f.span.To
		}
		if begin > 0 {
			from = i + 1
		}
	}
	return row
}

// inProse reports whether the brackets about an amount are a sentence's and make
// nothing negative: "Dollars ($8,772.60), freight included".
func inProse(f figureAt) bool {
	s := f.span
	return f.number.Value.IsNegative() && s.From > 0 && strings.HasPrefix(s.First().Text, "(") &&
		(s.To < len(s.Segment.Words) || !strings.HasSuffix(s.Segment.Words[s.To-1].Text, ")"))
}

// name reports what a term is by the words before it, in its own segment from the given
// word on.
func (r *reading) name(t *totals.Term, before []*layout.Segment, begin int) {
	own := t.At.Segment
	names := func(s *layout.Segment, word int) bool { return s != own || word >= begin }
	set := func(k totals.Kind, strength float64, name string) {
		if !t.Named || strength > t.Strength {
			t.Kind, t.Strength, t.Name, t.Named = k, strength, name, true
		}
	}
	words, within := sumWords(), wordsWithin()
	for _, s := range before {
		for i, w := range s.Words {
			if !names(s, i) {
				continue
			}
			if k, ok := words[bareWord(w)]; ok && (i == 0 || !within[bareWord(s.Words[i-1])]) {
				set(k, ledgerStrong, "")
			}
		}
		for _, label := range r.labels.Index.Of(s) {
			if !names(s, label.First()) {
				continue
			}
			for _, m := range label.Means {
				if kind, ok := sumKind(m.Kind); ok && m.Strength > totals.OnlyProven {
					set(kind, m.Strength, labelName(&label))
				}
			}
		}
	}
}

// bareWord is a word folded, without the marks around it.
func bareWord(w *doc.Word) string { return textnorm.Fold(strings.Trim(w.Text, ":.,()@-")) }

// Confidences of sums. How badly a sum is printed counts less where it is proven.
const (
	provenSum     = 0.99
	leastProven   = 0.95
	unprovenShare = 0.6 // of the strength of its label
)

// setTotals writes sums into the order's cells.
func (r *reading) setTotals(o *Order, s *totals.Sums) {
	set := func(f Field, all ...totals.Term) {
		if len(all) == 0 {
			return
		}
		c := Cell{Evidence: doc.Evidence{}}
		sum, places := decimal.Decimal{}, int32(0)
		for i, t := range all {
			sum = sum.Add(t.Number.Value)
			places = max(places, -t.Number.Value.Exponent())
			ev := r.pages[t.At.Page].Evidence(t.At.Words(), unprovenShare*t.Strength)
			if s.Proven {
				ev = r.pages[t.At.Page].Evidence(t.At.Words(), provenSum)
				ev.Confidence = max(ev.Confidence, leastProven)
			}
			if i == 0 {
				c.Evidence = ev
				continue
			}
			c.Evidence.Box = c.Evidence.Box.Union(ev.Box)
			c.Evidence.Words = slices.Concat(c.Evidence.Words, ev.Words)
		}
		c.Value = sum.StringFixed(places)
		c.Evidence.Proof = s.Proof()
		o.Head[f] = c
	}
	if s.Subtotal != nil {
		set(Subtotal, *s.Subtotal)
	}
	if s.Total != nil {
		set(Total, *s.Total)
	}
	set(Tax, s.Of(totals.Tax)...)
	set(Shipping, s.Of(totals.Shipping)...)
}
