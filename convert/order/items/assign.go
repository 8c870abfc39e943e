package items

import (
	"cmp"
	"slices"

	"lineitem/convert/order/value"
)

// What the columns of a table state is decided once, from claims: for each column
// and kind, how much speaks for it. Headings make most claims, weighed by how well
// the contents suit them; contents alone make weaker ones; arithmetic, the
// strongest. The claims are heard from the strongest to the weakest, and each kind
// that is answered goes to one column.

// Scores of claims. Those of headings that leave a choice reach from leastKind to 1.
const (
	provenScore  = 2.0  // arithmetic shows it
	leastKind    = 0.3  // the least of a heading that leaves a choice
	leastSole    = 0.2  // the least of one that leaves none
	measureScore = 0.25 // quantities with their units stand under the heading of units
	besideScore  = 0.18 // a second kind that shares the cells of the first
	namedScore   = 0.16 // the heading names it, though other contents were expected
	contentScore = 0.10 // the contents alone show it, times how well they do
	lastScore    = 0.02 // nothing else states what the heading or contents may mean
)

// Least shares of cells that suit a kind, for columns that have no heading.
const (
	bareDescription = 0.6
	bareLine        = 0.7
	bareDate        = 0.7
	bareUnit        = 0.85
	bareCode        = 0.75
	spareFit        = 0.5 // for kinds that the heading means less likely
	mostDescribed   = 0.3 // codes are no texts
	mostPercents    = 0.6 // amounts are no percentages
)

// claim is what speaks for a column's stating a kind.
type claim struct {
	column int
	kind   columnKind
	score  float64
	beside bool         // the kind shares the cells of another,
	with   columnKind   // of this one; kindUnknown for any
	unless []columnKind // but of none of these
	spare  bool         // also in place of a kind that is not answered
}

// shares reports whether the kind may share the cells of what a column states.
func (cl *claim) shares(c *tableColumn) bool {
	return c.kind != kindUnknown && c.kind != cl.kind && c.also == kindUnknown &&
		(cl.with == kindUnknown || cl.with == c.kind) && !slices.Contains(cl.unless, c.kind)
}

// assignKinds decides what each column states.
func (t *tableDraft) assignKinds() {
	t.see()
	claims := t.scoreClaims(t.claims())
	t.assign(claims)
	if proven := t.provenClaims(); len(proven) > 0 {
		t.assign(append(proven, claims...))
	}
	t.findDiscounts()
}

// assign gives kinds to columns by claims.
func (t *tableDraft) assign(claims []claim) {
	for i := range t.columns {
		t.columns[i].kind, t.columns[i].also = kindUnknown, kindUnknown
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.score, a.score) })
	var taken [numKinds]bool
	for _, cl := range claims {
		c := &t.columns[cl.column]
		free := cl.kind >= kindList || !taken[cl.kind]
		switch {
		case !free:
			continue
		case cl.beside && cl.shares(c):
			c.also = cl.kind
		case !cl.beside && (c.kind == kindUnknown || cl.spare && c.kind >= kindList):
			c.kind = cl.kind
		default:
			continue
		}
		taken[cl.kind] = true
	}
	for i := range t.columns {
		if t.columns[i].kind == kindUnknown {
			t.columns[i].kind = kindOther
		}
	}
}

// claims are those of headings and contents.
func (t *tableDraft) claims() []claim {
	var all []claim
	order := t.inOrder()
	counted := slices.ContainsFunc(t.columns, func(c tableColumn) bool { return c.means(kindQuantity) })
	described := false // by a column before
	for n, i := range order {
		c := &t.columns[i]
		all = append(all, c.headingClaims(i)...)
		all = append(all, c.besideClaims(i)...)
		if !counted && c.means(kindPrice) && c.means(kindTotal) {
			all = append(all, claim{column: i, kind: kindTotal, score: 1.1}) // work is paid as a whole
		}
		if described && c.means(kindDate) && c.known == 1 && c.seen.fits(kindDate) > spareFit {
			all = append(all, claim{column: i, kind: kindDate, score: lastScore + 0.01, spare: true})
		}
		if len(c.meanings) == 0 && c.seen.filled > 0 {
			beside := n > 0 && t.columns[order[n-1]].sharesCodes()
			all = append(all, c.bareClaims(i, n, beside)...)
		}
		described = described || c.means(kindDescription)
	}
	return all
}

