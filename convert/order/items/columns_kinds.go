package items

import (
	"cmp"
	"slices"
)

// The least scores by which a column is taken for a kind: that of a heading
// which leaves a choice, and that of one which leaves none.
const (
	leastKind = 0.3
	leastSole = 0.2
)

// findKinds tells what each column states, from its heading and from what
// stands beneath it. Each kind that is answered is given to one column.
func (t *tableDraft) findKinds() {
	t.see()
	t.shiftHeadings()
	type claim struct {
		column int
		kind   columnKind
		score  float64
	}
	var claims []claim
	for i := range t.columns {
		c := &t.columns[i]
		c.kind, c.also = kindUnknown, kindUnknown
		for j, m := range c.meanings {
			for rank, k := range m.kinds {
				if k == kindLine && c.seen.pixels > 1 && c.seen.rising == 0 {
					continue // a heading that was misread
				}
				if k.amounts() && c.seen.share(c.seen.percents) > 0.6 {
					continue // shares of something else: "% of fee"
				}
				score := (1 - 0.1*float64(rank)) * (1 - 0.15*float64(min(j, 4))) * (0.4 + 0.6*c.known) * (0.25 + 0.75*c.seen.fits(k))
				if m.shared && rank == 0 {
					// What shares its cells with another kind seldom fits it alone.
					score = max(score, 0.5)
				}
				if c.seen.filled == 0 {
					score *= 0.8
				}
				if score >= leastKind || score >= leastSole && len(m.kinds) == 1 {
					claims = append(claims, claim{i, k, score})
				}
			}
		}
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.score, a.score) })
	var taken [numKinds]bool
	for _, cl := range claims {
		c := &t.columns[cl.column]
		if c.kind != kindUnknown || taken[cl.kind] && cl.kind < kindList {
			continue
		}
		c.kind = cl.kind
		taken[cl.kind] = true
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.kind == kindUnknown && len(c.meanings) > 0 {
			c.kind = kindOther
		}
		c.also = t.second(c, &taken)
	}
	t.claimBare(&taken)
}

// shiftHeadings moves the headings of figures by one column to the right where
// they were set apart from their figures: the first heads a column in which next
// to nothing stands, and behind the last stands a column without heading.
func (t *tableDraft) shiftHeadings() {
	order := t.inOrder()
	last := len(order) - 1
	if last < 2 || !t.keys[order[last]].bare {
		return
	}
	first := last - 1
	for first > 0 && t.headsFigures(order[first-1]) {
		first--
	}
	behind, empty := &t.columns[order[last]].seen, &t.columns[order[first]].seen
	if last-first < 2 || !t.headsFigures(order[first]) || behind.share(behind.figures) < 0.6 || 5*empty.filled > behind.filled {
		return
	}
	for i := last; i > first; i-- {
		to, from := &t.columns[order[i]], &t.columns[order[i-1]]
		to.heading, to.meanings, to.known, to.label = from.heading, from.meanings, from.known, from.label
	}
	c := &t.columns[order[first]]
	c.heading, c.meanings, c.known, c.label = nil, nil, 0, ""
}

// headsFigures tells whether a column is headed as one of figures.
func (t *tableDraft) headsFigures(column int) bool {
	c := &t.columns[column]
	return len(c.meanings) > 0 && c.meanings[0].kinds[0].numeric()
}

// second is the kind that stands beside the column's first one in its cells. A
// phrase that may mean the first kind says nothing else ("Pos" above "Item").
func (t *tableDraft) second(c *tableColumn, taken *[numKinds]bool) columnKind {
	for _, m := range c.meanings {
		if m.shared || len(c.meanings) > 1 && !m.has(c.kind) {
			for _, k := range m.kinds {
				if k != c.kind && k < kindList && !taken[k] && (m.shared || k == kindUnit || k == kindDescription || k == kindCode) {
					taken[k] = true
					return k
				}
			}
		}
	}
	return kindUnknown
}

// claimBare gives the kinds that no heading claims to columns that are not
// understood by their heading.
func (t *tableDraft) claimBare(taken *[numKinds]bool) {
	take := func(k columnKind, least float64) {
		if taken[k] {
			return
		}
		best, at := least, -1
		for i := range t.columns {
			c := &t.columns[i]
			if k == kindUnit && t.opensRows(i) {
				continue // short words are codes there
			}
			if c.kind == kindUnknown && c.seen.fits(k) > best && c.seen.filled > 0 {
				best, at = c.seen.fits(k), i
			}
		}
		if at >= 0 {
			t.columns[at].kind = k
			taken[k] = true
		}
	}
	// A heading that names descriptions over a column of codes heads both,
	// one above the other.
	for i := range t.columns {
		if c := &t.columns[i]; !taken[kindDescription] && c.means(kindDescription) && (c.seen.filled > 0 || t.written(i)) && (c.kind == kindUnknown || c.kind == kindOther) {
			c.kind = kindDescription
			taken[kindDescription] = true
		}
		if c := &t.columns[i]; c.kind == kindDescription && !taken[kindCode] && c.seen.fits(kindCode) > 0.5 && c.namesCodes() {
			c.also = kindCode
			taken[kindCode] = true
		}
	}
	t.describeBeside()
	t.joinQuantity()
	t.leavePackings()
	t.preferTotal(taken)
	take(kindDescription, 0.6)
	if !taken[kindDescription] {
		// A column of codes that holds texts, or beneath which they stand.
		for i := range t.columns {
			c := &t.columns[i]
			if c.kind != kindCode && c.kind != kindLine && c.kind != kindUnknown && c.kind != kindOther {
				continue
			}
			switch {
			case c.seen.fits(kindDescription) > 0.6:
				c.kind = kindDescription
				taken[kindDescription] = true
			case c.kind == kindCode:
				c.also = kindDescription
				taken[kindDescription] = true
			}
			if taken[kindDescription] {
				break
			}
		}
	}
	if t.find(kindLine) < 0 && len(t.columns) > 0 {
		if first := t.leftmost(); first >= 0 {
			if c := &t.columns[first]; c.kind == kindUnknown && c.seen.fits(kindLine) > 0.7 {
				c.kind = kindLine
			}
		}
	}
	t.claimCounting(taken)
	t.claimCodes(taken)
	take(kindDate, 0.7)
	t.claimDates(taken)
	take(kindUnit, 0.85)
	for i := range t.columns {
		if t.columns[i].kind == kindUnknown {
			t.columns[i].kind = kindOther
		}
	}
}

