package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"lineitem/convert"
	"lineitem/convert/table"
	"lineitem/convert/ubl"
)

// Format is a format in which results are written.
type Format string

// The formats.
const (
	JSON   Format = "json"   // one object, or an array of objects if there may be several results
	NDJSON Format = "ndjson" // one object per line
	CSV    Format = "csv"    // a header row of keys, then the rows of all files
	XLSX   Format = "xlsx"   // a workbook with the rows of all files on one sheet
	UBL    Format = "ubl"    // an order in XML, or an element with the orders of all files if there may be several results
)

// ParseFormat returns the format with the given name.
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); f {
	case JSON, NDJSON, CSV, XLSX, UBL:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q (want json, ndjson, csv, xlsx or ubl)", name)
}

// Table reports whether the format is a table.
func (f Format) Table() bool { return f == CSV || f == XLSX }

// Bare reports whether the format has no room for evidence.
func (f Format) Bare() bool { return f.Table() || f == UBL }

// Encoder writes results one after the other, each at once. Only those of a
// workbook are kept, and written at the end.
type Encoder struct {
	w        io.Writer
	format   Format
	many     bool
	indented *json.Encoder // nil if JSON is not indented
	csv      *table.CSV
	ubl      *ubl.Encoder      // for the orders of several files
	held     []*convert.Result // for a workbook
	rows     int               // number of rows in held
	count    int
}

// NewEncoder returns an encoder. many says that there may be several results:
// JSON is then an array, and tables have a first column with the file's name.
// indent says to indent JSON for people.
func NewEncoder(w io.Writer, format Format, many, indent bool) *Encoder {
	e := &Encoder{w: w, format: format, many: many, csv: table.NewCSV(w, many), ubl: ubl.NewEncoder(w, true)}
	if indent && format == JSON {
		e.indented = json.NewEncoder(w)
		e.indented.SetEscapeHTML(false)
		e.indented.SetIndent("", "  ")
	}
	return e
}

// Separate sets the character between the values of CSV, instead of a comma. It
// must be called before the first result is written.
func (e *Encoder) Separate(separator rune) { e.csv.Separate(separator) }

// Write writes one result.
func (e *Encoder) Write(r *convert.Result) error {
	e.count++
	switch e.format {
	case CSV:
		return e.csv.Write(r)
	case XLSX:
		return e.hold(r)
	case UBL:
		return e.writeOrders(r)
	}
	if e.format == JSON && e.many {
		separator := ","
		if e.count == 1 {
			separator = "["
		}
		if _, err := io.WriteString(e.w, separator); err != nil {
			return err
		}
	}
	if e.indented != nil {
		return e.indented.Encode(r)
	}
	return r.WriteJSON(e.w)
}

// writeOrders writes the orders of a result.
func (e *Encoder) writeOrders(r *convert.Result) error {
	if !e.many {
		return ubl.Write(e.w, r)
	}
	orders := ubl.Orders(r)
	for i := range orders {
		if err := e.ubl.Write(&orders[i]); err != nil {
			return err
		}
	}
	return nil
}

// hold keeps a result for the workbook. It returns an error if there are more rows than
// a sheet can hold.
func (e *Encoder) hold(r *convert.Result) error {
	if e.rows += len(r.Rows); e.rows > table.MaxRows {
		return &table.RowsError{Rows: e.rows}
	}
	e.held = append(e.held, r)
	return nil
}

// Close writes what follows the last result. It does not close the writer.
func (e *Encoder) Close(ctx context.Context) error {
	switch {
	case e.format == XLSX:
		return table.WriteXLSX(ctx, e.w, e.held, e.many)
	case e.format == UBL && e.many:
		return e.ubl.Close()
	case e.format == JSON && e.many:
		end := "]\n"
		if e.count == 0 {
			end = "[]\n"
		}
		_, err := io.WriteString(e.w, end)
		return err
	}
	return nil
}