// bareClaims are those of the contents of a column without heading, the nth of the
// table, which may stand beside another that is headed for codes and descriptions.
func (c *tableColumn) bareClaims(i, n int, beside bool) []claim {
	var all []claim
	add := func(k columnKind, least float64) {
		if fit := c.seen.fits(k); fit > least {
			all = append(all, claim{column: i, kind: k, score: contentScore * fit})
		}
	}
	add(kindDescription, bareDescription)
	if beside && len(all) > 0 {
		all[0].score = besideScore + 0.01 // codes and texts stand side by side under one heading
	}
	add(kindDate, bareDate)
	if n == 0 {
		add(kindLine, bareLine)
	} else {
		add(kindUnit, bareUnit)
	}
	if n <= 1 && c.seen.share(c.seen.repeated) < 0.5 && !value.IsAmount(c.seen.before) {
		add(kindCode, bareCode)
	}
	return all
}

// headingClaims are the claims of a column's heading, weighed by its contents.
func (c *tableColumn) headingClaims(i int) []claim {
	var all []claim
	for j, m := range c.meanings {
		for rank, k := range m.kinds {
			if k.amounts() && c.seen.share(c.seen.percents) > mostPercents {
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
			switch {
			case score >= leastKind || score >= leastSole && len(m.kinds) == 1:
			case k == kindDescription:
				score = namedScore
			default:
				continue
			}
			all = append(all, claim{column: i, kind: k, score: score})
		}
	}
	return all
}

// besideClaims are those of second kinds in a column's cells. A phrase that may
// mean the first kind says nothing else ("Pos" above "Item").
func (c *tableColumn) besideClaims(i int) []claim {
	var all []claim
	for n, m := range c.meanings {
		for rank, k := range m.kinds {
			apart := len(c.meanings) > 1 && (k == kindUnit || k == kindDescription || k == kindCode)
			if k < kindList && (m.shared || apart) {
				cl := claim{column: i, kind: k, score: besideScore - 0.001*float64(n+rank), beside: true}
				if !m.shared {
					cl.unless = m.kinds
				}
				all = append(all, cl)
			}
		}
	}
	if c.means(kindDescription) && c.seen.fits(kindCode) > 0.5 && c.namesCodes() {
		all = append(all, claim{column: i, kind: kindCode, score: namedScore - 0.01, beside: true, with: kindDescription})
	}
	if c.means(kindUnit) && c.seen.share(c.seen.measures) >= 0.5 {
		all = append(all, claim{column: i, kind: kindQuantity, score: measureScore}, claim{column: i, kind: kindUnit, score: measureScore - 0.01, beside: true})
	}
	if c.means(kindCode) && c.known == 1 && c.seen.filled > 0 && c.seen.fits(kindDescription) < mostDescribed {
		all = append(all, claim{column: i, kind: kindCode, score: lastScore + 0.01, spare: true})
	}
	if c.means(kindCode) {
		all = append(all, claim{column: i, kind: kindDescription, score: lastScore, beside: true, with: kindCode})
	}
	return all
}

// sharesCodes reports whether the column holds codes under a heading of codes and
// descriptions.
func (c *tableColumn) sharesCodes() bool {
	return c.means(kindCode) && c.means(kindDescription) && c.seen.fits(kindCode) > 0.5
}

// headsFigures reports whether a column is headed as one of figures.
func (t *tableDraft) headsFigures(column int) bool {
	c := &t.columns[column]
	return len(c.meanings) > 0 && c.meanings[0].kinds[0].numeric()
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
