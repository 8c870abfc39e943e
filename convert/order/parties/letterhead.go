package parties

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// place tells where on a document a party's name stands.
type place uint8

const (
	placeWindow    place = iota // in a block without heading: a letterhead or an address window
	placeSender                 // in the line over the address window
	placeFoot                   // in the page foot
	placeSignature              // over the signature: "for Acme Ltd"
	placeSentence               // in running text: "issued by Acme Ltd"
)

// sighting is a name that stands without a heading.
type sighting struct {
	partyName
	place place
	page  *partyPage
	box   doc.Box
	block *partyBlock // nil for a single line
	// addressed tells that the block's own words make it the addressee's.
	addressed bool
	// score tells how much it looks like the name of an organisation that
	// stands there on purpose.
	score float64
}

// Where letterheads and feet stand, as parts of the page's height.
const (
	headZone   = 0.33
	windowZone = 0.5
	footZone   = 0.86
)

// titleWords are in the titles of documents, not in names of organisations.
var titleWords = wording.Set(`purchase order invoice bestellung rechnung commande facture pedido factura ordine fattura encomenda fatura bestelling factuur
	original copy page seite pagina acknowledgement confirmation requisition quotation quote offer delivery note inkooporder auftrag
	bon orden compra acquisto nota date datum fecha number no nr standard blanket release change revision draft proforma tax`)

// maxSightings bounds the names that are taken from one page.
const maxSightings = 64

// sightings finds the names that stand on a page without a heading.
func (p *partyPage) sightings(body float64, first bool) []sighting {
	var found []sighting
	top := p.firstHeadY()
	for _, line := range p.lines {
		for _, s := range line {
			if len(found) == maxSightings {
				return found
			}
			if s.used || s.head.roles != 0 || s.seen {
				continue
			}
			if n, ok := signature(s); ok {
				found = append(found, sighting{partyName: n, place: placeSignature, page: p, box: s.Box, score: 3})
				continue
			}
			if s.table || !first && s.MidY() < footZone*p.Height && s.MidY() > headZone*p.Height {
				continue
			}
			if n, role := inSentence(s); role != 0 {
				found = append(found, sighting{partyName: n, place: placeSentence, page: p, box: s.Box, score: 4, addressed: role == roleSupplier})
				continue
			}
			if n, ok := senderLine(s); ok {
				g := sighting{partyName: n, place: placeSender, page: p, box: s.Box, score: 3.5}
				if s.MidY() > footZone*p.Height {
					g.place, g.score = placeFoot, 3
				}
				found = append(found, g)
				continue
			}
			zone := s.MidY() / p.Height
			switch {
			case zone > footZone && s.traits()&(address.Legal|address.Org) != 0 && len(s.Words) <= maxProse:
				b := p.stack(s, 0, column{hi: p.Width, cell: -1})
				if n, ok := b.name(); ok && n.traits&address.Legal != 0 {
					found = append(found, sighting{partyName: n, place: placeFoot, page: p, box: b.lines[0].box, score: 2})
				}
			case zone < windowZone && first && p.nameLike(s):
				b := p.stack(s, 0, column{hi: p.Width, cell: -1})
				g, ok := b.sighting(body, s.Y0 < top && zone < headZone)
				if !ok {
					continue
				}
				for _, l := range b.lines {
					for _, seg := range l.segs {
						seg.seen = true
					}
				}
				found = append(found, g)
			}
		}
	}
	return found
}

// firstHeadY is where the first heading of a party stands, or the page ends.
func (p *partyPage) firstHeadY() float64 {
	for _, line := range p.lines {
		for _, s := range line {
			if s.head.roles&^roleOther != 0 {
				return s.Y0 + 0.5*s.Height()
			}
		}
	}
	return p.Height
}

// nameLike tells whether a segment may be a name, before what stands beneath
// it is known.
func (p *partyPage) nameLike(s *partySeg) bool {
	if len(s.Words) > 9 || s.labelled() && s.traits()&address.Legal == 0 || p.stops(s) {
		return false
	}
	if s.traits()&(address.Code|address.Reach) != 0 && s.traits()&address.Legal == 0 {
		return false
	}
	if s.traits()&(address.Postal|address.Person) != 0 && s.traits()&(address.Legal|address.Org) == 0 {
		return false
	}
	titles, letters := 0, 0
	for _, k := range s.keys() {
		if titleWords[k.text] || wording.DigitsTail(k.text) == k.text {
			titles++
		}
		letters += len(k.text)
	}
	return titles*2 < len(s.keys()) && letters >= 3
}

