package table

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"lineitem/convert"
	"lineitem/convert/order"
	"lineitem/convert/order/review"
)

// MaxRows is how many rows a sheet can hold beside its header (ECMA-376, as
// spreadsheets implement it).
const MaxRows = excelize.TotalRows - 1

// A RowsError says that there are more rows than a sheet can hold.
type RowsError struct{ Rows int }

func (e *RowsError) Error() string {
	return fmt.Sprintf("the %d rows are more than a sheet of XLSX can hold (%d)", e.Rows, MaxRows)
}

const sheet = "Purchase orders"

// A character takes up to two of a cell's units (of UTF-16). If there were too
// few of them, this would not compile.
const _ = uint(excelize.TotalCellChars - 2*convert.MostCell)

// Widths of columns, in characters.
const (
	maxWidth = 60 // of values
	padding  = 2  // beside the longest value
	arrow    = 3  // for the filter's button beside a label
)

// WriteXLSX writes results as a workbook of one sheet. Its header holds the
// columns' labels; it is bold, stays in view and filters. names says that each
// row begins with the name of its document. Results with other columns than the
// first add theirs at the end.
//
// Each cell shows exactly what the JSON says. Quantities and amounts are
// numbers with the decimals that are printed, dates are dates, and everything
// else is text, also when it looks like a number ("00010") or a formula: no cell
// is one. A number that a double does not hold exactly (more than 15 digits) and
// a date before 1900-03-01, on which spreadsheets disagree, are text. Values have
// at most convert.MostCell characters, which a cell can hold. Cells that a result's review
// names are coloured, and have a note that says why.
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

	// A large sheet would wait in a temporary file to be packed, and a result
	// is not to be stored: where there is no folder for it, it stays in memory.
	f := excelize.NewFile(excelize.Options{TmpDir: os.DevNull})
	defer f.Close()
	if err := f.SetSheetName(f.GetSheetName(0), sheet); err != nil {
		return err
	}
	if err := f.SetDocProps(&excelize.DocProperties{Creator: "lineitem"}); err != nil {
		return err
	}
	if err := f.SetAppProps(&excelize.AppProperties{Application: "lineitem"}); err != nil {
		return err
	}
	if len(columns) > 0 {
		if err := fill(ctx, f, columns, results, rows); err != nil {
			return err
		}
	}
	_, err := f.WriteTo(w)
	return err
}

// column is one column of the sheet.
type column struct {
	key, label string
	kind       kind
	width      int // characters
}

// kind is what the cells of a column hold.
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

// columnsOf lists the columns of all results, as wide as what stands in them.
func columnsOf(results []*convert.Result, names bool) []*column {
	var columns []*column
	byKey := map[string]*column{}
	add := func(key, label string) {
		if byKey[key] == nil {
			c := &column{key: key, label: label, kind: kindOf(key), width: utf8.RuneCountInString(label) + arrow}
			columns, byKey[key] = append(columns, c), c
		}
	}
	if names {
		add(filenameKey, filenameLabel)
	}
	for _, r := range results {
		for _, c := range r.Columns {
			add(c.Key, c.Label)
		}
		if names {
			byKey[filenameKey].fit(r.Filename)
		}
		for _, row := range r.Rows {
			for _, p := range row {
				if c := byKey[p.Key]; c != nil {
					c.fit(p.Value)
				}
			}
		}
	}
	return columns
}

func (c *column) fit(value string) {
	c.width = max(c.width, min(utf8.RuneCountInString(value), maxWidth))
}

