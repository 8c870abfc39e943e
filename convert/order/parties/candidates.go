package parties

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// Candidate is a place of an order that may name one of its parties, or hold one
// of its addresses, with the evidence for that.
type Candidate struct {
	Roles   Role            // that its heading gives; 0 without heading
	Heading *layout.Segment // nil without heading
	Name    string          // of the organisation; empty where the place names none
	// Sides are the scores of the name for being on each side; 0 where nothing speaks for it.
	Sides [NumSides]float64
	// Address is how much the block under a heading looks like a name and an address.
	Address float64

	name, block schema.Cell
}

// NameCell returns the candidate's name as a cell, empty where it has none.
func (c *Candidate) NameCell() schema.Cell { return c.name }

// BlockCell returns the candidate's whole block as a cell, its lines joined; the cell
// is empty where it has none.
func (c *Candidate) BlockCell() schema.Cell { return c.block }

// Side is a party's side of the business (it buys or sells) or of the document (it issues or
// receives it): who issues an order buys, who issues an invoice sells.
type Side uint8

// The sides.
const (
	Buyer Side = iota
	Supplier
	Issuer
	Receiver
	NumSides // how many there are
)

// roleWeights are the scores that a heading's role gives to a name: plain to one that stands alone,
// convincing to one that shows, or whose address shows, that it is an organisation's.
var roleWeights = [...]struct {
	role              Role
	side              Side
	plain, convincing float64
}{
	{keyvalue.RoleSupplier, Supplier, 8, 9},
	{keyvalue.RoleBuyer, Buyer, 0.8, 7},
	{keyvalue.RoleRemit, Supplier, 1.5, 2.5},
	{keyvalue.RoleBillTo, Buyer, 0, 2.5},
	{keyvalue.RoleShipTo, Buyer, 0, 2},
	{keyvalue.RoleAddressee, Receiver, 3, 7},
	{keyvalue.RoleIssuer, Issuer, 1, 6},
}

// headedCandidate returns the candidate for the block of a heading.
func (b *partyBlock) headedCandidate(h *partySeg) Candidate {
	c := Candidate{Roles: h.heading.party(), Heading: h.Segment, block: b.cell()}
	c.Address = 1 + float64(min(b.weight(), 6)) + 0.2*float64(min(len(b.lines), 5)) + 0.3*float64(h.heading.words)
	n, ok := b.name()
	if !ok {
		return c
	}
	c.Name, c.name = n.text, b.page.cell(n.text, n.words)
	for _, w := range roleWeights {
		if c.Roles&w.role == 0 {
			continue
		}
		score, side := w.plain, &c.Sides[w.side]
		if n.traits != 0 || b.weight() >= 2 {
			score = w.convincing
		}
		*side = max(*side, score) + 0.5*min(*side, score) // the lesser of two scores for a side counts half
	}
	return c
}

// cell returns the whole block as a cell, its lines joined. In a grid of labelled fields, fields
// without a value are left out, and so are the captions of telephone numbers and the like.
func (b *partyBlock) cell() schema.Cell {
	grid := false
	for _, l := range b.lines {
		grid = grid || l.caption&(keyvalue.CaptionName|keyvalue.CaptionAddress) != 0
	}
	var parts []string
	var words []*doc.Word
	for _, l := range b.lines {
		text := l.text
		if grid && l.label > 0 && l.label <= len(l.words) {
			value := strings.TrimLeft(textnorm.Join(l.words[l.label:]), ": ")
			if value == "" {
				continue
			}
			if l.caption == keyvalue.CaptionContact {
				text = value
			}
		}
		if text = strings.TrimRight(text, ", "); text != "" {
			parts = append(parts, text)
			words = append(words, l.words...)
		}
	}
	return b.page.cell(strings.Join(parts, ", "), words)
}

// cell returns the cell for a value on the page and the words from which it was read, empty for no value.
func (p *partyPage) cell(value string, words []*doc.Word) schema.Cell {
	if value == "" {
		return schema.Cell{}
	}
	return schema.Cell{Value: value, Evidence: p.Evidence(words, 1)}
}
