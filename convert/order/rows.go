package order

import (
	"lineitem/convert/doc"
	"lineitem/convert/jsontext"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/review"
)

// Order is one purchase order: its order-level cells and its lines.
type Order struct {
	Head  Cells
	Lines []Cells
	// Review lists what a person should check, the most doubtful first, with rows counted from
	// the order's first. It is empty if the order is verified: its arithmetic closes, and
	// it is all but certain that its core cells are right. It is also empty if the order was
	// read without being judged.
	Review []review.Entry
	// Judgement is how far the order can be trusted, the zero value if it was read without
	// being judged.
	Judgement confidence.Judgement

	alternatives []ranking.Alternative // other values of the head
	likely       [NumFields]float64    // probability, by package ranking, that the head's value, or its absence, is right
	bySupplier   bool                  // the supplier issued the document
	taught       bool                  // a taught layout read it
}

// Row is a row's values by column key.
type Row []Property

// Property is one member of a row object.
type Property struct{ Key, Value string }

// AppendJSON appends the row as an object whose members stand in column order.
func (r Row) AppendJSON(b []byte) []byte {
	b = append(b, '{')
	for i, p := range r {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(jsontext.AppendString(b, p.Key), ':')
		b = jsontext.AppendString(b, p.Value)
	}
	return append(b, '}')
}

// MarshalJSON implements json.Marshaler.
func (r Row) MarshalJSON() ([]byte, error) { return r.AppendJSON(nil), nil }

// RowEvidence is the evidence of one row's cells by column key; a column
// without a value has no entry.
type RowEvidence map[string]doc.Evidence

// AppendJSON appends the evidence as an object whose members stand in column
// order.
func (e RowEvidence) AppendJSON(b []byte, columns []Column) []byte {
	b = append(b, '{')
	first := true
	for _, c := range columns {
		cell, ok := e[c.Key]
		if !ok {
			continue
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = append(jsontext.AppendString(b, c.Key), ':')
		b = cell.AppendJSON(b)
	}
	return append(b, '}')
}

// OfRows returns the order that rows with the standard columns state; its head is the first row.
// Rows beyond the end of evidence get none.
func OfRows(rows []Row, evidence []RowEvidence) Order {
	o := Order{Lines: make([]Cells, len(rows))}
	for i, row := range rows {
		for f := range NumFields {
			c := &o.Lines[i][f]
			if c.Value = row[f].Value; i < len(evidence) {
				c.Evidence = evidence[i][f.Key()]
			}
		}
	}
	if len(rows) > 0 {
		o.Head = o.Lines[0]
	}
	return o
}

// rows returns the cells of an order's rows, without those of its head. An order with a head but no lines has one empty row.
func (o *Order) rows() []Cells {
	if len(o.Lines) == 0 && o.Head.Stated() {
		return []Cells{{}}
	}
	return o.Lines
}

// Rows flattens orders into rows and returns them with the evidence of each row.
// Every order-level value is repeated in each of its order's rows. An order without
// lines gives one row, so that its head is not lost; an order without any value
// gives none. Boxes are rounded to hundredths of points.
func Rows(orders []Order) ([]Row, []RowEvidence) {
	rows, evidence := []Row{}, []RowEvidence{}
	for _, o := range orders {
		for _, line := range o.rows() {
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