// sighting rates a block without a heading. Above the headed blocks it is
// part of the letterhead, or else stands in an address window.
func (b *partyBlock) sighting(body float64, above bool) (g sighting, ok bool) {
	if len(b.lines) == 0 {
		return g, false
	}
	n, ok := b.name()
	if !ok || len(n.words) == 0 {
		return g, false
	}
	g = sighting{partyName: n, place: placeWindow, page: b.page, block: b, box: b.box}
	g.addressed = strings.HasSuffix(b.lines[0].text, addressee) || salutation(b.lines[0])
	postal := 0
	for _, l := range b.lines[min(1, len(b.lines)-1):] {
		if l.traits&(address.Street|address.Town|address.POBox) != 0 {
			postal++
		}
	}
	if n.traits&address.Legal != 0 {
		g.score += 2
	} else if n.traits&address.Org != 0 {
		g.score += 1.5
	}
	if postal > 0 {
		g.score++
	}
	if postal > 1 {
		g.score += 0.5
	}
	size := n.words[0].Size
	if size > 1.2*body {
		g.score += 0.7
	}
	if size > 1.6*body {
		g.score += 0.5
	}
	if g.score == 0 && (!above || b.box.Y0 > 0.12*b.page.Height || b.page.Number != 1) {
		return g, false
	}
	if above && b.page.Number == 1 && b.page.topmost(b) {
		g.score += 0.8
	}
	if above {
		g.score += 0.6 * (1 - b.box.Y0/(headZone*b.page.Height))
	}
	if g.score == 0 {
		g.score = 0.2
	}
	return g, true
}

// topmost tells whether nothing stands above a block.
func (p *partyPage) topmost(b *partyBlock) bool {
	return len(p.lines) > 0 && b.box.Y0 <= p.Lines[0].Y0+2
}

// salutation tells whether a block opens with a word that addresses an
// organisation: "Firma", "M/s Acme Ltd".
func salutation(l blockLine) bool {
	switch first := wording.Fold(l.words[0].Text); first {
	case "firma", "m/s", "m/s.", "messrs", "messrs.", "spett.le", "spettabile", "exmo.", "exmos.", "fa.":
		return true
	}
	return false
}

// senderLine reads the name from a line that holds name and address together,
// as it stands over an address window or in a foot.
func senderLine(s *partySeg) (partyName, bool) {
	if len(s.Words) < 5 || s.traits()&(address.Street|address.Town|address.POBox) == 0 || s.labelled() {
		return partyName{}, false
	}
	cut := addressStart(s.Words)
	if cut < 1 || cut >= len(s.Words) || cut > maxNameWords {
		return partyName{}, false
	}
	n, ok := newPartyName(s.Words)
	if !ok || address.Traits(n.text)&(address.Postal|address.Reach|address.Person) != 0 && n.traits&address.Legal == 0 {
		return n, false
	}
	rest := address.Traits(wording.Join(s.Words[cut:]))
	return n, rest&address.Town != 0 && (rest&(address.Street|address.POBox) != 0 || n.traits != 0)
}

// signature reads the name from "for Acme Ltd" over a signature.
func signature(s *partySeg) (partyName, bool) {
	if len(s.keys()) < 2 || len(s.Words) > 10 {
		return partyName{}, false
	}
	from := 0
	switch s.keys()[0].text {
	case "for":
		from = 1
		if len(s.keys()) > 5 && s.keys()[1].text == "and" && s.keys()[2].text == "on" && s.keys()[3].text == "behalf" {
			from = 5
		}
	case "on":
		if len(s.keys()) > 3 && s.keys()[1].text == "behalf" && s.keys()[2].text == "of" {
			from = 3
		}
	}
	if from == 0 || from >= len(s.Words) {
		return partyName{}, false
	}
	n, ok := newPartyName(s.Words[from:])
	return n, ok && n.traits != 0
}

// partyTerms are the words by which conditions call the parties they name:
// Acme Ltd ("Buyer").
var partyTerms = map[string]partyRole{
	"buyer": roleBuyer, "purchaser": roleBuyer, "customer": roleBuyer, "client": roleBuyer, "kaufer": roleBuyer, "auftraggeber": roleBuyer,
	"besteller": roleBuyer, "acheteur": roleBuyer, "comprador": roleBuyer, "acquirente": roleBuyer, "committente": roleBuyer, "koper": roleBuyer,
	"seller": roleSupplier, "supplier": roleSupplier, "vendor": roleSupplier, "lieferant": roleSupplier, "verkaufer": roleSupplier,
	"fournisseur": roleSupplier, "vendeur": roleSupplier, "proveedor": roleSupplier, "fornitore": roleSupplier, "fornecedor": roleSupplier, "leverancier": roleSupplier,
}

