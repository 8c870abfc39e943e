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

// Bounds of a matrix.
const (
	leastSizes = 3 // quantities that make a row's sum
	leastParts = 2 // of them that are not 0
	leastRows  = 2 // rows
)

// matrixRow is a line that states quantities by size, and their sum.
type matrixRow struct {
	page, line int
	label      []*doc.Word // what stands before the figures
	sum        *doc.Word
	total      decimal.Decimal
}

// Matrix finds items whose quantities are parted by size or place, one row each: the
// quantity of a row is the figure that is the sum of its others. Behind it stands the total,
// or what all rows have in common stands behind labels.
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
	if slices.ContainsFunc(rows, func(r matrixRow) bool { return r.described() }) { // the others sum up what these state
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

// matrixCells are the cells of a row of a matrix.
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

// described reports whether a row says what it is.
func (r *matrixRow) described() bool { return describes(r.label) }

// describes reports whether there is a word among others.
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
		return matrixRow{}, false // with the sum
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
	// A code before the others may be a number too.
	for skip := 0; skip <= 1 && len(figures)-skip > leastSizes; skip++ {
		of := figures[skip:]
		sum, parts := decimal.Decimal{}, -1 // the sum itself is none
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

// commonValue is the value of a column that is the first behind a label on a page above a
// line, or else of all.
func commonValue(values []labelledValue, f schema.Field, page, line int) *labelledValue {
	var found *labelledValue
	for i := range values {
		if v := &values[i]; v.field == f && (found == nil || v.page == page && v.line < line && found.page < page) {
			found = v
		}
	}
	return found
}
