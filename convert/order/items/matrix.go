package items

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"

	"github.com/shopspring/decimal"
)

var matrices = mechanism.New("items: rows whose quantities make a sum")

// Least numbers in a matrix.
const (
	leastSizes = 3 // quantities that a row's sum adds up
	leastParts = 2 // of them that are not 0
	leastRows  = 2 // rows on a page
)

// matrixRow is a line that states quantities by size, and their sum.
type matrixRow struct {
	page, line int
	label      []*doc.Word // the words before the figures
	sum        *doc.Word
	total      decimal.Decimal
}

// Matrix finds items whose quantities are split by size or place, one row each: the
// quantity of a row is the figure that is the sum of its other figures. It is followed by
// the total, or else labels state the values that the rows have in common.
func (f *Finder) Matrix() []*Table {
	if !matrices.On() {
		return nil
	}
	var rows []matrixRow
	for p, page := range f.pages {
		var onPage []matrixRow
		for i := range page.Lines {
			if row, ok := f.matrixRow(&page.Lines[i]); ok && f.classify(&page.Lines[i]) == plainLine {
				row.page, row.line = p, i
				onPage = append(onPage, row)
			}
		}
		if len(onPage) >= leastRows {
			rows = append(rows, onPage...)
		}
	}
	if slices.ContainsFunc(rows, func(r matrixRow) bool { return r.described() }) { // the others are sums of these
		rows = slices.DeleteFunc(rows, func(r matrixRow) bool { return !r.described() })
	}
	priced := f.pricedMatrix()
	if len(rows)+len(priced) == 0 {
		return nil
	}
	t := &Table{}
	for i := range priced {
		t.Lines = append(t.Lines, f.pricedCells(&priced[i]))
	}
	values := f.labelledValues()
	for i := range rows {
		t.Lines = append(t.Lines, f.matrixCells(&rows[i], values))
	}
	t.Regions = RegionsOfLines(f.pages, t.Lines)
	return []*Table{t}
}

// matrixCells returns the cells of a row of a matrix.
func (f *Finder) matrixCells(r *matrixRow, values []labelledValue) schema.Cells {
	var cells schema.Cells
	label := r.label
	if len(label) > 1 && isCode(label[:1]) && describes(label[1:]) {
		cells[schema.ItemCode] = f.textOf(label[:1], r.page)
		label = label[1:]
	}
	cells[schema.Description] = f.textOf(label, r.page)
	cells[schema.Quantity] = statedCell(f.pages[r.page], r.total.String(), r.sum)
	for _, field := range [...]schema.Field{schema.ItemCode, schema.UnitPrice} {
		if v := commonValue(values, field, r.page, r.line); v != nil {
			cells[field] = v.cell
		}
	}
	return cells
}

// described reports whether a row's label says what the item is.
func (r *matrixRow) described() bool { return describes(r.label) }

// describes reports whether any of the words has several letters and no digit.
func describes(words []*doc.Word) bool {
	for _, w := range words {
		if textnorm.CountLetters(w.Text) > 1 && !textnorm.HasDigit(w.Text) {
			return true
		}
	}
	return false
}

// matrixRow reads a line as a row of a matrix.
func (r *reader) matrixRow(l *layout.Line) (matrixRow, bool) {
	if countFigures(l.Segments) <= leastSizes {
		return matrixRow{}, false // the sum is one more
	}
	words := wordsOf(l.Segments)
	from := len(words)
	var figures []decimal.Decimal
	for from > 0 {
		n, ok := r.locale.Number(words[from-1].Text)
		if !ok || n.Percent || !n.Value.IsInteger() || strings.ContainsAny(words[from-1].Text, "()") {
			break
		}
		figures = append([]decimal.Decimal{n.Value}, figures...)
		from--
	}
	// The first number may be a code.
	for skip := 0; skip <= 1 && len(figures)-skip > leastSizes; skip++ {
		of := figures[skip:]
		sum, parts := decimal.Decimal{}, -1 // the sum itself is no part
		for _, v := range of {
			sum = sum.Add(v)
			if !v.IsZero() {
				parts++
			}
		}
		if parts < leastParts {
			continue
		}
		for _, k := range [...]int{0, len(of) - 1} {
			if of[k].IsPositive() && of[k].Add(of[k]).Equal(sum) {
				at := from + skip + k
				return matrixRow{label: words[:from+skip], sum: words[at], total: of[k]}, from+skip > 0
			}
		}
	}
	return matrixRow{}, false
}

// commonValue returns the first value of a field after a label that is above the line on
// its page or, if there is none, the first of all, nil if there are none.
func commonValue(values []labelledValue, f schema.Field, page, line int) *labelledValue {
	var found *labelledValue
	for i := range values {
		if v := &values[i]; v.field == f && (found == nil || v.page == page && v.line < line && found.page < page) {
			found = v
		}
	}
	return found
}