// fill writes the sheet.
func fill(ctx context.Context, f *excelize.File, columns []*column, results []*convert.Result, rows int) error {
	styles, err := newStyles(f)
	if err != nil {
		return err
	}
	last, err := excelize.CoordinatesToCellName(len(columns), rows+1)
	if err != nil {
		return err
	}
	if err := f.SetSheetDimension(sheet, "A1:"+last); err != nil {
		return err
	}
	out, err := f.NewStreamWriter(sheet)
	if err != nil {
		return err
	}
	if err := f.AutoFilter(sheet, "A1:"+last, nil); err != nil {
		return err
	}
	// Codes are text on purpose: no marks at those that look like numbers.
	if err := f.AddIgnoredErrors(sheet, "A1:"+last, excelize.IgnoredErrorsNumberStoredAsText); err != nil {
		return err
	}
	if err := out.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	head := make([]any, len(columns))
	position := make(map[string]int, len(columns))
	// Backwards, for the library puts each width before the others, and
	// readers expect them in the order of the columns.
	for i, c := range slices.Backward(columns) {
		head[i] = excelize.Cell{StyleID: styles.bold, Value: c.label}
		position[c.key] = i
		if err := out.SetColWidth(i+1, i+1, float64(c.width+padding)); err != nil {
			return err
		}
	}
	if err := out.SetRow("A1", head); err != nil {
		return err
	}
	line := 1
	for _, r := range results {
		entries := review.ByCell(r.Review)
		for n, row := range r.Rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			cells := make([]any, len(columns))
			if i, ok := position[filenameKey]; ok {
				cells[i] = excelize.Cell{StyleID: styles.text, Value: r.Filename}
			}
			line++
			for _, p := range row {
				i, ok := position[p.Key]
				entry := entries[review.Cell{Row: n, Key: p.Key}]
				doubtful := entry != nil
				if !ok || p.Value == "" && !doubtful {
					continue
				}
				if cells[i], err = styles.cell(columns[i].kind, p.Value, doubtful); err != nil {
					return err
				}
				if doubtful {
					if err := note(f, i+1, line, entry.Message); err != nil {
						return err
					}
				}
			}
			if err := out.SetRow("A"+strconv.Itoa(line), cells); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// note puts a note at a cell.
func note(f *excelize.File, column, line int, text string) error {
	cell, err := excelize.CoordinatesToCellName(column, line)
	if err != nil {
		return err
	}
	return f.AddComment(sheet, excelize.Comment{Cell: cell, Author: "lineitem", Text: text})
}

// styles are how the cells of a workbook look.
type styles struct {
	file       *excelize.File
	bold, text int
	known      map[look]int
}

// look is how a cell that is not the header's looks.
type look struct {
	format   string // of numbers and dates; empty for text
	doubtful bool
}

func newStyles(f *excelize.File) (s *styles, err error) {
	s = &styles{file: f, known: map[look]int{}}
	if s.bold, err = f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true, Family: "Calibri", Size: 11}, NumFmt: asText}); err != nil {
		return nil, err
	}
	s.text, err = s.of(look{})
	return s, err
}

// asText is the built-in format "@" (ECMA-376-1, 18.8.30), of which a cell stays text when
// it is edited.
const asText = 49

// doubtful is the colour of cells that somebody should look at.
const doubtful = "FFF2CC"

// of is the style of a look.
func (s *styles) of(l look) (int, error) {
	if id, ok := s.known[l]; ok {
		return id, nil
	}
	style := excelize.Style{NumFmt: asText}
	if l.format != "" {
		style = excelize.Style{CustomNumFmt: &l.format}
	}
	if l.doubtful {
		style.Fill = excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{doubtful}}
	}
	id, err := s.file.NewStyle(&style)
	s.known[l] = id
	return id, err
}

// decimalForm is the normal form of numbers.
var decimalForm = regexp.MustCompile(`^-?(?:0|[1-9][0-9]*)(?:\.([0-9]+))?$`)

// exactDigits is how many decimal digits any double holds (IEEE 754), and how
// many a spreadsheet shows.
const exactDigits = 15

// firstDate is the first day on whose number spreadsheets agree: for the sake
// of an older program, some count a 29th of February 1900.
var firstDate = time.Date(1900, time.March, 1, 0, 0, 0, 0, time.UTC)

// cell is a value as it stands in the sheet.
func (s *styles) cell(k kind, value string, doubtful bool) (excelize.Cell, error) {
	var shown any = value
	l := look{doubtful: doubtful}
	switch k {
	case number:
		if v, decimals, ok := exactNumber(value); ok {
			shown, l.format = v, "0"
			if decimals > 0 {
				l.format += "." + strings.Repeat("0", decimals)
			}
		}
	case date:
		if day, err := time.Parse(time.DateOnly, value); err == nil && !day.Before(firstDate) {
			shown, l.format = day, "yyyy-mm-dd"
		}
	}
	style, err := s.of(l)
	return excelize.Cell{StyleID: style, Value: shown}, err
}

// exactNumber reads a number in normal form that a cell can show as it is.
func exactNumber(value string) (v float64, decimals int, ok bool) {
	m := decimalForm.FindStringSubmatch(value)
	if m == nil {
		return 0, 0, false
	}
	decimals = len(m[1])
	digits := strings.TrimLeft(strings.NewReplacer("-", "", ".", "").Replace(value), "0")
	v, err := strconv.ParseFloat(value, 64)
	minusZero := v == 0 && value[0] == '-'
	return v, decimals, err == nil && len(digits) <= exactDigits && decimals <= exactDigits && !minusZero
}
