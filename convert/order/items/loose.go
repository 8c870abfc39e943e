package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"

	"github.com/shopspring/decimal"
)

// Items may stand in no table: in the lines of a letter or a message, or each in
// a box of its own with labels inside. What shows them is arithmetic alone: a
// line whose last figure is the product of two before it.

// Bounds of the search for loose items.
const (
	maxLooseWords = 40 // of a line
	looseJoin     = 5  // words of one figure, its currency and unit
)

// looseFigure is a figure in a line of words.
type looseFigure struct {
	value.Number
	per      decimal.Decimal // what a price is for
	from, to int             // its words
}

// looseItem is an item that stands in no table.
type looseItem struct {
	page, line             int // of the figures
	words                  []*doc.Word
	segments               []int // by word: the segment that it is in
	quantity, price, total looseFigure
	code                   looseCode
	proof                  string
}

// looseCode is a code behind its label on the line of an item's figures.
type looseCode struct {
	from, at, to int // words: of the label, of the code, behind it
}

// looseMarks are words between the figures of a line.
var looseMarks = wording.Set("@ x × à = - – — | · * je per pro")

// looseItems finds the lines of all pages that state an item by its figures.
func (r *reader) looseItems() []looseItem {
	var all []looseItem
	for n, p := range r.pages {
		for i := range p.Lines {
			if item, ok := r.looseOn(&p.Lines[i]); ok {
				item.page, item.line = n, i
				all = append(all, item)
			}
		}
	}
	if len(all) == 1 && all[0].quantity.Value.Equal(one) {
		return nil // any sum is once itself
	}
	return all
}

// looseOn reads a line that ends with the product of two figures before.
func (r *reader) looseOn(l *layout.Line) (item looseItem, ok bool) {
	if r.opensSum(l) {
		return item, false
	}
	for k, s := range l.Segments {
		for _, w := range s.Words {
			item.words, item.segments = append(item.words, w), append(item.segments, k)
		}
	}
	if len(item.words) > maxLooseWords {
		return item, false
	}
	found := r.looseFigures(&item)
	for k := len(found) - 1; k >= 2; k-- {
		total := found[k]
		if total.Percent || total.Value.IsZero() || !amountLike(item.words[total.from:total.to], total) {
			continue
		}
		for j := k - 1; j >= 1; j-- {
			for i := j - 1; i >= 0; i-- {
				if item.multiply(found[i], found[j], total) {
					item.code = r.findLooseCode(&item)
					return item, true
				}
			}
		}
	}
	return item, false
}

// findLooseCode finds the code that stands behind a label of such in a segment of
// the item's line.
func (r *reader) findLooseCode(item *looseItem) (c looseCode) {
	for from := 0; from < len(item.words); from = c.to {
		c.to = from + 1
		for c.to < len(item.words) && item.segments[c.to] == item.segments[from] {
			c.to++
		}
		words := item.words[from:c.to]
		if _, numbered := r.ordinalLabel(words); numbered > 0 {
			continue // "Item 1"
		}
		if n := r.codeLabel(words); n > 0 {
			c.from, c.at = from, from+n
			return c
		}
	}
	return looseCode{}
}

// opensSum tells whether a line begins with the label of a sum or a tax.
func (r *reader) opensSum(l *layout.Line) bool {
	words := l.Segments[0].Words
	class, n := summaryAt(r.tokens(words))
	return n > 0 && class != taxLine || r.summaryOf(words) != plainLine || IsSeparator(l)
}

// amountLike tells whether a figure may be a sum of money.
func amountLike(words []*doc.Word, n looseFigure) bool {
	return n.Currency != "" || n.Value.Exponent() < 0 || n.Value.Abs().GreaterThanOrEqual(hundred)
}

// multiply sets the item's figures where a and b, in either order, multiply up
// to the total.
func (item *looseItem) multiply(a, b, total looseFigure) bool {
	if a.Percent || b.Percent || a.Value.IsZero() || b.Value.IsZero() {
		return false
	}
	if a.Currency != "" && b.Currency == "" || a.Value.Exponent() < 0 && b.Value.Exponent() == 0 && b.Currency == "" && a.Unit == "" {
		a, b = b, a // "€ 4.50 × 2"
	}
	if a.Value.Equal(one) && !amountLike(nil, b) {
		return false
	}
	f := figures{quantity: a.Number, price: b.Number, total: total.Number, per: b.per}
	if !f.near(a.Value.Mul(b.Value).Div(b.per)) {
		return false
	}
	item.quantity, item.price, item.total, item.proof = a, b, total, f.prove()
	return true
}

