package items

import (
	"lineitem/convert/order/headings"
	"lineitem/convert/order/mechanism"
)

var checkedSums = mechanism.New("items: columns by arithmetic")

// Shares of a table's lines on which quantity × price = total, by which arithmetic decides what columns state.
const (
	enoughProven = 0.5 // from this share on, the reading by headings stays unless all lines agree with another
	clearlyMore  = 0.7 // otherwise, the least share for another reading
)

// maxSumColumns bounds the columns of figures that are tried for one kind.
const maxSumColumns = 10

// provenClaims tests by the figures which columns hold quantity, price and total. If
// quantity × price = total fails for the columns that were assigned and holds for others,
// it returns claims for these.
func (t *tableDraft) provenClaims() []claim {
	lines := t.denseLines()
	if len(lines) == 0 || !checkedSums.On() {
		return nil
	}
	now := t.productColumns()
	current, least := 0, clearlyMore*float64(len(lines))
	if now[0] >= 0 && now[1] >= 0 && now[2] >= 0 {
		current = t.proven(lines, now)
		if current > 0 && current+1 >= len(lines) {
			return nil
		}
		if float64(current) >= enoughProven*float64(len(lines)) {
			least = float64(len(lines)) // the other lines may have been discounted or rounded
		}
	}
	best, kept, top := current, 0, now
	for _, a := range t.figuresFor(headings.Quantity, now[0]) {
		for _, b := range t.figuresFor(headings.Price, now[1]) {
			for _, c := range t.figuresFor(headings.Total, now[2]) {
				if a == b || b == c || a == c {
					continue
				}
				try, same := [3]int{a, b, c}, 0
				for i := range try {
					if try[i] == now[i] {
						same++
					}
				}
				if n := t.proven(lines, try); n > best || n == best && n > current && same > kept {
					best, kept, top = n, same, try
				}
			}
		}
	}
	if best == current || float64(best) < least {
		return nil
	}
	claims := make([]claim, len(top))
	for i, k := range productKinds {
		claims[i] = claim{column: top[i], kind: k, score: provenScore}
	}
	return claims
}

// denseLines returns the lines that surely state items.
func (t *tableDraft) denseLines() []*bodyLine {
	var lines []*bodyLine
	for _, p := range t.parts {
		for i := range p.lines {
			if p.lines[i].isTelling() {
				lines = append(lines, &p.lines[i])
			}
		}
	}
	return lines
}

// figuresFor returns the columns of figures that may state the kind: first the one that
// is assigned to it, if any, then those whose own kind does not rule it out.
func (t *tableDraft) figuresFor(k headings.Kind, first int) []int {
	var columns []int
	if first >= 0 {
		columns = append(columns, first)
	}
	for i := range t.columns {
		c := &t.columns[i]
		if i == first || c.content.share(c.content.figures) < 0.6 || c.content.dates > 0 || len(columns) >= maxSumColumns {
			continue
		}
		switch c.kind {
		case headings.Unknown, headings.Other:
			columns = append(columns, i)
		case headings.PerUnits:
			if k == headings.Price {
				columns = append(columns, i)
			}
		case headings.OtherCode:
			if k == headings.Price && c.known < 1 {
				columns = append(columns, i)
			}
		case headings.Price, headings.ListPrice:
			if k == headings.Price || k == headings.Total {
				columns = append(columns, i)
			}
		case headings.Total, headings.Gross:
			if k == headings.Total || k == headings.Price && c.kind == headings.Total {
				columns = append(columns, i)
			}
		case headings.OtherQuantity:
			if k == headings.Quantity {
				columns = append(columns, i)
			}
		}
	}
	return columns
}

// proven counts the lines on which quantity × price = total holds for the columns. It
// returns 0 if most of these totals equal their quantity, as happens with two columns of
// the same tax rates next to a column of values near 1.
func (t *tableDraft) proven(lines []*bodyLine, columns [3]int) int {
	n, repeated := 0, 0
	for _, l := range lines {
		r := tableRow{anchor: l, cells: l.cells}
		f := t.figuresIn(&r, columns)
		if !t.proves(&r, &f) {
			continue
		}
		n++
		if f.numbers[2].Value.Equal(f.numbers[0].Value) {
			repeated++
		}
	}
	if 2*repeated > n {
		return 0
	}
	return n
}
