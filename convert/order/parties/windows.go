package parties

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// owns adds up what shows that a block without heading is its document's
// issuer's: where goods or invoices go stands in it, and how to reach it.
func (pr *partyReader) owns(g *sighting) float64 {
	score := 0.0
	reach := address.Trait(0)
	for _, l := range g.block.lines {
		reach |= l.traits & address.Reach
		if l.traits&(address.Street|address.POBox) == 0 || pr.invoice {
			continue
		}
		for _, b := range pr.blocks {
			if b.roles&(RoleShipTo|RoleBillTo) != 0 && b.holds(l.text) {
				score++
				break
			}
		}
	}
	if reach != 0 {
		score += 0.5
	}
	beside := pr.besideWindow(g)
	switch {
	case beside == nil:
	case g.block.registered() && !beside.block.registered():
		score += 2
	case g.box.X0 > 0.5*g.page.Width && (g.block.registered() || !beside.block.registered()):
		score++
	}
	return score
}

// registered tells whether a block states what the law has an organisation print
// on its own paper: its capital, where it is registered, under which number.
func (b *partyBlock) registered() bool {
	return slices.ContainsFunc(b.lines, func(l blockLine) bool {
		return l.caption == captionTax || slices.ContainsFunc(l.words, func(w *doc.Word) bool {
			return registerWords[strings.Trim(wording.Fold(w.Text), ".,:;()")]
		})
	})
}

// registerWords are of the capital and the registers of organisations.
var registerWords = wording.Set("capital siret siren rcs ape naf rea hrb hra kvk krs regon cvr orgnr registergericht handelsregister aktiekapital")

// holds tells whether one of the block's lines is the given one.
func (b *partyBlock) holds(line string) bool {
	for _, l := range b.lines {
		if strings.EqualFold(l.text, line) {
			return true
		}
	}
	return false
}

// addressWindow adds what it counts for the addressee that a block stands
// left, where envelopes have their windows, with another one to its right, or
// on the other side of the issuer's own, as in France.
func (pr *partyReader) addressWindow(g *sighting) float64 {
	beside := pr.besideWindow(g)
	switch {
	case beside == nil || g.block.registered() && !beside.block.registered():
	case g.box.X0 < 0.4*g.page.Width || !g.block.registered() && beside.block.registered():
		return 1
	}
	return 0
}

// addresses adds what it counts for the addressee that a line of a block asks for
// somebody's attention, as no letterhead does.
func (b *partyBlock) addresses() float64 {
	for _, l := range b.lines[1:] {
		if first := strings.Trim(wording.Fold(l.words[0].Text), ".,:()"); attentionWords[strings.ReplaceAll(first, ".", "")] {
			return 1.5
		}
	}
	return 0
}

// attentionWords begin the line of an address that names whom it is for.
var attentionWords = wording.Set("attn attention att atten attne at'n fao tav zhd zh zu handen kind ca alla atencion")

// besideWindow is another block without heading that stands level with g, nil
// when there is none; a name alone is no such block.
func (pr *partyReader) besideWindow(g *sighting) *sighting {
	if len(g.block.lines) < 2 {
		return nil
	}
	for i := range pr.seen {
		o := &pr.seen[i]
		if o != g && o.place == InWindow && o.page == g.page && len(o.block.lines) > 1 && o.block.weight() >= 2 &&
			math.Abs(o.box.Y0-g.box.Y0) < 0.06*g.page.Height && o.box.OverlapX(g.box) == 0 {
			return o
		}
	}
	return nil
}
