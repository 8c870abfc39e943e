// Package address tells what the lines of an address block are: names with a
// legal form, streets, towns with their postcodes, numbers to call. It knows the
// customs of the countries whose orders are read, and looks at one line at a
// time; which lines make a party is not its concern.
package address

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/wording"
)

// Trait is a bit set of what a line of an address block looks like. A line
// may look like several things: "Acme Ltd, 12 High Street, Leeds LS1 4AB" is
// an organisation, a street and a town.
type Trait uint16

// What a line may look like.
const (
	Legal   Trait = 1 << iota // a name with a legal form: Acme GmbH
	Org                       // a name with a word of organisations' names: Elk River School District
	Street                    // a street, a building, an industrial estate
	Town                      // a postcode with its town
	Country                   // a country alone
	POBox                     // a post-office box
	Phone                     // a number to call
	Mail                      // an electronic mail address
	Web                       // a web address
	Tax                       // a registration number
	Person                    // addresses or names a person by title
	Place                     // a department or part of a site: Goods Inwards, Bay 4
	Code                      // digits and codes only
)

// Postal is what only the lines of a postal address look like.
const Postal = Street | Town | POBox | Country

// Reach is what tells how to reach or register, not where or who.
const Reach = Phone | Mail | Web | Tax

const (
	maxText  = 200 // bytes of a line that are looked at
	maxWords = 32
)

// Word is one word of a line, as the classifier sees it.
type Word struct {
	Key     string    // folded, without outer punctuation and inner dots
	Traits  WordTrait // what it says about its line
	Upper   bool      // has letters, and all of them are capitals
	Capital bool      // begins with a capital
	Dotted  bool      // holds a dot between letters, as in S.A.

	raw     string
	digits  int  // how many
	letters int  // how many
	closed  bool // a comma or bracket follows, or nothing
}

// Traits tells what a line of an address block looks like, 0 when like nothing
// known. Of a long line only the beginning is looked at.
func Traits(line string) Trait {
	if len(line) > maxText {
		line = line[:maxText]
	}
	var buf [maxWords]Word
	w := split(buf[:0], line)
	if len(w) == 0 {
		return 0
	}
	t := reachTraits(w, line)
	if legalForm(w) >= 0 || strings.ContainsAny(line, "株有") && cjkLegal(line) {
		t |= Legal
	}
	var letters, digits int
	for i := range w {
		letters, digits = letters+w[i].letters, digits+w[i].digits
		if w[i].Traits&WordOrg != 0 && w[i].Capital || orgCompound(w[i]) {
			t |= Org
		}
		if w[i].Traits&WordPlace != 0 {
			t |= Place
		}
	}
	if w[0].Traits&WordPerson != 0 && len(w) > 1 || strings.HasPrefix(w[0].Key, "c/o") || attention(w) || office(w) {
		t |= Person
	}
	if poBox(w) {
		t |= POBox
	}
	if town(w) {
		t |= Town
	}
	if street(w, t&Town != 0) {
		t |= Street
	}
	if len(w) <= 3 && country(w) {
		t |= Country
	}
	if digits > 0 && digits >= letters && t&^Town == 0 && !(t&Town != 0 && letters > 0) {
		t |= Code
	}
	return t
}

// split splits a line into words: at blanks, behind commas and labels, and at
// the signs that part what footers set in one line.
func split(w []Word, line string) []Word {
	for f := range strings.FieldsSeq(line) {
		for f != "" {
			if len(w) == maxWords {
				return w
			}
			part, rest, parted := cutPart(f)
			if a, ok := NewWord(part); ok {
				w = append(w, a)
			} else {
				parted = true
			}
			if parted && len(w) > 0 {
				w[len(w)-1].closed = true
			}
			f = rest
		}
	}
	if len(w) > 0 {
		w[len(w)-1].closed = true
	}
	return w
}

// cutPart cuts the first part from a run without blanks: up to and with a comma
// or the colon of a label, or up to a sign that parts entries.
func cutPart(f string) (part, rest string, parted bool) {
	letter := false
	for i, r := range f {
		switch {
		case r == '|' || r == '·' || r == '•':
			return f[:i], f[i+utf8.RuneLen(r):], true
		case r == ',' || r == ':' && letter:
			return f[:i+1], f[i+1:], true
		}
		letter = unicode.IsLetter(r)
	}
	return f, "", false
}

