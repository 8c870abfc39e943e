package convert

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"lineitem/convert/order/taught"
)

// ParseRows parses the right rows of a document, from which a layout is learned: an
// answer of Convert, the array of its rows, or rows one after another, all as JSON.
// A number becomes its text, and null an empty value. Errors are *taught.RowsError.
func ParseRows(data []byte) ([]map[string]string, error) {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, &taught.RowsError{Reason: "there are no rows: send the correct rows, one per line item"}
	}
	var rows []map[string]string
	in := json.NewDecoder(bytes.NewReader(data))
	in.UseNumber()
	for n := 0; ; n++ {
		var v any
		switch err := in.Decode(&v); {
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, &taught.RowsError{Reason: "the rows are not JSON: " + jsonFault(err, in)}
		}
		more, whole, err := rowsOf(v, len(rows))
		switch {
		case err != nil:
			return nil, err
		case whole && (n > 0 || in.More()):
			return nil, &taught.RowsError{Reason: "there is more than one answer: send only the one for this document"}
		}
		rows = append(rows, more...)
	}
}

// jsonFault describes what is wrong with JSON, and where.
func jsonFault(err error, in *json.Decoder) string {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "the text ends too early"
	}
	if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Sprintf("%v, byte %d", fault, fault.Offset)
	}
	return fmt.Sprintf("%v, near byte %d", err, in.InputOffset())
}

// rowsOf returns the rows in a JSON value. whole reports whether it is a whole
// answer or an array, which must be the only value. before is the number of rows before it,
// for errors.
func rowsOf(v any, before int) (rows []map[string]string, whole bool, err error) {
	switch v := v.(type) {
	case []any:
		rows, err = rowsIn(v)
		return rows, true, err
	case map[string]any:
		inside, answer := v["rows"]
		if !answer {
			row, err := rowOf(v, before+1)
			return []map[string]string{row}, false, err
		}
		list, ok := inside.([]any)
		if !ok {
			return nil, true, &taught.RowsError{Reason: `"rows" is not an array: give the rows as they were answered`}
		}
		rows, err = rowsIn(list)
		return rows, true, err
	}
	return nil, false, &taught.RowsError{Reason: "the rows are not objects: send them in the form of the answer"}
}

func rowsIn(list []any) ([]map[string]string, error) {
	var rows []map[string]string
	for i, v := range list {
		row, err := rowOf(v, i+1)
		if err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// rowOf converts one row; n is its number, for errors.
func rowOf(v any, n int) (map[string]string, error) {
	members, ok := v.(map[string]any)
	if !ok {
		return nil, &taught.RowsError{Reason: fmt.Sprintf("row %d is not an object with a value for each column", n)}
	}
	row := make(map[string]string, len(members))
	for key, v := range members {
		switch v := v.(type) {
		case string:
			row[key] = v
		case json.Number:
			row[key] = v.String()
		case nil:
			row[key] = ""
		default:
			return nil, &taught.RowsError{Reason: fmt.Sprintf("row %d: the value of %q is neither text nor a number", n, key)}
		}
	}
	return row, nil
}
