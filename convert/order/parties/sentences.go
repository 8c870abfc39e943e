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
	maxSentence      = 64 // words that are looked at
	leastAddress     = 3  // words
	mostAddress      = 20 //
	leastLine        = 6  // words of a line with which the next goes on
)

// readSentences reads the addresses that stand in running text, behind words that say where
// goods or bills go: "Please deliver to our stockroom at Unit 3, Old Dairy, Ludminster SY9 4RB
// by 14th August".
func (pr *partyReader) readSentences() {
	for _, p := range pr.pages {
		for _, line := range p.lines {
			for _, s := range line {
				if !sentences.On() || s.used || s.table {
					continue
				}
				if b, roles := p.sentence(s); b != nil {
					pr.blocks = append(pr.blocks, headedBlock{partyBlock: b, roles: roles})
				}
			}
		}
	}
}

// sentence is the first address in the text that begins with a segment, and whose it is.
func (p *partyPage) sentence(s *partySeg) (*partyBlock, Role) {
	found := p.in.Labels.Within(s.Segment, keyvalue.RoleShipTo|keyvalue.RoleBillTo|keyvalue.RoleDelivers|keyvalue.RoleRemit|keyvalue.RoleThird)
	for i := range found {
		l := &found[i]
		if l.Roles&(keyvalue.RoleRemit|keyvalue.RoleThird) != 0 || p.partOfLabel(s, l) {
			continue
		}
		words := l.Value.Words()
		if i+1 == len(found) {
			words = append(words[:len(words):len(words)], p.goesOn(s, l.Whole)...)
		}
		first := words
		if words = p.addressIn(words); words == nil || l.Roles&keyvalue.RoleBillTo != 0 && words[0] != first[0] {
			continue
		}
		text := trimAddress(textnorm.Join(words))
		b := &partyBlock{page: p, within: true}
		b.add(blockLine{text: text, traits: address.Traits(text), words: words, box: doc.BoxOf(words)})
		roles := l.Roles
		if roles&keyvalue.RoleDelivers != 0 {
			roles = roles&^keyvalue.RoleDelivers | keyvalue.RoleShipTo
		}
		return b, roles
	}
	return nil, 0
}

// partOfLabel reports whether a phrase is part of a label of something else: "delivery terms".
func (p *partyPage) partOfLabel(s *partySeg, l *keyvalue.Label) bool {
	return slices.ContainsFunc(p.in.Labels.Of(s.Segment), func(o keyvalue.Label) bool {
		return o.First() <= l.First() && o.Phrase().To > l.Phrase().To && o.Strength(keyvalue.Delivery) == 0
	})
}

// goesOn are the words with which a text goes on behind a segment: those beside it, where
// nothing follows its label, and those of the lines set closely beneath long ones.
func (p *partyPage) goesOn(s *partySeg, label bool) []*doc.Word {
	last := s
	var words []*doc.Word
	if label {
		if last = p.rightOf(s, s.Line); last == nil || last.used || last.head.roles != 0 || last.X0-s.X1 > valueGap*s.Size() {
			return nil
		}
		words = append(words, last.Words...)
	}
	for range maxSentenceLines - 1 {
		comma := strings.HasSuffix(last.text(), ",")
		if len(last.Words) < leastLine && !comma || last.Line+1 >= len(p.lines) {
			break
		}
		below := nextLine(p.lines[last.Line+1], last, comma)
		if below == nil || below.used || p.stops(below) || tooFar(below, last, below.Baseline()-last.Baseline(), 0, last.Size(), -1) {
			break
		}
		words, last = append(words, below.Words...), below
	}
	return words
}

// nextLine is the segment of a line whose left edge is that of the one above, or which merely
// stands beneath it where that ends with a comma.
func nextLine(line []*partySeg, above *partySeg, comma bool) *partySeg {
	for _, s := range line {
		if math.Abs(s.X0-above.X0) < alignedLeft*s.Size() || comma && s.OverlapX(above.Box) > 0 {
			return s
		}
	}
	return nil
}

// addressIn finds the address in text, or nil if there is none. It begins with a capital or
// a figure behind the words that lead to it.
func (p *partyPage) addressIn(words []*doc.Word) []*doc.Word {
	words = words[:sentenceEnd(words[:min(len(words), maxSentence)])]
	for i := range words {
		if !beginsAddress(words, i) {
			continue
		}
		if found := p.addressFrom(words[i:]); found != nil {
			return found
		}
	}
	return nil
}

