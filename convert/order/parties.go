package order

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// maxPartyPages bounds the pages of an order on which parties are looked for:
// so many of the first, and the last.
const maxPartyPages = 4

// readParties reads buyer, supplier, ship-to and bill-to. Each place in which
// a party may stand (under a heading, in the letterhead, in an address window,
// in the foot) gives a candidate; what agrees adds up, and the best wins.
func readParties(r *reading, p part, o *Order) {
	pr := partyReader{invoice: false}
	for i := p.first; i <= p.last && i < len(r.pages); i++ {
		if i-p.first < maxPartyPages || i == p.last {
			pr.pages = append(pr.pages, newPartyPage(r.pages[i], i, p.tables))
		}
	}
	if len(pr.pages) == 0 {
		return
	}
	pr.invoice = pr.isInvoice()
	pr.readBlocks()
	pr.readAddresses(o)
	pr.readSightings()
	pr.choose(o)
}

// partyReader is what is known of an order's parties while they are read.
type partyReader struct {
	pages   []*partyPage
	invoice bool // the document is an invoice: its issuer is the supplier
	blocks  []headedBlock
	seen    []sighting
	domains []string
	orgs    []organisation
}

// headedBlock is a block with the roles that its heading gives.
type headedBlock struct {
	*partyBlock
	roles partyRole
	words int // of the heading's phrase
}

// organisation gathers what speaks for one organisation being the buyer or the supplier.
type organisation struct {
	key             []string
	buyer, supplier vote
}

// vote adds up evidence: the strongest counts whole, what agrees with it half.
type vote struct {
	best, sum float64
	name      partyName
	page      *partyPage
}

func (v *vote) add(score float64, n partyName, p *partyPage) {
	v.sum += score
	if score > v.best {
		v.best, v.name, v.page = score, n, p
	}
}

func (v *vote) total() float64 { return v.best + 0.5*(v.sum-v.best) }

func newPartyPage(page *layout.Page, index int, tables []*itemTable) *partyPage {
	p := &partyPage{Page: page, index: index, lines: make([][]*partySeg, len(page.Lines))}
	total := 0
	for i := range page.Lines {
		total += len(page.Lines[i].Segments)
	}
	segs, refs := make([]partySeg, total), make([]*partySeg, total)
	for i := range page.Lines {
		line := page.Lines[i].Segments
		p.lines[i] = refs[:len(line):len(line)]
		for k, s := range line {
			seg := &segs[k]
			*seg = partySeg{Segment: s, text: joinWords(s.Words), table: inItems(s, index, tables)}
			p.lines[i][k] = seg
			seg.keys = headKeys(s)
			if seg.table {
				continue
			}
			seg.traits = addressTraits(seg.text)
			if h, ok := matchHeading(s, seg.keys); ok {
				seg.head = h
			}
		}
		segs, refs = segs[len(line):], refs[len(line):]
	}
	return p
}

// inItems tells whether a segment stands in a table of line items.
func inItems(s *layout.Segment, page int, tables []*itemTable) bool {
	for _, t := range tables {
		for _, r := range t.regions {
			if r.page == page && r.Contains(s.MidX(), s.MidY()) {
				return true
			}
		}
	}
	return false
}

// invoiceWords and orderWords are in the titles of invoices and of orders.
var (
	invoiceWords = wordSet("invoice rechnung handelsrechnung facture factura fattura fatura factuur faktura")
	orderWords   = wordSet("bestellung commande pedido encomenda bestelling bestelbon inkooporder einkaufsbestellung auftrag ordine order compra acquisto 注文書 発注書")
)

// isInvoice tells an invoice from an order by the document's title: the
// largest words that name one or the other, and nothing else, on its first page.
func (pr *partyReader) isInvoice() bool {
	p := pr.pages[0]
	var invoice, order float64
	for _, line := range p.lines {
		for _, s := range line {
			if s.MidY() > windowZone*p.Height || s.table || s.head.roles != 0 || len(s.Words) > 8 {
				continue
			}
			var isInvoice, isOrder, label bool
			titles := 0
			for i, k := range s.keys {
				isInvoice = isInvoice || invoiceWords[k.text] && i < 3
				isOrder = isOrder || orderWords[k.text]
				label = label || k.colon
				if titleWords[k.text] || orderWords[k.text] || invoiceWords[k.text] {
					titles++
				}
			}
			weight := s.Size()
			if titles == len(s.keys) && !label {
				weight *= 1.5
			}
			switch {
			case isOrder && !isInvoice:
				order = max(order, weight)
			case isInvoice:
				invoice = max(invoice, weight)
			}
		}
	}
	return invoice > order
}

