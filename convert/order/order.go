// Package order understands a laid-out document as purchase orders: labels,
// parties, dates, amounts and line items, each cell with its evidence.
package order

import "lineitem/convert/doc"

// Read finds the purchase orders in a document, in the order in which they
// stand there. A document in which none can be found gives none.
func Read(d *doc.Document) []Order {
	return nil
}