// NewWord reads one word; ok is false for punctuation alone.
func NewWord(raw string) (a Word, ok bool) {
	a = Word{raw: raw, Upper: true}
	first, lastDot := true, false
	for _, r := range raw {
		switch {
		case unicode.IsLetter(r):
			a.letters++
			if unicode.IsLower(r) {
				a.Upper = false
			}
			if first {
				a.Capital = !unicode.IsLower(r)
			}
			a.Dotted = a.Dotted || lastDot
			first = false
		case unicode.IsDigit(r):
			a.digits++
			first = false
		}
		lastDot = r == '.' && a.letters > 0
	}
	a.Upper = a.Upper && a.letters > 0
	a.Dotted = a.Dotted || lastDot && a.letters == 1
	key := strings.TrimFunc(wording.Fold(raw), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if a.letters > 0 && a.digits == 0 {
		key = strings.ReplaceAll(key, ".", "")
	}
	a.Key = key
	a.Traits = traitsByWord[key]
	if a.Traits == 0 && a.digits == 0 && strings.ContainsAny(key, "-/") { // USt-IdNr., GSTIN/UIN
		a.Traits = traitsByWord[strings.ReplaceAll(key, "-", "")]
		if head, _, ok := strings.Cut(key, "/"); ok && a.Traits == 0 {
			a.Traits = traitsByWord[head]
		}
	}
	if end, _ := utf8.DecodeLastRuneInString(raw); end == ',' || end == ')' || end == ';' || end == ':' {
		a.closed = true
	}
	return a, key != ""
}

// frontForms are the legal forms that stand before the name: "SARL Dupont".
var frontForms = wording.Set("sarl sas sasu eurl selarl sci scop scea gaec phu ppuh fhu pphu ooo")

// legalForm gives the index of the word at which a legal form begins, -1 when
// there is none. A line's first word is one only where such forms stand in front.
func legalForm(w []Word) int {
	if len(w) > 1 && frontForms[w[0].Key] && w[0].Upper && w[1].Capital {
		return 0
	}
	for i := 1; i < len(w); i++ {
		switch t := w[i].Traits; {
		case t&WordLegal != 0 && (w[i].Capital || w[i].Dotted):
			return i
		case w[i].Key == "oo" && i > 1 && w[i-1].Key == "z": // Sp. z o.o.
			return i - 2
		case w[i].Key == "ro" && w[i-1].Key == "s": // spol. s r.o.
			return i - 1
		case t&WordShort != 0 && isShortForm(w, i):
			return i
		}
		if w[i].letters == 1 && w[i].Upper { // S. A. de C. V., S R L
			joined := ""
			for k := i; k < len(w) && k < i+5; k++ {
				joined += w[k].Key
				if k > i && legalPhrases[joined] && w[k].Upper {
					return i
				}
			}
		}
	}
	return -1
}

// isShortForm tells whether the ambiguous word at i is a legal form and not
// an ordinary word ("as"), a state ("NV 89501") or a part of a code.
func isShortForm(w []Word, i int) bool {
	a := w[i]
	if !a.Upper && !a.Dotted && !endsUpper(a.raw) && (a.Key != "co" && a.Key != "cie" || !a.Capital) {
		return false
	}
	if i+1 < len(w) {
		next := w[i+1]
		if next.digits > 0 && next.letters == 0 && !a.closed {
			return false
		}
		if !a.closed && !a.Dotted && a.Key != "co" && next.Traits&(WordLegal|WordShort) == 0 && next.Capital && !next.Upper {
			return false
		}
	}
	return w[i-1].digits == 0 || w[i-1].letters > 0
}

// endsUpper tells whether a word begins and ends with a capital: SpA.
func endsUpper(word string) bool {
	word = strings.TrimRight(word, ".,;:)")
	first, _ := utf8.DecodeRuneInString(word)
	last, size := utf8.DecodeLastRuneInString(word)
	return unicode.IsUpper(first) && unicode.IsUpper(last) && len(word) > size
}

func cjkLegal(line string) bool {
	return strings.Contains(line, "株式会社") || strings.Contains(line, "有限会社") || strings.Contains(line, "有限公司")
}

// orgCompound tells whether a word is a compound trade name: Antriebstechnik.
func orgCompound(a Word) bool {
	if !a.Capital || a.letters < 8 || a.digits > 0 {
		return false
	}
	return hasEnding(a.Key, orgEndings)
}

// streetCompound tells whether a word is a compound street: Ambachtsweg.
func streetCompound(a Word) bool {
	return a.letters >= 6 && a.digits == 0 && hasEnding(a.Key, streetEndings)
}

func hasEnding(s string, endings []string) bool {
	for _, e := range endings {
		if len(s) > len(e)+2 && strings.HasSuffix(s, e) {
			return true
		}
	}
	return false
}

// street tells whether the words are a street line: a street word with a
// number, or, where the number is no postcode, a house number before a name.
func street(w []Word, town bool) bool {
	var kinds, numbers int
	for i, a := range w {
		if a.digits > 0 && a.digits <= 5 && a.letters <= 3 {
			numbers++
		}
		if a.Traits&WordStreet != 0 && !(i == 0 && a.Key == "st" && !a.closed) && (a.Capital || i == 0 || a.letters > 3 || houseNumber(w[i-1])) {
			kinds++
		} else if streetCompound(a) && i+1 < len(w) && w[i+1].digits > 0 {
			return true
		}
		if strings.HasPrefix(a.raw, "C/") || strings.HasPrefix(a.raw, "c/") && a.Key != "c/o" {
			kinds++
		}
	}
	if kinds > 0 && (numbers > 0 || len(w) <= 5) {
		// "Ave" or "Court" alone is no street; "Via Galileo Galilei" is.
		return numbers > 0 || len(w) >= 2
	}
	// A house number before a name ("1600 Pennsylvania NW"), or after one ("Kanaal Noord 65").
	n := len(w)
	if town || n < 2 || n > 6 {
		return false
	}
	if houseNumber(w[0]) && w[1].Capital && w[1].letters > 2 && w[1].digits == 0 {
		return true
	}
	return n <= 4 && houseNumber(w[n-1]) && w[0].Capital && w[0].letters > 2 && w[n-2].letters > 2 && numbers == 1
}

// houseNumber tells whether a word may be the number of a house: 8, 122, 18a.
func houseNumber(a Word) bool {
	return a.digits > 0 && a.digits <= 5 && a.letters <= 1 && !strings.ContainsAny(a.raw, "/:$€£%#")
}

// poBox tells whether the words name a post-office box, in any of the languages.
func poBox(w []Word) bool {
	for i := range w {
		switch w[i].Key {
		case "pobox", "postfach", "postbus", "casella":
			return true
		case "po", "box", "bp", "apartado", "apdo", "cs":
			if w[i].Key == "po" && (i+1 >= len(w) || w[i+1].Key != "box") {
				continue
			}
			if i+1 < len(w) && (w[i].Key == "po" || w[i+1].digits > 0) && (w[i].Upper || w[i].Capital) && i < 3 {
				return true
			}
		case "p":
			if i+2 < len(w) && w[i+1].Key == "o" && w[i+2].Key == "box" {
				return true
			}
		}
	}
	return false
}

// attention tells whether the words begin with more than one that address a
// person: "zu Händen A. Rivera", "à l'attention de M. Duval".
func attention(w []Word) bool {
	for _, a := range w[:min(len(w), 3)] {
		switch a.Key {
		case "handen", "hd", "hdn", "l'att", "l'attention", "atencion", "atencao", "attenzione", "cuidados", "rak", "rukam":
			return len(w) > 2
		}
	}
	return false
}

// office tells whether the words name who holds an office and nothing else:
// "The Manager", "Sales Department", "The Managing Director".
func office(w []Word) bool {
	if len(w) > 5 {
		return false
	}
	holders := 0
	for _, a := range w {
		switch {
		case a.Traits&WordOffice != 0:
			holders++
		case !officeWords[a.Key]:
			return false
		}
	}
	return holders > 0
}

func country(w []Word) bool {
	if w[0].Traits&WordCountry != 0 && len(w) <= 2 {
		return true
	}
	if len(w) < 2 {
		return false
	}
	switch w[0].Key + " " + w[1].Key {
	case "united states", "united kingdom", "great britain", "new zealand", "south africa", "south korea", "hong kong",
		"saudi arabia", "united arab", "northern ireland", "royaume uni", "reino unido", "regno unito", "estados unidos",
		"etats unis", "stati uniti", "vereinigte staaten", "czech republic", "the netherlands", "pays bas", "costa rica":
		return true
	}
	return false
}

// reachTraits finds telephone numbers, electronic addresses and registrations.
func reachTraits(w []Word, line string) Trait {
	var t Trait
	if strings.IndexByte(line, '@') > 0 {
		t |= Mail
	}
	var digits int
	for i, a := range w {
		digits += a.digits
		if t&Mail == 0 && a.digits == 0 && (strings.HasPrefix(a.Key, "www") && len(a.Key) > 6 || strings.HasPrefix(a.Key, "http") || i == 0 && len(w) == 1 && IsDomain(a.raw)) {
			t |= Web
		}
		if i > 2 {
			continue
		}
		if a.Traits&WordTax != 0 && (a.Upper || a.Capital || a.Dotted) {
			t |= Tax
		}
	}
	first := w[0]
	if first.Traits&WordPhone != 0 && (digits >= 5 || len(w) <= 2) ||
		len(w) > 1 && w[1].Traits&WordPhone != 0 && digits >= 5 ||
		digits >= 9 && onlyDialed(line) {
		t |= Phone
	}
	if first.Traits&WordMail != 0 && len(w) <= 2 {
		t |= Mail
	}
	// A registration has a figure, or is a caption alone.
	if t&Tax != 0 && digits < 4 && len(w) > 2 {
		t &^= Tax
	}
	return t
}

// onlyDialed tells whether a line holds nothing but a number as people write
// them for the telephone.
func onlyDialed(line string) bool {
	for _, r := range line {
		if !unicode.IsDigit(r) && !strings.ContainsRune(" +-()./", r) {
			return false
		}
	}
	return strings.ContainsAny(line, " +-(/.")
}

// IsDomain tells whether a word is a host name, as in example.com.
func IsDomain(s string) bool {
	dot := strings.LastIndexByte(s, '.')
	if dot < 2 || len(s)-dot < 3 || len(s)-dot > 6 {
		return false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-') {
			return false
		}
	}
	return true
}
