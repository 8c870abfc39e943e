package keyvalue

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

const (
	titlePart    = 0.5 // of the page's height in which its title stands
	maxTitleRest = 4   // bytes of words behind a title that are not its number: "INV", "vom"
)

// Titles returns what a page calls itself.
type Titles struct {
	BySupplier bool // what suppliers issue: an invoice, a quotation, a confirmation
	Invoice    bool // an invoice: its own number and dates are not the order's
}

// Titles looks for titles on a page. Of several the one in the largest type counts.
func (x *Index) Titles(page int) Titles {
	var order, sale, invoice float64 // sizes of type
	p := x.pages[page]
	for i := range p.Lines {
		for _, s := range p.Lines[i].Segments {
			if s.Y0 > titlePart*p.Height || x.headsParty(s) {
				continue
			}
			switch by, named := x.title(s); {
			case by == BuyerIssues:
				order = max(order, s.Size())
			case named:
				invoice = max(invoice, s.Size())
			case by != 0:
				sale = max(sale, s.Size())
			}
		}
	}
	return Titles{BySupplier: max(sale, invoice) > order, Invoice: invoice > order}
}

// Invoice reports whether the document calls itself an invoice, and no order.
func (x *Index) Invoice() bool { return x.invoice }

// title reports who issues a document of which a segment is the title: a phrase that names
// one, and beside it nothing but its number or date; and whether it names an invoice.
func (x *Index) title(s *layout.Segment) (by Role, invoice bool) {
	t := x.tokens[s]
	for len(t) > 0 && (t[0].mark || besideInvoice()[t[0].text]) { // "Original tax invoice"
		t = t[1:]
	}
	l := findHead(t, s, BuyerIssues|SupplierIssues)
	if l == nil {
		return 0, false
	}
	label := l.Colon // of an order's number, on what may be something else
	for _, k := range t {
		if k.word > l.last.word && len(k.folded) > maxTitleRest && !textnorm.HasDigit(k.folded) {
			return 0, false
		}
		label = label || k.text == numberSign
		invoice = invoice || invoiceWords()[k.text]
	}
	if label && l.Roles&BuyerIssues != 0 {
		return 0, false
	}
	return l.Roles, invoice
}

// headsParty reports whether a segment is the heading of a party: "Invoice to".
func (x *Index) headsParty(s *layout.Segment) bool {
	h := x.headings[s]
	return h != nil && h.Roles&^RoleOther != 0 && (h.Colon || h.Whole)
}

// Called reports whether a segment holds a phrase that names what buyers issue, such as "purchase
// order", or what suppliers issue, such as "order confirmation", and whether it begins with it.
func (x *Index) Called(s *layout.Segment) (by Role, leads bool) {
	t := x.tokens[s]
	for i := 0; i < len(t); {
		roles, end := longestRole(t, i, BuyerIssues|SupplierIssues)
		if roles == 0 {
			i++
			continue
		}
		leads = leads || i == 0
		by |= roles
		i = end
	}
	return by, leads
}

// IsPhrase reports whether a segment says nothing but a phrase of labels, headings and titles.
func (x *Index) IsPhrase(s *layout.Segment) bool {
	t := x.tokens[s]
	for len(t) > 0 && t[0].mark {
		t = t[1:]
	}
	for len(t) > 0 && t[len(t)-1].mark {
		t = t[:len(t)-1]
	}
	p, end := longest(t, 0, func(*phrase) bool { return true })
	return p != nil && end == len(t)
}
