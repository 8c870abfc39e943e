// Package parties finds what may name the buyer and the supplier of an order, and the
// addresses of shipping and of the bill: package ranking decides. It is read in steps, each
// with its file:
//
//   - segments.go sees a page's segments as parties need them; headings.go says which
//     of the labels that package keyvalue finds head a party
//   - headed.go and blocks.go gather the lines under a heading or beside it
//   - sentences.go finds addresses in running text, behind words that say where goods or
//     bills go
//   - letterhead.go finds names and blocks that stand under no heading
//   - names.go takes a name out of a line, names_block.go out of a block, and
//     names_line.go what else stands there off it
//   - candidates.go gives all that was found, vote.go what speaks for each
package parties

import (
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"
)

// maxPartyPages bounds the pages of an order on which parties are looked for:
// so many of the first, and the last.
const maxPartyPages = 4

// maxHeadings bounds the headings of an order under which parties are looked for.
const maxHeadings = 128

// newPartyReader reads what tells of the parties of an order.
func newPartyReader(in *Input) *partyReader {
	pr := &partyReader{sale: in.BySupplier}
	for i := in.First; i <= in.Last && i < len(in.Pages); i++ {
		if i-in.First < maxPartyPages || i == in.Last {
			pr.pages = append(pr.pages, newPartyPage(in, i))
		}
	}
	pr.readBlocks()
	pr.readSentences()
	pr.readSightings()
	return pr
}

// Input is the part of a document that holds one order, and what is known of it.
type Input struct {
	Pages       []*layout.Page  // of the document
	First, Last int             // pages of the order, as indices into Pages
	Tables      items.Places    // of the order's line items
	Labels      *keyvalue.Index // of the document
	Locale      *value.Locale
	BySupplier  bool // the supplier issued the document: an invoice, a confirmation
}

// partyReader is what is known of an order's parties while they are read.
type partyReader struct {
	pages  []*partyPage
	sale   bool // the document is the supplier's
	blocks []headedBlock
	seen   []sighting
}

// headedBlock is a block with the roles that its heading gives.
type headedBlock struct {
	*partyBlock
	roles Role
	words int // of the heading's phrase
}

// readBlocks reads the blocks under all headings.
func (pr *partyReader) readBlocks() {
	tries := 0
	for _, p := range pr.pages {
		for _, line := range p.lines {
			for _, s := range line {
				roles := s.head.roles &^ keyvalue.RoleOther
				if roles == 0 || s.used || tries == maxHeadings || strings.HasPrefix(s.text(), ">") { // quoted in an e-mail
					continue
				}
				tries++
				b := p.headed(s)
				if b == nil || sameAs(b.lines[0].text) {
					continue
				}
				pr.take(s, b, roles)
			}
		}
	}
}

// take takes the block of a heading for that of a party.
func (pr *partyReader) take(h *partySeg, b *partyBlock, roles Role) {
	h.used = true
	if g := b.page.gloss(h); g != nil && b.box.X0 >= g.X1 && b.box.Y1 > g.Y0 {
		g.used = true
	}
	for _, l := range b.lines {
		for _, s := range l.segs {
			s.used = true
		}
	}
	pr.blocks = append(pr.blocks, headedBlock{b, roles, h.head.words})
}

// sameAs reports whether a block refers to another one instead of stating an address.
func sameAs(s string) bool {
	first, rest, _ := strings.Cut(textnorm.Fold(s), " ")
	second, _, _ := strings.Cut(rest, " ")
	return sameWords()[first] || sameWords()[first+" "+second]
}

// score is how much a block looks like a party's name and address.
func (b *headedBlock) score() float64 {
	return 1 + float64(min(b.weight(), 6)) + 0.2*float64(min(len(b.lines), 5)) + 0.3*float64(b.words)
}

// readSightings finds the names that stand without headings.
func (pr *partyReader) readSightings() {
	for i, p := range pr.pages {
		pr.seen = append(pr.seen, p.sightings(p.BodySize(), i == 0)...)
	}
}
