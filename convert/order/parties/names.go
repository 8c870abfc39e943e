package parties

import (
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

// partyName is the name of an organisation, as printed.
type partyName struct {
	text  string
	words []*doc.Word
	// traits are address.Legal and address.Org when the name shows that it is an organisation's.
	traits address.Trait
}

// maxNameWords bounds the words of a name.
const maxNameWords = 14

// newPartyName reads a name from words that hold it, and perhaps an address
// behind it; ok is false when they hold no name.
func newPartyName(words []*doc.Word) (n partyName, ok bool) {
	words = trimNameStart(words)
	n.words = trimNameEnd(words[:min(addressStart(words), maxNameWords)])
	n.text = strings.TrimFunc(textnorm.Join(n.words), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:·|•–—*_\"", r) })
	n.text = strings.TrimSuffix(strings.TrimSuffix(n.text, " -"), " /")
	n.traits = address.Traits(n.text) & (address.Legal | address.Org)
	return n, textnorm.CountLetters(n.text) > 1 && slices.ContainsFunc(n.words, func(w *doc.Word) bool { return !legalForm(w) })
}

// legalForm reports whether a word is a legal form, as written in a name.
func legalForm(w *doc.Word) bool {
	a, ok := address.NewWord(w.Text)
	return ok && a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
}

// trimNameStart leaves out what stands before a name: marks, a label of one word, a form of
// address, and the number by which one party identifies the other: "206117 - Acme Inc".
func trimNameStart(words []*doc.Word) []*doc.Word {
	for len(words) > 1 {
		w := textnorm.Fold(words[0].Text)
		if strings.Trim(w, ":-–.,*•·|#") != "" && !formsOfAddress()[w] && !strings.HasSuffix(w, ":") && !numbered(w) {
			break
		}
		words = words[1:]
	}
	return words
}

// numbered reports whether a word is the number by which one party identifies another.
func numbered(s string) bool {
	const least = 4 // digits
	return textnorm.AtLeastDigits(s, least) && textnorm.CountLetters(s) < least
}

// trimNameEnd leaves out a party's number, or a form of address, behind its name:
// "Acme Inc - 206117", "Acme Inc (206117)".
func trimNameEnd(words []*doc.Word) []*doc.Word {
	for i := len(words) - 1; i > 0 && strings.HasSuffix(words[len(words)-1].Text, ")"); i-- {
		if words[i].Text[0] == '(' && slices.ContainsFunc(words[i:], func(w *doc.Word) bool { return textnorm.HasDigit(w.Text) }) {
			words = words[:i]
			break
		}
	}
	for len(words) > 1 {
		w := strings.Trim(words[len(words)-1].Text, "()[]-–#:")
		if w != "" && !formsOfAddressBehind()[w] && !numbered(w) {
			break
		}
		words = words[:len(words)-1]
	}
	return words
}

// Addressed returns an addressee's name without the form of address behind it, as in Japanese; ok is false if there
// is none.
func Addressed(text string) (name string, ok bool) {
	for form := range formsOfAddressBehind() {
		if name, ok := strings.CutSuffix(text, form); ok && (strings.HasSuffix(name, " ") || utf8.RuneCountInString(form) > 1) {
			return strings.TrimSpace(name), true
		}
	}
	return text, false
}

// addressed reports whether a line ends with a form of address.
func (l *blockLine) addressed() bool {
	_, ok := Addressed(l.text)
	return ok
}

// addressStart returns the index of the first word behind the name, where an address
// or something else follows it on the same line; the number of words if nothing does.
func addressStart(words []*doc.Word) int {
	for i := 1; i < len(words); i++ {
		t, comma := words[i].Text, strings.HasSuffix(words[i-1].Text, ",")
		switch {
		case strings.ContainsAny(t, "·|•●∙") && utf8.RuneCountInString(t) == 1, introduces(t) && (strings.HasSuffix(t, ":") || i+1 < len(words) && textnorm.HasDigit(words[i+1].Text)):
			return i // "Acme Ltd Attn: Jane Doe", "Acme Ltda RUC 0190447718001"
		case comma && legalForm(words[i-1]) && !legalForm(words[i]): // "Acme Ltd, Leeds"
			return i
		case (comma || isDash(t)) && noNamePart(words[i:min(len(words), i+6)]):
			return i
		}
	}
	return len(words)
}

