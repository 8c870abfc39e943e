package parties

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/wording"
)

// partyName is the name of an organisation, as printed.
type partyName struct {
	text  string
	words []*doc.Word
	key   []string // what tells it from other names: folded, without legal forms
	// traits are address.Legal and address.Org when the name shows that it is an organisation's.
	traits address.Trait
	alone  bool // no address stands with it, as with a logo
}

// addressee follows the name of the organisation to which a Japanese document
// is addressed.
const addressee = "御中"

// maxNameWords bounds the words of a name.
const maxNameWords = 14

// newPartyName reads a name from words that hold it, and perhaps an address
// behind it; ok is false when they hold no name.
func newPartyName(words []*doc.Word) (n partyName, ok bool) {
	words = behindPhrase(behindDepartment(trimNameStart(words)))
	words = words[:min(len(words), addressStart(words), maxNameWords)]
	words = trimNameEnd(words)
	n.words = words
	n.text = strings.TrimFunc(behindLabel(wording.Join(words)), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:·|•–—*_\"", r) })
	n.text = strings.TrimSuffix(strings.TrimSuffix(n.text, " -"), " /")
	if i := strings.LastIndexByte(n.text, ' '); i >= 0 && strings.HasSuffix(n.text, ".") && len(n.text)-i > 6 && !strings.Contains(n.text[i:len(n.text)-1], ".") {
		n.text = strings.TrimSuffix(n.text, ".") // the end of a sentence, not of an abbreviation
	}
	letters := 0
	for _, r := range n.text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	if letters < 2 {
		return n, false
	}
	n.key = nameKey(n.text)
	n.traits = address.Traits(n.text)
	if n.traits&(address.Street|address.Town|address.POBox) != 0 && n.traits&address.Legal == 0 && startsNumbered(words) {
		return n, false
	}
	n.traits &= address.Legal | address.Org
	if len(n.key) == 1 && address.TraitsOfWord(n.key[0])&(address.WordLegal|address.WordShort) != 0 {
		return n, false // the end of a name that began elsewhere
	}
	return n, len(n.key) > 0
}

// behindPhrase leaves out what a text says before the name: "Invoice in name of
// Acme Ltd", "a trading style of Acme Ltd".
func behindPhrase(words []*doc.Word) []*doc.Word {
	for i := len(words) - 2; i >= 2; i-- {
		switch words[i-1].Text {
		case "of", "to", "from", "with", "for", "von", "de":
		default:
			continue
		}
		if w := words[i-2].Text; len(w) > 3 && startsLower(w) && !startsLower(words[i].Text) && address.Traits(wording.Join(words[i:]))&address.Legal != 0 {
			return words[i:]
		}
	}
	return words
}

// behindDepartment leaves out the department that is named before its
// organisation: "Accounts Payable, Acme Ltd".
func behindDepartment(words []*doc.Word) []*doc.Word {
	for i, w := range words[:min(len(words), 4)] {
		if strings.HasSuffix(w.Text, ",") && i+2 < len(words) {
			before, after := address.Traits(wording.Join(words[:i+1])), address.Traits(wording.Join(words[i+1:]))
			if before&address.Place != 0 && before&(address.Legal|address.Postal) == 0 && after&(address.Legal|address.Org) != 0 && after&address.Place == 0 && !legalNext(words[i+1:]) {
				return words[i+1:]
			}
			break
		}
	}
	return words
}

// behindLabel leaves out the label of a name, which may be set without a blank:
// "Company:Acme Ltd".
func behindLabel(text string) string {
	label, rest, ok := strings.Cut(text, ":")
	if !ok || strings.TrimSpace(rest) == "" || strings.Count(label, " ") > 4 {
		return text
	}
	for w := range strings.FieldsSeq(wording.Fold(label)) {
		if w = strings.Trim(w, ".#()"); headWords()[w] != 0 || fieldCaptions[w] == captionName {
			return rest
		}
	}
	return text
}

