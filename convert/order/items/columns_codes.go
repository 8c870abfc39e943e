package items

import "slices"

// claimCounting takes a column of codes that count the lines from 1 for that of
// their numbers, where no other numbers them ("Stock No." over 1, 2, 3).
func (t *tableDraft) claimCounting(taken *[numKinds]bool) {
	if t.find(kindLine) >= 0 {
		return
	}
	for i := range t.columns {
		c := &t.columns[i]
		if (c.kind == kindCode || c.kind == kindOtherCode || c.kind == kindOther) && c.means(kindCode) && c.seen.filled > 0 && c.seen.counting == c.seen.filled {
			if c.kind == kindCode {
				taken[kindCode] = false
			}
			c.kind, taken[kindLine] = kindLine, true
			return
		}
	}
}

// claimCodes takes another party's codes, or a column without heading before
// the descriptions, for the items' codes where nothing else states them.
func (t *tableDraft) claimCodes(taken *[numKinds]bool) {
	d := t.find(kindDescription)
	if taken[kindCode] {
		return
	}
	// The supplier's or the maker's number serves where there is no other.
	for i := range t.columns {
		if c := &t.columns[i]; c.kind == kindOtherCode && c.means(kindCode) && c.seen.fits(kindCode) > 0.5 {
			c.kind = kindCode
			taken[kindCode] = true
			return
		}
	}
	// What is headed as codes or as something else that others state is codes.
	for i := range t.columns {
		if c := &t.columns[i]; c.kind == kindOther && c.means(kindCode) && c.seen.filled > 0 && c.seen.fits(kindDescription) < 0.3 {
			c.kind = kindCode
			taken[kindCode] = true
			return
		}
	}
	if d < 0 {
		return
	}
	for i := range t.columns {
		c := &t.columns[i]
		least := 0.85
		if c.seen.repeated == 0 && t.opensRows(i) {
			least = 0.75 // each item has its own word
		}
		if c.kind == kindUnknown && len(c.meanings) == 0 && c.seen.fits(kindCode) > least && c.seen.share(c.seen.repeated) < 0.5 && t.parts[0].extents[i].middle < t.parts[0].extents[d].middle {
			c.kind = kindCode
			taken[kindCode] = true
			return
		}
	}
}

// opensRows tells whether a column stands before both the descriptions and the
// quantities, where each has a column.
func (t *tableDraft) opensRows(column int) bool {
	order := t.inOrder()
	at := slices.Index(order, column)
	for _, k := range [...]columnKind{kindDescription, kindQuantity} {
		if i := t.find(k); i < 0 || slices.Index(order, i) <= at {
			return false
		}
	}
	return true
}

// describeCodes gives the descriptions to the column of codes as well, where no
// other states them and texts stand beneath the codes.
func (t *tableDraft) describeCodes() {
	c := t.find(kindCode)
	if c >= 0 && t.find(kindDescription) < 0 && t.columns[c].also == kindUnknown && t.written(c) {
		t.columns[c].also = kindDescription
	}
}