// inSentence reads the name of a party from running text: what stands before
// its term in brackets and quotes, or behind "issued by". 0 stands for none.
func inSentence(s *partySeg) (partyName, partyRole) {
	if len(s.Words) < 5 {
		return partyName{}, 0
	}
	for i, w := range s.Words {
		if i == 0 {
			continue
		}
		from, to, role := 0, 0, partyRole(0)
		if strings.ContainsAny(w.Text, "\"“”„«'’") && strings.HasPrefix(w.Text, "(") {
			role = partyTerms[strings.Trim(wording.Fold(w.Text), "()\"'.,;:")]
			from, to = capitalsBefore(s.Words, i), i
		} else if w.Text == "by" && (s.Words[i-1].Text == "issued" || s.Words[i-1].Text == "placed") {
			role = roleBuyer
			from, to = i+1, legalAfter(s.Words, i+1)
		}
		if role == 0 || from >= to {
			continue
		}
		if n, ok := newPartyName(s.Words[from:to]); ok && n.traits != 0 {
			return n, role
		}
	}
	return partyName{}, 0
}

// capitalsBefore is the index of the first of the words before i that make up
// a name: they begin with capitals, save a few small ones within.
func capitalsBefore(words []*doc.Word, i int) int {
	from := i
	for k := i - 1; k >= 0 && k > i-maxNameWords; k-- {
		r, _ := utf8.DecodeRuneInString(words[k].Text)
		switch {
		case unicode.IsUpper(r) || unicode.IsDigit(r):
			from = k
		case words[k].Text != "&" && words[k].Text != "of" && words[k].Text != "and" && words[k].Text != "de":
			return from
		}
	}
	return from
}

// legalAfter is the index behind the legal form that closes the name which
// begins at from, or from when there is none.
func legalAfter(words []*doc.Word, from int) int {
	for k := from + 1; k < len(words) && k < from+maxNameWords; k++ {
		if a, ok := address.NewWord(words[k].Text); ok && a.Capital && a.Traits&address.WordLegal != 0 {
			return k + 1
		}
	}
	return from
}

// underSender tells whether a block stands in the address window under a
// sender's line.
func underSender(b doc.Box, all []sighting) bool {
	for _, g := range all {
		if g.place == placeSender && b.Y0 > g.box.Y0 && b.Y0-g.box.Y1 < 70 && math.Abs(b.X0-g.box.X0) < 40 {
			return true
		}
	}
	return false
}

// domains gives the names under which the page's organisations are reached:
// "example" of sales@example.com.
func (p *partyPage) domains() []string {
	var found []string
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.table || s.traits()&(address.Mail|address.Web) == 0 {
				continue
			}
			for _, w := range s.Words {
				if d := domainName(w.Text); d != "" && !slices.Contains(found, d) && len(found) < 8 {
					found = append(found, d)
				}
			}
		}
	}
	return found
}

// domainName is the registered part of a host name, without its top levels.
func domainName(word string) string {
	host := strings.ToLower(strings.Trim(word, ".,;:()<>\"'"))
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	} else if !strings.Contains(host, "www.") && !strings.Contains(host, "http") && !address.IsDomain(host) {
		return ""
	}
	host = strings.TrimPrefix(strings.TrimPrefix(host, "https://"), "http://")
	host, _, _ = strings.Cut(host, "/")
	labels := strings.Split(strings.TrimPrefix(host, "www."), ".")
	if len(labels) < 2 {
		return ""
	}
	i := len(labels) - 2
	if i > 0 && len(labels[i]) <= 3 { // co.uk, com.au
		i--
	}
	if len(labels[i]) < 4 || freeMail[labels[i]] {
		return ""
	}
	return strings.ReplaceAll(labels[i], "-", "")
}

// freeMail are providers whose addresses tell nothing of the organisation.
var freeMail = wording.Set("gmail googlemail hotmail outlook yahoo aol icloud live msn web gmx tonline orange wanadoo free libero example")

// fits tells whether a domain's name is made from the name's words.
func (n *partyName) fits(domains []string) bool {
	joined := strings.Join(n.key, "")
	for _, d := range domains {
		if strings.HasPrefix(joined, d[:min(len(d), max(5, len(d)*2/3))]) {
			return true
		}
	}
	return false
}
