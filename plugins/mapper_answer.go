package plugins

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order"
)

// Bounds of a mapper's answer.
const (
	maxMappedColumns = 500
	maxMappedRows    = 100000
	maxKey           = 64   // bytes
	maxLabel         = 200  // characters
	maxMessage       = 1000 // characters; the rest is cut off
)

// parseMapped reads a mapper's answer. It returns the rows, or the message with
// which the mapper refuses the document, or a fault: what is wrong with the answer.
// longest is how many characters a value may have.
func parseMapped(data []byte, longest int) (mapped *order.Mapped, message string, fault error) {
	if len(data) == 0 {
		return nil, "", errors.New("it wrote nothing to its standard output")
	}
	if i := invalidUTF8(data); i >= 0 {
		return nil, "", fmt.Errorf("byte %d (%#02x) is not UTF-8", i, data[i])
	}
	a := &answer{in: jsonReader{data: string(data)}, longest: longest}
	if err := a.read(); err != nil {
		return nil, "", err
	}
	if a.failed {
		return nil, a.message, nil
	}
	return &order.Mapped{Columns: a.columns, Rows: a.rows, Evidence: a.evidence}, "", nil
}

func invalidUTF8(data []byte) int {
	if utf8.Valid(data) {
		return -1
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// answer is a mapper's answer while it is being read.
type answer struct {
	in      jsonReader
	longest int // how many characters a value may have

	failed  bool
	message string

	columns []order.Column
	index   map[string]int // indexes of the columns by their keys
	seen    []int          // by column: the number of the row in which it was seen last

	rows     []order.Row
	evidence []order.RowEvidence
}

func (a *answer) read() error {
	if err := a.in.open('{', "the answer"); err != nil {
		return err
	}
	// Rows cannot be read before the columns, nor evidence before the rows: their
	// places are noted, and they are read at the end.
	var rows, evidence *jsonReader
	had := map[string]bool{}
	for first := true; ; first = false {
		name, more, err := a.in.member(first)
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if had[name] {
			return fmt.Errorf("it has %q twice", name)
		}
		had[name] = true
		at := a.in
		switch {
		case name == "error":
			a.failed = true
			err = a.readMessage()
		case name == "columns":
			err = a.readColumns()
		case name == "rows" && had["columns"]:
			err = a.readRows(&a.in)
		case name == "rows":
			rows, err = &at, a.in.skip()
		case name == "evidence":
			evidence, err = &at, a.in.skip()
		default:
			err = fmt.Errorf("it has a member %q, want columns, rows, evidence or error", name)
		}
		if err != nil {
			return err
		}
	}
	if err := a.in.end(); err != nil {
		return err
	}
	switch {
	case a.failed && len(had) > 1:
		return errors.New("it has both an error and other members")
	case a.failed:
		return nil
	case !had["columns"]:
		return errors.New("it lacks columns")
	case !had["rows"]:
		return errors.New("it lacks rows")
	}
	if rows != nil {
		if err := a.readRows(rows); err != nil {
			return err
		}
	}
	if evidence != nil && evidence.peek() != 'n' {
		return a.readEvidence(evidence)
	}
	return nil
}

func (a *answer) readMessage() error {
	text, err := a.in.string("error")
	if err != nil {
		return err
	}
	text = strings.TrimSpace(printable(text))
	if text == "" {
		return errors.New("its error is empty")
	}
	if r := []rune(text); len(r) > maxMessage {
		text = string(r[:maxMessage]) + "…"
	}
	a.message = text
	return nil
}

func (a *answer) readColumns() error {
	a.index = map[string]int{}
	return a.in.array("columns", func(n int) error {
		if n >= maxMappedColumns {
			return fmt.Errorf("it has more than %d columns", maxMappedColumns)
		}
		what := fmt.Sprintf("column %d", n+1)
		var column order.Column
		var hasKey, hasLabel bool
		err := a.in.object(what, func(name string) (err error) {
			switch {
			case name == "key" && !hasKey:
				hasKey = true
				column.Key, err = a.in.string("the key of " + what)
			case name == "label" && !hasLabel:
				hasLabel = true
				column.Label, err = a.in.string("the label of " + what)
			case name == "key" || name == "label":
				err = fmt.Errorf("%s has %q twice", what, name)
			default:
				err = fmt.Errorf("%s has a member %q, want key or label", what, name)
			}
			return err
		})
		switch {
		case err != nil:
			return err
		case !hasKey:
			return fmt.Errorf("%s lacks a key", what)
		case !hasLabel:
			return fmt.Errorf("%s lacks a label", what)
		case !validKey(column.Key):
			return fmt.Errorf("%s has the key %s; a key is 1 to %d letters of A-Z and a-z, digits, and _ . - /", what, shortened(column.Key), maxKey)
		case utf8.RuneCountInString(column.Label) > maxLabel:
			return fmt.Errorf("%s has a label of %d characters; at most %d are allowed", what, utf8.RuneCountInString(column.Label), maxLabel)
		}
		if c, ok := unwritable(column.Label); ok {
			return fmt.Errorf("%s has the control character %U in its label", what, c)
		}
		if before, ok := a.index[column.Key]; ok {
			return fmt.Errorf("columns %d and %d have the same key %q", before+1, n+1, column.Key)
		}
		a.index[column.Key] = n
		a.columns = append(a.columns, column)
		return nil
	})
}

func validKey(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '.', c == '-', c == '/':
		default:
			return false
		}
	}
	return 0 < len(s) && len(s) <= maxKey
}