// readBlocks reads the blocks under all headings.
func (pr *partyReader) readBlocks() {
	for _, p := range pr.pages {
		for _, line := range p.lines {
			for _, s := range line {
				roles := s.head.roles &^ roleOther
				if roles == 0 || s.used {
					continue
				}
				b := p.headed(s)
				if b == nil || sameAs(b.lines[0].text) || isProse(b.lines[0]) {
					continue
				}
				s.used = true
				p.takeCaption(s)
				for _, l := range b.lines {
					for _, seg := range l.segs {
						seg.used = true
					}
				}
				pr.blocks = append(pr.blocks, headedBlock{b, roles, s.head.words})
			}
		}
	}
}

// isProse tells whether a line is running text, as stands under the headings
// of conditions: many words, most of them in lower case.
func isProse(l blockLine) bool {
	if len(l.words) < 5 || l.traits&(linePostal|lineLegal) != 0 {
		return false
	}
	lower := 0
	for _, w := range l.words {
		if r, _ := utf8.DecodeRuneInString(w.Text); unicode.IsLower(r) {
			lower++
		}
	}
	return lower*2 > len(l.words) || len(l.words) > maxProse
}

// takeCaption counts a caption that stands beside a heading as part of it:
// "7. TO:  a. NAME OF CONTRACTOR".
func (p *partyPage) takeCaption(h *partySeg) {
	if s := p.rightOf(h, h.Line); s != nil && s.X0-h.X1 < joinedGap*h.Size() && s.head.roles != 0 {
		if c, value := fieldCaption(s.Segment, s.keys); c != captionNone && value == len(s.Words) {
			s.used = true
		}
	}
}

// sameAs tells whether a block refers to another one instead of stating an address.
func sameAs(s string) bool {
	f := fold(s)
	for _, p := range []string{"same as", "as above", "see above", "wie oben", "siehe oben", "idem", "igual", "come sopra", "zie boven", "mesma", "mismo"} {
		if strings.HasPrefix(f, p) {
			return true
		}
	}
	return false
}

// readAddresses sets ship-to and bill-to from the best blocks with these roles.
func (pr *partyReader) readAddresses(o *Order) {
	for _, t := range []struct {
		field Field
		role  partyRole
	}{{ShipTo, roleShipTo}, {BillTo, roleBillTo}} {
		if b := pr.bestBlock(t.role); b != nil {
			o.Head[t.field] = b.cell()
		}
	}
}

// bestBlock is the block under a heading of the role that looks most like a
// party's name and address, the first of equals.
func (pr *partyReader) bestBlock(role partyRole) *partyBlock {
	var best *partyBlock
	score := 0.0
	for _, b := range pr.blocks {
		if b.roles&role == 0 {
			continue
		}
		s := 1 + float64(min(b.weight(), 6)) + 0.2*float64(min(len(b.lines), 5)) + 0.3*float64(b.words)
		if s > score {
			best, score = b.partyBlock, s
		}
	}
	return best
}

// cell gives the whole block as a cell, its lines joined.
func (b *partyBlock) cell() Cell {
	grid := false
	for _, l := range b.lines {
		grid = grid || l.caption == captionName || l.caption == captionAddress
	}
	var parts []string
	var words []*doc.Word
	var box doc.Box
	for _, l := range b.lines {
		text := l.text
		if grid && l.caption == captionNumber {
			continue
		}
		if grid && (l.caption == captionReach || l.caption == captionTax || l.caption == captionPerson) {
			_, value, ok := strings.Cut(text, ":")
			if value = strings.TrimSpace(value); ok && (value == "" || strings.EqualFold(value, "n/a")) {
				continue
			}
			if l.caption == captionReach && ok {
				text = value
			}
		}
		if text = strings.TrimRight(text, ", "); text == "" {
			continue
		}
		parts = append(parts, text)
		words = append(words, l.words...)
		box = box.Union(l.box)
	}
	return newPartyCell(strings.Join(parts, ", "), words, box, b.page, 0.9)
}

