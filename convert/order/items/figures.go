package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/proof"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// Quantities that prices are commonly given for.
var (
	one      = decimal.NewFromInt(1)
	ten      = decimal.NewFromInt(10)
	hundred  = decimal.NewFromInt(100)
	thousand = decimal.NewFromInt(1000)
)

// readFigures reads quantity, price and total.
func (t *tableDraft) readFigures(r *tableRow, cells *schema.Cells) {
	f := t.figuresIn(r, t.productColumns())
	proof := f.prove(cells[schema.Discount].Value)
	for k, field := range [...]schema.Field{schema.Quantity, schema.UnitPrice, schema.LineTotal} {
		column := f.columns[k]
		if !f.stated[k] {
			if column >= 0 && column < len(r.cells) && ocrrepair.Recognised(r.cells[column]) && cells[field].Value == "" {
				// What cannot be read yet may be proved by the other figures.
				cells[field].Evidence = r.part.Page.Evidence(r.anchorCell(column), guessedCell)
			}
			continue
		}
		t.set(cells, field, r, column, r.figureWords(t, column), f.numbers[k].Text)
		if proof != "" {
			cells[field].Evidence.Proof = proof
			cells[field].Evidence.Confidence = max(cells[field].Evidence.Confidence, min(sureCell, cells[field].Evidence.Confidence+0.1))
		}
	}
	t.readUnits(r, cells, &f)
}

// figures are a row's quantity, price and total, which arithmetic connects.
type figures struct {
	columns [3]int
	numbers [3]value.Number
	stated  [3]bool
}

// figuresIn returns the figures that a row has in columns.
func (t *tableDraft) figuresIn(r *tableRow, columns [3]int) figures {
	f := figures{columns: columns}
	for k, c := range columns {
		if c >= 0 && c < len(r.cells) {
			f.numbers[k], f.stated[k] = t.figure(r.figureWords(t, c))
		}
	}
	return f
}

// prove returns the arithmetic by which the total follows from quantity and price, less a
// discount if one is printed, or "" if it does not follow.
func (f *figures) prove(discount string) string {
	quantity, price, total := &f.numbers[0], &f.numbers[1], &f.numbers[2]
	if f.stated != [3]bool{true, true, true} || total.Value.IsZero() { // which holds for any quantity at the price 0
		return ""
	}
	text, _ := proof.LineProof(quantity.Text, price.Text, discount, total.Text)
	return text
}

// multiplies reports whether a line's total follows from its quantity and price, less any discount, in the given columns.
func (t *tableDraft) multiplies(l *bodyLine, columns [3]int) bool {
	r := tableRow{anchor: l, cells: l.cells}
	f := t.figuresIn(&r, columns)
	return t.proves(&r, &f)
}

// proves reports whether a row's total follows from its quantity and price, less any discount.
func (t *tableDraft) proves(r *tableRow, f *figures) bool { return f.prove(t.discountOf(r)) != "" }

// discountOf returns a row's discount from its column: a percentage as printed, or an amount
// as a plain decimal. A percent sign in the heading makes a plain number a percentage.
// Discounts may follow one another: "40+10".
func (t *tableDraft) discountOf(r *tableRow) string {
	c := t.find(headings.Discount)
	if c < 0 || c >= len(r.cells) {
		return ""
	}
	words := r.anchorCell(c)
	text := textnorm.Join(words)
	if n, ok := t.figure(words); strings.LastIndex(text, "+") > 0 {
		_, text = proof.Discounted(hundred, text)
	} else if !ok {
		return ""
	} else {
		text = proof.DiscountText(text, n)
	}
	if text != "" && slices.ContainsFunc(t.columns[c].heading, func(h headings.Token) bool { return h.Text == "%" }) && !strings.Contains(text, "%") {
		text += "%"
	}
	return proof.TrimMinus(text)
}

// readUnits reads the unit of measure, if it has no column of its own, from beside the
// quantity, from beneath it, or from beside the price.
func (t *tableDraft) readUnits(r *tableRow, cells *schema.Cells, f *figures) {
	const quantity, price = 0, 1
	beside := func(k int) {
		unit := CleanUnit(f.numbers[k].Unit)
		if currency := k == price && value.Currency(unit) != ""; f.stated[k] && textnorm.CountLetters(unit) > 0 && !currency {
			t.set(cells, schema.Unit, r, f.columns[k], r.figureWords(t, f.columns[k]), unit)
		}
	}
	beside(quantity)
	for i := range r.more {
		if text := &r.more[i]; text.column == f.columns[quantity] && text.line != r.anchor && isUnitAlone(text.words) {
			t.set(cells, schema.Unit, r, text.column, text.words, CleanUnit(textnorm.Join(text.words)))
		}
	}
	beside(price)
}

// figureWords returns the words that state a column's figure: those on the anchor
// line, or all of the row's cell if those on the anchor line are no figure.
func (r *tableRow) figureWords(t *tableDraft, c int) []*doc.Word {
	words := r.anchorCell(c)
	if _, ok := t.figure(words); ok {
		return words
	}
	return r.cells[c]
}

// figureText is what a text was read as: see readFigure.
type figureText struct {
	number value.Number
	ok     bool
}

// readFigure reads text as a number: "12", "10 CS", "4.61/Ea", "12.50 / 100 PC",
// "1.0000 / 1%". It caches results, as each reading of a table reads the same cells.
func (r *reader) readFigure(text string) (value.Number, bool) {
	if !textnorm.AtLeastDigits(text, 1) {
		return value.Number{}, false
	}
	f, known := r.figures[text]
	if !known {
		f.number, f.ok = r.readFigureText(text)
		r.figures[text] = f
	}
	return f.number, f.ok
}

func (r *reader) readFigureText(text string) (value.Number, bool) {
	if n, ok := r.locale.NumberUnit(text); ok && !strings.HasPrefix(n.Unit, "/") {
		return n, true
	}
	if ordered, free, ok := strings.Cut(text, "+"); ok && textnorm.HasDigit(free) {
		return r.locale.NumberUnit(strings.TrimSpace(ordered)) // "48 +6 free"
	}
	before, after, ok := cutPer(text)
	if !ok {
		return value.Number{}, false
	}
	n, ok := r.locale.NumberUnit(before)
	if !ok || n.Unit != "" {
		return n, ok
	}
	if per, ok := r.locale.NumberUnit(after); ok {
		if !isPerQuantity(per.Value) && !per.Percent {
			return value.Number{}, false // a date, or a fraction of something else
		}
		n.Unit = per.Unit
		return n, true
	}
	n.Unit = strings.TrimSpace(after)
	return n, !textnorm.HasDigit(after)
}

// cutPer splits a price from the quantity or unit that it is for.
func cutPer(text string) (before, after string, ok bool) {
	for _, sep := range [...]string{"/", " per ", " pro ", " je "} {
		if before, after, ok = strings.Cut(text, sep); ok {
			return before, after, ok
		}
	}
	return "", "", false
}

// isPerQuantity reports whether prices are commonly given for the quantity.
func isPerQuantity(d decimal.Decimal) bool {
	return d.Equal(one) || d.Equal(ten) || d.Equal(hundred) || d.Equal(thousand)
}
