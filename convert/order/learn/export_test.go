package learn

// WidthOf is how many features the rows of a topic's weights have, 0 without
// weights.
func WidthOf(t Topic) int {
	if m := weights()[t]; m.Model != nil {
		return m.Features()
	}
	return 0
}
