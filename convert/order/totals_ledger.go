package order

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"

	"github.com/shopspring/decimal"
)

// A ledger is a run of figures that adds up by itself: first what the lines
// make, last the total, and between them all that is added or taken off.
// Arithmetic finds it whatever its labels are called, which are asked only for
// what each figure is.
type ledger struct {
	r      *reading
	lines  int64   // what the lines make, ten-thousandths; 0 where not known
	all    []entry // in reading order
	across bool    // the figures that are tried stand in one row
	top    balance
}

// entry is a figure of a ledger.
type entry struct {
	amount
	labelled bool            // what it is called is known
	rate     decimal.Decimal // the last percentage before it on its line, 0 when there is none
	minus    bool            // it may be taken off
	sum      bool            // it is called a sum, or is no amount
	included bool            // it is said to be in a sum already
}

const (
	maxLedger = 24 // figures that are looked at
	maxRun    = 9  // figures between the first and the last one
	// leastUnvouched is the least total, ten-thousandths, that is believed where
	// the lines do not make the base: less may add up by chance.
	leastUnvouched = 100_0000
	maxPassed      = 2 // unknown figures between them that belong to something else
)

// includedTax finds the tax that a total is said to include: it adds nothing, so
// that no balance needs it.
func (l *ledger) includedTax(total *amount) []amount {
	for _, e := range slices.Backward(l.all) {
		if e.kind == labelTax && e.included && e.cents > 0 && 2*e.cents < total.cents && (e.number.Currency != "" || value.IsAmount(e.span.text())) {
			return []amount{e.amount}
		}
	}
	return nil
}

// prefer puts the sum of the lines that is printed beneath them in place of a
// total that is less: where nothing adds up, that is another sum. No tax is as
// much, so that one called so is said to be without ("excl. VAT").
func (l *ledger) prefer(b *balance) {
	if l.lines < leastUnvouched || b.total != nil && b.total.cents >= l.lines {
		return
	}
	for _, e := range slices.Backward(l.all) {
		if e.cents != l.lines || e.labelled && e.kind != labelTotal && e.kind != labelTax && (e.kind != labelSubtotal || len(b.taxes)+len(b.shippings) > 0) {
			continue
		}
		e.strength = 0.8
		b.total, b.subtotal, b.taxes, b.shippings = &e.amount, nil, nil, nil
		return
	}
}

// sumOfLines finds the first figure beneath an order's items that is their sum.
// A total that is merely printed twice is not two sums.
func (l *ledger) sumOfLines(total *amount) *amount {
	for _, e := range l.all {
		if e.cents != l.lines || total != nil && (total.page < e.page || total.span == e.span || e.span.seg.Y0 > total.span.seg.Y1 || total.cents == l.lines && e.labelled && e.kind == labelTotal) {
			continue
		}
		e.strength = 0.8
		return &e.amount
	}
	return nil
}

// newLedger reads the figures beneath an order's items and finds how they add
// up: those of one line, or the last ones of all lines.
func newLedger(r *reading, p part, o *Order, lines int64) *ledger {
	l := &ledger{r: r, lines: lines}
	var column []entry
	startPage, startY := p.first, 0.0
	for _, c := range o.Lines {
		e := c[LineTotal].Evidence
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
			row := l.row(n, line)
			l.all = append(l.all, row...)
			if len(row) > 2 {
				l.try(row, true)
			}
			if len(row) > 0 && len(column) < maxLedger {
				last := row[len(row)-1]
				if !last.labelled {
					l.name(&last, line.Segments, 0)
				}
				column = append(column, last)
			}
		}
	}
	l.try(column, false)
	return l
}

// row reads the figures of one line, from left to right.
func (l *ledger) row(n int, line *layout.Line) []entry {
	var row []entry
	from := 0 // the first segment of what stands before the next figure
	var rate decimal.Decimal
	for i, s := range line.Segments {
		found, begin := false, 0 // begin is the first word behind the figure before
		if percent, ok := percentage(s); ok {
			rate = percent
		}
		for _, f := range l.r.amountsIn(whole(s)) {
			if f.number.Percent || f.number.Value.IsZero() {
				continue
			}
			found = true
			e := entry{amount: amount{kind: labelCharge, strength: 0.5, number: f.number, cents: cents(f.number.Value), span: f.span, page: n, y: line.Y0, first: i == 0}, rate: rate}
			if e.cents < 0 && inProse(f.span) {
				e.cents, e.number.Value = -e.cents, e.number.Value.Neg()
				e.number.Text = strings.TrimPrefix(e.number.Text, "-")
			}
			l.name(&e, line.Segments[from:i+1], begin)
			row = append(row, e)
			begin = f.span.to
		}
		if found {
			from = i + 1
		}
	}
	return row
}

