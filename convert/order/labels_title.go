package order

import (
	"lineitem/convert/layout"

	"lineitem/convert/order/wording"
)

// titlePart is the upper part of a page in which its title stands.
const titlePart = 0.5

// callsItselfInvoice tells whether the first page's title names an invoice: none
// that names an order is as large.
func callsItselfInvoice(pages []*layout.Page, labels []pageLabels) bool {
	if len(pages) == 0 {
		return false
	}
	page, pl := pages[0], &labels[0]
	var invoice, order float64 // sizes of type
	var buf [maxLabelTokens]token
	for i := range page.Lines {
		line := &page.Lines[i]
		if line.Y0 > titlePart*page.Height {
			break
		}
		for _, s := range line.Segments {
			if len(s.Words) > 8 {
				continue
			}
			if found := pl.of(s); len(found) > 0 && found[0].lead && !found[0].colon && (found[0].strength(labelNumber) == titleStrength || found[0].strength(labelNumber) > titleStrength && s.Size() > 1.2*page.BodySize()) {
				order = max(order, s.Size())
				continue
			}
			if found := pl.of(s); len(found) > 0 && found[0].lead && !titleWord(found[0].last) {
				continue // "Invoice to", "Rechnung an"
			}
			if !statesTerms(s.Text()) && invoiceTitle(tokens(speller, buf[:0], s.Words)) {
				invoice = max(invoice, s.Size())
			}
		}
	}
	return invoice > order
}

// titleWord tells whether a token may stand in the title of an invoice.
func titleWord(k token) bool {
	return invoiceNames()[k.text] || k.text == "#" || k.text == "date" || k.rest != "" || invoiceBesides()[k.text]
}

// invoiceTitle tells whether a segment is the title of an invoice: the word, and
// nothing beside it but a number, a date or what kind of invoice it is.
func invoiceTitle(t []token) bool {
	named := false
	for _, k := range t {
		switch {
		case invoiceNames()[k.text]:
			named = true
		case k.mark || wording.HasDigit(k.text) || titleWord(k):
		case named && len(k.text) <= 4: // INV/2026/0008, "vom", "inv"
		default:
			return false
		}
	}
	return named
}
