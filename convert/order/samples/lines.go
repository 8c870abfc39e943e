package samples

import (
	"encoding/json"
	"os"

	"lineitem/convert/order"
)

// Result is the reading of a document.
type Result struct {
	Filename string      `json:"filename"`
	Rows     []order.Row `json:"rows"`
}

// ResultOf returns the reading of a sample.
func ResultOf(s *Sample, orders []order.Order) Result {
	rows, _ := order.Rows(orders)
	return Result{s.Truth.File, rows}
}

// AppendLines appends values to a file, each as a line of JSON.
func AppendLines[T any](file string, values []T) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(f)
	for _, v := range values {
		if err := lines.Encode(v); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}
