package confidence

import (
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// party is what confirms a name.
type party struct {
	elsewhere int // segments that hold it
	own       int // of these, those under a heading of its role,
	other     int // and of the other role
	blocks    int // addresses that hold it
	domains   int // addresses in the web that do
	legal     bool
	odd       bool // it looks like no name
	heading   bool // it is a heading, or begins with one
}

// party looks for a name all over the document.
func (s *sheet) party(o *orderView, v *view) *party {
	if o.parties[v.field] == nil {
		p := s.findParty(o, v)
		o.parties[v.field] = &p
	}
	return o.parties[v.field]
}

// leastDomain is how long a name's first word is at least that tells its domain, bytes.
const leastDomain = 3

func (s *sheet) findParty(o *orderView, v *view) (p party) {
	name := folded(v.cell.Value)
	if name == "" {
		return p
	}
	for _, page := range s.Pages {
		for i := range page.Lines {
			for _, seg := range page.Lines[i].Segments {
				text := s.folded(seg)
				if !strings.Contains(text, name) {
					continue
				}
				p.elsewhere++
				if buyer, supplier, other := s.Heads(seg); strings.HasPrefix(text, name) && (buyer || supplier || other) {
					p.heading = true
				}
				own, other := s.headed(page, seg)
				if v.field == schema.Supplier {
					own, other = other, own
				}
				if own {
					p.own++
				}
				if other {
					p.other++
				}
			}
		}
	}
	for _, f := range [...]schema.Field{schema.ShipTo, schema.BillTo} {
		if strings.Contains(folded(o.Head[f].Value), name) {
			p.blocks++
		}
	}
	first, _, _ := strings.Cut(v.cell.Value, " ")
	for _, domain := range s.domains {
		if first := folded(first); len(first) >= leastDomain && strings.Contains(domain, first) {
			p.domains++
		}
	}
	traits := address.Traits(v.cell.Value)
	p.legal = traits&address.Legal != 0
	p.odd = traits&(address.Postal|address.Reach|address.Person) != 0 || wording.HasDigit(v.cell.Value) || strings.Contains(v.cell.Value, ":")
	return p
}

// headingReach is how far above a name its heading may stand, ems.
const headingReach = 9.0

// headed reports what heads a segment: its own beginning, the segment on its left, or
// the nearest heading above it.
func (s *sheet) headed(p *layout.Page, seg *layout.Segment) (buyer, supplier bool) {
	if buyer, supplier, _ = s.Heads(seg); buyer || supplier {
		return buyer, supplier
	}
	for _, left := range p.Lines[seg.Line].Segments {
		if left.X1 <= seg.X0+1 {
			if buyer, supplier, _ = s.Heads(left); buyer || supplier {
				return buyer, supplier
			}
		}
	}
	size := max(1, seg.Size())
	for n := seg.Line - 1; n >= 0 && seg.Y0-p.Lines[n].Y1 <= headingReach*size; n-- {
		for _, above := range p.Lines[n].Segments {
			if above.X0 < seg.X1 && above.X1 > seg.X0-size {
				if buyer, supplier, _ = s.Heads(above); buyer || supplier {
					return buyer, supplier
				}
			}
		}
	}
	return false, false
}
