package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert"
	"lineitem/convert/order"
)

// CSV writes results as one table in CSV (RFC 4180), whose header holds the
// columns' keys. Write leaves nothing buffered.
//
// Documents come from strangers, and a spreadsheet that opens the file takes a
// value that begins with "=" for a formula, which may start other programs or leak
// the cells next to it. So every value that could be taken for a formula gets an
// apostrophe in front, which makes it text. Numbers stay as they are:
//
//	=HYPERLINK("http://…")   '=HYPERLINK("http://…")
//	- zinc plated            '- zinc plated
//	-12.50                   -12.50
//
// JSON and XLSX, which mark text as such, hold every value unchanged.
type CSV struct {
	w      *csv.Writer
	names  bool
	headed bool
	keys   []string // of the header's columns, without the one for the documents' names
}

// A ColumnError says that a result has a column which the header, that of the
// first result, lacks.
type ColumnError struct{ Key string }

func (e *ColumnError) Error() string {
	return fmt.Sprintf("its column %q is not one of the first document's, which head the CSV; write XLSX, NDJSON or JSON, or give all documents the same columns", e.Key)
}

// NewCSV returns a writer. names says that each record begins with the name of
// its document.
func NewCSV(w io.Writer, names bool) *CSV {
	c := &CSV{w: csv.NewWriter(w), names: names}
	c.w.UseCRLF = true // RFC 4180, 2
	return c
}

// Separate sets the separator of values to another character than a comma, such as a
// semicolon or a tab. It must be called before the first result is written.
func (c *CSV) Separate(separator rune) { c.w.Comma = separator }

// Write writes one result; the first is preceded by the header. Each value stands under
// its key, in whatever order the result has its columns, and a column that the result
// lacks stays empty. If a result with rows has columns that the header lacks, none of its
// rows is written, and the error is a *ColumnError; other results may follow.
func (c *CSV) Write(r *convert.Result) error {
	if !c.headed {
		c.headed, c.keys = true, r.Keys()
		columns := r.Columns
		if c.names {
			columns = append([]order.Column{filenameColumn}, columns...)
		}
		c.w.Write(guarded(byKey(columns))) // csv.Writer keeps an error and reports it after Flush
	}
	var places []int
	if len(r.Rows) > 0 { // without rows, further columns lose nothing
		var err error
		if places, err = c.places(r); err != nil {
			return err
		}
	}
	for i := range r.Rows {
		values := r.Record(i)
		record := make([]string, len(c.keys))
		for k, place := range places {
			record[place] = values[k]
		}
		c.w.Write(guarded(withFilename(c.names, r, record)))
	}
	c.w.Flush()
	return c.w.Error()
}

// places returns the index in the header of each column of a result.
func (c *CSV) places(r *convert.Result) ([]int, error) {
	places := make([]int, len(r.Columns))
	for i, column := range r.Columns {
		if places[i] = i; i < len(c.keys) && c.keys[i] == column.Key { // as nearly always
			continue
		}
		if places[i] = slices.Index(c.keys, column.Key); places[i] < 0 {
			return nil, &ColumnError{column.Key}
		}
	}
	return places, nil
}

// guarded puts an apostrophe before what a spreadsheet would take for a formula.
func guarded(record []string) []string {
	for i, value := range record {
		if isFormula(value) {
			record[i] = "'" + value
		}
	}
	return record
}

// isFormula reports whether a spreadsheet might read a value as a formula. Some
// ignore white space before the sign, and some accept the full-width signs too. A
// sign alone is not a formula, nor is a number.
func isFormula(value string) bool {
	value = strings.TrimLeft(value, " \t\r\n")
	sign, size := utf8.DecodeRuneInString(value)
	return strings.ContainsRune("=+-@＝＋－＠", sign) && len(value) > size && !decimalForm().MatchString(value)
}
