package parties

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

// sentences is a mechanism: without it, addresses stand under and beside headings alone.
var sentences = mechanism.New("parties: addresses in running text")

// Bounds of a sentence that states an address.
const (
	maxSentenceLines = 3
	leastAddress     = 3 // words
	mostAddress      = 20
)

// sentence finds the address in the text that begins with a segment, behind words that say
// where goods or bills go: "Please deliver to our stockroom at Unit 3, Old Dairy, Ludminster
// SY9 4RB by 14th August"; nil where there is none.
func (p *partyPage) sentence(s *partySeg) *Candidate {
	if s.used || s.table || !sentences.On() {
		return nil
	}
	const sent = keyvalue.RoleShipTo | keyvalue.RoleBillTo | keyvalue.RoleDelivers
	for _, l := range p.in.Labels.Within(s.Segment, sent|keyvalue.RoleRemit|keyvalue.RoleThird) {
		if l.Roles&sent == 0 {
			continue
		}
		found := addressIn(append(slices.Clip(l.Value.Words()), p.linesBelow(s)...))
		if found == nil {
			continue
		}
		roles := l.Roles
		if roles&keyvalue.RoleDelivers != 0 {
			roles = roles&^keyvalue.RoleDelivers | keyvalue.RoleShipTo
		}
		const marks = " ,;:.-–\"„”“«»"
		text := strings.Trim(textnorm.Join(found), marks)
		if strings.HasPrefix(text, "(") || !strings.Contains(text, "(") {
			text = strings.Trim(text, "()"+marks)
		}
		return &Candidate{Place: InText, Roles: roles, block: p.cell(text, found)}
	}
	return nil
}

// linesBelow are the words of the lines with which a text goes on.
func (p *partyPage) linesBelow(s *partySeg) (words []*doc.Word) {
	last := s
	for i := s.Line + 1; i < len(p.lines) && i < s.Line+maxSentenceLines; i++ {
		at := slices.IndexFunc(p.lines[i], func(o *partySeg) bool { return math.Abs(o.X0-s.X0) < alignedLeft*s.Size() })
		if at < 0 {
			return words
		}
		below := p.lines[i][at]
		if below.used || below.stops() || tooFar(below, last, below.Baseline()-last.Baseline(), 0, last.Size(), -1) {
			return words
		}
		words, last = append(words, below.Words...), below
	}
	return words
}

// addressIn finds the address in text, or nil if there is none. It begins with a capital or a
// figure behind a word that leads to a place, a colon or a bracket, and goes on to the end of
// the sentence, or to what follows in small letters.
func addressIn(words []*doc.Word) []*doc.Word {
	for i, w := range words {
		begins := i == 0 || leads(words[i-1].Text) || strings.HasSuffix(words[i-1].Text, ":") || strings.HasPrefix(w.Text, "(")
		if begins && capitalOrFigure(w.Text) {
			if found := words[i : i+addressEnd(words[i:])]; len(found) >= leastAddress && len(found) <= mostAddress && surelyAddress(found) {
				return found
			}
		}
		if strings.HasSuffix(w.Text, ".") && len(w.Text) > 4 && i+1 < len(words) && capitalOrFigure(words[i+1].Text) {
			return nil // the sentence ends
		}
	}
	return nil
}

// addressEnd is how many of the words are an address's.
func addressEnd(words []*doc.Word) int {
	for i := 1; i < len(words); i++ {
		before, here := words[i-1].Text, words[i].Text
		ends := strings.HasSuffix(before, ".") && len(before) > 4 && !address.NamesStreet(before)
		small := !capitalOrFigure(here) && (i+1 == len(words) || startsLower(words[i+1].Text) || textnorm.StartsDigit(words[i+1].Text))
		if (ends || small || leads(here)) && address.Traits(textnorm.Join(words[:i]))&address.Postal != 0 {
			return i
		}
		if leads(here) {
			return 0 // it begins further on
		}
	}
	return len(words)
}

// leads reports whether a word leads to a place: "at", "unser".
func leads(word string) bool { return startsLower(word) && toward()[textnorm.Fold(word)] }

// capitalOrFigure reports whether a word begins with a capital or a figure, behind its marks.
func capitalOrFigure(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, func(r rune) bool { return !textnorm.IsWordRune(r) }))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// surelyAddress reports whether words have what no other text has: a postcode with its town,
// a post-office box, or a street's name and a number.
func surelyAddress(words []*doc.Word) bool {
	text := textnorm.Join(words)
	traits := address.Traits(text)
	return traits&(address.Town|address.POBox) != 0 || traits&address.Street != 0 && textnorm.HasDigit(text) &&
		slices.ContainsFunc(words, func(w *doc.Word) bool { return capitalOrFigure(w.Text) && address.NamesStreet(w.Text) })
}
