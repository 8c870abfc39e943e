package convert

// Keys returns the keys of the result's columns: the header of a table of records.
func (r *Result) Keys() []string {
	keys := make([]string, len(r.Columns))
	for i, c := range r.Columns {
		keys[i] = c.Key
	}
	return keys
}

// Record returns row i as the values of all columns, in the order of Keys. A value
// that the row lacks is empty.
func (r *Result) Record(i int) []string {
	row := r.Rows[i]
	record := make([]string, len(r.Columns))
	for c, column := range r.Columns {
		if c < len(row) && row[c].Key == column.Key { // always so for the standard columns
			record[c] = row[c].Value
			continue
		}
		for _, p := range row {
			if p.Key == column.Key {
				record[c] = p.Value
				break
			}
		}
	}
	return record
}
