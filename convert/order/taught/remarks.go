package taught

// Remarks tells what is remembered, a sentence for each column.
func (l *Layout) Remarks() []string { return nil }