// looseFigures finds the figures of a line, with what belongs to each.
func (r *reader) looseFigures(item *looseItem) []looseFigure {
	t := &tableDraft{reader: r}
	var found []looseFigure
	for i := 0; i < len(item.words) && len(found) < maxLineFigures; i++ {
		for k := min(i+looseJoin, len(item.words)); k > i; k-- {
			if item.segments[k-1] != item.segments[i] || strings.HasSuffix(item.words[k-1].Text, ":") {
				continue
			}
			n, per, ok := t.looseFigure(item, i, k)
			if !ok {
				continue
			}
			found = append(found, looseFigure{n, per, i, k})
			i = k - 1
			break
		}
	}
	return found
}

// looseFigure reads words from one to another as a figure. A word behind it is
// its unit where it is known as such, or ends a column or stands before another figure.
func (t *tableDraft) looseFigure(item *looseItem, from, to int) (value.Number, decimal.Decimal, bool) {
	text := wording.Join(item.words[from:to])
	n, ok := t.readFigure(text)
	if !ok {
		return n, one, false
	}
	if _, after, cut := cutPer(text); cut {
		per := t.readPer(after)
		return n, per, per.IsPositive() && wording.CountLetters(n.Unit) <= maxUnitLetters
	}
	unit := cleanUnit(n.Unit)
	switch {
	case unit == "":
	case looseMarks[wording.Fold(unit)]:
		n.Unit = ""
	case strings.Contains(unit, " ") || wording.HasDigit(unit):
		return n, one, false
	case value.IsUnit(unit):
	case from+1 == to:
		return n, one, false // a code that begins with digits
	case !isUnitWord(unit) || to < len(item.words) && item.segments[to] == item.segments[from] && !looseMarks[item.words[to].Text]:
		return n, one, false
	}
	return n, one, true
}

// maxUnitLetters is how many letters a unit of measure has at most.
const maxUnitLetters = 8

// isUsed tells whether the word i is one of the item's figures, or of its code.
func (item *looseItem) isUsed(i int) bool {
	return item.code.from <= i && i < item.code.to || slices.ContainsFunc([]looseFigure{item.quantity, item.price, item.total}, func(f looseFigure) bool { return f.from <= i && i < f.to })
}

// ownText are the words of the item's line that are no figures, marks between
// them or labels of them.
func (item *looseItem) ownText() []*doc.Word {
	var text []*doc.Word
	for i := 0; i < len(item.words); {
		end := i + 1
		for end < len(item.words) && item.segments[end] == item.segments[i] {
			end++
		}
		text = append(text, item.segmentText(i, end)...)
		i = end
	}
	return text
}

// unitBefore is a known unit of measure that stands by itself before the
// quantity, nil when none does.
func (item *looseItem) unitBefore() *doc.Word {
	i := item.quantity.from - 1
	for i > 0 && looseMarks[item.words[i].Text] {
		i--
	}
	if i < 1 || item.isUsed(i) || !isKnownUnit(item.words[i:i+1]) || item.segments[i-1] == item.segments[i] && !looseMarks[item.words[i-1].Text] {
		return nil
	}
	return item.words[i]
}

// segmentText are those of a segment's words that are text.
func (item *looseItem) segmentText(from, to int) []*doc.Word {
	if label := slices.IndexFunc(item.words[from:min(to, from+2)], func(w *doc.Word) bool { return strings.HasSuffix(w.Text, ":") }); label >= 0 && to-from <= label+looseJoin {
		return nil // "Qty: 13"
	}
	var text []*doc.Word
	unit := item.unitBefore()
	for i := from; i < to; i++ {
		w := item.words[i]
		mark := w.Text == "|" || w.Text == "@" || looseMarks[wording.Fold(w.Text)] && (item.isUsed(i-1) || item.isUsed(i+1))
		label := i == from && i+1 < to && item.isUsed(i+1) && headsFigures(w) // "Qty 64"
		if w != unit && !mark && !label && !item.isUsed(i) && value.Currency(w.Text) == "" {
			text = append(text, w)
		}
	}
	return text
}

// headsFigures tells whether a word alone heads figures.
func headsFigures(w *doc.Word) bool {
	m, n := columnWords().longest([]headToken{{text: strings.Trim(wording.Fold(w.Text), ".:")}})
	return n > 0 && m.kinds[0].numeric()
}
