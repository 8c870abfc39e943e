package parties

import (
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/wording"
)

var supplierTitles = mechanism.New("parties: documents that suppliers issue")

// maxTitleRest bounds the bytes of words behind a title that are not its number:
// "INV", "No", "vom".
const maxTitleRest = 4

// issuedBySupplier reports whether a page's title names what suppliers issue, in
// larger type than any that names an order.
func (p *partyPage) issuedBySupplier() bool {
	if !supplierTitles.On() {
		return false
	}
	var buyer, supplier float64 // sizes of type
	for _, line := range p.lines {
		for _, s := range line {
			switch s.title() {
			case keyvalue.BuyerIssues:
				buyer = max(buyer, s.Size())
			case keyvalue.SupplierIssues:
				supplier = max(supplier, s.Size())
			}
		}
	}
	return supplier > buyer
}

// title tells who issues a document of which the segment is the title: a phrase that names
// one, and behind it nothing but its number or date.
func (s *partySeg) title() Role {
	l := s.labels.Begins(s.Segment, keyvalue.BuyerIssues|keyvalue.SupplierIssues)
	if l == nil {
		return 0
	}
	for _, w := range s.labels.Words(s.Segment, l.Phrase().To) {
		if len(w) > maxTitleRest && !wording.HasDigit(w) {
			return 0
		}
	}
	return l.Roles
}