// noNamePart reports whether words behind a comma or a dash are no part of a name: they
// state an address, or begin with a word of titles, or one that introduces something.
func noNamePart(words []*doc.Word) bool {
	if isDash(words[0].Text) && len(words) > 1 && (introduces(words[1].Text) || noName()[textnorm.Fold(words[1].Text)]) {
		return true
	}
	return !legalForm(words[0]) && address.Traits(textnorm.Join(words))&(address.Postal|address.Contact) != 0
}

func isDash(s string) bool { return s == "-" || s == "–" || s == "—" || s == "/" }

// introduces reports whether a word introduces a person, or a number to reach or to
// register somebody.
func introduces(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Traits&(address.WordPerson|address.WordPhone|address.WordMail|address.WordTax) != 0
}

// name finds the name of an organisation in a block: what a caption announces as a
// name, or the first line, unless that is one of an address.
func (b *partyBlock) name() (partyName, bool) {
	for i, l := range b.lines {
		if l.caption == keyvalue.CaptionName {
			if n, ok := b.joinedName(i); ok {
				return n, true
			}
		}
	}
	if len(b.lines) == 0 || b.lines[0].traits&address.Postal != 0 && b.lines[0].traits&(address.Legal|address.Org) == 0 {
		return partyName{}, false
	}
	return b.joinedName(0)
}

// isDocumentText reports whether half of the words or more are numbers or words of titles, labels and
// headings rather than of names, or there are hardly any letters, or the letters are spaced out.
func isDocumentText(words []*doc.Word) bool {
	other, letters := 0, 0
	for _, w := range words {
		key := textnorm.Bare(textnorm.Fold(w.Text))
		if noName()[key] || textnorm.OnlyDigits(key) {
			other++
		}
		letters += len(key)
	}
	return other*2 >= len(words) || letters < 3 || letters == len(words) && letters > 4 // "O R D E R"
}

// mostlyLower reports whether half of the words or more begin with small letters, as in a sentence.
func mostlyLower(words []*doc.Word) bool {
	lower := 0
	for _, w := range words {
		if startsLower(w.Text) {
			lower++
		}
	}
	return lower*2 >= len(words)
}

func startsLower(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsLower(r)
}

var twoLines = mechanism.New("parties: names of two lines")

// joinedName reads the name that begins with a line of a block and may continue in the next.
func (b *partyBlock) joinedName(i int) (partyName, bool) {
	words := b.lines[i].words
	if i+1 < len(b.lines) && twoLines.On() && nameContinues(&b.lines[i], &b.lines[i+1]) {
		words = append(words[:len(words):len(words)], b.lines[i+1].words...)
	}
	return newPartyName(words)
}

// onlyNameEnd reports whether the words can only be the end of a name: "Company,
// Inc.", "Engineering Ltd".
func onlyNameEnd(words []*doc.Word) bool {
	return slices.ContainsFunc(words, legalForm) && !slices.ContainsFunc(words, func(w *doc.Word) bool {
		a, ok := address.NewWord(w.Text)
		return ok && !legalForm(w) && !nameEnds()[a.Key] && !(a.Traits&address.WordOrg != 0 && a.Capital)
	})
}

// Bounds of a name that continues in the next line.
const (
	maxSmall = 3 // bytes of a word such as "of" or "und"
	maxEnd   = 4 // words of the end of a name
)

// nameContinues reports whether a name that begins in line a continues in line b.
func nameContinues(a, b *blockLine) bool {
	if len(a.words) == 0 || len(b.words) == 0 || b.caption != 0 || b.traits&(address.Postal|address.Contact|address.Person) != 0 || addressStart(a.words) < len(a.words) {
		return false
	}
	last := a.words[len(a.words)-1].Text
	return last == "&" || last == "-" || startsLower(last) && len(last) <= maxSmall ||
		a.traits&address.Legal == 0 && len(b.words) <= maxEnd && onlyNameEnd(b.words)
}
