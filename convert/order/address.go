package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/wording"
)

// lineTrait is a bit set of what a line of an address block looks like. A line
// may look like several things: "Acme Ltd, 12 High Street, Leeds LS1 4AB" is
// an organisation, a street and a town.
type lineTrait uint16

const (
	lineLegal   lineTrait = 1 << iota // a name with a legal form: Acme GmbH
	lineOrg                           // a name with a word of organisations' names: Elk River School District
	lineStreet                        // a street, a building, an industrial estate
	lineTown                          // a postcode with its town
	lineCountry                       // a country alone
	linePOBox                         // a post-office box
	linePhone                         // a number to call
	lineMail                          // an electronic mail address
	lineWeb                           // a web address
	lineTax                           // a registration number
	linePerson                        // addresses or names a person by title
	linePlace                         // a department or part of a site: Goods Inwards, Bay 4
	lineCode                          // digits and codes only
)

// linePostal is what only the lines of a postal address look like.
const linePostal = lineStreet | lineTown | linePOBox | lineCountry

// lineReach is what tells how to reach or register, not where or who.
const lineReach = linePhone | lineMail | lineWeb | lineTax

const (
	maxAddressText  = 200 // bytes of a line that are looked at
	maxAddressWords = 32
)

// addressWord is one word of a line, as the classifier sees it.
type addressWord struct {
	raw     string
	key     string // folded, without outer punctuation and inner dots
	traits  wordTrait
	digits  int  // how many
	letters int  // how many
	upper   bool // has letters, and all of them are capitals
	capital bool // begins with a capital
	dotted  bool // holds a dot between letters, as in S.A.
	closed  bool // a comma or bracket follows, or nothing
}

// addressTraits tells what a line of an address block looks like.
func addressTraits(line string) lineTrait {
	if len(line) > maxAddressText {
		line = line[:maxAddressText]
	}
	var buf [maxAddressWords]addressWord
	w := splitAddress(buf[:0], line)
	if len(w) == 0 {
		return 0
	}
	t := reachTraits(w, line)
	if legalForm(w) >= 0 || strings.ContainsAny(line, "株有") && cjkLegal(line) {
		t |= lineLegal
	}
	var letters, digits int
	for i := range w {
		letters, digits = letters+w[i].letters, digits+w[i].digits
		if w[i].traits&wordOrg != 0 && w[i].capital || orgCompound(w[i]) {
			t |= lineOrg
		}
		if w[i].traits&wordPlace != 0 {
			t |= linePlace
		}
	}
	if w[0].traits&wordPerson != 0 && len(w) > 1 || strings.HasPrefix(w[0].key, "c/o") {
		t |= linePerson
	}
	if poBox(w) {
		t |= linePOBox
	}
	if town(w) {
		t |= lineTown
	}
	if street(w, t&lineTown != 0) {
		t |= lineStreet
	}
	if len(w) <= 3 && country(w) {
		t |= lineCountry
	}
	if digits > 0 && digits >= letters && t&^lineTown == 0 && !(t&lineTown != 0 && letters > 0) {
		t |= lineCode
	}
	return t
}

// splitAddress splits a line into words.
func splitAddress(w []addressWord, line string) []addressWord {
	for f := range strings.FieldsFuncSeq(line, func(r rune) bool { return unicode.IsSpace(r) || r == '|' || r == '·' || r == '•' }) {
		for part := range strings.SplitAfterSeq(f, ",") {
			if len(w) == maxAddressWords {
				return w
			}
			if a, ok := newAddressWord(part); ok {
				w = append(w, a)
			} else if len(w) > 0 {
				w[len(w)-1].closed = true
			}
		}
	}
	if len(w) > 0 {
		w[len(w)-1].closed = true
	}
	return w
}

