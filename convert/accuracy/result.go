package accuracy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// mostLine is the greatest length of a line of results, bytes.
const mostLine = 256 << 20

// Result is one conversion's outcome, as "lineitem convert" writes it.
type Result struct {
	Filename string
	Rows     []Row
	// Evidence reports where each cell of a row was read; it is empty for results
	// converted without evidence.
	Evidence []map[string]doc.Evidence
	// Verified reports whether the conversion vouches for the document's core cells;
	// nil if the result does not say.
	Verified *bool
	// Confidence is the conversion's estimate of the probability that all core cells are right;
	// nil if the result does not say.
	Confidence *float64
}

// ResultOf returns the result that consists of some orders.
func ResultOf(orders []order.Order) *Result {
	r := new(Result)
	rows, evidence := order.Rows(orders)
	for i, row := range rows {
		values := Row{}
		for _, p := range row {
			values[p.Key] = p.Value
		}
		r.Rows, r.Evidence = append(r.Rows, values), append(r.Evidence, evidence[i])
	}
	return r
}

// UnmarshalJSON reads a result. Its evidence is either the list of the rows' evidence
// or an object with that list as "rows". The flag "verified" is a member of that
// object or stands next to the evidence.
func (r *Result) UnmarshalJSON(data []byte) error {
	var in struct {
		Filename string          `json:"filename"`
		Rows     []Row           `json:"rows"`
		Evidence json.RawMessage `json:"evidence"`
		Verified *bool           `json:"verified"`

		Confidence *float64 `json:"confidence"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if len(in.Rows) > mostRows {
		return fmt.Errorf("%s has more than %d rows", in.Filename, mostRows)
	}
	*r = Result{Filename: in.Filename, Rows: in.Rows, Verified: in.Verified, Confidence: in.Confidence}
	switch {
	case in.Evidence == nil:
		return nil
	case bytes.HasPrefix(bytes.TrimSpace(in.Evidence), []byte("{")):
		var whole struct {
			Verified *bool                     `json:"verified"`
			Rows     []map[string]doc.Evidence `json:"rows"`
		}
		err := json.Unmarshal(in.Evidence, &whole)
		r.Evidence = whole.Rows
		if whole.Verified != nil {
			r.Verified = whole.Verified
		}
		return err
	}
	return json.Unmarshal(in.Evidence, &r.Evidence)
}

// at returns the evidence of a cell, or nil if there is none.
func (r *Result) at(row int, key string) *doc.Evidence {
	if r == nil || row < 0 || row >= len(r.Evidence) {
		return nil
	}
	if e, ok := r.Evidence[row][key]; ok {
		return &e
	}
	return nil
}

// ReadResults reads results, one per line, keyed by the base names of their documents. If
// a document has several, the last one counts.
func ReadResults(in io.Reader) (map[string]*Result, error) {
	results := map[string]*Result{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, mostLine)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		r := new(Result)
		if err := json.Unmarshal(lines.Bytes(), r); err != nil {
			return nil, fmt.Errorf("result %d: %w", n, err)
		}
		results[path.Base(strings.ReplaceAll(r.Filename, `\`, "/"))] = r
	}
	return results, lines.Err()
}
