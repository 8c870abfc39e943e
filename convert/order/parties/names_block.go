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

// name finds the name in a block: an organisation's, or that of a supplier who
// has none but his own.
func (b *partyBlock) name() (partyName, bool) {
	n, ok := b.organisation()
	if !ok && b.head != nil && b.head.head.roles&RoleSupplier != 0 && len(b.lines) > 1 && b.lines[0].caption == captionNone {
		if title := strings.Trim(wording.Fold(b.lines[0].words[0].Text), "."); personTitles[title] {
			return newPartyName(b.lines[0].words) // who trades in his own name
		}
	}
	return n, ok
}

// personTitles are titles that stand before names of persons.
var personTitles = wording.Set("ing dr prof mgr mag bc dipl dott dottssa geom mr mrs ms")

// organisation finds the name of an organisation in a block: its first line,
// unless that is a code, a person or a caption.
func (b *partyBlock) organisation() (partyName, bool) {
	lines := b.lines
	for i, l := range lines {
		if l.caption == captionName {
			return b.joinedName(lines[i:])
		}
	}
	for i := range min(len(lines), 4) {
		l := lines[i]
		if l.caption != captionNone || l.traits&(address.Code|address.Reach|address.Person) != 0 && l.traits&(address.Legal|address.Org) == 0 {
			continue
		}
		if l.traits&(address.Street|address.Town|address.POBox) != 0 && l.traits&address.Legal == 0 && startsNumbered(l.words) {
			break
		}
		if l.traits&(address.Street|address.Town|address.POBox) != 0 && l.traits&(address.Legal|address.Org) == 0 && (i > 0 || l.traits&address.POBox != 0 || wording.StartsDigit(l.text)) {
			break
		}
		if i == 0 && len(lines) > 1 && heads(l, lines[1]) {
			continue
		}
		if codeLine(l) || labelLine(l.words) || len(l.words) > maxProse && l.traits&address.Legal == 0 {
			continue
		}
		if key := nameKey(l.text); len(key) == 1 && nameOpeners[key[0]] {
			continue
		}
		if i+1 < len(lines) && l.traits == 0 && lines[i+1].traits&address.Legal != 0 && lines[i+1].traits&address.Postal == 0 && isPerson(l.text) && !ownedBy(lines[i+1].words) && !onlyNameEnd(lines[i+1].words) && !linked(lines[i+1].words) {
			continue
		}
		if i+1 < len(lines) && (aboveIssuer(l, lines[i+1]) || shortKey(l) && lines[i+1].traits&address.Legal != 0 && !onlyNameEnd(lines[i+1].words)) {
			continue
		}
		n, ok := b.joinedName(lines[i:])
		for _, below := range lines[i+1 : min(len(lines), i+3)] { // a logo over the name
			if f, is := newPartyName(below.words); is && n.traits&address.Legal == 0 && f.traits&address.Legal != 0 && startsWith(f.key, n.key) {
				return f, true
			}
		}
		return n, ok
	}
	return partyName{}, false
}

// heads tells whether line a of a block is its heading, though no lexicon holds
// it: a word or three in smaller type than the name beneath, as no name is set.
func heads(a, b blockLine) bool {
	return len(a.words) <= 3 && a.traits == 0 && b.traits&address.Postal == 0 && a.words[0].Size < 0.95*b.words[0].Size
}

// ownedBy tells whether a line says to whom the organisation named above it
// belongs: "A Division of Acme Holdings LLC".
func ownedBy(words []*doc.Word) bool {
	for i, w := range words[:min(len(words), 4)] {
		if i > 0 && ownWords[strings.Trim(wording.Fold(words[i-1].Text), ",.()")] {
			switch wording.Fold(w.Text) {
			case "of", "der", "von", "de", "du", "des", "della", "van", "af", "av":
				return i+1 < len(words)
			}
		}
	}
	return false
}

// ownWords name what an organisation is to the one that owns it.
var ownWords = wording.Set("division div subsidiary branch member part unit affiliate company brand tochter tochterunternehmen unternehmen niederlassung filiale filial zweigniederlassung societe etablissement divisione sucursal filial onderdeel dochter")

