// Package table writes results as tables that spreadsheets and databases read:
// CSV and XLSX. Both have a header and then one record for each row of the
// results.
package table

import (
	"fmt"
	"strings"

	"lineitem/convert"
	"lineitem/convert/order"
)

// Media types of the tables.
const (
	CSVMediaType  = "text/csv"                                                          // RFC 4180
	XLSXMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" // ECMA-376
)

// ownSign begins the keys of the columns that this package adds. No mapper's key begins
// with it, so a mapper's column "filename" is a different column.
const ownSign = "\x00"

// filenameColumn says which document a row comes from, as there may be several.
var filenameColumn = order.Column{Key: ownSign + "filename", Label: "File"}

// byKey and byLabel return the headings of columns in CSV and in XLSX.
func byKey(columns []order.Column) []string {
	return headings(columns, "%s_%d", func(c order.Column) string { return strings.TrimPrefix(c.Key, ownSign) })
}

func byLabel(columns []order.Column) []string {
	return headings(columns, "%s (%d)", func(c order.Column) string { return c.Label })
}

// headings returns the headings of columns. A mapper's columns keep their names; an
// added column whose name is taken gets a number.
func headings(columns []order.Column, numbered string, name func(order.Column) string) []string {
	heads, taken := make([]string, len(columns)), map[string]bool{}
	for i, c := range columns {
		heads[i] = name(c)
		taken[heads[i]] = taken[heads[i]] || !isOwn(c)
	}
	for i, c := range columns {
		for n := 2; isOwn(c) && taken[heads[i]]; n++ {
			heads[i] = fmt.Sprintf(numbered, name(c), n)
		}
		taken[heads[i]] = true
	}
	return heads
}

func isOwn(c order.Column) bool { return strings.HasPrefix(c.Key, ownSign) }

// withFilename puts the document's name before a record, if names are wanted. On
// some systems a file's name may be invalid UTF-8; a table must not be.
func withFilename(names bool, r *convert.Result, record []string) []string {
	if !names {
		return record
	}
	return append([]string{strings.ToValidUTF8(r.Filename, "\uFFFD")}, record...)
}
