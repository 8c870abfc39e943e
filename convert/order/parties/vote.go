package parties

import (
	"slices"

	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/schema"
)

// organisation gathers what speaks for one organisation being the buyer or the supplier.
type organisation struct {
	key             []string
	buyer, supplier vote
}

// evidence adds up: the strongest counts whole, what agrees with it half.
type evidence struct{ best, sum float64 }

func (e *evidence) add(score float64) {
	e.sum += score
	e.best = max(e.best, score)
}

func (e *evidence) total() float64 { return e.best + 0.5*(e.sum-e.best) }

// vote is the evidence for an organisation in one role.
type vote struct {
	evidence
	from      *Candidate // with the best name
	full      *Candidate // with the best name that has a legal form: a logo gives it without
	fullScore float64
}

func (v *vote) count(score float64, c *Candidate) {
	if score == 0 {
		return
	}
	if score > v.best {
		v.from = c
	}
	if c.name.traits&address.Legal != 0 && (v.full == nil || score > v.fullScore) {
		v.full, v.fullScore = c, score
	}
	v.add(score)
}

// organisations gathers candidates by the organisations that they name.
func organisations(all []Candidate) []organisation {
	var orgs []organisation
	for i := range all {
		c := &all[i]
		if len(c.name.key) == 0 {
			continue
		}
		k := slices.IndexFunc(orgs, func(o organisation) bool { return sameParty(o.key, c.name.key) })
		if k < 0 {
			k, orgs = len(orgs), append(orgs, organisation{key: c.name.key})
		}
		orgs[k].buyer.count(c.Buyer, c)
		orgs[k].supplier.count(c.Supplier, c)
	}
	return orgs
}

// choose votes on who is buyer and who is supplier, and sets both.
func (pr *partyReader) choose(all []Candidate, head *schema.Cells) {
	orgs := organisations(all)
	buyer, supplier := bestPair(orgs)
	if pr.invoice && head[schema.BillTo].Value == "" {
		head[schema.BillTo] = pr.invoiced(buyer)
	}
	if buyer != nil {
		head[schema.Buyer] = buyer.buyer.cell()
	}
	if supplier != nil {
		head[schema.Supplier] = supplier.supplier.cell()
	}
}

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

// headed gives the candidate of a headed block. Of the heading's roles some say
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

// invoiced is the address to which an invoice without the words "bill to"
// goes: that of its buyer.
func (pr *partyReader) invoiced(buyer *organisation) schema.Cell {
	if b := pr.bestBlock(keyvalue.RoleBuyer | keyvalue.RoleTo); b != nil {
		return b.cell()
	}
	for _, g := range pr.seen {
		if buyer != nil && g.block != nil && len(g.block.lines) > 2 && sameParty(g.key, buyer.key) {
			return g.block.cell()
		}
	}
	return schema.Cell{}
}

// unheaded gives the candidate of a name without heading.
func (pr *partyReader) unheaded(g *sighting) Candidate {
	c := Candidate{Place: g.place, page: g.page, block: g.block, name: g.partyName}
	issuer, receiver := &c.Buyer, &c.Supplier
	if pr.sale {
		issuer, receiver = receiver, issuer
	}
	score := g.score
	if g.fits(pr.domains) {
		score += 1.5
	}
	switch g.place {
	case InWindow:
		if g.addressed {
			*receiver = score + 3
			return c
		}
		*issuer = score
		if g.block.weight() >= 2 {
			*receiver = 0.6*(score-g.issuers) + pr.addressWindow(g)
		}
	case InText:
		*receiver, *issuer = score, 0.5*score
	default:
		*issuer = score
	}
	return c
}

// bestPair chooses the organisations that are most likely buyer and supplier, nil
// for none; one organisation is never both.
func bestPair(orgs []organisation) (buyer, supplier *organisation) {
	best := 0.0
	for i := -1; i < len(orgs); i++ {
		var b *organisation
		score := 0.0
		if i >= 0 {
			b = &orgs[i]
			if score = b.buyer.total(); score == 0 {
				continue
			}
		}
		if score > best {
			best, buyer, supplier = score, b, nil
		}
		for k := range orgs {
			if s := orgs[k].supplier.total(); k != i && s > 0 && score+s > best {
				best, buyer, supplier = score+s, b, &orgs[k]
			}
		}
	}
	return buyer, supplier
}

var fullNames = mechanism.New("parties: full names of logos")

// cell gives the name that won, or its full form where it is cut short.
func (v *vote) cell() schema.Cell {
	c := v.from
	if n := &c.name; fullNames.On() && v.full != nil && n.traits&address.Legal == 0 && startsWith(v.full.name.key, n.key) && (n.alone || len(v.full.name.key) > len(n.key)) {
		c = v.full
	}
	return c.NameCell(min(0.98, 0.5+0.06*v.total()))
}

// startsWith reports whether a name's words begin with those of another.
func startsWith(name, start []string) bool {
	return len(name) >= len(start) && slices.Equal(name[:len(start)], start)
}
