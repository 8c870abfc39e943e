package parties

import "lineitem/convert/order/keyvalue"

// evidence adds up: the strongest counts whole, what agrees with it half.
type evidence struct{ best, sum float64 }

func (e *evidence) add(score float64) {
	e.sum += score
	e.best = max(e.best, score)
}

func (e *evidence) total() float64 { return e.best + 0.5*(e.sum-e.best) }

// side is whom evidence speaks for.
type side uint8

const (
	sideBuyer side = iota
	sideSupplier
)

// roleWeights are how much a heading's role counts for a name that stands alone,
// and for one that shows, or whose address shows, that it is an organisation's.
var roleWeights = [...]struct {
	role              Role
	side              side
	plain, convincing float64
}{
	{keyvalue.RoleSupplier, sideSupplier, 8, 9},
	{keyvalue.RoleBuyer, sideBuyer, 0.8, 7},
	{keyvalue.RoleRemit, sideSupplier, 1.5, 2.5},
	{keyvalue.RoleTo, sideSupplier, 3, 7}, // of a sale, the buyer
	{keyvalue.RoleFrom, sideBuyer, 1, 6},  // of a sale, the supplier
	{keyvalue.RoleBillTo, sideBuyer, 0, 2.5},
	{keyvalue.RoleShipTo, sideBuyer, 0, 2},
}

// headed returns the candidate of a headed block. Of the heading's roles some say
// more than others who it is that stands there.
func (pr *partyReader) headed(b *headedBlock) Candidate {
	c := Candidate{Place: InHeading, Roles: b.roles, page: b.page, block: b.partyBlock, Address: b.score()}
	if b.within {
		c.Place = InText
		return c
	}
	n, ok := b.name()
	if !ok {
		return c
	}
	c.name = n
	convincing := n.traits != 0 || b.weight() >= 2
	to, from := sideSupplier, sideBuyer
	if pr.sale {
		to, from = from, to
	}
	var sides [2]evidence
	for _, w := range roleWeights {
		if b.roles&w.role == 0 {
			continue
		}
		score, side := w.plain, w.side
		if convincing {
			score = w.convincing
		}
		switch w.role {
		case keyvalue.RoleTo:
			side = to
		case keyvalue.RoleFrom:
			side = from
		}
		sides[side].add(score)
	}
	c.Buyer, c.Supplier = sides[sideBuyer].total(), sides[sideSupplier].total()
	return c
}

// unheaded returns the candidate of a name without heading.
func (pr *partyReader) unheaded(g *sighting) Candidate {
	c := Candidate{Place: g.place, page: g.page, block: g.block, name: g.partyName}
	issuer, receiver := &c.Buyer, &c.Supplier
	if pr.sale {
		issuer, receiver = receiver, issuer
	}
	score := g.score
	switch g.place {
	case InWindow:
		if g.addressed {
			*receiver = score + 3
			return c
		}
		*issuer = score
		if g.block.weight() >= 2 {
			*receiver = 0.6 * (score - g.issuers)
		}
	default:
		*issuer = score
	}
	return c
}