// startsNumbered tells whether words begin with a number or a numbered part of a
// building: "14 High Street", "Unit 9 Parkside Works".
func startsNumbered(words []*doc.Word) bool {
	if len(words) == 0 {
		return false
	}
	if wording.StartsDigit(words[0].Text) {
		return true
	}
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&address.WordStreet != 0 && len(words) > 1 && wording.HasDigit(words[1].Text)
}

// nameOpeners stand before a name and are no part of it.
var nameOpeners = wording.Set("herrn herr frau m/s m/s. messrs messrs. firma company firm spett.le spettle spettabile ditta an to to: vendor: supplier: for name: fa. fa exmo exmos srs sres sres. señores")

func trimNameStart(words []*doc.Word) []*doc.Word {
	for len(words) > 1 {
		w := wording.Fold(words[0].Text)
		if strings.Trim(w, ":-–.,*•·|#") == "" || nameOpeners[w] {
			words = words[1:]
			continue
		}
		// A party's number: "206117 - Acme", "[V0281] Acme Inc".
		if partyCode(words[0].Text) && (len(words) > 2 || len(words) == 2 && len(words[1].Text) > 3) {
			words = words[1:]
			continue
		}
		if digits := strings.Trim(w, "()-#"); digits != "" && wording.DigitsTail(digits) == digits && len(digits) >= 4 && (len(words) < 3 || isDash(words[1].Text)) {
			words = words[1:]
			continue
		}
		break
	}
	return words
}

// partyCode tells whether a word is the number by which one party knows another.
func partyCode(s string) bool {
	digits, letters := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsUpper(r):
			letters++
		case unicode.IsLetter(r):
			return false
		}
	}
	return digits >= 5 && letters <= 4 || digits >= 3 && letters > 0 && letters <= 4 && (digits > letters || s[0] == '[')
}

// trimNameEnd takes a party's number from behind its name: "Acme Inc - 206117",
// "Acme Inc (206117)", "Acme Inc (vendor id 206117)".
func trimNameEnd(words []*doc.Word) []*doc.Word {
	for len(words) > 1 {
		last := words[len(words)-1].Text
		w := strings.Trim(last, "()[]-#:")
		if w != "" && (wording.DigitsTail(w) != w || len(w) < 4) {
			break
		}
		if open := openBracket(words); open > 0 {
			words = words[:open]
		} else if w == "" || isDash(words[len(words)-2].Text) || strings.ContainsAny(last, "([#") {
			words = words[:len(words)-1]
		} else {
			break
		}
	}
	if last := len(words) - 1; last > 0 && words[last].Text == addressee {
		words = words[:last]
	}
	return words
}

// openBracket is the index of the word that opens the bracket which the last
// word closes, -1 when there is none.
func openBracket(words []*doc.Word) int {
	if end := words[len(words)-1].Text; !strings.HasSuffix(end, ")") && !strings.HasSuffix(end, "]") {
		return -1
	}
	for i := len(words) - 1; i >= 0; i-- {
		if t := words[i].Text; t[0] == '(' || t[0] == '[' {
			return i
		}
	}
	return -1
}

func isDash(s string) bool {
	return s == "-" || s == "–" || s == "—" || s == "/" || s == "|" || s == "·" || s == "•"
}

