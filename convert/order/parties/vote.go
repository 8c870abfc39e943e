package parties

import (
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/misread"
	"lineitem/convert/order/schema"
)

// organisation gathers what speaks for one organisation being the buyer or the supplier.
type organisation struct {
	key             []string
	buyer, supplier vote
}

// vote adds up evidence: the strongest counts whole, what agrees with it half.
type vote struct {
	best, sum float64
	name      partyName
	page      *partyPage
	full      fullName
}

// fullName is the best name with a legal form by which an organisation is
// called: a logo gives it without.
type fullName struct {
	score float64
	name  partyName
	page  *partyPage
}

func (v *vote) add(score float64, n partyName, p *partyPage) {
	v.sum += score
	if score > v.best {
		v.best, v.name, v.page = score, n, p
	}
	if score > v.full.score && n.traits&address.Legal != 0 {
		v.full = fullName{score, n, p}
	}
}

func (v *vote) total() float64 { return v.best + 0.5*(v.sum-v.best) }

// org finds the organisation of a name among those known, or adds it.
func (pr *partyReader) org(key []string) *organisation {
	for i := range pr.orgs {
		if sameParty(pr.orgs[i].key, key) {
			return &pr.orgs[i]
		}
	}
	pr.orgs = append(pr.orgs, organisation{key: key})
	return &pr.orgs[len(pr.orgs)-1]
}

// choose votes on who is buyer and who is supplier, and sets both.
func (pr *partyReader) choose(head *schema.Cells) {
	for _, b := range pr.blocks {
		n, ok := b.name()
		if !ok {
			continue
		}
		org := pr.org(n.key)
		convincing := 0.0
		if n.traits != 0 || b.weight() >= 2 {
			convincing = 1
		}
		if b.head.namesOrganisation() {
			convincing = 1
		}
		person := n.traits == 0 && isPerson(n.text) && !b.head.namesOrganisation()
		if b.roles&roleSupplier != 0 {
			org.supplier.add(8+convincing, n, b.page)
		}
		switch {
		case b.roles&roleBuyer == 0:
		case person && convincing > 0: // who buys for the organisation
			org.buyer.add(2.5, n, b.page)
		case convincing > 0 || b.head.head.words > 1 && !person:
			org.buyer.add(6+convincing, n, b.page)
		case len(n.key) == 1: // a short name of an organisation, or of a person
			org.buyer.add(0.8, n, b.page)
		}
		if b.roles&roleRemit != 0 {
			org.supplier.add(1.5+convincing, n, b.page)
		}
		to, from := &org.supplier, &org.buyer
		if pr.invoice {
			to, from = from, to
		}
		if b.roles&roleTo != 0 {
			to.add(3+4*convincing, n, b.page)
		}
		if b.roles&roleFrom != 0 {
			from.add(1+5*convincing, n, b.page)
		}
		if b.roles&roleBillTo != 0 && convincing > 0 {
			score := 2.5
			if pr.invoice {
				score = 5
			}
			org.buyer.add(score, n, b.page)
		}
		if b.roles&roleShipTo != 0 && convincing > 0 {
			score := 2.0
			if b.lines[0].traits&(address.Place|address.Legal) == address.Place || n.traits == 0 && !(misread.Recognised(n.words) && pr.sighted(n.key)) {
				score = 0.8
			}
			org.buyer.add(score, n, b.page)
		}
	}
	for i := range pr.seen {
		pr.vote(&pr.seen[i])
	}
	pr.voteMail()
	for i := range pr.orgs {
		if o := &pr.orgs[i]; o.buyer.best > 0 && !pr.invoice && o.buyer.name.fits(pr.domains) {
			o.buyer.sum++
		}
	}
	buyer, supplier := pr.bestPair()
	if pr.invoice && head[schema.BillTo].Value == "" {
		head[schema.BillTo] = pr.invoiced(buyer)
	}
	if buyer >= 0 {
		head[schema.Buyer] = pr.orgs[buyer].buyer.cell()
	}
	if supplier >= 0 {
		head[schema.Supplier] = pr.orgs[supplier].supplier.cell()
	}
}

// namesOrganisation tells whether a heading says that an organisation's name
// follows, not that of whom it employs: "Organisation Name".
func (s *partySeg) namesOrganisation() bool {
	for _, k := range s.keys()[:min(len(s.keys()), maxHeadWords)] {
		switch k.text {
		case "organisation", "organization", "company", "firma", "entreprise", "societe", "empresa", "azienda", "ditta", "bedrijf", "foretag", "virksomhed", "yritys", "spolecnost":
			return true
		}
	}
	return false
}

