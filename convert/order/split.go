package order

// split tells which parts of the document hold one order each.
func split(r *reading) []part {
	if len(r.pages) == 0 {
		return nil
	}
	return []part{{first: 0, last: len(r.pages) - 1, tables: r.tables}}
}
