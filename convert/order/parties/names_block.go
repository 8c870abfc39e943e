package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/mechanism"
	"lineitem/convert/order/textnorm"
)

// name finds the name of an organisation in a block: what a caption announces as a
// name, or the first line, unless that is a code, a person or a caption.
func (b *partyBlock) name() (partyName, bool) {
	var captioned partyName // an organisation's rather than a person's
	for i, l := range b.lines {
		if l.caption != keyvalue.CaptionName {
			continue
		}
		if n, ok := b.joinedName(b.lines[i:]); ok && (captioned.text == "" || captioned.traits == 0 && n.traits != 0) {
			captioned = n
		}
	}
	if captioned.text != "" {
		return captioned, true
	}
	for i, l := range b.lines[:min(len(b.lines), 4)] {
		if l.traits&(address.Street|address.Town|address.POBox) != 0 && l.endsName(i) {
			break
		}
		if !b.skips(i) {
			return b.joinedName(b.lines[i:])
		}
	}
	return partyName{}, false
}

// endsName reports whether no name stands in a line that looks like an address,
// or beneath it.
func (l *blockLine) endsName(i int) bool {
	if l.traits&address.Legal != 0 {
		return false
	}
	return startsNumbered(l.words) || l.traits&address.Org == 0 && (i > 0 || l.traits&address.POBox != 0)
}

// skips reports whether line i holds no name, but the next may: it is a caption, a
// code, or a person above an organisation.
func (b *partyBlock) skips(i int) bool {
	l := b.lines[i]
	switch {
	case l.caption != 0 || l.traits&(address.Code|address.Reach|address.Person) != 0 && l.traits&(address.Legal|address.Org) == 0:
		return true
	case l.traits == 0 && len(l.segs) > 0 && len(l.segs[0].Words) == len(l.words) && l.segs[0].tellsOfDocument():
		return true
	case len(l.words) == 1 && openers()[textnorm.Fold(l.words[0].Text)]:
		return true
	case (len(l.words) > maxProse || len(l.words) > 5 && mostlyLower(l.words)) && l.traits&address.Legal == 0:
		return true
	case i+1 == len(b.lines) || l.traits != 0 || !isPerson(l.text):
		return false
	}
	next := b.lines[i+1]
	return next.traits&address.Legal != 0 && next.traits&address.Postal == 0 && !onlyNameEnd(next.words)
}

// isPerson reports whether a line may be a person's name: two or three words of
// letters that begin with capitals, and nothing that organisations have.
func isPerson(s string) bool {
	n := 0
	for f := range strings.FieldsSeq(s) {
		n++
		r, _ := utf8.DecodeRuneInString(f)
		if !unicode.IsUpper(r) || n > 4 || strings.ContainsFunc(f, unicode.IsDigit) || f == "&" {
			return false
		}
	}
	return n >= 2 && address.Traits(s)&(address.Legal|address.Org|address.Postal) == 0
}

var twoLines = mechanism.New("parties: names of two lines")

// joinedName reads the name that begins with the first of the lines and may
// run on in the next.
func (b *partyBlock) joinedName(lines []blockLine) (partyName, bool) {
	words := lines[0].words
	if len(lines) > 1 && twoLines.On() && goesOn(lines[0], lines[1]) {
		words = append(words[:len(words):len(words)], lines[1].words...)
	}
	return newPartyName(words)
}

// onlyNameEnd reports whether the words can only be the end of a name: "Company,
// Inc.", "Engineering Ltd".
func onlyNameEnd(words []*doc.Word) bool {
	legal := false
	for _, w := range words {
		a, ok := address.NewWord(w.Text)
		form := ok && a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
		if !form && !nameEnds()[a.Key] && !(a.Traits&address.WordOrg != 0 && a.Capital) {
			return false
		}
		legal = legal || form || a.Key == "company"
	}
	return legal
}

// goesOn reports whether a name that begins in line a runs on in line b.
func goesOn(a, b blockLine) bool {
	if len(a.words) == 0 || len(b.words) == 0 || b.caption != 0 || addressStart(a.words) < len(a.words) {
		return false
	}
	if connects(a.words[len(a.words)-1].Text) {
		return b.traits&(address.Postal|address.Reach) == 0 || b.traits&address.Legal != 0
	}
	if b.traits&(address.Postal|address.Reach|address.Person) != 0 {
		return false
	}
	if a.traits&address.Legal == 0 && len(b.words) <= 4 && onlyNameEnd(b.words) {
		return true
	}
	first, ok := address.NewWord(b.words[0].Text)
	if !ok || first.Traits&(address.WordLegal|address.WordShort) == 0 || !first.Capital || a.traits&address.Legal != 0 && len(b.words) > 2 {
		return false
	}
	return first.Traits&address.WordLegal != 0 || first.Upper || first.Dotted
}
