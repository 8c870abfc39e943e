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
var partyTerms = map[string]Role{
	"buyer": RoleBuyer, "purchaser": RoleBuyer, "customer": RoleBuyer, "client": RoleBuyer, "kaufer": RoleBuyer, "auftraggeber": RoleBuyer,
	"besteller": RoleBuyer, "acheteur": RoleBuyer, "comprador": RoleBuyer, "acquirente": RoleBuyer, "committente": RoleBuyer, "koper": RoleBuyer,
	"owner": RoleBuyer, "principal": RoleBuyer, "contractor": RoleSupplier, "subcontractor": RoleSupplier,
	"seller": RoleSupplier, "supplier": RoleSupplier, "vendor": RoleSupplier, "lieferant": RoleSupplier, "verkaufer": RoleSupplier,
	"fournisseur": RoleSupplier, "vendeur": RoleSupplier, "proveedor": RoleSupplier, "fornitore": RoleSupplier, "fornecedor": RoleSupplier, "leverancier": RoleSupplier,
}

// inSentence reads the name of a party from running text: what stands before
// its term in brackets and quotes, or behind "issued by". The name may begin in
// the line above. 0 stands for none.
func (p *partyPage) inSentence(s *partySeg) (partyName, Role) {
	if len(s.Words) < 5 {
		return partyName{}, 0
	}
	words, first := p.withLineBefore(s)
	for i := max(first, 1); i < len(words); i++ {
		w := words[i]
		from, to, role := 0, 0, Role(0)
		if strings.ContainsAny(w.Text, "\"“”„«'’") && strings.HasPrefix(w.Text, "(") {
			role = partyTerms[strings.Trim(wording.Fold(w.Text), "()\"'.,;:")]
			from, to = capitalsBefore(words, i), i
			if k := between(words, i); role == RoleBuyer && k > 0 {
				from, to = k, nameEnd(words, k)
			}
		} else if w.Text == "by" && (words[i-1].Text == "issued" || words[i-1].Text == "placed") {
			role = RoleBuyer
			from, to = i+1, legalAfter(words, i+1)
		}
		if role == 0 || from >= to {
			continue
		}
		if n, ok := newPartyName(words[from:to]); ok && n.traits != 0 {
			return n, role
		}
	}
	return partyName{}, 0
}

// between is the index behind the "between" with which a contract names its
// first party before word i, 0 when there is none.
func between(words []*doc.Word, i int) int {
	for k := i - 1; k >= max(0, i-20); k-- {
		if strings.EqualFold(words[k].Text, "between") {
			return k + 1
		}
	}
	return 0
}

// nameEnd is the index behind the word at which a name that begins at from ends
// with a comma.
func nameEnd(words []*doc.Word, from int) int {
	for k := from; k < min(len(words), from+maxNameWords); k++ {
		if strings.HasSuffix(words[k].Text, ",") {
			return k + 1
		}
	}
	return from
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

// maxMentions bounds the names that are taken from the running text of a page.
const maxMentions = 16

// mentions finds names with a legal form in running text and signatures, which
// nothing else of the page told. What stands before one may tell that the order
// goes there.
func (p *partyPage) mentions() []sighting {
	var found []sighting
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.seen || s.table || s.head.roles != 0 || len(s.Words) < 3 || s.traits()&address.Legal == 0 && len(s.Words) <= 8 {
				continue
			}
			words, first := p.withLineBefore(s)
			for from := first; from < len(words) && len(found) < maxMentions; {
				start, end := nextLegalName(words, from)
				if end <= start {
					break
				}
				from = end
				n, ok := newPartyName(words[start:end])
				if !ok || n.traits&address.Legal == 0 {
					continue
				}
				found = append(found, sighting{partyName: n, place: InText, page: p, box: s.Box, score: 0.4 + cue(words, start)})
			}
		}
	}
	return found
}

// inText tells whether a segment that may be a sender's line goes on a text:
// letterheads and feet do not.
func (p *partyPage) inText(s *partySeg, n partyName) bool {
	if s.MidY() > footZone*p.Height {
		return false
	}
	_, first := p.withLineBefore(s)
	return first > 0 && s.MidY() > 0.15*p.Height || n.traits == 0 && s.MidY() > windowZone*p.Height || n.traits == 0 && strings.HasSuffix(s.text(), ".")
}

// withLineBefore gives the words of a segment behind those of the line above it
// in the same text, and where its own begin.
func (p *partyPage) withLineBefore(s *partySeg) (words []*doc.Word, first int) {
	if s.Line == 0 {
		return s.Words, 0
	}
	for _, o := range p.lines[s.Line-1] {
		if len(o.Words) > 5 && math.Abs(o.X0-s.X0) < indent*s.Size() && s.Baseline()-o.Baseline() < 2*s.Size() && o.head.roles == 0 {
			return append(slices.Clone(o.Words), s.Words...), len(o.Words)
		}
	}
	return s.Words, 0
}

// nextLegalName gives the bounds of the next name with a legal form that ends
// behind the given word; end is no more than start where there is none.
func nextLegalName(words []*doc.Word, from int) (start, end int) {
	for i := max(from, 1); i < len(words); i++ {
		if !legalWord(words, i) {
			continue
		}
		start, end = capitalsBefore(words, i), i+1
		for end < len(words) && end < i+4 && !strings.HasSuffix(words[end-1].Text, ",") &&
			(legalWord(words, end) || words[end].Text == "&" && end+1 < len(words) && legalWord(words, end+1)) {
			end++
		}
		if start < i {
			return start, end
		}
	}
	return 0, 0
}

// legalWord tells whether word i is a legal form behind a name.
func legalWord(words []*doc.Word, i int) bool {
	a, ok := address.NewWord(words[i].Text)
	if !ok || a.Traits&(address.WordLegal|address.WordShort) == 0 || !a.Capital && !a.Dotted {
		return false
	}
	return address.Traits(wording.Join(words[max(0, i-3):i+1]))&address.Legal != 0
}

// Words before a name by which running text calls it a firm, or sends it the order.
var (
	firmWords = wording.Set(`firma firme firmy firmie firmu firmou firmaet societe empresa ditta bedrijf foretaget foretag yritys spolecnosti spolocnosti spolki
		messrs m/s supplier vendor fournisseur proveedor fornitore fornecedor leverancier lieferant leverantor leverandor dostawcy dodavateli`)
	sendWords = wording.Set("with to from of bei an a hos til till fra av od u do dla pro door aan con com en da al alla")
)

// cue rates the word before a name.
func cue(words []*doc.Word, start int) float64 {
	if start == 0 {
		return 0
	}
	switch before := strings.Trim(wording.Fold(words[start-1].Text), ".,;:("); {
	case firmWords[before]:
		return 1.2
	case sendWords[before]:
		return 0.4
	}
	return 0
}