// inProse tells whether the brackets about an amount are a sentence's and make
// nothing negative: "Dollars ($8,772.60), freight included".
func inProse(s span) bool {
	last := s.seg.Words[s.to-1].Text
	return strings.HasPrefix(s.first().Text, "(") && s.from > 0 && (s.to < len(s.seg.Words) || !strings.HasSuffix(last, ")"))
}

// percentage finds the last percentage of a segment. Rates are printed with
// either mark, whatever the amounts beside them are printed with.
func percentage(s *layout.Segment) (decimal.Decimal, bool) {
	for i := len(s.Words) - 1; i >= 0; i-- {
		digits, found := strings.CutSuffix(strings.TrimRight(s.Words[i].Text, "):;"), "%")
		if !found {
			continue
		}
		if digits == "" && i > 0 {
			digits = s.Words[i-1].Text
		}
		if d, err := decimal.NewFromString(strings.Replace(strings.TrimLeft(digits, "(@"), ",", ".", 1)); err == nil {
			return d, true
		}
	}
	return decimal.Decimal{}, false
}

// name tells what an entry is by the words before it, in its own segment from
// the given one on.
func (l *ledger) name(e *entry, before []*layout.Segment, begin int) {
	pl := &l.r.labels.pages[e.page]
	first := e.span.from == 0 && e.span.seg == before[0] // the label can only be behind it
	set := func(k labelKind, strength float64, name string) {
		if !e.labelled || strength > e.strength {
			e.kind, e.strength, e.name, e.labelled = k, strength, name, true
		}
	}
	for _, s := range before {
		for i, w := range s.Words {
			if s == e.span.seg && i < begin {
				continue
			}
			if s == e.span.seg && i >= e.span.from && !first {
				break
			}
			e.included = e.included || includedWords[bareWord(w)]
			if k, ok := ledgerWords[bareWord(w)]; ok && (i == 0 || !within[bareWord(s.Words[i-1])]) {
				set(k, 0.7, "")
			}
		}
		for _, label := range pl.of(s) {
			if s == e.span.seg && label.first.word < begin {
				continue
			}
			if s == e.span.seg && label.first.word >= e.span.from && !first {
				break
			}
			for _, m := range label.means {
				if m.kind >= labelSubtotal && m.kind <= labelInterim && m.strength > onlyProven {
					set(m.kind, m.strength, labelName(&label))
				}
			}
		}
	}
	round := e.kind == labelInterim && strings.HasPrefix(e.name, "round")
	e.sum = e.labelled && (e.kind == labelSubtotal || e.kind == labelTotal || e.kind == labelInterim && !round)
	e.minus = e.cents > 0 && (e.kind == labelDiscount || round)
}

// ledgerWords are words that tell what a figure is wherever they stand before it.
var ledgerWords = func() map[string]labelKind {
	m := make(map[string]labelKind)
	for _, p := range totalPhrases {
		if p.strength < 1 || p.kind != labelTax && p.kind != labelShipping && p.kind != labelDiscount {
			continue
		}
		for _, phrase := range strings.Split(p.phrases, "|") {
			if phrase = strings.TrimSpace(phrase); !strings.Contains(phrase, " ") {
				m[phrase] = p.kind
			}
		}
	}
	return m
}()

// bareWord is a word folded, without the marks around it.
func bareWord(w *doc.Word) string { return wording.Fold(strings.Trim(w.Text, ":.,()@-")) }

// within are the words behind which a tax is only said to be in a sum, or not.
var within = wording.Set(`incl inc including inkl inklusive inclusive inclus incluso inclusa incluido incluida compris comprise compreso compresa con com med
	mit s sis vcetne avec with excl exc ex excluding exclusive exkl ekskl eks without bez hors senza sin sem zonder ohne uden utan uten ilman before`)