func newPartyCell(value string, words []*doc.Word, box doc.Box, p *partyPage, confidence float64) Cell {
	if value == "" {
		return Cell{}
	}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
		confidence = min(confidence, w.Confidence)
	}
	return Cell{Value: value, Evidence: doc.Evidence{Page: p.Number, Box: p.Displayed(box), Confidence: confidence, Words: texts}}
}

// readSightings finds the names that stand without headings.
func (pr *partyReader) readSightings() {
	for i, p := range pr.pages {
		pr.seen = append(pr.seen, p.sightings(bodySize(p.Page), i == 0)...)
		if i == 0 {
			pr.domains = p.domains()
		}
	}
}

// bodySize is the font size in which most of a page's words are set, points.
func bodySize(p *layout.Page) float64 {
	var count [64]int
	best := 0
	for i := range p.Words {
		k := min(int(p.Words[i].Size+0.5), len(count)-1)
		if k < 0 {
			continue
		}
		if count[k]++; count[k] > count[best] {
			best = k
		}
	}
	return float64(max(best, 1))
}

// org finds the organisation of a name among those known, or adds it.
func (pr *partyReader) org(key []string) *organisation {
	for i := range pr.orgs {
		if sameParty(pr.orgs[i].key, key) {
			return &pr.orgs[i]
		}
	}
	pr.orgs = append(pr.orgs, organisation{key: key})
	return &pr.orgs[len(pr.orgs)-1]
}

// choose votes on who is buyer and who is supplier, and sets both.
func (pr *partyReader) choose(o *Order) {
	for _, b := range pr.blocks {
		n, ok := b.name()
		if !ok {
			continue
		}
		org := pr.org(n.key)
		convincing := 0.0
		if n.traits != 0 || b.weight() >= 2 {
			convincing = 1
		}
		if b.roles&roleSupplier != 0 {
			org.supplier.add(8+convincing, n, b.page)
		}
		switch {
		case b.roles&roleBuyer == 0:
		case convincing > 0 || b.head.head.words > 1 && !isPerson(n.text):
			org.buyer.add(6+convincing, n, b.page)
		case len(n.key) == 1: // a short name of an organisation, or of a person
			org.buyer.add(0.8, n, b.page)
		}
		if b.roles&roleRemit != 0 {
			org.supplier.add(1.5+convincing, n, b.page)
		}
		to, from := &org.supplier, &org.buyer
		if pr.invoice {
			to, from = from, to
		}
		if b.roles&roleTo != 0 {
			to.add(6+convincing, n, b.page)
		}
		if b.roles&roleFrom != 0 {
			from.add(1+5*convincing, n, b.page)
		}
		if b.roles&roleBillTo != 0 && convincing > 0 {
			score := 2.5
			if pr.invoice {
				score = 5
			}
			org.buyer.add(score, n, b.page)
		}
		if b.roles&roleShipTo != 0 && convincing > 0 {
			score := 2.0
			if n.traits == 0 {
				score = 0.8
			}
			org.buyer.add(score, n, b.page)
		}
	}
	for i := range pr.seen {
		pr.vote(&pr.seen[i])
	}
	for i := range pr.orgs {
		if o := &pr.orgs[i]; o.buyer.best > 0 && !pr.invoice && o.buyer.name.fits(pr.domains) {
			o.buyer.sum++
		}
	}
	buyer, supplier := pr.bestPair()
	if pr.invoice && o.Head[BillTo].Value == "" {
		o.Head[BillTo] = pr.invoiced(buyer)
	}
	if buyer >= 0 {
		o.Head[Buyer] = pr.orgs[buyer].buyer.cell()
	}
	if supplier >= 0 {
		o.Head[Supplier] = pr.orgs[supplier].supplier.cell()
	}
}

