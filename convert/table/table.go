// Package table writes results as tables that spreadsheets and databases read:
// CSV and XLSX. Both have a header and then one record for each row of the
// results.
package table

import (
	"strings"

	"lineitem/convert"
)

// Media types of the tables.
const (
	CSVMediaType  = "text/csv"                                                          // RFC 4180
	XLSXMediaType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" // ECMA-376
)

// filenameKey and filenameLabel head the column that tells which document a
// row comes from, where there may be several.
const (
	filenameKey   = "filename"
	filenameLabel = "File"
)

// withFilename puts the document's name before a record, if names are wanted. On
// some systems a file's name may be no text, and a table is.
func withFilename(names bool, r *convert.Result, record []string) []string {
	if !names {
		return record
	}
	return append([]string{strings.ToValidUTF8(r.Filename, "\uFFFD")}, record...)
}