// try looks for a ledger among figures in the order in which they stand, in a
// row or in a column. Something other than its own sum has to vouch for it.
func (l *ledger) try(all []entry, row bool) {
	l.across = row
	for i := range all {
		base := &all[i]
		for j := i + 2; j < len(all) && j-i-1 <= maxRun; j++ {
			total := &all[j]
			if total.cents <= 0 || total.labelled && !total.sum {
				continue
			}
			switch between := all[i+1 : j]; {
			case l.lines != 0 && base.cents == l.lines,
				l.lines == 0 && base.labelled && base.kind == labelSubtotal,
				l.lines == 0 && !base.labelled && total.kind == labelTotal && !slices.ContainsFunc(between, entry.unknown):
				l.close(base, total, between, maxPassed)
			case row && l.lines != 0 && total.cents == l.lines,
				total.kind == labelTotal && total.cents >= leastUnvouched && total.cents != l.lines:
				l.close(base, total, between, 0)
			}
		}
	}
}

func (e entry) unknown() bool { return !e.labelled }

// close tries to come from a base to a total by what stands between them, all
// but a few figures that nothing is known of.
func (l *ledger) close(base, total *entry, between []entry, passable int) {
	var taken []entry
	var walk func(at, passed int, sum int64)
	walk = func(at, passed int, sum int64) {
		if at == len(between) {
			if sum == total.cents && len(taken) > 0 {
				l.offer(base, total, taken, passed)
			}
			return
		}
		e := between[at]
		if e.sum || e.cents == sum {
			walk(at+1, passed, sum)
			return
		}
		taken = append(taken, e)
		walk(at+1, passed, sum+e.cents)
		if e.minus {
			walk(at+1, passed, sum-e.cents)
		}
		taken = taken[:len(taken)-1]
		if passed < passable {
			walk(at+1, passed+1, sum)
		}
	}
	walk(0, 0, base.cents)
}

// offer keeps the reading that leaves the least unexplained and goes furthest.
func (l *ledger) offer(base, total *entry, taken []entry, passed int) {
	b := balance{subtotal: &base.amount, total: &total.amount, proven: true, lines: base.cents == l.lines}
	b.score = float64(2*len(taken) - 3*passed)
	for _, e := range append([]entry{*base, *total}, taken...) {
		if e.labelled {
			b.score += e.strength
		}
	}
	if total.labelled && total.kind != labelTotal {
		b.score -= 2
	}
	if b.score <= l.top.score {
		return
	}
	for _, e := range taken {
		switch l.kindOf(&e, base.cents) {
		case labelTax:
			b.taxes = append(b.taxes, e.amount)
		case labelShipping:
			b.shippings = append(b.shippings, e.amount)
		default:
			b.discounts = append(b.discounts, e.amount)
		}
	}
	l.top = b
}

// kindOf tells what was added to a base. What has no known name is a tax where
// it is a round share of the base, or stands between net and gross in one row,
// as taxes of several rates are summed up.
func (l *ledger) kindOf(e *entry, base int64) labelKind {
	if e.labelled || e.cents < 0 {
		return e.kind
	}
	if l.across && e.cents > 0 && 2*e.cents < base {
		return labelTax
	}
	rate := e.rate
	if rate.IsZero() {
		// To the half percent.
		rate = decimal.New(e.cents, 2).DivRound(decimal.New(base, 0), 4).Mul(decimal.New(2, 0)).Round(0).DivRound(decimal.New(2, 0), 1)
	}
	tax := decimal.New(base, -4).Mul(rate).Shift(-2)
	if rate.GreaterThan(decimal.New(2, 0)) && tax.Sub(e.number.Value).Abs().LessThanOrEqual(decimal.New(1, -2)) {
		return labelTax
	}
	return labelCharge
}

// outranks tells whether a ledger is to be believed rather than what labels
// balance to: where that rests on nothing, or is only where the ledger begins.
func (b *balance) outranks(labels *balance, proven bool) bool {
	return !proven || labels.total.cents == b.subtotal.cents || labels.total.cents == b.total.cents && labels.subtotal == nil || len(labels.taxes)+len(labels.shippings)+len(labels.discounts) == 0
}
