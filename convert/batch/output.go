package batch

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"

	"lineitem/convert"
)

// Format is how results are written.
type Format string

// The formats.
const (
	JSON   Format = "json"   // one object; an array of objects where there are several files
	NDJSON Format = "ndjson" // one object per line
	CSV    Format = "csv"    // RFC 4180: a header of keys, then the rows of all files
)

// ParseFormat tells the format that a name stands for.
func ParseFormat(name string) (Format, error) {
	switch f := Format(name); f {
	case JSON, NDJSON, CSV:
		return f, nil
	}
	return "", fmt.Errorf("unknown format %q (there are json, ndjson and csv)", name)
}

// Encoder writes results one after the other, holding none back.
type Encoder struct {
	w      io.Writer
	format Format
	many   bool
	json   *json.Encoder
	csv    *csv.Writer
	count  int
}

// NewEncoder makes an encoder. many says that there may be several results:
// JSON is an array then, and CSV has a first column with the file's name.
// indent has JSON laid out for people.
func NewEncoder(w io.Writer, format Format, many, indent bool) *Encoder {
	e := &Encoder{w: w, format: format, many: many, json: json.NewEncoder(w), csv: csv.NewWriter(w)}
	e.json.SetEscapeHTML(false)
	if indent && format == JSON {
		e.json.SetIndent("", "  ")
	}
	e.csv.UseCRLF = true // RFC 4180, 2
	return e
}

// Write writes one result.
func (e *Encoder) Write(r *convert.Result) error {
	e.count++
	if e.format == CSV {
		return e.writeCSV(r)
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
	return e.json.Encode(r)
}

func (e *Encoder) writeCSV(r *convert.Result) error {
	write := func(record []string) {
		if e.many {
			record = append([]string{r.Filename}, record...)
		}
		e.csv.Write(record) // an error stays, and comes with Flush
	}
	if e.count == 1 {
		head := r.Keys()
		if e.many {
			head = append([]string{"filename"}, head...)
		}
		e.csv.Write(head)
	}
	for i := range r.Rows {
		write(r.Record(i))
	}
	e.csv.Flush()
	return e.csv.Error()
}

// Close writes what follows the last result. It does not close the writer.
func (e *Encoder) Close() error {
	if e.format != JSON || !e.many {
		return nil
	}
	end := "]\n"
	if e.count == 0 {
		end = "[]\n"
	}
	_, err := io.WriteString(e.w, end)
	return err
}