// sighted tells whether a name also stands without a heading, as in a
// letterhead. Where a recogniser cannot tell bold type that counts for more.
func (pr *partyReader) sighted(key []string) bool {
	return slices.ContainsFunc(pr.seen, func(g sighting) bool { return sameParty(g.key, key) })
}

// invoiced is the address to which an invoice without the words "bill to"
// goes: that of its buyer.
func (pr *partyReader) invoiced(buyer int) schema.Cell {
	if b := pr.bestBlock(roleBuyer | roleTo); b != nil {
		return b.cell()
	}
	for _, g := range pr.seen {
		if buyer >= 0 && g.block != nil && len(g.block.lines) > 2 && sameParty(g.key, pr.orgs[buyer].key) {
			return g.block.cell()
		}
	}
	return schema.Cell{}
}

// vote counts what a name without heading says of its organisation.
func (pr *partyReader) vote(g *sighting) {
	if firm, page, ok := pr.firmOf(g); ok {
		g.partyName, g.page = firm, page
	}
	org := pr.org(g.key)
	issuer, receiver := &org.buyer, &org.supplier
	if pr.invoice {
		issuer, receiver = receiver, issuer
	}
	if g.fits(pr.domains) {
		g.score += 1.5
	}
	switch g.place {
	case placeWindow:
		if g.addressed || underSender(g.box, pr.seen) {
			receiver.add(g.score+3, g.partyName, g.page)
			return
		}
		issuer.add(g.score+pr.owns(g), g.partyName, g.page)
		if g.block.weight() >= 2 {
			receiver.add(0.6*(g.score-g.issuers)+pr.addressWindow(g)+g.block.addresses(), g.partyName, g.page)
		}
	case placeText:
		receiver.add(g.score, g.partyName, g.page)
		issuer.add(0.5*g.score, g.partyName, g.page)
	case placeSentence:
		if g.addressed {
			org.supplier.add(g.score, g.partyName, g.page)
		} else {
			org.buyer.add(g.score, g.partyName, g.page)
		}
	default:
		issuer.add(g.score, g.partyName, g.page)
	}
}

// voteMail counts from whom and to whom the order was mailed.
func (pr *partyReader) voteMail() {
	for i := range pr.orgs {
		o := &pr.orgs[i]
		issuer, receiver := &o.buyer, &o.supplier
		if pr.invoice {
			issuer, receiver = receiver, issuer
		}
		known := issuer
		if receiver.best > known.best {
			known = receiver
		}
		if known.page == nil {
			continue
		}
		n, p := known.name, known.page
		if n.fits([]string{pr.mail.from}) {
			issuer.add(4, n, p)
		} else if n.fits([]string{pr.mail.to}) {
			receiver.add(4, n, p)
		}
	}
}

// bestPair chooses the organisations that are most likely buyer and supplier;
// one organisation is never both. -1 stands for none.
func (pr *partyReader) bestPair() (buyer, supplier int) {
	buyer, supplier = -1, -1
	best := 0.0
	score := func(i int, side func(*organisation) *vote) float64 {
		if i < 0 {
			return 0
		}
		return side(&pr.orgs[i]).total()
	}
	byBuyer := func(o *organisation) *vote { return &o.buyer }
	bySupplier := func(o *organisation) *vote { return &o.supplier }
	for i := -1; i < len(pr.orgs); i++ {
		b := score(i, byBuyer)
		if i >= 0 && b == 0 {
			continue
		}
		for k := -1; k < len(pr.orgs); k++ {
			s := score(k, bySupplier)
			if k >= 0 && (s == 0 || k == i) {
				continue
			}
			if b+s > best {
				best, buyer, supplier = b+s, i, k
			}
		}
	}
	return buyer, supplier
}

// cell gives the name that won, or its full form where it is cut short.
func (v *vote) cell() schema.Cell {
	if f := &v.full; v.name.traits&address.Legal == 0 && startsWith(f.name.key, v.name.key) && (v.name.alone || len(f.name.key) > len(v.name.key)) {
		v.name, v.page = f.name, f.page
	}
	var box doc.Box
	for _, w := range v.name.words {
		box = box.Union(w.Box)
	}
	return newPartyCell(v.name.text, slices.Clone(v.name.words), box, v.page, min(0.98, 0.5+0.06*v.total()))
}

// startsWith tells whether a name's words begin with those of another.
func startsWith(name, start []string) bool {
	return len(name) >= len(start) && slices.Equal(name[:len(start)], start)
}
