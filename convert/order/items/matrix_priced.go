package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// pricedRow is a row of a matrix with its total after the sum of its quantities, often also
// its unit and its price. If the price is not there, it is above, with what describes the
// rows beneath.
type pricedRow struct {
	page, line       int
	label            []*doc.Word // the words before the quantities
	sum              *doc.Word
	quantity, amount decimal.Decimal
	total            *doc.Word
	// nil where not stated
	unit, price *doc.Word
	description []*doc.Word // what describes the row, from a line above; nil where its label does
}

// Bounds of rows of sizes.
const (
	longestSize = 3  // most letters of a size
	mostSizes   = 40 // most quantities that a sum adds up
)

// pricedMatrix returns the rows whose total is a price times the sum of their quantities.
func (f *Finder) pricedMatrix() []pricedRow {
	var rows []pricedRow
	for p, page := range f.pages {
		for i := range page.Lines {
			row, ok := f.pricedRow(page.Lines[i].Segments)
			if !ok {
				continue
			}
			row.page, row.line = p, i
			if n := len(rows) - 1; !f.findHead(&row) && n >= 0 && row.price == nil {
				row.description = rows[n].description // it describes several rows
				row.priceIn(&f.reader, row.description)
			}
			if row.price != nil {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// pricedRow reads a line as a row with a total.
func (r *reader) pricedRow(segments []*layout.Segment) (pricedRow, bool) {
	if countFigures(segments) < leastParts+2 {
		return pricedRow{}, false // the sum and the total are two more
	}
	words := wordsOf(segments)
	counts := make([]decimal.Decimal, len(words))
	counted := make([]bool, len(words))
	for i, w := range words {
		if counted[i] = strings.Trim(w.Text, "-–—") == ""; !counted[i] && textnorm.HasDigit(w.Text) {
			n, ok := r.locale.Number(w.Text)
			counts[i], counted[i] = n.Value, ok && !n.Percent && n.Value.IsInteger() && !n.Value.IsNegative()
		}
	}
	for from := 1; from < len(words); from++ {
		sum, parts := decimal.Decimal{}, 0
		for i := from; i < min(len(words), from+mostSizes) && counted[i]; i++ {
			if i-from >= leastSizes && parts >= leastParts && counts[i].Equal(sum) {
				row := pricedRow{label: words[:from], sum: words[i], quantity: sum}
				if row.readAmounts(r, words[i+1:]) {
					return row, true
				}
			}
			if sum = sum.Add(counts[i]); counts[i].IsPositive() {
				parts++
			}
		}
	}
	return pricedRow{}, false
}

// readAmounts reads what follows a row's sum: unit, price and total. It reports whether there is a total.
func (p *pricedRow) readAmounts(r *reader, words []*doc.Word) bool {
	for i := len(words) - 1; i >= 0 && p.total == nil; i-- {
		if n, ok := r.readFigure(words[i].Text); ok && n.Value.IsPositive() {
			p.total, p.amount = words[i], n.Value
		}
	}
	if p.total == nil {
		return false
	}
	if value.IsUnit(words[0].Text) {
		p.unit = words[0]
	}
	p.priceIn(r, words)
	return true
}

// priceIn takes as the price the first word that, times the quantity, makes the total.
func (p *pricedRow) priceIn(r *reader, words []*doc.Word) {
	for _, w := range words {
		if n, ok := r.readFigure(w.Text); ok && w != p.total && n.Value.Mul(p.quantity).Equal(p.amount) {
			p.price = w
			return
		}
	}
}

// findHead finds the line above a row that describes it and reports whether there is one: the
// next one that does not list sizes, if it states the price of the row, or if the row states
// the price itself but its label is bare.
func (f *Finder) findHead(row *pricedRow) bool {
	lines := f.pages[row.page].Lines
	for i := row.line - 1; i >= 0 && i >= row.line-textLines; i-- {
		words := wordsOf(lines[i].Segments)
		if len(words) > leastSizes && !slices.ContainsFunc(words[1:], func(w *doc.Word) bool { return textnorm.CountLetters(w.Text) > longestSize }) {
			continue // it lists sizes
		}
		if _, isRow := f.pricedRow(lines[i].Segments); isRow {
			return false
		}
		known := row.price != nil
		row.priceIn(&f.reader, words)
		if row.price != nil && (!known || row.bare()) {
			row.description = words
		}
		break
	}
	return row.description != nil
}

// pricedCells returns the cells of a row. A line above describes it, its label, or both.
func (f *Finder) pricedCells(row *pricedRow) schema.Cells {
	var cells schema.Cells
	page := f.pages[row.page]
	set := func(field schema.Field, text string, words ...*doc.Word) {
		cells[field] = statedCell(page, text, words...)
	}
	words := row.label
	if row.description != nil {
		words = slices.DeleteFunc(slices.Clone(row.description), func(w *doc.Word) bool {
			return w == row.price || textnorm.CountLetters(w.Text) == 0 && !textnorm.HasDigit(w.Text)
		})
	}
	for i, w := range words[:min(len(words), 2)] {
		if leadsWithCode(words[i:]) {
			set(schema.ItemCode, w.Text, w)
			words = words[i+1:]
			break
		}
	}
	if row.description != nil && !row.bare() {
		words = slices.Concat(words, row.label)
	}
	set(schema.Description, textnorm.Join(words), words...)
	set(schema.Quantity, row.quantity.String(), row.sum)
	if row.unit != nil {
		set(schema.Unit, row.unit.Text, row.unit)
	}
	price, _ := f.readFigure(row.price.Text)
	set(schema.UnitPrice, price.Text, row.price)
	total, _ := f.readFigure(row.total.Text)
	set(schema.LineTotal, total.Text, row.total)
	return cells
}

// bare reports whether a row's label is one word ("Pairs"), which does not tell one row from
// the next.
func (p *pricedRow) bare() bool { return len(p.label) == 1 && !textnorm.HasDigit(p.label[0].Text) }

// countFigures counts the words with digits.
func countFigures(segments []*layout.Segment) (count int) {
	for _, s := range segments {
		for _, w := range s.Words {
			if textnorm.HasDigit(w.Text) {
				count++
			}
		}
	}
	return count
}

func wordsOf(segments []*layout.Segment) []*doc.Word {
	count := 0
	for _, s := range segments {
		count += len(s.Words)
	}
	words := make([]*doc.Word, 0, count)
	for _, s := range segments {
		words = append(words, s.Words...)
	}
	return words
}
