package items

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// figures are the numbers of a row that arithmetic binds together.
type figures struct {
	quantity, price, total value.Number
	discount               value.Number
	per                    decimal.Decimal // quantity that the price is for; 1 when none is printed
}

var (
	one      = decimal.NewFromInt(1)
	ten      = decimal.NewFromInt(10)
	hundred  = decimal.NewFromInt(100)
	thousand = decimal.NewFromInt(1000)
	half     = decimal.New(5, -1)
)

// readFigures reads quantity, price and total. Where digits can be read in two
// ways, the readings that multiply up win.
func (t *tableDraft) readFigures(r *tableRow, cells *schema.Cells) {
	q, p, s := t.find(headings.Quantity), t.find(headings.Price), t.find(headings.Total)
	qs, ps, ss := t.readingsOf(r, q), t.readingsOf(r, p), t.readingsOf(r, s)
	f := figures{per: t.perOf(r, p), discount: t.discountOf(r)}
	if d := cells[schema.Discount].Value; d != "" && f.discount.Value.IsZero() {
		f.discount, _ = t.locale.Number(d)
	}
	proof := ""
	if len(qs) > 0 && len(ps) > 0 && len(ss) > 0 {
		f.quantity, f.price, f.total = qs[0], ps[0], ss[0]
	search:
		for _, total := range ss {
			for _, price := range ps {
				for _, quantity := range qs {
					g := f
					g.quantity, g.price, g.total = quantity, price, total
					if proof = g.prove(); proof != "" {
						f = g
						break search
					}
				}
			}
		}
		qs, ps, ss = []value.Number{f.quantity}, []value.Number{f.price}, []value.Number{f.total}
	}
	put := func(field schema.Field, column int, readings []value.Number) {
		if len(readings) == 0 {
			if column >= 0 && column < len(r.cells) && ocrrepair.Recognised(r.cells[column]) && cells[field].Value == "" {
				// What cannot be read yet may be proved by the other figures.
				cells[field].Evidence = r.part.Page.Evidence(r.anchorCell(column), guessedCell)
			}
			return
		}
		t.set(cells, field, r, column, r.figureWords(t, column), readings[0].Text)
		if proof != "" {
			cells[field].Evidence.Proof = proof
			cells[field].Evidence.Confidence = max(cells[field].Evidence.Confidence, min(SureCell, cells[field].Evidence.Confidence+0.1))
		}
	}
	put(schema.Quantity, q, qs)
	put(schema.UnitPrice, p, ps)
	put(schema.LineTotal, s, ss)
	t.readUnits(r, cells, q, p, qs, ps)
}

// readUnits reads the unit of measure from beside the quantity, from beneath it, or
// from beside the price, where no column of its own states it.
func (t *tableDraft) readUnits(r *tableRow, cells *schema.Cells, q, p int, qs, ps []value.Number) {
	beside := func(column int, readings []value.Number) {
		if len(readings) > 0 {
			if unit := CleanUnit(readings[0].Unit); textnorm.CountLetters(unit) > 0 {
				t.set(cells, schema.Unit, r, column, r.figureWords(t, column), unit)
			}
		}
	}
	beside(q, qs)
	for i := range r.more {
		if text := &r.more[i]; text.column == q && text.line != r.anchor && isUnitAlone(text.words) {
			t.set(cells, schema.Unit, r, q, text.words, CleanUnit(textnorm.Join(text.words)))
		}
	}
	beside(p, ps)
}

// figureWords are the words in which a column's figure is read: those of the
// anchor, or all of the row's where the anchor's alone are no figure.
func (r *tableRow) figureWords(t *tableDraft, c int) []*doc.Word {
	words := r.anchorCell(c)
	if _, ok := t.figure(words); ok {
		return words
	}
	return r.cells[c]
}

// readingsOf returns every reading of a row's figure in the column, the locale's first.
func (t *tableDraft) readingsOf(r *tableRow, c int) []value.Number {
	if c < 0 || c >= len(r.cells) || len(r.cells[c]) == 0 {
		return nil
	}
	first, ok := t.figure(r.figureWords(t, c))
	if !ok {
		return nil
	}
	all := []value.Number{first}
	// A unit may begin with a figure: "50 100 St" are 50 units of 100.
	if words := r.figureWords(t, c); len(words) > 2 && t.columns[c].is(headings.Quantity) {
		if n, ok := t.locale.Number(words[0].Text); ok {
			n.Unit = textnorm.Join(words[1:])
			all = append(all, n)
		}
	}
	if first.Sure {
		return all
	}
	for _, n := range t.locale.Readings(textnorm.Join(r.figureWords(t, c))) {
		if !n.Value.Equal(first.Value) {
			all = append(all, n)
		}
	}
	return all
}