// shortKey tells whether a line is one word in capitals, as short as the keys
// by which organisations are filed: "LUMPIK".
func shortKey(l blockLine) bool {
	if len(l.words) != 1 || len(l.words[0].Text) > 8 {
		return false
	}
	a, ok := address.NewWord(l.words[0].Text)
	return ok && a.Upper
}

// aboveIssuer tells whether line a names the state or province under which the
// public body in line b stands.
func aboveIssuer(a, b blockLine) bool {
	return stateWords[wording.Fold(a.words[0].Text)] && a.traits&(address.Legal|address.Org) == 0 &&
		b.traits&address.Org != 0 && b.traits&address.Postal == 0
}

var stateWords = wording.Set("estado republica republic governo gobierno government province provincia kingdom")

// codeLine tells whether a line is a label or code and no name: "Vendor#: 4417208",
// "Supplier ID 4417208 VAT group 2".
func codeLine(l blockLine) bool {
	if opensNumber(l) {
		return true
	}
	digits, letters, label := 0, 0, true
	for _, w := range l.words {
		inWord := 0
		for _, r := range w.Text {
			if unicode.IsDigit(r) {
				digits++
			} else if unicode.IsLetter(r) {
				inWord++
			}
		}
		letters += inWord
		if key := strings.Trim(wording.Fold(w.Text), "#.:()-"); inWord > 0 && headWords()[key] == 0 && fieldCaptions[key] != captionNumber {
			label = false
		}
	}
	return letters == 0 || label && digits >= 3 || digits >= 4 && len(l.words) <= 2 && (digits >= letters || strings.ContainsAny(l.text, "#:"))
}

// opensNumber tells whether a line that names no organisation begins with the
// label of a party's number and the number.
func opensNumber(l blockLine) bool {
	if l.traits&(address.Legal|address.Org) != 0 {
		return false
	}
	number := false
	for _, w := range l.words {
		key := strings.Trim(wording.Fold(w.Text), "#.:()-")
		switch {
		case len(key) > 3 && wording.OnlyDigits(key):
			return number
		case fieldCaptions[key] == captionNumber:
			number = true
		case headWords()[key] == 0:
			return false
		}
	}
	return false
}

// labelLine tells whether words are nothing but the label of a party's number,
// register entry or way to be reached: "Vendor VAT No."
func labelLine(words []*doc.Word) bool {
	if len(words) < 2 {
		return false
	}
	party := false
	for _, w := range words {
		a, ok := address.NewWord(w.Text)
		switch {
		case !ok || fieldCaptions[a.Key] != captionNone || a.Traits&(address.WordTax|address.WordPhone|address.WordMail) != 0:
		case headWords()[a.Key] != 0:
			party = true
		default:
			return false
		}
	}
	return party
}

// isPerson tells whether a line may be a person's name: two or three words of
// letters that begin with capitals, and nothing that organisations have.
func isPerson(s string) bool {
	n := 0
	for f := range strings.FieldsSeq(s) {
		if n >= 2 && extension(f) {
			s, _, _ = strings.Cut(s, " "+f)
			break
		}
		n++
		r, _ := utf8.DecodeRuneInString(f)
		if !unicode.IsUpper(r) || n > 4 || strings.ContainsFunc(f, unicode.IsDigit) || f == "&" {
			return false
		}
	}
	return n >= 2 && address.Traits(s)&(address.Legal|address.Org|address.Postal) == 0
}

// extension tells whether a word is that of a person's telephone: "x418", "ext".
func extension(word string) bool {
	return strings.HasPrefix(word, "ext") || len(word) > 1 && word[0] == 'x' && wording.OnlyDigits(word[1:])
}

// joinedName reads the name that begins with the first of the lines and may
// run on in the next.
func (b *partyBlock) joinedName(lines []blockLine) (partyName, bool) {
	words := lines[0].words
	if len(lines) > 1 && (goesOn(lines[0], lines[1]) || b.page.calls(lines[0], lines[1])) {
		words = append(words[:len(words):len(words)], lines[1].words...)
	}
	return newPartyName(words)
}

