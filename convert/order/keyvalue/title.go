package keyvalue

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

const (
	titlePart    = 0.5 // share of the page's height, from the top, in which its title stands
	maxTitleRest = 4   // bytes of a word behind a title that is not its number: "INV", "vom"
)

// Titles returns what a page calls itself.
type Titles struct {
	BySupplier bool // a document that suppliers issue: an invoice, a quotation, a confirmation
	Invoice    bool // an invoice: its own number and dates are not the order's
}

// Titles looks for titles on a page. If there are several, the one in the largest type counts.
func (x *Index) Titles(page int) Titles {
	var order, sale, invoice float64 // font sizes
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

// Invoice reports whether the document calls itself an invoice and not an order.
func (x *Index) Invoice() bool { return x.invoice }

// title returns who issues the document whose title a segment is, 0 if it is no title, and whether
// it names an invoice. A title is a phrase that names a document, with at most its number or date.
func (x *Index) title(s *layout.Segment) (by Role, invoice bool) {
	t := x.tokens[s]
	for len(t) > 0 && (t[0].mark || besideInvoice()[t[0].text]) { // "Original tax invoice"
		t = t[1:]
	}
	l := findHeading(t, s, BuyerIssues|SupplierIssues)
	if l == nil {
		return 0, false
	}
	label := l.Colon // it labels an order's number, on a document that may be something else
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
	return h != nil && h.Roles&^RoleOther != 0 && (h.Colon || h.EndsSegment)
}

// Called returns whose documents a segment names: those that buyers issue, such as "purchase order", or
// that suppliers issue, such as "order confirmation". leads reports whether the segment begins with such a name.
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

// IsPhrase reports whether a segment consists of a single phrase of a label, heading or title, and marks around it.
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
