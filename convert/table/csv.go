package table

import (
	"encoding/csv"
	"io"
	"strings"
	"unicode/utf8"

	"lineitem/convert"
)

// CSV writes results as one table in CSV (RFC 4180), whose header holds the
// columns' keys. It holds nothing back.
//
// Documents come from strangers, and a value that begins with "=" is a formula
// to a spreadsheet that opens the file: it may call other programs, or carry
// its neighbours away. So what could be taken for a formula gets an apostrophe
// before it, and is a text then. Numbers stay as they are:
//
//	=HYPERLINK("http://…")   '=HYPERLINK("http://…")
//	- zinc plated            '- zinc plated
//	-12.50                   -12.50
//
// JSON and XLSX, where a text is marked as one, hold every value untouched.
type CSV struct {
	w      *csv.Writer
	names  bool
	headed bool
}

// NewCSV makes a writer. names says that each record begins with the name of
// its document.
func NewCSV(w io.Writer, names bool) *CSV {
	c := &CSV{w: csv.NewWriter(w), names: names}
	c.w.UseCRLF = true // RFC 4180, 2
	return c
}

// Separate has another character than a comma stand between values, such as a
// semicolon or a tab. It is for before the first result.
func (c *CSV) Separate(separator rune) { c.w.Comma = separator }

// Write writes one result, the first one after the header. Its columns are
// those of the first.
func (c *CSV) Write(r *convert.Result) error {
	if !c.headed {
		c.headed = true
		head := r.Keys()
		if c.names {
			head = append([]string{filenameKey}, head...)
		}
		c.w.Write(guarded(head)) // an error stays, and comes with Flush
	}
	for i := range r.Rows {
		c.w.Write(guarded(withFilename(c.names, r, r.Record(i))))
	}
	c.w.Flush()
	return c.w.Error()
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
// drop white space before the sign, and some know the full-width signs too. A
// sign alone is not one.
func isFormula(value string) bool {
	value = strings.TrimLeft(value, " \t\r\n")
	sign, size := utf8.DecodeRuneInString(value)
	return strings.ContainsRune("=+-@＝＋－＠", sign) && len(value) > size && !decimalForm().MatchString(value)
}