// unwritable returns the first character that no table file can hold (XML 1.0,
// section 2.2), and reports whether there is one.
func unwritable(s string) (rune, bool) {
	for _, r := range s {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return r, true
		}
	}
	return 0, false
}

func (a *answer) readRows(in *jsonReader) error {
	a.rows = []order.Row{}
	a.seen = make([]int, len(a.columns))
	return in.array("rows", func(n int) error {
		if n >= maxMappedRows {
			return fmt.Errorf("it has more than %d rows", maxMappedRows)
		}
		row, err := a.readRow(in, n+1)
		a.rows = append(a.rows, row)
		return err
	})
}

// readRow reads the row of the given number, from 1.
func (a *answer) readRow(in *jsonReader, number int) (order.Row, error) {
	row := make(order.Row, len(a.columns))
	next, had := 0, 0 // next is the column expected next: most mappers write the columns in order
	what := func() string { return "row " + strconv.Itoa(number) }
	if in.peek() != '{' {
		return nil, in.open('{', what())
	}
	err := in.object("", func(name string) error {
		i, ok := next, next < len(a.columns) && a.columns[next].Key == name
		if !ok {
			i, ok = a.index[name]
		}
		switch {
		case !ok:
			return fmt.Errorf("%s has the key %s, which is not in columns", what(), shortened(name))
		case a.seen[i] == number:
			return fmt.Errorf("%s has the key %q twice", what(), name)
		case in.peek() != '"' && in.known():
			return fmt.Errorf("%s has %s for %q; values are strings", what(), in.kind(), name)
		}
		value, err := in.string("a value")
		if err != nil {
			return err
		}
		if c, ok := unwritable(value); ok {
			return fmt.Errorf("%s has the control character %U in %q", what(), c, name)
		}
		if len(value) > a.longest {
			if n := utf8.RuneCountInString(value); n > a.longest {
				return fmt.Errorf("%s has %d characters in %q; at most %d are allowed", what(), n, name, a.longest)
			}
		}
		a.seen[i] = number
		row[i] = order.Property{Key: a.columns[i].Key, Value: value}
		next, had = i+1, had+1
		return nil
	})
	if err != nil {
		return nil, err
	}
	if had < len(row) {
		for i, c := range a.columns {
			if a.seen[i] != number {
				return nil, fmt.Errorf("%s lacks the key %q, which is in columns", what(), c.Key)
			}
		}
	}
	return row, nil
}

func (a *answer) readEvidence(in *jsonReader) error {
	a.evidence = []order.RowEvidence{}
	err := in.array("evidence", func(n int) error {
		if n >= len(a.rows) {
			return fmt.Errorf("it has evidence for more than its %d rows", len(a.rows))
		}
		row := order.RowEvidence{}
		a.evidence = append(a.evidence, row)
		if in.peek() != '{' {
			return in.open('{', fmt.Sprintf("the evidence of row %d", n+1))
		}
		return in.object("", func(name string) error {
			_, ok := a.index[name]
			_, again := row[name]
			switch {
			case !ok:
				return fmt.Errorf("the evidence of row %d has the key %s, which is not in columns", n+1, shortened(name))
			case again:
				return fmt.Errorf("the evidence of row %d has the key %q twice", n+1, name)
			}
			e, err := readEvidence(in)
			if err != nil {
				return fmt.Errorf("the evidence of row %d for %q: %w", n+1, name, err)
			}
			row[name] = e
			return nil
		})
	})
	if err == nil && len(a.evidence) < len(a.rows) {
		err = fmt.Errorf("it has evidence for %d of its %d rows", len(a.evidence), len(a.rows))
	}
	return err
}

// readEvidence reads the evidence of one cell, in which any member may be
// missing.
func readEvidence(in *jsonReader) (doc.Evidence, error) {
	e := doc.Evidence{Words: []string{}}
	err := in.object("it", func(name string) (err error) {
		switch name {
		case "page":
			var page float64
			if page, err = in.number("page"); err == nil && (page < 0 || page > 1e6 || page != float64(int(page))) {
				err = fmt.Errorf("page is %v, want a page number", page)
			}
			e.Page = int(page)
		case "box":
			err = in.object("box", func(name string) (err error) {
				var edge *float64
				switch name {
				case "x0":
					edge = &e.Box.X0
				case "y0":
					edge = &e.Box.Y0
				case "x1":
					edge = &e.Box.X1
				case "y1":
					edge = &e.Box.Y1
				default:
					return fmt.Errorf("box has a member %q, want x0, y0, x1 or y1", name)
				}
				*edge, err = in.number(name)
				return err
			})
		case "confidence":
			if e.Confidence, err = in.number("confidence"); err == nil && (e.Confidence < 0 || e.Confidence > 1) {
				err = fmt.Errorf("confidence is %v, want a number in [0, 1]", e.Confidence)
			}
		case "words":
			e.Words = []string{}
			err = in.array("words", func(int) error {
				word, err := in.string("a word")
				e.Words = append(e.Words, word)
				return err
			})
		case "proof":
			e.Proof, err = in.string("proof")
		case "cut":
			e.Cut, err = in.bool("cut")
		default:
			err = fmt.Errorf("it has a member %q, want page, box, confidence, words, proof or cut", name)
		}
		return err
	})
	return e, err
}

// shortened quotes what a mapper wrote, cut to 80 characters.
func shortened(s string) string {
	const most = 80 // characters
	if r := []rune(s); len(r) > most {
		return strconv.Quote(string(r[:most])) + "…"
	}
	return strconv.Quote(s)
}
