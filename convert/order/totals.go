package order

// readTotals reads subtotal, tax, shipping and total.
func readTotals(r *reading, p part, o *Order) {}

// prove checks the order's arithmetic and notes it in the evidence.
func prove(r *reading, p part, o *Order) {}
