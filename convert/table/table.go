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
// so: what it calls "filename" is another column.
const ownSign = "\x00"

// filenameColumn tells which document a row comes from, where there may be several.
var filenameColumn = order.Column{Key: ownSign + "filename", Label: "File"}

// byKey and byLabel are the headings of columns in CSV and in XLSX.
func byKey(columns []order.Column) []string {
	return headings(columns, "%s_%d", func(c order.Column) string { return strings.TrimPrefix(c.Key, ownSign) })
}

func byLabel(columns []order.Column) []string {
	return headings(columns, "%s (%d)", func(c order.Column) string { return c.Label })
}

// headings are what stands above columns. A mapper's columns have their names, whatever is
// added to them; an added one whose name is taken gets a number.
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
// some systems a file's name may be no text, and a table is.
func withFilename(names bool, r *convert.Result, record []string) []string {
	if !names {
		return record
	}
	return append([]string{strings.ToValidUTF8(r.Filename, "\uFFFD")}, record...)
}