// addressStart is the index of the first word that no longer belongs to the
// name, where an address or a register entry follows it on the same line.
func addressStart(words []*doc.Word) int {
	for i := 1; i < len(words); i++ {
		t := words[i].Text
		switch {
		case i > 1 && runsOn(words, i): // "Acme Ltd thru broker Jones"
			return i
		case t == "·" || t == "|" || t == "•" || t == "●" || t == "∙":
			return i
		case strings.HasSuffix(words[i-1].Text, ".") && len(words[i-1].Text) > 2 && registers(t): // "Acme Ltd. Registered in England"
			return i
		case strings.HasSuffix(words[i-1].Text, ",") && i > 1 && legalNext(words[i-1:]) && !legalNext(words[i:]): // "Acme Ltd, Leeds"
			return i
		case strings.HasSuffix(t, ":") && len(t) > 3:
			if a, ok := address.NewWord(t); ok && a.Traits&(address.WordPerson|address.WordPhone|address.WordMail|address.WordTax) != 0 {
				return i
			}
		case strings.EqualFold(t, "c/o"):
			return i
		case isDash(t) || strings.HasSuffix(words[i-1].Text, ","):
			rest := words[i:min(len(words), i+6)]
			if address.Traits(wording.Join(rest))&(address.Street|address.Town|address.POBox|address.Phone|address.Mail|address.Web) != 0 && !legalNext(rest) {
				return i
			}
			if isDash(t) && i+1 < len(words) && legalNext(words[i-1:]) && !legalNext(words[i+1:]) && startsAddress(words[i+1:]) {
				return i // "Acme GmbH - Am Bach 4 - 20095 Hamburg"
			}
		}
	}
	return len(words)
}

// registers tells whether a word begins the entry of a register: "Registered in England".
func registers(word string) bool {
	a, ok := address.NewWord(word)
	return ok && a.Capital && (a.Traits&(address.WordTax|address.WordPhone|address.WordMail) != 0 || a.Key == "registered")
}

// runsOn tells whether the words from i on are a text that goes on behind a
// name with its legal form: they begin with a small letter and link nothing to it.
func runsOn(words []*doc.Word, i int) bool {
	a, ok := address.NewWord(words[i-1].Text)
	if !ok || a.Traits&(address.WordLegal|address.WordShort) == 0 || address.Traits(wording.Join(words[:i]))&address.Legal == 0 {
		return false
	}
	b, ok := address.NewWord(words[i].Text)
	if !ok || b.Capital || b.Dotted || b.Traits&(address.WordLegal|address.WordShort) != 0 {
		return false
	}
	switch b.Key {
	case "and", "und", "et", "y", "e", "i", "a", "og", "och", "ja", "en", "de", "di", "du", "z", "s", "sp", "spol", "o", "of", "in", "for":
		return false
	}
	return startsLower(words[i].Text)
}

// startsAddress tells whether words are a street and, behind another dash, a town.
func startsAddress(words []*doc.Word) bool {
	for i := 1; i < min(len(words), maxNameWords); i++ {
		if isDash(words[i].Text) {
			return wording.HasDigit(words[i-1].Text) && address.Traits(wording.Join(words[i+1:min(len(words), i+5)]))&address.Town != 0
		}
	}
	return false
}

// legalNext tells whether a legal form comes next, as in "Hotels, LLC, 4 Row".
func legalNext(words []*doc.Word) bool {
	a, ok := address.NewWord(words[0].Text)
	return ok && a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
}

// nameKey folds a name to the words that tell it from others.
func nameKey(s string) []string {
	var key []string
	if open := strings.LastIndexByte(s, '('); open > 0 && strings.HasSuffix(s, ")") { // a branch: "Acme Ltd (Leeds)"
		s = s[:open]
	}
	for f := range strings.FieldsSeq(s) {
		if utf8.RuneCountInString(f) > 40 || len(key) == maxNameWords {
			break
		}
		for part := range strings.FieldsFuncSeq(strings.ReplaceAll(wording.Fold(f), ".", ""), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if address.TraitsOfWord(part)&(address.WordLegal|address.WordShort) != 0 && len(key) > 0 || part == "private" && len(key) > 0 || part == "the" || part == "and" || part == "und" || part == "et" {
				continue
			}
			key = append(key, part)
		}
	}
	return key
}

