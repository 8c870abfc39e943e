package order

// readParties reads buyer, supplier, ship-to and bill-to.
func readParties(r *reading, p part, o *Order) {}
