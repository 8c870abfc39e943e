package keyvalue

import (
	"strings"

	"lineitem/convert/layout"
)

// Role is a set of flags that tell what a phrase says of a party: whose name or address it heads,
// what follows it in a line of an address, or who issues the documents that it names.
type Role uint32

const (
	RoleBuyer    Role = 1 << iota
	RoleSupplier      // of the goods, whatever the document
	RoleShipTo
	RoleBillTo
	RoleAddressee // the document's addressee: an order's supplier, an invoice's buyer
	RoleIssuer    // the document's issuer: an order's buyer, an invoice's supplier
	RoleOther     // somebody or something else: what stands under it is none of the above
	RoleRemit     // where the money goes or the goods come from, usually the supplier's address
	RoleThird     // a third party: a manufacturer, a forwarder, a bank, a party to be notified
	CaptionName
	CaptionAddress
	CaptionContact
	CaptionPerson
	CaptionTax
	CaptionNumber // the number by which one party knows the other
	BuyerIssues
	SupplierIssues
	beforeHeading // may stand before a heading with one of the named roles
	afterHeading  // may stand behind such a heading

	Headings = RoleThird<<1 - 1
	Captions = (CaptionNumber<<1 - 1) &^ Headings
	// named are the roles whose headings may have further words before and behind
	// them: "name of supplier", "supplier details".
	named = RoleBuyer | RoleSupplier | RoleShipTo | RoleBillTo
)

// roleConcepts are the names of roles in the lexicon, in the order of their bits.
var roleConcepts = [...]string{
	"parties.buyer", "parties.supplier", "parties.ship_to", "parties.bill_to", "parties.addressee", "parties.issuer", "parties.other",
	"parties.remit", "parties.third", "parties.caption_name", "parties.caption_address", "parties.caption_reach", "parties.caption_person",
	"parties.caption_tax", "parties.caption_number", "parties.buyer_issues", "parties.supplier_issues", "parties.heading_before", "parties.heading_after",
}

// findHeading returns the label with any of the given roles with which a segment begins, or nil
// if there is none.
func findHeading(t []token, s *layout.Segment, of Role) *Label {
	i := 0
	for i < len(t) && (t[i].mark || isFieldNumber(t, i)) { // "6. SHIP TO"
		i++
	}
	roles, end := rolesAt(t, i, of)
	if roles == 0 {
		return nil
	}
	for { // others may follow: "Bill to / Ship to"
		next := skipPoint(t, end)
		other, to := rolesAt(t, next+1, of)
		if other == 0 || !strings.Contains("/&+|", t[next].text) && !isDivider(t, next, s) {
			break
		}
		roles, end = roles|other, to
	}
	l := &Label{Segment: s, Roles: roles, StartsSegment: true, first: &t[i], last: &t[end-1]}
	l.endAt(t, end)
	return l
}

// rolesAt returns which of the given roles the longest phrase that begins at t[i] has, 0 if there is
// none, and the index behind it. Headings of parties may have words before or behind them.
func rolesAt(t []token, i int, of Role) (roles Role, end int) {
	roles, end = longestRole(t, i, of)
	if roles&named != 0 {
		_, end = longestRole(t, end, afterHeading)
	}
	if before, next := longestRole(t, i, beforeHeading); before != 0 {
		if found, to := longestRole(t, next, of&named); to > end && found != 0 {
			return found, to
		}
	}
	return roles, end
}

func longestRole(t []token, i int, of Role) (roles Role, end int) {
	p, end := longest(t, i, func(p *phrase) bool { return p.roles&of != 0 })
	if p == nil {
		return 0, i
	}
	return p.roles & of, end
}