// figureText is what a text was read as: see readFigure.
type figureText struct {
	number value.Number
	ok     bool
}

// readFigure reads text as a number: "12", "10 CS", "4.61/Ea", "12.50 / 100 PC",
// "1.0000 / 1%". The same cells are read for each reading of a table, but only once.
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
		if !isPer(per.Value) && !per.Percent {
			return value.Number{}, false // a date, or a fraction of something else
		}
		n.Unit = per.Unit
		return n, true
	}
	n.Unit = strings.TrimSpace(after)
	return n, !textnorm.HasDigit(after)
}

// cutPer cuts a figure from what it is for.
func cutPer(text string) (before, after string, ok bool) {
	for _, sep := range [...]string{"/", " per ", " pro ", " je "} {
		if before, after, ok = strings.Cut(text, sep); ok {
			return before, after, ok
		}
	}
	return "", "", false
}

// isPer reports whether prices are given for the quantity.
func isPer(d decimal.Decimal) bool {
	return d.Equal(one) || d.Equal(ten) || d.Equal(hundred) || d.Equal(thousand)
}

// perOf reads the quantity that the row's price, which stands in the column p,
// is for: from a column of its own or from beside the price.
func (t *tableDraft) perOf(r *tableRow, p int) decimal.Decimal {
	c := t.find(headings.PerUnits)
	if c < 0 || c == p || c >= len(r.cells) || len(r.cells[c]) == 0 {
		if p >= 0 && p < len(r.anchor.cells) {
			if _, after, ok := cutPer(textnorm.Join(r.anchor.cells[p])); ok {
				if per := t.readPer(after); isPer(per) {
					return per
				}
			}
		}
		return one
	}
	return t.readPer(textnorm.Join(r.anchorCell(c)))
}

// readPer reads the quantity that a price is for: "100", "1 TO", "M"; 1 where
// none is named.
func (r *reader) readPer(text string) decimal.Decimal {
	if n, ok := r.readFigure(text); ok && n.Value.IsPositive() {
		return n.Value
	}
	switch strings.ToUpper(strings.Trim(text, " .")) {
	case "C":
		return hundred
	case "M":
		return thousand
	}
	return one
}

// prove returns the arithmetic by which the total follows from quantity and
// price, empty when it does not.
func (f *figures) prove() string {
	product := f.quantity.Value.Mul(f.price.Value)
	text := f.quantity.Text + " × " + f.price.Text
	if f.per.Equal(one) || f.per.IsZero() {
		if f.near(product) {
			return text + " = " + f.total.Text
		}
	} else if quotient := product.Div(f.per); f.near(quotient) {
		return text + " / " + f.per.String() + " = " + f.total.Text
	} else {
		product, text = quotient, text+" / "+f.per.String()
	}
	if d := f.discount.Value.Abs(); !d.IsZero() {
		if f.discount.Percent {
			if f.near(product.Mul(one.Sub(d.Div(hundred)))) {
				return text + " - " + d.String() + "% = " + f.total.Text
			}
		} else {
			if f.near(product.Sub(d)) {
				return text + " - " + d.String() + " = " + f.total.Text
			}
			if f.near(product.Mul(one.Sub(d.Div(hundred)))) {
				return text + " - " + d.String() + "% = " + f.total.Text
			}
		}
	}
	// Prices per hundred or thousand are often told by the unit alone.
	for _, per := range [...]decimal.Decimal{hundred, thousand} {
		if f.per.Equal(one) && !product.IsZero() && f.near(product.Div(per)) {
			return text + " / " + per.String() + " = " + f.total.Text
		}
	}
	return ""
}

// near reports whether the computed total is the printed one, as far as the
// decimals of the printed total and price can tell.
func (f *figures) near(computed decimal.Decimal) bool {
	slack := half.Shift(f.total.Value.Exponent()).Add(decimal.New(5, -3))
	if e := f.price.Value.Exponent(); e <= -3 {
		// A price printed with this many decimals has been rounded itself.
		slack = slack.Add(f.quantity.Value.Abs().Mul(half.Shift(e)))
	}
	return computed.Sub(f.total.Value).Abs().LessThanOrEqual(slack)
}

// provesItself reports whether the line's own figures multiply up.
func (t *tableDraft) provesItself(l *bodyLine) bool {
	r := tableRow{anchor: l, cells: l.cells}
	q, p, s := t.readingsOf(&r, t.find(headings.Quantity)), t.readingsOf(&r, t.find(headings.Price)), t.readingsOf(&r, t.find(headings.Total))
	if len(q) == 0 || len(p) == 0 || len(s) == 0 || !t.hasText(l) {
		return false
	}
	f := figures{quantity: q[0], price: p[0], total: s[0], per: t.perOf(&r, t.find(headings.Price)), discount: t.discountOf(&r)}
	return f.prove() != ""
}