// nameEnds are the words, beside legal forms, that close long names.
var nameEnds = wording.Set("private company group industries services holdings international systems products supply technologies & and of sdn the usa division")

// onlyNameEnd tells whether the words can only be the end of a name: "Company,
// Inc.", "Engineering Ltd".
func onlyNameEnd(words []*doc.Word) bool {
	legal := false
	for _, w := range words {
		a, ok := address.NewWord(w.Text)
		if !ok || w.Text[0] == '(' && wording.OnlyDigits(a.Key) { // "(2014) Limited"
			continue
		}
		form := a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
		if !form && !nameEnds[a.Key] && !(a.Traits&address.WordOrg != 0 && a.Capital) {
			return false
		}
		legal = legal || form || a.Key == "company"
	}
	return legal
}

// linked tells whether words go on a name that began before them: "& Sons Ltd",
// "di Rossi Carlo & C."
func linked(words []*doc.Word) bool {
	if len(words) < 2 || len(words) > 7 || !linkWords[words[0].Text] {
		return false
	}
	next := words[1].Text
	if len(words) > 2 && (next == "der" || next == "den" || next == "la") { // "van der Wiel"
		next = words[2].Text
	}
	r, _ := utf8.DecodeRuneInString(next)
	return unicode.IsUpper(r)
}

// linkWords link the parts of names.
var linkWords = wording.Set("& and und et y e og och of de di du des der von van dei do da")

// statesCapital tells whether a line tells an organisation's legal form by its
// capital, as French letterheads do under the name: "SAS au capital de 50 000 €".
func statesCapital(words []*doc.Word) bool {
	return len(words) > 2 && slices.ContainsFunc(words[1:], func(w *doc.Word) bool { return wording.Fold(w.Text) == "capital" })
}

// onlyTrade tells whether words are of organisations' names and nothing else, so
// that no name is made of them alone: "Foundation Trust".
func onlyTrade(words []*doc.Word) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(w *doc.Word) bool {
		a, ok := address.NewWord(w.Text)
		return !ok || a.Traits&address.WordOrg == 0 || !a.Capital
	})
}

// sameStyle tells whether two lines are set in the same type.
func sameStyle(a, b blockLine) bool {
	x, y := a.words[0], b.words[0]
	return math.Abs(x.Size-y.Size) < 0.03*x.Size && x.Bold == y.Bold && x.Color == y.Color
}

// goesOn tells whether a name that begins in line a runs on in line b.
func goesOn(a, b blockLine) bool {
	if len(a.words) == 0 || len(b.words) == 0 || b.caption != captionNone || addressStart(a.words) < len(a.words) || statesCapital(b.words) {
		return false
	}
	switch last := wording.Fold(a.words[len(a.words)-1].Text); last {
	case "&", "and", "und", "et", "y", "e", "of", "de", "der", "des", "di", "du", "-", "for", "van", "sp.", "z", "spol.":
		return b.traits&(address.Postal|address.Reach) == 0 || b.traits&address.Legal != 0
	}
	ends := a.traits&address.Legal == 0 && len(b.words) <= 4 && onlyNameEnd(b.words)
	if ends && b.words[0].Text[0] == '(' {
		return true // "(2014) Limited", which reads as a street
	}
	if b.traits&(address.Postal|address.Reach|address.Person) != 0 {
		return false
	}
	if a.traits&address.Legal == 0 && (linked(b.words) || sameStyle(a, b) && onlyTrade(b.words)) {
		return true
	}
	first, ok := address.NewWord(b.words[0].Text)
	if ends {
		return true
	}
	if !ok || first.Traits&(address.WordLegal|address.WordShort) == 0 || !first.Capital {
		return false
	}
	if a.traits&address.Legal != 0 && len(b.words) > 2 {
		return false
	}
	return first.Traits&address.WordLegal != 0 || first.Upper || first.Dotted
}
