package order

import (
	"bytes"
	"encoding/json"

	"lineitem/convert/doc"
)

// Order is one purchase order: its order-level cells and its lines.
type Order struct {
	Head  Cells
	Lines []Cells
	// Verified tells that the order's arithmetic closes and that it is all but
	// certain that its core cells are right: see package trust.
	Verified bool
}

// Row is a row's values by column key.
type Row []Property

// Property is one member of a row object.
type Property struct{ Key, Value string }

// MarshalJSON writes the row as an object whose members stand in column order.
// It leaves "&", "<" and ">" as they are; an encoder that embeds the row
// escapes them if it is told to.
func (r Row) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	encode := func(s string) error {
		err := e.Encode(s)
		b.Truncate(b.Len() - 1) // the newline that Encode adds
		return err
	}
	b.WriteByte('{')
	for i, p := range r {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := encode(p.Key); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := encode(p.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// RowEvidence is the evidence of one row's cells by column key; a column
// without a value has no entry.
type RowEvidence map[string]doc.Evidence

// Rows flattens orders into rows, every order-level value repeated in each of
// its order's rows, with the evidence of each row. An order without lines
// gives one row, so that its head is not lost, and one of which nothing is
// known gives none. Boxes are rounded to hundredths of points.
func Rows(orders []Order) ([]Row, []RowEvidence) {
	rows, evidence := []Row{}, []RowEvidence{}
	for _, o := range orders {
		lines := o.Lines
		if len(lines) == 0 {
			if !o.Head.Stated() {
				continue
			}
			lines = []Cells{{}}
		}
		for _, line := range lines {
			row, ev := make(Row, NumFields), RowEvidence{}
			for f := range NumFields {
				c := line[f]
				if c.Value == "" {
					c = o.Head[f]
				}
				row[f] = Property{f.Key(), c.Value}
				if c.Value != "" {
					c.Evidence.Box = c.Evidence.Box.Rounded()
					ev[f.Key()] = c.Evidence
				}
			}
			rows, evidence = append(rows, row), append(evidence, ev)
		}
	}
	return rows, evidence
}