// newAddressWord reads one word; ok is false for punctuation alone.
func newAddressWord(raw string) (a addressWord, ok bool) {
	a = addressWord{raw: raw, upper: true}
	first, lastDot := true, false
	for _, r := range raw {
		switch {
		case unicode.IsLetter(r):
			a.letters++
			if unicode.IsLower(r) {
				a.upper = false
			}
			if first {
				a.capital = !unicode.IsLower(r)
			}
			a.dotted = a.dotted || lastDot
			first = false
		case unicode.IsDigit(r):
			a.digits++
			first = false
		}
		lastDot = r == '.' && a.letters > 0
	}
	a.upper = a.upper && a.letters > 0
	a.dotted = a.dotted || lastDot && a.letters == 1
	key := strings.TrimFunc(wording.Fold(raw), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if a.letters > 0 && a.digits == 0 {
		key = strings.ReplaceAll(key, ".", "")
	}
	a.key = key
	a.traits = addressWords[key]
	if a.traits == 0 && a.digits == 0 && strings.ContainsAny(key, "-/") { // USt-IdNr., GSTIN/UIN
		a.traits = addressWords[strings.ReplaceAll(key, "-", "")]
		if head, _, ok := strings.Cut(key, "/"); ok && a.traits == 0 {
			a.traits = addressWords[head]
		}
	}
	if end, _ := utf8.DecodeLastRuneInString(raw); end == ',' || end == ')' || end == ';' || end == ':' {
		a.closed = true
	}
	return a, key != ""
}

// legalForm gives the index of the word at which a legal form begins, -1 when
// there is none. A line's first word is none: a name stands before its form.
func legalForm(w []addressWord) int {
	for i := 1; i < len(w); i++ {
		switch t := w[i].traits; {
		case t&wordLegal != 0 && w[i].capital:
			return i
		case t&wordShort != 0 && isShortForm(w, i):
			return i
		}
		if w[i].letters == 1 && w[i].upper { // S. A. de C. V., S R L
			joined := ""
			for k := i; k < len(w) && k < i+5; k++ {
				joined += w[k].key
				if k > i && legalPhrases[joined] && w[k].upper {
					return i
				}
			}
		}
	}
	return -1
}

// isShortForm tells whether the ambiguous word at i is a legal form and not
// an ordinary word ("as"), a state ("NV 89501") or a part of a code.
func isShortForm(w []addressWord, i int) bool {
	a := w[i]
	if !a.upper && !a.dotted && (a.key != "co" && a.key != "cie" || !a.capital) {
		return false
	}
	if i+1 < len(w) {
		next := w[i+1]
		if next.digits > 0 && next.letters == 0 {
			return false
		}
		if !a.closed && !a.dotted && a.key != "co" && next.traits&(wordLegal|wordShort) == 0 && next.capital && !next.upper {
			return false
		}
	}
	return w[i-1].digits == 0 || w[i-1].letters > 0
}

func cjkLegal(line string) bool {
	return strings.Contains(line, "株式会社") || strings.Contains(line, "有限会社") || strings.Contains(line, "有限公司")
}

// orgCompound tells whether a word is a compound trade name: Antriebstechnik.
func orgCompound(a addressWord) bool {
	if !a.capital || a.letters < 8 || a.digits > 0 {
		return false
	}
	return hasEnding(a.key, orgEndings)
}

// streetCompound tells whether a word is a compound street: Ambachtsweg.
func streetCompound(a addressWord) bool {
	return a.letters >= 6 && a.digits == 0 && hasEnding(a.key, streetEndings)
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
func street(w []addressWord, town bool) bool {
	var kinds, numbers int
	for i, a := range w {
		if a.digits > 0 && a.digits <= 5 && a.letters <= 3 {
			numbers++
		}
		if a.traits&wordStreet != 0 && (a.capital || a.key == w[0].key || a.letters > 3) {
			kinds++
		} else if streetCompound(a) && i+1 < len(w) && w[i+1].digits > 0 {
			return true
		}
		if strings.HasPrefix(a.raw, "C/") || strings.HasPrefix(a.raw, "c/") && a.key != "c/o" {
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
	if houseNumber(w[0]) && w[1].capital && w[1].letters > 2 && w[1].digits == 0 {
		return true
	}
	return n <= 4 && houseNumber(w[n-1]) && w[0].capital && w[0].letters > 2 && w[n-2].letters > 2 && numbers == 1
}

// houseNumber tells whether a word may be the number of a house: 8, 122, 18a.
func houseNumber(a addressWord) bool {
	return a.digits > 0 && a.digits <= 5 && a.letters <= 1 && !strings.ContainsAny(a.raw, "/:$€£%#")
}

// poBox tells whether the words name a post-office box, in any of the languages.
func poBox(w []addressWord) bool {
	for i := range w {
		switch w[i].key {
		case "pobox", "postfach", "postbus", "casella":
			return true
		case "po", "box", "bp", "apartado", "apdo", "cs":
			if w[i].key == "po" && (i+1 >= len(w) || w[i+1].key != "box") {
				continue
			}
			if i+1 < len(w) && (w[i].key == "po" || w[i+1].digits > 0) && (w[i].upper || w[i].capital) && i < 3 {
				return true
			}
		case "p":
			if i+2 < len(w) && w[i+1].key == "o" && w[i+2].key == "box" {
				return true
			}
		}
	}
	return false
}

func country(w []addressWord) bool {
	if w[0].traits&wordCountry != 0 && len(w) <= 2 {
		return true
	}
	if len(w) < 2 {
		return false
	}
	switch w[0].key + " " + w[1].key {
	case "united states", "united kingdom", "great britain", "new zealand", "south africa", "south korea", "hong kong",
		"saudi arabia", "united arab", "northern ireland", "royaume uni", "reino unido", "regno unito", "estados unidos",
		"etats unis", "stati uniti", "vereinigte staaten", "czech republic", "the netherlands", "pays bas", "costa rica":
		return true
	}
	return false
}

// reachTraits finds telephone numbers, electronic addresses and registrations.
func reachTraits(w []addressWord, line string) lineTrait {
	var t lineTrait
	if strings.IndexByte(line, '@') > 0 {
		t |= lineMail
	}
	var digits int
	for i, a := range w {
		digits += a.digits
		if t&lineMail == 0 && a.digits == 0 && (strings.HasPrefix(a.key, "www") && len(a.key) > 6 || strings.HasPrefix(a.key, "http") || i == 0 && len(w) == 1 && isDomain(a.raw)) {
			t |= lineWeb
		}
		if i > 2 {
			continue
		}
		if a.traits&wordTax != 0 && (a.upper || a.capital || a.dotted) {
			t |= lineTax
		}
	}
	first := w[0]
	if first.traits&wordPhone != 0 && (digits >= 5 || len(w) <= 2) ||
		len(w) > 1 && w[1].traits&wordPhone != 0 && digits >= 5 ||
		digits >= 9 && onlyDialed(line) {
		t |= linePhone
	}
	if first.traits&wordMail != 0 && len(w) <= 2 {
		t |= lineMail
	}
	// A registration has a figure, or is a caption alone.
	if t&lineTax != 0 && digits < 4 && len(w) > 2 {
		t &^= lineTax
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

// isDomain tells whether a word is a host name, as in example.com.
func isDomain(s string) bool {
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