// written tells whether texts stand in the column on lines that have no figures:
// the figures stand beside the middle of texts that take two lines.
func (t *tableDraft) written(column int) bool {
	for _, p := range t.parts {
		for i := range p.lines {
			if l := &p.lines[i]; l.class == plainLine && !l.dense && !l.beyond && column < len(l.cells) && len(l.cells[column]) > 0 {
				return true
			}
		}
	}
	return false
}

// describeBeside gives the descriptions that share a heading with codes to the
// column without heading behind it, where that holds texts: the two are set side
// by side under one heading.
func (t *tableDraft) describeBeside() {
	order := t.inOrder()
	for i, c := range order[:max(0, len(order)-1)] {
		codes, texts := &t.columns[c], &t.columns[order[i+1]]
		if codes.kind == kindCode && codes.also == kindDescription && codes.seen.fits(kindCode) > 0.5 &&
			len(texts.meanings) == 0 && texts.seen.fits(kindDescription) > 0.6 {
			codes.also, texts.kind = kindUnknown, kindDescription
		}
	}
}

// joinQuantity takes a column of units that holds quantities with their units
// for that of quantities, where the latter is empty: the two are often set
// close together.
func (t *tableDraft) joinQuantity() {
	q := t.find(kindQuantity)
	if q >= 0 && t.columns[q].seen.filled > 0 {
		return
	}
	for i := range t.columns {
		c := &t.columns[i]
		if c.means(kindUnit) && (c.kind == kindOther || c.kind == kindUnit || c.kind == kindUnknown) && c.seen.share(c.seen.measures) >= 0.5 {
			if q >= 0 {
				t.columns[q].kind = kindOther
			}
			c.kind, c.also = kindQuantity, kindUnit
			return
		}
	}
}

// leavePackings takes a column of units that holds packings ("10/CS") for one of
// something else, where the quantities have their units beside them.
func (t *tableDraft) leavePackings() {
	q, u := t.find(kindQuantity), t.find(kindUnit)
	if q < 0 || u < 0 || u == q || t.columns[u].kind != kindUnit {
		return
	}
	if of, by := &t.columns[u].seen, &t.columns[q].seen; 2*of.measures > of.filled && 2*by.measures > by.filled {
		t.columns[u].kind, t.columns[q].also = kindOther, kindUnit
	}
}

// preferTotal takes the one column of amounts of a table without quantities for
// that of totals, where its heading may mean both: the work that such tables
// order is paid as a whole.
func (t *tableDraft) preferTotal(taken *[numKinds]bool) {
	p := t.find(kindPrice)
	if p >= 0 && !taken[kindTotal] && !taken[kindQuantity] && t.columns[p].means(kindTotal) {
		t.columns[p].kind = kindTotal
		taken[kindPrice], taken[kindTotal] = false, true
	}
}

// claimDates takes a column that is headed as dates, of whatever they may be, for
// that of deliveries where no other states these. Before the texts dates tell
// when something was done.
func (t *tableDraft) claimDates(taken *[numKinds]bool) {
	order := t.inOrder()
	for _, i := range order[slices.Index(order, t.find(kindDescription))+1:] {
		if c := &t.columns[i]; !taken[kindDate] && c.kind == kindOtherDate && c.known == 1 && c.means(kindDate) && c.seen.fits(kindDate) > 0.7 {
			c.kind, taken[kindDate] = kindDate, true
		}
	}
}

// find is the index of the column that states the kind, alone or beside
// another, -1 when none does.
func (t *tableDraft) find(k columnKind) int {
	for i := range t.columns {
		if t.columns[i].kind == k {
			return i
		}
	}
	return slices.IndexFunc(t.columns, func(c tableColumn) bool { return c.also == k })
}

// leftmost is the index of the first column by x on the first page.
func (t *tableDraft) leftmost() int {
	best := -1
	for i, e := range t.parts[0].extents {
		if e.present && (best < 0 || e.left < t.parts[0].extents[best].left) {
			best = i
		}
	}
	return best
}
