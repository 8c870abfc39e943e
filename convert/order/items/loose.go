package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
	"lineitem/convert/order/wording"

	"github.com/shopspring/decimal"
)

// Items may stand in no table: in the lines of a letter or a message, or each in
// a box of its own. What shows them is arithmetic alone: a line whose last figure
// is the product of two before it.

var looseItems = mechanism.New("items: items in no table, by arithmetic")

// Bounds of the search for loose items.
const (
	maxLooseWords  = 40  // of a line
	looseJoin      = 5   // words of one figure, its currency and unit
	maxUnitLetters = 8   // of a unit of measure
	looseAbove     = 6   // lines of a text above its figures
	leastText      = 3   // letters of a text
	looseShare     = 0.6 // of the items that show where codes stand
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
	proof                  string
	text                   []*doc.Word // what it is, with its code
	boxes                  []doc.Box
}

// looseMarks are words between the figures of a line.
var looseMarks = wording.Set("@ x × à = - – — | · * je per pro")

// findLoose reads the items that stand in no table.
func (r *reader) findLoose() []*Table {
	if !looseItems.On() {
		return nil
	}
	var all []looseItem
	for n, p := range r.pages {
		for i := range p.Lines {
			if item, ok := r.looseOn(&p.Lines[i]); ok {
				item.page, item.line = n, i
				all = append(all, item)
			}
		}
	}
	if len(all) == 0 || len(all) == 1 && all[0].quantity.Value.Equal(one) {
		return nil // any sum is once itself
	}
	for i := range all {
		first := 0
		if i > 0 && all[i-1].page == all[i].page {
			first = all[i-1].line + 1
		}
		r.findLooseText(&all[i], first)
	}
	codes := takeLooseCodes(all)
	table := &Table{Loose: true}
	for i := range all {
		if cells := r.readLoose(&all[i], codes[i]); cells[schema.Description].Value != "" || cells[schema.ItemCode].Value != "" {
			table.Lines = append(table.Lines, cells)
			table.add(all[i].page, all[i].boxes)
		}
	}
	if len(table.Lines) == 0 {
		return nil
	}
	return []*Table{table}
}

// readLoose reads the cells of an item that stands in no table.
func (r *reader) readLoose(item *looseItem, code []*doc.Word) schema.Cells {
	var cells schema.Cells
	page := r.pages[item.page]
	put := func(f schema.Field, words []*doc.Word, value string) {
		if value = strings.TrimSpace(value); value != "" && len(words) > 0 {
			cells[f] = schema.Cell{Value: value, Evidence: page.Evidence(words, guessedCell)}
		}
	}
	for _, f := range [...]struct {
		field  schema.Field
		figure looseFigure
	}{{schema.Quantity, item.quantity}, {schema.UnitPrice, item.price}, {schema.LineTotal, item.total}} {
		put(f.field, item.words[f.figure.from:f.figure.to], f.figure.Text)
		if item.proof != "" {
			e := &cells[f.field].Evidence
			e.Proof, e.Confidence = item.proof, max(headedCell, e.Confidence)
		}
	}
	put(schema.Unit, item.words[item.quantity.from:item.quantity.to], cleanUnit(item.quantity.Unit))
	put(schema.ItemCode, code, wording.Join(code))
	put(schema.Description, item.text, strings.Trim(wording.Join(item.text), "-–,;: "))
	return cells
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
		if total.Percent || total.Value.IsZero() || !total.isAmount() {
			continue
		}
		for j := k - 1; j >= 1; j-- {
			for i := j - 1; i >= 0; i-- {
				if item.multiply(found[i], found[j], total) {
					return item, true
				}
			}
		}
	}
	return item, false
}

// opensSum reports whether a line begins with the label of a sum or a tax.
func (r *reader) opensSum(l *layout.Line) bool {
	words := l.Segments[0].Words
	class, n := summaryAt(r.tokens(words))
	return n > 0 && class != taxLine || r.summaryOf(words) != plainLine || IsSeparator(l)
}