// sameParty tells whether two names are of one organisation: one begins with
// the words of the other.
func sameParty(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(a) == 0 {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return len(a) > 1 || len(b) == 1 || len(a[0]) >= 4
}

// name finds the name in a block: its first line, unless that is a code, a
// person or a caption.
func (b *partyBlock) name() (partyName, bool) {
	lines := b.lines
	for i, l := range lines {
		if l.caption == captionName {
			return joinedName(lines[i:])
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
		if codeLine(l) || labelLine(l.words) || len(l.words) > maxProse && l.traits&address.Legal == 0 {
			continue
		}
		if key := nameKey(l.text); len(key) == 1 && nameOpeners[key[0]] {
			continue
		}
		if i+1 < len(lines) && l.traits == 0 && lines[i+1].traits&address.Legal != 0 && lines[i+1].traits&address.Postal == 0 && isPerson(l.text) && !onlyNameEnd(lines[i+1].words) && !linked(lines[i+1].words) {
			continue
		}
		if i+1 < len(lines) && (aboveIssuer(l, lines[i+1]) || shortKey(l) && lines[i+1].traits&address.Legal != 0 && !onlyNameEnd(lines[i+1].words)) {
			continue
		}
		n, ok := joinedName(lines[i:])
		for _, below := range lines[i+1 : min(len(lines), i+3)] { // a logo over the name
			if f, is := newPartyName(below.words); is && n.traits&address.Legal == 0 && f.traits&address.Legal != 0 && len(f.key) > len(n.key) && startsWith(f.key, n.key) {
				return f, true
			}
		}
		return n, ok
	}
	return partyName{}, false
}

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

// codeLine tells whether a line is a label or code and no name: "Vendor#: 4417208".
func codeLine(l blockLine) bool {
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
func joinedName(lines []blockLine) (partyName, bool) {
	words := lines[0].words
	if len(lines) > 1 && goesOn(lines[0], lines[1]) {
		words = append(words[:len(words):len(words)], lines[1].words...)
	}
	return newPartyName(words)
}

// nameEnds are the words, beside legal forms, that close long names.
var nameEnds = wording.Set("private company group industries services holdings international systems products supply technologies & and of sdn the usa division")

// onlyNameEnd tells whether the words can only be the end of a name: "Company, Inc.".
func onlyNameEnd(words []*doc.Word) bool {
	legal := false
	for _, w := range words {
		a, ok := address.NewWord(w.Text)
		if !ok || w.Text[0] == '(' && wording.OnlyDigits(a.Key) { // "(2014) Limited"
			continue
		}
		form := a.Traits&(address.WordLegal|address.WordShort) != 0 && a.Capital
		if !form && !nameEnds[a.Key] {
			return false
		}
		legal = legal || form || a.Key == "company"
	}
	return legal
}

// linked tells whether words go on a name that began before them: "& Sons Ltd",
// "di Rossi Carlo & C."
func linked(words []*doc.Word) bool {
	if len(words) < 2 || len(words) > 7 {
		return false
	}
	switch words[0].Text {
	case "&", "and", "und", "et", "y", "e", "og", "och", "of", "de", "di", "du", "des", "der", "von", "van", "dei", "do", "da":
		r, _ := utf8.DecodeRuneInString(words[1].Text)
		return unicode.IsUpper(r)
	}
	return false
}

// goesOn tells whether a name that begins in line a runs on in line b.
func goesOn(a, b blockLine) bool {
	if len(a.words) == 0 || len(b.words) == 0 || b.caption != captionNone || addressStart(a.words) < len(a.words) {
		return false
	}
	switch last := wording.Fold(a.words[len(a.words)-1].Text); last {
	case "&", "and", "und", "et", "y", "e", "of", "de", "der", "des", "di", "du", "-", "for", "van":
		return b.traits&(address.Postal|address.Reach) == 0 || b.traits&address.Legal != 0
	}
	ends := a.traits&address.Legal == 0 && len(b.words) <= 4 && onlyNameEnd(b.words)
	if ends && b.words[0].Text[0] == '(' {
		return true // "(2014) Limited", which reads as a street
	}
	if b.traits&(address.Postal|address.Reach|address.Person) != 0 {
		return false
	}
	if a.traits&address.Legal == 0 && linked(b.words) {
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
