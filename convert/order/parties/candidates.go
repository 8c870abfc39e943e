package parties

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// Place is where on a document a party's name stands.
type Place uint8

const (
	InHeading Place = iota // beneath or beside a heading
	InWindow               // in a block without heading: a letterhead or an address window
	InSender               // in the line over the address window
	_                      // the weights of package ranking know InText by its number
	InText                 // in a sentence
)

// Candidate is a place of an order that may name one of its parties, or hold one
// of its addresses, and what speaks for that.
type Candidate struct {
	Place   Place
	Roles   Role            // that its heading gives; 0 without heading
	Heading *layout.Segment // nil without heading
	Name    string          // of the organisation; empty where the place names none
	Block   bool            // whether it stands in a block of lines
	// Buyer and Supplier add up what speaks for the name being the buyer's or the
	// supplier's; 0 where nothing does.
	Buyer, Supplier float64
	// Address is how much the block under a heading looks like a name and an address.
	Address float64

	name  partyName
	page  *partyPage
	block *partyBlock
}

// Find finds all places of an order that may name a party or hold an address: those
// under headings first, then those without.
func Find(in Input) []Candidate {
	pr := newPartyReader(&in)
	all := make([]Candidate, 0, len(pr.blocks)+len(pr.seen))
	for i := range pr.blocks {
		all = append(all, pr.headed(&pr.blocks[i]))
	}
	for i := range pr.seen {
		all = append(all, pr.unheaded(&pr.seen[i]))
	}
	for i := range all {
		c := &all[i]
		c.Name, c.Block = c.name.text, c.block != nil
		if c.Block && c.block.head != nil {
			c.Heading = c.block.head.Segment
		}
	}
	return all
}

// NameCell returns the candidate's name as a cell, empty where it has none.
func (c *Candidate) NameCell() schema.Cell {
	return newPartyCell(c.name.text, c.name.words, c.page)
}

// BlockCell returns the candidate's whole block as a cell, its lines joined; the cell
// is empty where it has none.
func (c *Candidate) BlockCell() schema.Cell {
	if c.block == nil {
		return schema.Cell{}
	}
	return c.block.cell()
}

// cell returns the whole block as a cell, its lines joined.
func (b *partyBlock) cell() schema.Cell {
	grid := false
	for _, l := range b.lines {
		grid = grid || l.caption == keyvalue.CaptionName || l.caption == keyvalue.CaptionAddress
	}
	var parts []string
	var words []*doc.Word
	for _, l := range b.lines {
		text := l.text
		if grid && l.label > 0 && l.label <= len(l.words) {
			value := strings.TrimLeft(textnorm.Join(l.words[l.label:]), ": ")
			if value == "" || strings.EqualFold(value, "n/a") {
				continue
			}
			if l.caption == keyvalue.CaptionReach {
				text = value
			}
		}
		if text = strings.TrimRight(text, ", "); text == "" {
			continue
		}
		parts = append(parts, text)
		words = append(words, l.words...)
	}
	return newPartyCell(strings.Join(parts, ", "), words, b.page)
}

func newPartyCell(value string, words []*doc.Word, p *partyPage) schema.Cell {
	if value == "" {
		return schema.Cell{}
	}
	return schema.Cell{Value: value, Evidence: p.Evidence(words, 1)}
}