// isAmount reports whether a figure may be a sum of money.
func (n *looseFigure) isAmount() bool {
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
	if a.Value.Equal(one) && !b.isAmount() {
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
	var found []looseFigure
	for i := 0; i < len(item.words) && len(found) < maxLineFigures; i++ {
		for k := min(i+looseJoin, len(item.words)); k > i; k-- {
			if item.segments[k-1] != item.segments[i] || strings.HasSuffix(item.words[k-1].Text, ":") || !anyDigits(item.words[i:k]) {
				continue
			}
			n, per, ok := r.looseFigure(item, i, k)
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

// anyDigits reports whether words may have a digit.
func anyDigits(words []*doc.Word) bool {
	return slices.ContainsFunc(words, func(w *doc.Word) bool { return wording.AtLeastDigits(w.Text, 1) })
}

// looseFigure reads words from one to another as a figure. A word behind it is
// its unit where it is known as such, or ends a column or stands before another figure.
func (r *reader) looseFigure(item *looseItem, from, to int) (value.Number, decimal.Decimal, bool) {
	n, ok := r.readFigure(wording.Join(item.words[from:to]))
	if !ok {
		return n, one, false
	}
	if _, after, cut := cutPer(wording.Join(item.words[from:to])); cut {
		per := r.readPer(after)
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

// isUsed reports whether the word i is one of the item's figures.
func (item *looseItem) isUsed(i int) bool {
	return slices.ContainsFunc([]looseFigure{item.quantity, item.price, item.total}, func(f looseFigure) bool { return f.from <= i && i < f.to })
}

// ownText are the words of the item's line that are no figures, and no marks and
// currencies between them.
func (item *looseItem) ownText() []*doc.Word {
	var text []*doc.Word
	for i, w := range item.words {
		mark := looseMarks[wording.Fold(w.Text)] && (item.isUsed(i-1) || item.isUsed(i+1))
		if !mark && !item.isUsed(i) && value.Currency(w.Text) == "" {
			text = append(text, w)
		}
	}
	return text
}

// findLooseText finds an item's text: on the line of its figures, or else on the
// lines above it that hang together with it, none before the line first.
func (r *reader) findLooseText(item *looseItem, first int) {
	p := r.pages[item.page]
	item.boxes = []doc.Box{p.Lines[item.line].Box}
	item.text = item.ownText()
	if wording.CountLetters(wording.Join(item.text)) >= leastText {
		return
	}
	item.text = nil
	for k := item.line - 1; k >= max(first, item.line-looseAbove); k-- {
		l, next := &p.Lines[k], &p.Lines[k+1]
		if (next.Baseline-l.Baseline)/l.Segments[0].Size() > textLeading || r.opensSum(l) {
			break
		}
		item.text = append(lineWords(l), item.text...)
		item.boxes = append(item.boxes, l.Box)
	}
}

// takeLooseCodes takes the items' codes out of their texts where most of these
// begin with one.
func takeLooseCodes(all []looseItem) [][]*doc.Word {
	codes := make([][]*doc.Word, len(all))
	found := 0
	for i := range all {
		if text := all[i].text; len(text) > 0 && isCodeLine(text[:1]) && len(text[0].Text) >= leastCode && wording.HasDigit(text[0].Text) && !value.IsAmount(text[0].Text) {
			codes[i] = text[:1]
			found++
		}
	}
	if found < leastCodes || float64(found) < looseShare*float64(len(all)) {
		return make([][]*doc.Word, len(all))
	}
	for i := range all {
		if codes[i] != nil {
			all[i].text = all[i].text[1:]
		}
	}
	return codes
}

// add adds boxes to the table's region on a page.
func (t *Table) add(page int, boxes []doc.Box) {
	i := slices.IndexFunc(t.Regions, func(g Region) bool { return g.Page == page })
	if i < 0 {
		t.Regions = append(t.Regions, Region{Page: page})
		i = len(t.Regions) - 1
	}
	for _, b := range boxes {
		t.Regions[i].Box = t.Regions[i].Box.Union(b)
	}
}

// lineWords are the words of all segments of a line.
func lineWords(l *layout.Line) []*doc.Word {
	var words []*doc.Word
	for _, s := range l.Segments {
		words = append(words, s.Words...)
	}
	return words
}