// beginsAddress reports whether an address may begin with a word: the first, one behind a word
// that leads to a place ("at", "unser"), a colon or a bracket.
func beginsAddress(words []*doc.Word, i int) bool {
	w := words[i].Text
	if strings.HasSuffix(w, ":") || i+1 < len(words) && textnorm.CountLetters(w) == 0 && startsLower(words[i+1].Text) && !address.NamesStreet(words[i+1].Text) {
		return false // "10.00 uur", "3 weeks"
	}
	if i > 0 && (leads(words[i-1].Text) || i > 1 && articles()[words[i-1].Text] && leads(words[i-2].Text)) {
		return true
	}
	return capitalOrFigure(w) && (i == 0 || strings.HasPrefix(w, "(") || strings.HasSuffix(words[i-1].Text, ":") || newLine(words, i))
}

// newLine reports whether a word begins another line than the one before it.
func newLine(words []*doc.Word, i int) bool { return words[i].Box.X0 < words[i-1].Box.X0 }

// leads reports whether a word leads to a place: "at", "unser".
func leads(word string) bool { return startsLower(word) && toward()[textnorm.Fold(word)] }

// capitalOrFigure reports whether a word begins with a capital or a figure, behind its marks.
func capitalOrFigure(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, func(r rune) bool { return !textnorm.IsWordRune(r) }))
	return unicode.IsUpper(r) || unicode.IsDigit(r)
}

// addressFrom is the address with which text begins, up to a date or to what goes on in small
// letters; nil where it begins with none.
func (p *partyPage) addressFrom(words []*doc.Word) []*doc.Word {
	if _, from, _, ok := p.in.Locale.FindDate(textnorm.Join(words)); ok {
		words = words[:wordAt(words, from)]
	}
	if len(words) < leastAddress {
		return nil
	}
	end, postal, depth := len(words), false, 0
	for i := range words {
		text := words[i].Text
		depth += strings.Count(text, "(") - strings.Count(text, ")")
		if !postal {
			if leads(text) || i > 0 && (strings.HasSuffix(text, ":") || strings.HasPrefix(text, "(")) {
				return nil // it begins further on
			}
			postal = address.Traits(textnorm.Join(words[:i+1]))&address.Postal != 0
			continue
		}
		if depth <= 0 && (text == ":" || startsLower(text) && (i+1 == len(words) || !capitalOrFigure(words[i+1].Text))) {
			end = i
			break
		}
	}
	for end > 0 && !capitalOrFigure(words[end-1].Text) {
		end--
	}
	if !postal || end < leastAddress || end > mostAddress || !surelyAddress(words[:end]) {
		return nil
	}
	return words[:end]
}

// surelyAddress reports whether words have what no other text has: a postcode with its town,
// a post-office box, or a street's name and a number.
func surelyAddress(words []*doc.Word) bool {
	text := textnorm.Join(words)
	switch traits := address.Traits(text); {
	case traits&(address.Town|address.POBox) != 0:
		return true
	case traits&address.Street == 0 || !textnorm.HasDigit(text):
		return false
	}
	return slices.ContainsFunc(words, func(w *doc.Word) bool { return capitalOrFigure(w.Text) && address.NamesStreet(w.Text) })
}

// wordAt is the word in which a byte of the words' text stands.
func wordAt(words []*doc.Word, at int) int {
	for i, w := range words {
		if at -= len(w.Text) + 1; at < 0 {
			return i
		}
	}
	return len(words)
}

// sentenceEnd is how many words the first sentence of a text has, or its first line where that
// ends with a bracket.
func sentenceEnd(words []*doc.Word) int {
	for i := range words[:max(0, len(words)-1)] {
		text := words[i].Text
		if !capitalOrFigure(words[i+1].Text) {
			continue
		}
		if strings.HasSuffix(text, ".") && !abbreviated(words, i) || strings.HasSuffix(text, ")") && newLine(words, i+1) {
			return i + 1
		}
	}
	return len(words)
}

// abbreviated reports whether a word that ends with a full stop may be an abbreviation, or the
// day of a date: it is short, or a street's name.
func abbreviated(words []*doc.Word, i int) bool {
	const short = 4 // bytes, with the full stop
	text := words[i].Text
	switch {
	case textnorm.HasDigit(text):
		return len(text) < short && (i == 0 || !textnorm.HasDigit(words[i-1].Text))
	case len(text) <= short:
		return true
	}
	return address.NamesStreet(text)
}

// trimAddress takes the marks off that stand about an address in a sentence.
func trimAddress(s string) string {
	s = strings.TrimRight(strings.TrimLeft(s, "(\"„“«»- "), " ,;:.-–\"”“«»")
	if !strings.Contains(s, "(") {
		s = strings.TrimRight(s, ").")
	}
	return s
}
