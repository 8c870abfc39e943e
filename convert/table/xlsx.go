package table

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// MaxRows is how many rows a sheet can hold besides its header (ECMA-376, as
// spreadsheets implement it).
const MaxRows = 1<<20 - 1

// A RowsError says that there are more rows than a sheet can hold.
type RowsError struct{ Rows int }

func (e *RowsError) Error() string {
	return fmt.Sprintf("the %d rows are more than a sheet of XLSX can hold (%d)", e.Rows, MaxRows)
}

// A cell holds 32,767 UTF-16 code units, and a character takes up to two. If that
// were too few for MostCell characters, this would not compile.
const _ = uint(32_767 - 2*convert.MostCell)

// Widths of columns, in characters.
const (
	maxWidth = 60 // of values
	padding  = 2  // added to the longest value
	arrow    = 3  // for the filter's button beside a label
)

// WriteXLSX writes results as a workbook of one sheet. Its header holds the
// columns' labels; it is bold, frozen, and has filters. names says that each
// row begins with the name of its document. Columns that the first result lacks
// are added at the end.
//
// Each cell shows exactly what the JSON says. Quantities and amounts are
// numbers with the decimals that are printed, dates are dates, and everything
// else is text, even if it looks like a number ("00010") or a formula: no cell
// is a formula. A number that a double does not hold exactly (more than 15 digits) and
// a date before 1900-03-01, on which spreadsheets disagree, are text. Values have
// at most convert.MostCell characters, which fit into a cell. Cells named in a result's
// review are coloured, and have a note that says why.
//
// The same results give the same bytes. Nothing is written to disk. Errors are
// *RowsError, ctx's, or w's.
func WriteXLSX(ctx context.Context, w io.Writer, results []*convert.Result, names bool) error {
	rows := 0
	for _, r := range results {
		rows += len(r.Rows)
	}
	if rows > MaxRows {
		return &RowsError{rows}
	}
	columns := columnsOf(results, names)

	book, err := newWorkbook(w, columns, rows)
	if err != nil {
		return err
	}
	if err := book.fill(ctx, columns, results); err != nil {
		return err
	}
	return book.close()
}

// column is one column of the sheet.
type column struct {
	key, label string
	kind       kind
	width      int // characters
}

// kind is the type of the values in a column.
type kind int

const (
	text kind = iota
	number
	date
)

// kindOf returns the kind of the column with a key. Columns that are not those
// of the standard schema are text.
func kindOf(key string) kind {
	switch key {
	case order.Quantity.Key(), order.UnitPrice.Key(), order.Discount.Key(), order.LineTotal.Key(),
		order.Subtotal.Key(), order.Tax.Key(), order.Shipping.Key(), order.Total.Key():
		return number
	case order.PODate.Key(), order.DeliveryDate.Key():
		return date
	}
	return text
}

// columnsOf returns the columns of all results, as wide as their values need.
func columnsOf(results []*convert.Result, names bool) []*column {
	var listed []order.Column
	if names {
		listed = append(listed, filenameColumn)
	}
	index := map[string]int{}
	for _, r := range results {
		for _, c := range r.Columns {
			if _, ok := index[c.Key]; !ok {
				index[c.Key] = len(listed)
				listed = append(listed, c)
			}
		}
	}
	columns := make([]*column, len(listed))
	for i, label := range byLabel(listed) {
		key := listed[i].Key
		columns[i] = &column{key: key, label: label, kind: kindOf(key), width: utf8.RuneCountInString(label) + arrow}
	}
	for _, r := range results {
		if names {
			columns[0].fit(r.Filename)
		}
		for _, row := range r.Rows {
			for _, p := range row {
				if i, ok := index[p.Key]; ok {
					columns[i].fit(p.Value)
				}
			}
		}
	}
	return columns
}

func (c *column) fit(value string) {
	c.width = max(c.width, min(utf8.RuneCountInString(value), maxWidth))
}

// fill writes the rows of the sheet.
func (b *workbook) fill(ctx context.Context, columns []*column, results []*convert.Result) error {
	position := make(map[string]int, len(columns))
	cells := make([]cell, len(columns))
	for i, c := range columns {
		position[c.key] = i
		cells[i] = cell{text: c.label, look: header}
	}
	if len(columns) > 0 {
		b.row(cells)
	}
	for _, r := range results {
		entries := review.ByCell(r.Review)
		for n, row := range r.Rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			clear(cells)
			if i, ok := position[filenameColumn.Key]; ok {
				cells[i] = cell{text: r.Filename}
			}
			for _, p := range row {
				i, ok := position[p.Key]
				entry := entries[review.Cell{Row: n, Key: p.Key}]
				if !ok || p.Value == "" && entry == nil {
					continue
				}
				cells[i] = cellOf(columns[i].kind, p.Value)
				if entry != nil {
					cells[i].look.doubtful, cells[i].note = true, entry.Message
				}
			}
			b.row(cells)
		}
	}
	return nil
}

// decimalForm is the normal form of numbers.
var decimalForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$`)
})

// exactDigits is the number of decimal digits that a double always holds (IEEE 754), and that
// a spreadsheet shows.
const exactDigits = 15

// firstDate is the first day from which spreadsheets agree on the number of a day: for compatibility
// with an older program, some count a 29th of February 1900.
var firstDate = time.Date(1900, time.March, 1, 0, 0, 0, 0, time.UTC)

// firstDateNumber is the number of firstDate: days are counted from 1 for the first of January 1900.
const firstDateNumber = 61

// cellOf returns the cell for a value.
func cellOf(k kind, value string) cell {
	switch k {
	case number:
		if v, decimals, ok := exactNumber(value); ok {
			format := "0"
			if decimals > 0 {
				format += "." + strings.Repeat("0", decimals)
			}
			return cell{number: strconv.FormatFloat(v, 'f', -1, 64), look: look{format: format}}
		}
	case date:
		if day, err := time.Parse(time.DateOnly, value); err == nil && !day.Before(firstDate) {
			days := (day.Unix()-firstDate.Unix())/(24*60*60) + firstDateNumber
			return cell{number: strconv.FormatInt(days, 10), look: look{format: "yyyy-mm-dd"}}
		}
	}
	return cell{text: value}
}

// exactNumber parses a number in normal form that a cell can show unchanged.
func exactNumber(value string) (v float64, decimals int, ok bool) {
	m := decimalForm().FindStringSubmatch(value)
	if m == nil {
		return 0, 0, false
	}
	decimals = len(m[1])
	digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(value), "0")
	v, err := strconv.ParseFloat(value, 64)
	minusZero := v == 0 && value[0] == '-'
	return v, decimals, err == nil && len(digits) <= exactDigits && decimals <= exactDigits && !minusZero
}
