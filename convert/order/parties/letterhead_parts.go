package parties

import (
	"math"
	"slices"

	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// joinWrapped joins names that letterheads set in two sizes of type, one line
// under the other: the second goes on where the first ended.
func joinWrapped(found []sighting) []sighting {
	kept := found[:0:0]
	for _, g := range found {
		if k := len(kept) - 1; k >= 0 && kept[k].traits&address.Legal == 0 && kept[k].above(&g) && (linked(g.words) || g.page.calls(kept[k].block.lines[0], g.block.lines[0])) {
			words := append(slices.Clone(kept[k].words), g.words...)
			if n, ok := newPartyName(words); ok {
				g.partyName, g.score = n, max(g.score, kept[k].score)
				g.box = g.box.Union(kept[k].box)
				kept[k] = g
				continue
			}
		}
		kept = append(kept, g)
	}
	return kept
}

// above tells whether a block of one line stands right above another block:
// nearer than a line of the larger type, flush or centred.
func (g *sighting) above(o *sighting) bool {
	if g.place != InWindow || o.place != InWindow || g.page != o.page || len(g.block.lines) != 1 {
		return false
	}
	size, box := g.words[0].Size, o.block.box
	gap := o.block.lines[0].box.Y0 - g.block.box.Y1
	return gap > -0.5*size && gap < 0.9*size && (math.Abs(g.box.X0-box.X0) < size || math.Abs(g.box.X1-box.X1) < size || math.Abs(g.box.MidX()-box.MidX()) < size)
}

// withAddresses gives a name in large type the address that stands under it in
// smaller type, whose first line is no name then: a department, a building.
func withAddresses(found []sighting) []sighting {
	kept := found[:0:0]
	for i := range found {
		g := &found[i]
		over := slices.IndexFunc(kept, func(o sighting) bool {
			return o.above(g) && g.traits&address.Legal == 0 &&
				(o.traits&address.Legal != 0 || g.traits == 0 && o.words[0].Size > 1.2*g.words[0].Size && !shortKey(o.block.lines[0]))
		})
		if over < 0 {
			kept = append(kept, *g)
			continue
		}
		name := &kept[over]
		if g.block.weight() >= 2 {
			name.score, name.alone = name.score+1, false
		}
		block := *name.block
		block.lines = append(slices.Clone(block.lines), g.block.lines...)
		block.box = block.box.Union(g.block.box)
		name.block = &block
	}
	return kept
}

// withoutTaglines drops what a house says of itself between its name in larger
// type and its address: "Conservation Builders · 4 Mill Lane · Tisbury".
func withoutTaglines(found []sighting) []sighting {
	kept := found[:0:0]
	for _, g := range found {
		if k := len(kept) - 1; k >= 0 && g.place == InSender && g.traits&address.Legal == 0 && kept[k].place == InWindow && kept[k].page == g.page &&
			kept[k].words[0].Size > 1.3*g.words[0].Size && kept[k].box.OverlapX(g.box) > 0 && g.box.Y0-kept[k].box.Y1 < kept[k].words[0].Size {
			kept[k].score, kept[k].alone = kept[k].score+1, false
			continue
		}
		kept = append(kept, g)
	}
	return kept
}

// withoutColumns drops the addresses that a letterhead sets beside its name,
// and gives them to the name: blocks that begin with a street or town, level
// with it.
func withoutColumns(found []sighting) []sighting {
	dropped := make([]bool, len(found))
	for i := range found {
		g := &found[i]
		if g.place != InWindow || g.block.lines[0].traits&(address.Street|address.Town|address.POBox) == 0 || g.traits&address.Legal != 0 {
			continue
		}
		if k := slices.IndexFunc(found, func(o sighting) bool { return o.place == InWindow && o.startsLevel(g) }); k >= 0 {
			dropped[i] = true
			found[k].score, found[k].alone = found[k].score+1, false
		}
	}
	kept := found[:0:0]
	for i, g := range found {
		if !dropped[i] {
			kept = append(kept, g)
		}
	}
	return kept
}

// startsLevel tells whether a name begins at the height of another block, to one
// side of it, and is no line of an address itself.
func (g *sighting) startsLevel(o *sighting) bool {
	return g.page == o.page && g.block != o.block && g.block.lines[0].traits&address.Postal == 0 &&
		math.Abs(g.box.Y0-o.box.Y0) < 2*max(g.words[0].Size, o.words[0].Size) && g.box.OverlapX(o.box) == 0
}

// calls tells whether the page names an organisation, elsewhere and in one line,
// by what two lines of a letterhead say together: "HOLLIN" over "FOUNDRIES",
// and "Hollin Foundries" above the address of the bill.
func (p *partyPage) calls(one, two blockLine) bool {
	const not = address.Postal | address.Reach | address.Person | address.Place
	if one.traits&(not|address.Legal) != 0 || two.traits&(not|address.Legal) != 0 || len(one.words) > 3 || len(two.words) > 3 {
		return false
	}
	whole := append(nameKey(one.text), nameKey(two.text)...)
	if len(whole) < 2 || wording.HasDigit(one.text+two.text) {
		return false
	}
	for _, line := range p.lines {
		for _, s := range line {
			if s.Y0 <= two.box.Y1 || len(s.Words) < len(whole) || s.titled() {
				continue
			}
			key := nameKey(s.text())
			if startsWith(key, whole) {
				return true
			}
		}
	}
	return false
}

// logo reads a name that a block sets in two lines of the same large type, the
// legal form in the second; ok is false when it has none.
func (b *partyBlock) logo(body float64) (n partyName, ok bool) {
	if len(b.lines) < 2 {
		return n, false
	}
	one, two := b.lines[0], b.lines[1]
	if len(one.words) > 4 || len(two.words) > 5 || one.traits&^address.Org != 0 || two.traits&address.Legal == 0 || two.traits&(address.Postal|address.Reach) != 0 {
		return n, false
	}
	x, y := one.words[0], two.words[0]
	if x.Size < 1.2*body || !sameStyle(one, two) || y.Baseline-x.Baseline > 1.5*x.Size {
		return n, false
	}
	return newPartyName(append(slices.Clone(one.words), two.words...))
}
