package parties

import (
	"strings"

	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// mailRoute is from whom and to whom an e-mail goes that holds an order: the
// domains of its first header. Those quoted under it go the other way.
type mailRoute struct{ from, to string }

// Words that stand before the addresses of an e-mail's header, in the languages of orders.
var (
	mailFrom = wording.Set("from von de da van fra fran od lahettaja absender expediteur remitente mittente sender")
	mailTo   = wording.Set("to an a para aan til till do komu vastaanottaja destinataire destinatario")
)

// mailZone is the part of the page's height in which the first header stands.
const mailZone = 0.4

// mailRoute reads the header of an e-mail at the top of a page.
func (p *partyPage) mailRoute() (m mailRoute) {
	for _, line := range p.lines {
		if len(line) == 0 || line[0].MidY() > mailZone*p.Height {
			break
		}
		keys := line[0].keys()
		if len(keys) == 0 || !keys[0].colon {
			if m.from == "" && m.to == "" { // a sender without a label: "Jane Doe <jane@example.com>"
				m.from = lineDomain(line)
			}
			continue
		}
		switch domain := lineDomain(line); {
		case m.from == "" && mailFrom[keys[0].text]:
			m.from = domain
		case m.to == "" && mailTo[keys[0].text]:
			m.to = domain
		}
	}
	if m.to == "" || m.to == m.from {
		return mailRoute{}
	}
	return m
}

// lineDomain is the organisation's part of the first e-mail address in a line.
func lineDomain(line []*partySeg) string {
	for _, s := range line {
		if s.traits()&address.Mail == 0 {
			continue
		}
		for _, w := range s.Words {
			if strings.Contains(w.Text, "@") {
				return domainName(w.Text)
			}
		}
	}
	return ""
}

// mailNames finds the names of organisations to whose domains an e-mail goes, or
// from which it comes, among the short lines of a page, as signatures hold them.
func (p *partyPage) mailNames(m mailRoute) []sighting {
	var found []sighting
	if m == (mailRoute{}) {
		return nil
	}
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.table || s.head.roles != 0 || len(s.Words) > 8 || s.labelled() || len(found) == maxMentions {
				continue
			}
			if n, ok := newPartyName(s.Words); ok && n.fits([]string{m.from, m.to}) {
				found = append(found, sighting{partyName: n, place: InText, page: p, box: s.Box, score: 0.4})
			}
		}
	}
	return found
}
