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