// invoiced is the address to which an invoice without the words "bill to"
// goes: that of its buyer.
func (pr *partyReader) invoiced(buyer int) Cell {
	if b := pr.bestBlock(roleBuyer | roleTo); b != nil {
		return b.cell()
	}
	for _, g := range pr.seen {
		if buyer >= 0 && g.block != nil && len(g.block.lines) > 2 && sameParty(g.key, pr.orgs[buyer].key) {
			return g.block.cell()
		}
	}
	return Cell{}
}

// vote counts what a name without heading says of its organisation.
func (pr *partyReader) vote(g *sighting) {
	org := pr.org(g.key)
	issuer, receiver := &org.buyer, &org.supplier
	if pr.invoice {
		issuer, receiver = receiver, issuer
	}
	if g.fits(pr.domains) {
		g.score += 1.5
	}
	switch g.place {
	case placeWindow:
		if g.addressed || underSender(g.box, pr.seen) {
			receiver.add(g.score+3, g.partyName, g.page)
			return
		}
		issuer.add(g.score+pr.owns(g), g.partyName, g.page)
		if g.block.weight() >= 2 {
			receiver.add(0.6*g.score+pr.addressWindow(g), g.partyName, g.page)
		}
	default:
		issuer.add(g.score, g.partyName, g.page)
	}
}

// owns adds up what shows that a block without heading is its document's
// issuer's: where goods or invoices go stands in it, and how to reach it.
func (pr *partyReader) owns(g *sighting) float64 {
	score := 0.0
	reach := lineTrait(0)
	for _, l := range g.block.lines {
		reach |= l.traits & lineReach
		if l.traits&(lineStreet|linePOBox) == 0 || pr.invoice {
			continue
		}
		for _, b := range pr.blocks {
			if b.roles&(roleShipTo|roleBillTo) != 0 && b.holds(l.text) {
				score++
				break
			}
		}
	}
	if reach != 0 {
		score += 0.5
	}
	if g.box.X0 > 0.5*g.page.Width && pr.besideWindow(g) {
		score++
	}
	return score
}

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
// left, where envelopes have their windows, with another one to its right.
func (pr *partyReader) addressWindow(g *sighting) float64 {
	if g.box.X0 < 0.4*g.page.Width && pr.besideWindow(g) {
		return 1
	}
	return 0
}

// besideWindow tells whether another block without heading stands level with g.
func (pr *partyReader) besideWindow(g *sighting) bool {
	for i := range pr.seen {
		o := &pr.seen[i]
		if o != g && o.place == placeWindow && o.page == g.page && o.block.weight() >= 2 &&
			math.Abs(o.box.Y0-g.box.Y0) < 0.06*g.page.Height && o.box.OverlapX(g.box) == 0 {
			return true
		}
	}
	return false
}

// bestPair chooses the organisations that are most likely buyer and supplier;
// one organisation is never both. -1 stands for none.
func (pr *partyReader) bestPair() (buyer, supplier int) {
	buyer, supplier = -1, -1
	best := 0.0
	score := func(i int, side func(*organisation) *vote) float64 {
		if i < 0 {
			return 0
		}
		return side(&pr.orgs[i]).total()
	}
	byBuyer := func(o *organisation) *vote { return &o.buyer }
	bySupplier := func(o *organisation) *vote { return &o.supplier }
	for i := -1; i < len(pr.orgs); i++ {
		b := score(i, byBuyer)
		if i >= 0 && b == 0 {
			continue
		}
		for k := -1; k < len(pr.orgs); k++ {
			s := score(k, bySupplier)
			if k >= 0 && (s == 0 || k == i) {
				continue
			}
			if b+s > best {
				best, buyer, supplier = b+s, i, k
			}
		}
	}
	return buyer, supplier
}

// cell gives the name that won.
func (v *vote) cell() Cell {
	var box doc.Box
	for _, w := range v.name.words {
		box = box.Union(w.Box)
	}
	return newPartyCell(v.name.text, slices.Clone(v.name.words), box, v.page, min(0.98, 0.5+0.06*v.total()))
}
