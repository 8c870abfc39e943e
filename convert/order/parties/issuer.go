package parties

import (
	"strings"

	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/wording"
)

var supplierTitles = mechanism.New("parties: documents that suppliers issue")

// titleZone is the part of the page's height in which a document's title stands.
const titleZone = 0.5

// maxTitleWords bounds the words of a title.
const maxTitleWords = 8

// maxTitleRest bounds the bytes of words behind a title that are not its number:
// "INV", "No", "vom".
const maxTitleRest = 4

// issuer is who issues a document, as its title says.
type issuer uint8

const (
	issuerUnknown  issuer = iota
	issuerBuyer           // of a purchase order
	issuerSupplier        // of a quotation, a confirmation, a sales order, an invoice
)

// issuedBySupplier reports whether a page's title names what suppliers issue, in
// larger type than any that names an order.
func (p *partyPage) issuedBySupplier() bool {
	if !supplierTitles.On() {
		return false
	}
	var sizes [issuerSupplier + 1]float64
	for _, line := range p.lines {
		for _, s := range line {
			if s.MidY() < titleZone*p.Height && len(s.Words) <= maxTitleWords {
				by := s.title()
				sizes[by] = max(sizes[by], s.Size())
			}
		}
	}
	return sizes[issuerSupplier] > sizes[issuerBuyer]
}

// title tells by whom a document is issued of which a segment is the title: a
// phrase, and behind it nothing but its number or date.
func (s *partySeg) title() issuer {
	keys := s.keys()
	by, n, text := issuerUnknown, 0, ""
	for k := range min(len(keys), maxHeadWords) {
		text = strings.TrimPrefix(text+" "+keys[k].text, " ")
		if found := vocab().titles[text]; found != issuerUnknown {
			by, n = found, k+1
		}
	}
	for _, k := range keys[n:] {
		if len(k.text) > maxTitleRest && !wording.HasDigit(k.text) && vocab().captions[k.text] != captionNumber {
			return issuerUnknown
		}
	}
	return by
}
