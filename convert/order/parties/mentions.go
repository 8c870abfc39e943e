package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/mechanism"
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

var runningText = mechanism.New("parties: names in running text")

// maxMentions bounds the names that are taken from the running text of a page.
const maxMentions = 16

// mentions finds names with a legal form in running text and signatures, which
// nothing else of the page told.
func (p *partyPage) mentions() []sighting {
	if !runningText.On() {
		return nil
	}
	var found []sighting
	for _, line := range p.lines {
		for _, s := range line {
			if s.used || s.seen || s.table || s.head.roles != 0 || len(s.Words) < 3 || s.traits()&address.Legal == 0 && len(s.Words) <= 8 {
				continue
			}
			words := s.Words
			for from := 0; from < len(words) && len(found) < maxMentions; {
				start, end := nextLegalName(words, from)
				if end <= start {
					break
				}
				from = end
				n, ok := newPartyName(words[start:end])
				if !ok || n.traits&address.Legal == 0 {
					continue
				}
				found = append(found, sighting{partyName: n, place: InText, page: p, box: s.Box, score: 0.4})
			}
		}
	}
	return found
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

// legalWord reports whether word i is a legal form behind a name.
func legalWord(words []*doc.Word, i int) bool {
	a, ok := address.NewWord(words[i].Text)
	if !ok || a.Traits&(address.WordLegal|address.WordShort) == 0 || !a.Capital && !a.Dotted {
		return false
	}
	return address.Traits(wording.Join(words[max(0, i-3):i+1]))&address.Legal != 0
}
