// Package accuracy measures how accurate conversions are: it compares the values read from
// documents with those that careful people wrote down for them, and shows each
// difference on the page where it arose.
//
// A truth file is one JSON object:
//
//	{"file": "order.pdf", "medium": "text-pdf", "lang": "en", "template": "letter",
//	 "rows": [{"po_number": "4711", "quantity": "2", …}, …],
//	 "alternatives": {"*": {"subtotal": ["", "10.50"]}, "0": {"unit": ["pcs"]}}}
//
// Rows have the columns of package order; an absent one is a value that the
// document does not state. Alternatives are other readings that also count as
// right, for every row ("*") or for one (numbered from "0"); an empty one accepts a missing value.
package accuracy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Limits on what is read.
const (
	mostTruthBytes = 16 << 20
	mostTruthRows  = 4096 // aligning takes time and memory proportional to the product of both numbers of rows
	mostRows       = 16384
)

// TextPDF is the medium of documents whose text needs no OCR. All
// others are compared with more tolerance.
const TextPDF = "text-pdf"

// Row is a row's values by column key.
type Row map[string]string

// Truth holds the right rows of a document, as a careful reader would state them.
type Truth struct {
	ID   string // name of the truth file without its extension
	File string // name of the document, without a folder
	// Traits are all members of the truth file that are a single string, number or
	// boolean, as text: medium, lang, template, producer and the like.
	Traits map[string]string
	Rows   []Row
	// Alternatives are other readings that also count as right, by row (from "0", or
	// "*" for every one) and column; an empty one accepts a missing value.
	Alternatives map[string]map[string][]string
}

// ParseTruth reads one truth file.
func ParseTruth(data []byte) (*Truth, error) {
	if len(data) > mostTruthBytes {
		return nil, fmt.Errorf("it has more than %d bytes", mostTruthBytes)
	}
	var t struct {
		File         string                         `json:"file"`
		Rows         []Row                          `json:"rows"`
		Alternatives map[string]map[string][]string `json:"alternatives"`
	}
	var members map[string]json.RawMessage
	if err := json.Unmarshal(data, &t); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	switch {
	case t.File == "" || t.File != filepath.Base(t.File) || !filepath.IsLocal(t.File) || strings.ContainsAny(t.File, `/\`):
		return nil, fmt.Errorf("%q is not the name of a file", t.File)
	case members["rows"] == nil:
		return nil, errors.New("it has no rows")
	case len(t.Rows) > mostTruthRows:
		return nil, fmt.Errorf("it has more than %d rows", mostTruthRows)
	}
	truth := &Truth{File: t.File, Rows: t.Rows, Traits: map[string]string{}, Alternatives: t.Alternatives}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if text, ok := scalar(members[name]); ok {
			truth.Traits[name] = text
		}
	}
	return truth, nil
}

// scalar returns the text of a member that is a string, number or boolean.
func scalar(raw json.RawMessage) (text string, ok bool) {
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}

// ReadTruths reads the truth files of a folder (*.json), sorted by name.
func ReadTruths(folder string) ([]*Truth, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var truths []*Truth
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || strings.HasPrefix(id, ".") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		data, err := readLimited(path, mostTruthBytes+1)
		if err != nil {
			return nil, err
		}
		t, err := ParseTruth(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		t.ID = id
		truths = append(truths, t)
	}
	if len(truths) == 0 {
		return nil, fmt.Errorf("%s: there are no truth files (*.json)", folder)
	}
	slices.SortFunc(truths, func(a, b *Truth) int { return strings.Compare(a.ID, b.ID) })
	return truths, nil
}

// readLimited reads at most most bytes of a file.
func readLimited(path string, most int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, most))
}

// Trait returns one of the traits, "?" if the truth file does not state it.
func (t *Truth) Trait(name string) string {
	if v, ok := t.Traits[name]; ok {
		return v
	}
	return "?"
}

// recognised reports whether the document's text had to be recognised by OCR.
func (t *Truth) recognised() bool { return t.Traits["medium"] != TextPDF }

// also returns the other accepted readings of a cell; those of its row replace those of
// every row.
func (t *Truth) also(row int, key string) []string {
	if own, ok := t.Alternatives[strconv.Itoa(row)][key]; ok {
		return own
	}
	return t.Alternatives["*"][key]
}
