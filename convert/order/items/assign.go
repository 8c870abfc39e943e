package items

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/headings"
)

// What the columns of a table state is decided once, from claims. A claim says that a
// column states a kind, and its score how much speaks for that. Most claims come from
// headings, weighted by how well the contents fit them; some come from a network's probabilities,
// the strongest from arithmetic. Claims are granted from the strongest to the weakest,
// and each kind that is a value of a converted order goes to one column only.

// Scores of claims. Those of headings with several meanings range from leastKind to 1.
const (
	provenScore  = 2.0  // arithmetic shows it
	leastKind    = 0.3  // least score that counts for a heading that may mean several kinds
	leastSole    = 0.2  // the same for a heading that means one kind
	measureScore = 0.25 // quantities with their units are under a heading of units
	besideScore  = 0.18 // a second kind that shares the cells of the first
	namedScore   = 0.16 // the heading names it, but the contents do not look like it
	lastScore    = 0.02 // the heading may mean it; granted only if no other column states it
)

// Shares of cells.
const (
	mostDescribed = 0.3 // a column of codes fits descriptions less than this
	mostPercents  = 0.6 // a column with more percentages than this holds no amounts
)

// claim says that a column states a kind.
type claim struct {
	column int
	kind   headings.Kind
	score  float64
	beside bool            // the kind shares its cells with the column's first kind,
	with   headings.Kind   // which must be this one; headings.Unknown for any
	unless []headings.Kind // and none of these
	spare  bool            // may replace a kind that is no value of a converted order
}

// shares reports whether the claimed kind may share its cells with what the column already states.
func (cl *claim) shares(c *tableColumn) bool {
	return c.kind != headings.Unknown && c.kind != cl.kind && c.also == headings.Unknown &&
		(cl.with == headings.Unknown || cl.with == c.kind) && !slices.Contains(cl.unless, c.kind)
}

// assignKinds decides what each column states.
func (t *tableDraft) assignKinds() {
	t.countContents()
	claims := t.scoreClaims(t.claims())
	t.assign(claims)
	if proven := t.provenClaims(); len(proven) > 0 {
		t.assign(append(proven, claims...))
	}
}

// assign gives kinds to columns by claims, the strongest first.
func (t *tableDraft) assign(claims []claim) {
	for i := range t.columns {
		t.columns[i].kind, t.columns[i].also = headings.Unknown, headings.Unknown
	}
	slices.SortStableFunc(claims, func(a, b claim) int { return cmp.Compare(b.score, a.score) })
	var taken [headings.NumKinds]bool
	for _, cl := range claims {
		c := &t.columns[cl.column]
		free := !cl.kind.InOutput() || !taken[cl.kind]
		switch {
		case !free:
			continue
		case cl.beside && cl.shares(c):
			c.also = cl.kind
		case !cl.beside && (c.kind == headings.Unknown || cl.spare && !c.kind.InOutput()):
			c.kind = cl.kind
		default:
			continue
		}
		taken[cl.kind] = true
	}
	for i := range t.columns {
		if t.columns[i].kind == headings.Unknown {
			t.columns[i].kind = headings.Other
		}
	}
}

// claims returns the claims made by headings, in view of the contents beneath them.
func (t *tableDraft) claims() []claim {
	var all []claim
	for _, i := range t.inOrder() {
		c := &t.columns[i]
		all = append(all, c.headingClaims(i)...)
		all = append(all, c.besideClaims(i)...)
	}
	return all
}

// headingClaims returns the claims of a column's heading, weighted by how well its contents fit.
func (c *tableColumn) headingClaims(i int) []claim {
	var all []claim
	for j, m := range c.meanings {
		for rank, k := range m.Kinds {
			if k.Amounts() && c.content.share(c.content.percents) > mostPercents {
				continue // shares of something else: "% of fee"
			}
			score := (1 - 0.1*float64(rank)) * (1 - 0.15*float64(min(j, 4))) * (0.4 + 0.6*c.known) * (0.25 + 0.75*c.content.fits(k))
			if m.Shared && rank == 0 {
				// Contents that share their cells with another kind seldom fit a kind well.
				score = max(score, 0.5)
			}
			if c.content.filled == 0 {
				score *= 0.8
			}
			switch {
			case score >= leastKind || score >= leastSole && len(m.Kinds) == 1:
			case k == headings.Description:
				score = namedScore
			default:
				continue
			}
			all = append(all, claim{column: i, kind: k, score: score})
		}
	}
	return all
}

// besideClaims returns mostly the claims of second kinds in a column's cells. A phrase
// that may mean the first kind does not stand for a second one ("Pos" above "Item").
func (c *tableColumn) besideClaims(i int) []claim {
	var all []claim
	for n, m := range c.meanings {
		for rank, k := range m.Kinds {
			apart := len(c.meanings) > 1 && (k == headings.Unit || k == headings.Description || k == headings.Code)
			if k.InOutput() && (m.Shared || apart) {
				cl := claim{column: i, kind: k, score: besideScore - 0.001*float64(n+rank), beside: true}
				if !m.Shared {
					cl.unless = m.Kinds
				}
				all = append(all, cl)
			}
		}
	}
	if c.means(headings.Description) && c.content.fits(headings.Code) > 0.5 && c.namesCodes() {
		all = append(all, claim{column: i, kind: headings.Code, score: namedScore - 0.01, beside: true, with: headings.Description})
	}
	if c.means(headings.Unit) && c.content.share(c.content.measures) >= 0.5 {
		all = append(all, claim{column: i, kind: headings.Quantity, score: measureScore}, claim{column: i, kind: headings.Unit, score: measureScore - 0.01, beside: true})
	}
	if c.means(headings.Code) && c.known == 1 && c.content.filled > 0 && c.content.fits(headings.Description) < mostDescribed {
		all = append(all, claim{column: i, kind: headings.Code, score: lastScore + 0.01, spare: true})
	}
	if c.means(headings.Code) {
		all = append(all, claim{column: i, kind: headings.Description, score: lastScore, beside: true, with: headings.Code})
	}
	return all
}

// find returns the index of the column that states the kind, alone or beside
// another, or -1 if none does.
func (t *tableDraft) find(k headings.Kind) int {
	for i := range t.columns {
		if t.columns[i].kind == k {
			return i
		}
	}
	return slices.IndexFunc(t.columns, func(c tableColumn) bool { return c.also == k })
}

// cellOf returns the words of a line's cell in the column that states the kind, or nil if none does.
func (t *tableDraft) cellOf(l *bodyLine, k headings.Kind) []*doc.Word {
	if c := t.find(k); c >= 0 && c < len(l.cells) {
		return l.cells[c]
	}
	return nil
}

// productKinds are the kinds that arithmetic connects: quantity × price = total.
var productKinds = [...]headings.Kind{headings.Quantity, headings.Price, headings.Total}

// productColumns returns the indices of the columns of productKinds, as find returns them.
func (t *tableDraft) productColumns() (columns [len(productKinds)]int) {
	for i, k := range productKinds {
		columns[i] = t.find(k)
	}
	return columns
}
