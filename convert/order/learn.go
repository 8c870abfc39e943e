package order

import (
	"fmt"
	"maps"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// Learn learns the layout of a document whose correct rows are given: one for each line
// item, by column key, with the values of the order repeated in each, as Rows makes them.
// If the reader already has a layout for such documents, Learn refines it. Errors are
// *taught.RowsError.
func (by *Reader) Learn(d *doc.Document, rows []map[string]string) (*taught.Lesson, error) {
	right, err := exampleOf(rows)
	if err != nil {
		return nil, err
	}
	r := newReading(d, &Reader{Nets: by.Nets})
	general := r.general()
	var known *taught.Layout
	if by.Layout != nil {
		known = by.Layout(taught.FingerprintOf(r.pages))
	}
	general.HeadWith = func(items *taught.Layout) Cells {
		return newReading(d, &Reader{Nets: by.Nets, Layout: func(taught.Fingerprint) *taught.Layout { return items }}).general().Head
	}
	return taught.Learn(r.taughtView(part{last: len(r.pages) - 1}), right, general, known)
}

// general returns the general reader's result: the line items of all orders of the document, and the head of the first.
func (r *reading) general() taught.GeneralReading {
	general := taught.GeneralReading{Issuer: Buyer}
	orders, _ := r.orders()
	for i := range orders {
		general.Lines = append(general.Lines, orders[i].Lines...)
	}
	if len(orders) > 0 {
		general.Head = orders[0].Head
		if orders[0].bySupplier {
			general.Issuer = Supplier
		}
	}
	return general
}

// exampleOf splits rows into the values of the order and those of its line items. If the
// document has several orders, the order's values are those of the first one.
func exampleOf(rows []map[string]string) (taught.Example, error) {
	var e taught.Example
	if len(rows) == 0 {
		return e, &taught.RowsError{Reason: "there are no rows: send the correct rows, one per line item"}
	}
	for i, row := range rows {
		var line Cells
		for _, key := range slices.Sorted(maps.Keys(row)) {
			f, ok := schema.FieldOf(key)
			switch {
			case !ok:
				return e, &taught.RowsError{Reason: fmt.Sprintf("row %d has a column %q, which there is not: name columns as answers do, such as %q", i+1, key, Schema[Quantity].Key)}
			case slices.Contains(schema.LineFields[:], f):
				line[f].Value = row[key]
			case e.Head[f].Value == "" && row[Schema[PONumber].Key] == rows[0][Schema[PONumber].Key]:
				e.Head[f].Value = row[key]
			}
		}
		e.Lines = append(e.Lines, line)
	}
	return e, nil
}
