package parties

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/learn"
)

// weighPair lets the examiner choose buyer and supplier among the
// organisations where it is surer than the votes. One organisation is never
// both: then the votes stand.
func (pr *partyReader) weighPair(buyer, supplier int) (int, int) {
	if len(pr.orgs) == 0 || pr.invoice {
		return buyer, supplier
	}
	rows := pr.rows(buyer, supplier)
	names := func(side func(*organisation) *vote) [][]string {
		var all [][]string
		for i := range pr.orgs {
			v := side(&pr.orgs[i])
			if v.best == 0 {
				v = pr.orgs[i].either()
			}
			all = append(all, []string{v.name.text})
		}
		return all
	}
	b, _ := pr.exam.Choose(learn.Question{Topic: learn.Buyer, Rows: rows, Rule: buyer, Values: names(func(o *organisation) *vote { return &o.buyer })})
	s, _ := pr.exam.Choose(learn.Question{Topic: learn.Supplier, Rows: rows, Rule: supplier, Values: names(func(o *organisation) *vote { return &o.supplier })})
	if b >= 0 && b == s {
		return buyer, supplier
	}
	return b, s
}

// either is the vote that names the organisation.
func (o *organisation) either() *vote {
	if o.buyer.best == 0 {
		return &o.supplier
	}
	return &o.buyer
}

// weighedRoles are the roles of headings that are told apart.
var weighedRoles = [...]partyRole{roleBuyer, roleSupplier, roleShipTo, roleBillTo, roleTo, roleFrom, roleRemit, roleThird | roleOther}

// rows are the features of all organisations.
func (pr *partyReader) rows(buyer, supplier int) []learn.Row {
	var tops [2]float64
	for i := range pr.orgs {
		tops[0], tops[1] = max(tops[0], pr.orgs[i].buyer.total()), max(tops[1], pr.orgs[i].supplier.total())
	}
	var headed [len(weighedRoles)]bool
	for j, role := range weighedRoles {
		headed[j] = slices.ContainsFunc(pr.blocks, func(b headedBlock) bool { return b.roles&role != 0 })
	}
	rows := make([]learn.Row, len(pr.orgs))
	for i := range pr.orgs {
		o := &pr.orgs[i]
		r := pr.row(o)
		var rivals [2]float64
		for k := range pr.orgs {
			if k != i {
				rivals[0], rivals[1] = max(rivals[0], pr.orgs[k].buyer.total()), max(rivals[1], pr.orgs[k].supplier.total())
			}
		}
		r.Add(o.buyer.total(), o.supplier.total(), o.buyer.total()-rivals[0], o.supplier.total()-rivals[1], tops[0], tops[1])
		r.Flag(i == buyer)
		r.Flag(i == supplier)
		r.Add(float64(len(pr.orgs)), float64(len(pr.blocks)))
		for _, h := range headed {
			r.Flag(h)
		}
		rows[i] = r
	}
	return rows
}

// row are the features of an organisation but for its votes.
func (pr *partyReader) row(o *organisation) learn.Row {
	r := make(learn.Row, 0, 72)
	var best, words [len(weighedRoles)]float64 // of its headed blocks
	var sights [placeSentence + 1]float64
	var traits address.Trait
	first, left, size := 9.0, 1.0, 0.0 // its first place, in pages, and largest type, in sizes of the body
	weight, beneath, postal, long, count, windows := 0, 0, 0, 0, 0, 0
	owns, window := 0.0, 0.0
	person, addressed, under, beside := false, false, false, false
	note := func(n *partyName, p *partyPage) {
		if len(n.words) == 0 {
			return
		}
		b := n.words[0].Box
		if y := b.Y0/p.Height + float64(p.index-pr.pages[0].index); y < first {
			first, left = y, b.X0/p.Width
		}
		size = max(size, n.words[0].Size/p.BodySize())
		traits |= n.traits
		long = max(long, len(n.words))
		person = person || isPerson(n.text)
		count++
	}
	for k := range pr.blocks {
		b := &pr.blocks[k]
		n, ok := b.name()
		if !ok || !sameParty(n.key, o.key) {
			continue
		}
		note(&n, b.page)
		weight = max(weight, b.weight())
		if b.beneath {
			beneath++
		}
		convincing := 1.0
		if n.traits != 0 {
			convincing++
		}
		if b.weight() >= 2 {
			convincing++
		}
		for j, role := range weighedRoles {
			if b.roles&role != 0 {
				best[j], words[j] = max(best[j], convincing), max(words[j], float64(b.words))
			}
		}
	}
	for k := range pr.seen {
		g := &pr.seen[k]
		if !sameParty(g.key, o.key) {
			continue
		}
		note(&g.partyName, g.page)
		if int(g.place) < len(sights) {
			sights[g.place] = max(sights[g.place], g.score)
		}
		addressed = addressed || g.addressed
		if g.place != placeWindow {
			continue
		}
		windows++
		under = under || underSender(g.box, pr.seen)
		owns, window = max(owns, pr.owns(g)), max(window, pr.addressWindow(g))
		beside = beside || pr.besideWindow(g)
		weight = max(weight, g.block.weight())
		for _, l := range g.block.lines {
			if l.traits&address.Postal != 0 {
				postal++
			}
		}
	}
	above := 0 // names of others
	for k := range pr.seen {
		g := &pr.seen[k]
		if y := g.box.Y0/g.page.Height + float64(g.page.index-pr.pages[0].index); y < first-0.01 && !sameParty(g.key, o.key) {
			above++
		}
	}
	for j := range weighedRoles {
		r.Add(best[j], words[j])
	}
	r.Add(sights[:]...)
	r.Add(float64(windows), float64(count), float64(beneath), owns, window)
	r.Add(first, left, size, float64(weight), float64(postal), float64(long), float64(len(o.key)), float64(above), math.Log(float64(1+len(strings.Join(o.key, "")))))
	n := partyName{key: o.key}
	for _, b := range [...]bool{addressed, under, beside, person, traits&address.Legal != 0, traits&address.Org != 0, n.fits(pr.domains)} {
		r.Flag(b)
	}
	return r
}
