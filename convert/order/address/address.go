// Package address classifies the lines of an address block: names with a
// legal form, streets, towns with their postcodes, numbers to call. It knows the
// customs of the countries whose orders are read, and looks at one line at a
// time; which lines make a party is not its concern.
package address

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/textnorm"
)

// Trait is a bit set of what a line of an address block looks like. A line
// may look like several things: "Acme Ltd, 12 High Street, Leeds LS1 4AB" is
// an organisation, a street and a town.
type Trait uint16

// What a line may look like.
const (
	Legal  Trait = 1 << iota // a name with a legal form: Acme GmbH
	Org                      // a name with a word of organisations' names: Elk River School District
	Street                   // a street, a building, an industrial estate
	Town                     // a postcode with its town
	POBox                    // a post-office box
	Phone                    // a number to call
	Mail                     // an electronic mail address
	Web                      // a web address
	Tax                      // a registration number
	Person                   // addresses or names a person by title
	Code                     // digits and codes only
)

// Postal are the traits that only lines of a postal address have.
const Postal = Street | Town | POBox

// Contact are the traits of lines that say how to reach a party or how it is registered, not where or who it is.
const Contact = Phone | Mail | Web | Tax

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
	Mixed   bool      // holds a capital behind a small letter, as in eG

	digits  int  // how many it has
	letters int  // how many it has
	within  bool // holds a legal form, in scripts without blanks
	places  bool // holds the parts of an address, in scripts without blanks
	closed  bool // a comma or bracket follows, or nothing
}

// Traits reports what a line of an address block looks like, 0 if it looks like nothing
// known. It looks only at the beginning of a long line.
func Traits(line string) Trait { return (*Reader)(nil).Traits(line) }

// Reader reads many lines of one document, and analyses each different word of these only once.
// A nil Reader remembers nothing.
type Reader struct {
	at    map[string]int32 // by word as printed, its index in known
	known []Word
}

// NewReader returns a reader for a document with about the given number of different words.
func NewReader(words int) *Reader {
	return &Reader{make(map[string]int32, words), make([]Word, 0, words)}
}

// Word does what the function NewWord does.
func (r *Reader) Word(raw string) (a Word, ok bool) {
	if r == nil {
		return NewWord(raw)
	}
	if at, known := r.at[raw]; known {
		a = r.known[at]
	} else {
		a, _ = NewWord(raw)
		r.at[raw], r.known = int32(len(r.known)), append(r.known, a)
	}
	return a, a.Key != ""
}

// Traits does what the function Traits does.
func (r *Reader) Traits(line string) Trait {
	line = line[:min(len(line), maxText)]
	var buf [maxWords]Word
	w := r.split(buf[:0], line)
	if len(w) == 0 {
		return 0
	}
	t := contactTraits(w, line)
	if legalForm(w) {
		t |= Legal
	}
	letters, digits := 0, 0
	for i, a := range w {
		letters, digits = letters+a.letters, digits+a.digits
		if a.Traits&WordOrg != 0 && a.Capital {
			t |= Org
		}
		if i < 3 && a.Traits&WordAttention != 0 && len(w) > 2 || i == 0 && a.Traits&WordPerson != 0 && len(w) > 1 {
			t |= Person
		}
	}
	if poBox(w) {
		t |= POBox
	}
	if town(w) {
		t |= Town
	}
	if street(w) || t&Town == 0 && beforeStreet(w) {
		t |= Street
	}
	if digits > 0 && digits >= letters && t&^Town == 0 && !(t&Town != 0 && letters > 0) {
		t |= Code
	}
	return t
}

// split splits a line into words at blanks.
func (r *Reader) split(w []Word, line string) []Word {
	for f := range strings.FieldsSeq(line) {
		if len(w) == maxWords {
			return w
		}
		if a, ok := r.Word(f); ok {
			w = append(w, a)
		} else if len(w) > 0 {
			w[len(w)-1].closed = true
		}
	}
	if len(w) > 0 {
		w[len(w)-1].closed = true
	}
	return w
}

