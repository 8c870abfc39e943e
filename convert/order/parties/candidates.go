package parties

import (
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/wording"
)

// Place says where on a document a party's name stands.
type Place uint8

const (
	InHeading Place = iota // beneath or beside a heading
	InWindow               // in a block without heading: a letterhead or an address window
	InSender               // in the line over the address window
	InFoot                 // in the page foot
	_                      // the weights of package ranking know InText by its number
	InText                 // somewhere in running text or a signature, by its legal form
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

// Reading is what was found of the parties of an order.
type Reading struct {
	reader     *partyReader
	candidates []Candidate
}

// Find finds what tells of the parties of an order.
func Find(in Input) *Reading {
	pr := newPartyReader(&in)
	return &Reading{pr, pr.candidates()}
}

// Choose sets buyer, supplier, ship-to and bill-to in an order's head; cells of what is
// not found are left as they are. What agrees adds up, and the best wins.
func (r *Reading) Choose(head *schema.Cells) {
	r.reader.readAddresses(head)
	r.reader.choose(r.candidates, head)
}

// BySupplier reports whether the supplier issued the document: an invoice, a
// quotation, a confirmation.
func (r *Reading) BySupplier() bool { return r.reader.sale }

// Candidates gives all places of an order that may name a party: those under
// headings first, then those without. The best for each of the parties need not
// be among them.
func (r *Reading) Candidates() []Candidate { return r.candidates }

// candidates gives all that may name a party.
func (pr *partyReader) candidates() []Candidate {
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

// NameCell gives the candidate's name as a cell, empty where it has none.
func (c *Candidate) NameCell(confidence float64) schema.Cell {
	return newPartyCell(c.name.text, c.name.words, c.page, confidence)
}

// BlockCell gives the candidate's whole block as a cell, its lines joined; the cell
// is empty where it has none.
func (c *Candidate) BlockCell() schema.Cell {
	if c.block == nil {
		return schema.Cell{}
	}
	return c.block.cell()
}

// cell gives the whole block as a cell, its lines joined.
func (b *partyBlock) cell() schema.Cell {
	grid := false
	for _, l := range b.lines {
		grid = grid || l.caption == keyvalue.CaptionName || l.caption == keyvalue.CaptionAddress
	}
	var parts []string
	var words []*doc.Word
	for _, l := range b.lines {
		text := l.text
		if grid && l.caption == keyvalue.CaptionNumber {
			continue
		}
		if grid && l.label > 0 && l.label <= len(l.words) {
			value := strings.TrimLeft(wording.Join(l.words[l.label:]), ": ")
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
	sure := headedConfidence
	if b.within {
		sure = withinConfidence
	}
	return newPartyCell(strings.Join(parts, ", "), words, b.page, sure)
}

// How surely an address is taken for right: of a block under a heading, and in a sentence.
const (
	headedConfidence = 0.9
	withinConfidence = 0.6
)

func newPartyCell(value string, words []*doc.Word, p *partyPage, confidence float64) schema.Cell {
	if value == "" {
		return schema.Cell{}
	}
	return schema.Cell{Value: value, Evidence: p.Evidence(words, confidence)}
}
