package order

// readLabels reads the order-level values that stand beside or beneath a
// label: number, dates, terms, shipping method, currency.
func readLabels(r *reading, p part, o *Order) {}