// NewWord reads one word; ok is false for punctuation alone.
func NewWord(raw string) (a Word, ok bool) {
	a = Word{Upper: true}
	first, lastDot := true, false
	for _, r := range raw {
		switch {
		case unicode.IsLetter(r):
			a.letters++
			if unicode.IsLower(r) {
				a.Upper = false
			} else {
				a.Mixed = a.Mixed || !a.Upper
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
	key := strings.TrimFunc(textnorm.Fold(raw), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if a.letters > 0 && a.digits == 0 {
		key = strings.ReplaceAll(key, ".", "")
	}
	a.Key = key
	a.Traits = TraitsOfWord(key)
	if r, _ := utf8.DecodeRuneInString(key); r > unicode.MaxLatin1 && a.letters > leastWithin {
		a.lookWithin(raw)
	}
	if end, _ := utf8.DecodeLastRuneInString(raw); end == ',' || end == ')' || end == ';' || end == ':' {
		a.closed = true
	}
	return a, key != ""
}

// lookWithin looks for legal forms, endings of organisations' names and parts of addresses
// within a word of a script without blanks.
func (a *Word) lookWithin(raw string) {
	a.within = slices.ContainsFunc(legalWithin(), func(form string) bool { return strings.Contains(raw, form) })
	if slices.ContainsFunc(organisationEndings(), func(end string) bool { return strings.HasSuffix(a.Key, end) }) {
		a.Traits |= WordOrg
	}
	places := 0
	for _, place := range placesWithin() {
		if strings.Contains(raw, place) {
			places++
		}
	}
	a.places = places >= leastPlaces || places >= leastPlaces-1 && a.digits > 0
}

// leastPlaces is the least number of parts of an address that a word holds if it is taken for an address; in a word with
// digits, one fewer is enough. A single part is not, since names of firms begin with their town.
const leastPlaces = 3

// leastWithin is less than the number of letters of any name that holds its legal form.
const leastWithin = 4

// legalForm reports whether a legal form stands behind a name, before one or within one.
func legalForm(w []Word) bool {
	if len(w) > 1 && w[0].Traits&WordLegalBefore != 0 && w[1].Capital && w[1].digits == 0 && (w[0].Upper || w[0].Capital && w[0].letters > 3) {
		return true
	}
	if slices.ContainsFunc(w, func(a Word) bool { return a.within }) {
		return true
	}
	for i := 1; i < len(w); i++ {
		switch t := w[i].Traits; {
		case t&WordLegal != 0 && (w[i].Capital || w[i].Dotted || w[i].Mixed), t&WordShort != 0 && isShortForm(w, i):
			return true
		case w[i].Key == "oo" && w[i-1].Key == "z", w[i].Key == "ro" && w[i-1].Key == "s": // Sp. z o.o., spol. s r.o.
			return true
		case (w[i].Key == "j" || w[i].Key == "k") && w[i-1].Key == "sp": // sp. j.
			return true
		}
	}
	return false
}

// isShortForm reports whether the ambiguous word at i is a legal form and not
// an ordinary word ("as"), a state ("NV 89501") or a part of a code.
func isShortForm(w []Word, i int) bool {
	a := w[i]
	if !a.Upper && !a.Dotted && (a.Key != "co" && a.Key != "cie" && a.Key != "spa" || !a.Capital) {
		return false
	}
	state := i+1 < len(w) && !a.closed && w[i+1].digits > 0 && w[i+1].letters == 0
	return !state && (w[i-1].digits == 0 || w[i-1].letters > 0)
}

// street reports whether the words are a street line: a street word with a number, or a
// street word with few others, as in "Via Galileo Galilei"; or a compound name before a number.
func street(w []Word) bool {
	named, numbers := false, 0
	for i, a := range w {
		if a.places {
			return true
		}
		if a.digits > 0 && a.digits <= 5 && a.letters <= 3 {
			numbers++
		}
		if i+1 < len(w) && w[i+1].digits > 0 && streetCompound(a) {
			return true
		}
		named = named || a.Traits&WordStreet != 0 && (a.Capital || i == 0 || a.letters > 3 || w[i-1].digits > 0) && (i > 0 || a.Key != "st" || a.closed)
	}
	return named && (numbers > 0 || 2 <= len(w) && len(w) <= 5)
}

// beforeStreet reports whether the words are a house number before the name of a street: "1600
// Pennsylvania NW".
func beforeStreet(w []Word) bool {
	return 2 <= len(w) && len(w) <= 6 && w[0].digits > 0 && w[0].digits <= 5 && w[0].letters <= 1 && w[1].Capital && w[1].letters > 2 && w[1].digits == 0
}

// poBox reports whether the words name a post-office box.
func poBox(w []Word) bool {
	for i, a := range w[:min(len(w), 3)] {
		next := i+1 < len(w)
		if a.Traits&WordBox != 0 && (a.letters > 2 || next && a.Upper && w[i+1].digits > 0) || next && a.Capital && (a.Key == "po" || a.Key == "o") && w[i+1].Key == "box" {
			return true
		}
	}
	return false
}

// contactTraits returns the traits of telephone numbers, electronic addresses and registrations.
func contactTraits(w []Word, line string) Trait {
	var t Trait
	digits, registers := 0, false
	for i, a := range w {
		digits += a.digits
		registers = registers || i < 3 && a.Traits&WordTax != 0 && (a.Capital || a.Dotted)
		if strings.HasPrefix(a.Key, "www") && len(a.Key) > 6 || strings.HasPrefix(a.Key, "http") {
			t |= Web
		}
	}
	first := w[0].Traits
	if strings.IndexByte(line, '@') > 0 || first&WordMail != 0 && len(w) <= 2 {
		t = t&^Web | Mail
	}
	if registers && (digits >= 4 || len(w) <= 2) { // a caption alone, or with its figure
		t |= Tax
	}
	if first&WordPhone != 0 && (digits >= 5 || len(w) <= 2) || len(w) > 1 && w[1].Traits&WordPhone != 0 && digits >= 5 {
		t |= Phone
	}
	return t
}
