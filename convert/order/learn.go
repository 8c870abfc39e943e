package order

import (
	"fmt"
	"maps"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// Learn learns the layout of a document whose right rows are given: objects by column
// key, one for each line item, with the values of the order in each of them, as Rows
// makes them. Where the reader has a layout of such documents, that is refined. Errors
// are *taught.RowsError.
func (by *Reader) Learn(d *doc.Document, rows []map[string]string) (*taught.Lesson, error) {
	right, err := exampleOf(rows)
	if err != nil {
		return nil, err
	}
	r := newReading(d, &Reader{Nets: by.Nets})
	general := r.general()
	var known *taught.Layout
	if by.Layout != nil {
		known = by.Layout(taught.PrintOf(r.pages))
	}
	general.HeadWith = func(items *taught.Layout) Cells {
		return newReading(d, &Reader{Nets: by.Nets, Layout: func(taught.Print) *taught.Layout { return items }}).general().Head
	}
	return taught.Learn(r.taughtView(part{last: len(r.pages) - 1}), right, general, known)
}

// general is the general reader's result for all orders of the document.
func (r *reading) general() taught.Read {
	general := taught.Read{Issuer: Buyer}
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

// exampleOf takes rows apart into the values of the order and those of line items. Of a
// document with several orders, the values of the first one are learned.
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
