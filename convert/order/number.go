package order

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/wording"
)

// number is one printed number: an amount, a price, a quantity or a rate.
type number struct {
	Value decimal.Decimal
	// Text is the normal form: a plain decimal with "." and the decimals as
	// printed ("2575.50" for "2.575,50 €"), "-" in front when negative.
	Text string
	// Sure tells that the digits can be read in one way only, whatever the
	// locale: "1.234,50" and "12,5" are sure, "1,234" is not.
	Sure bool
	// Percent tells that a percent sign is printed with it.
	Percent bool
	// Currency is the code or sign printed with it, as currencyOf gives it.
	Currency string
	// Unit is what follows the number ("Nos" of "40 Nos"); only
	// numberUnit fills it.
	Unit string
}

// maxNumber bounds the length of a printed number, bytes.
const maxNumber = 64

// number reads s as one number with nothing beside it but signs, currency and
// percent: "1,234.50", "1.234,50 €", "(50.00)", "50,00-", "Rs. 3,18,450/-".
func (l *locale) number(s string) (number, bool) {
	n, ok := l.numberUnit(s)
	return n, ok && n.Unit == ""
}

// numberUnit reads s as a number that a unit may follow: "40 Nos", "12EA",
// "1.000 Stk", "10 x". The unit is everything behind the number.
func (l *locale) numberUnit(s string) (number, bool) {
	if f, ok := scanFigure(s); ok {
		if n, ok := f.read(l.decimalMark()); ok || !l.recognised {
			return n, ok
		}
	}
	if !l.recognised {
		return number{}, false
	}
	f, ok := scanFigure(remarked(s))
	if !ok {
		return number{}, false
	}
	return f.read(l.decimalMark())
}

// readings gives every reading of s as a number, the locale's first: two when
// the one mark in it may group or divide ("1,234"), otherwise one or none.
func (l *locale) readings(s string) []number {
	f, ok := scanFigure(s)
	if !ok {
		return nil
	}
	mark := l.decimalMark()
	first, ok := f.read(mark)
	if !ok {
		return nil
	}
	if first.Sure {
		return []number{first}
	}
	second, ok := f.read('.' + ',' - mark)
	if !ok {
		return []number{first}
	}
	return []number{first, second}
}

// figure is a number's printed form, its marks not yet understood.
type figure struct {
	digits   string // digits and marks "." "," and "_" (a blank or apostrophe, always grouping)
	negative bool
	percent  bool
	currency string
	unit     string
}

// scanFigure takes s apart into signs, currency, digits and unit.
func scanFigure(s string) (figure, bool) {
	var f figure
	if len(s) == 0 || len(s) > maxNumber {
		return f, false
	}
	rest := strings.TrimSpace(s)
	paren := false
	for rest != "" { // what may stand in front of the digits
		r, size := utf8.DecodeRuneInString(rest)
		if wording.IsDigit(r) || (r == '.' || r == ',') && wording.StartsDigit(rest[size:]) {
			break
		}
		switch {
		case unicode.IsSpace(r) || r == '*' || r == '=':
		case r == '-' || r == '−' || r == '–':
			if f.negative {
				return f, false
			}
			f.negative = true
		case r == '+':
		case r == '(':
			paren = true
		case r == ')' && paren && f.negative: // "(-)0.40"
			paren = false
		default:
			n := currencyPrefix(rest)
			if n == 0 || f.currency != "" && currencyOf(strings.TrimSpace(rest[:n])) == "" {
				return f, false
			}
			if c := currencyOf(rest[:n]); f.currency == "" || f.currency == "$" {
				f.currency = c
			}
			size = n
		}
		rest = rest[size:]
	}
	rest = f.scanDigits(rest)
	if f.digits == "" {
		return f, false
	}
	return f, f.scanSuffix(rest, paren)
}

// scanDigits takes the digits and the marks between them, and gives the rest.
func (f *figure) scanDigits(s string) string {
	var b [maxNumber]byte
	n, i := 0, 0
	for i < len(s) && n < maxNumber {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case wording.IsDigit(r):
			b[n] = wording.ASCII(r)
		case (r == '.' || r == ',' || r == '，' || r == '．') && wording.StartsDigit(s[i+size:]):
			b[n] = '.'
			if r == ',' || r == '，' {
				b[n] = ','
			}
		case n > 0 && isGroupBlank(r) && groupFollows(s[i+size:]):
			b[n] = '_'
		default:
			f.digits = string(b[:n])
			return s[i:]
		}
		n++
		i += size
	}
	f.digits = string(b[:n])
	return s[i:]
}

// scanSuffix reads what stands behind the digits.
func (f *figure) scanSuffix(s string, paren bool) bool {
	s = strings.TrimSpace(s)
	// "12,-", "12.--", "12,—" and "12/-" are whole amounts.
	for _, p := range [...]string{"/-", "/=", ",--", ".--", ",-", ".-", ",—", ".—", ",–", ".–"} {
		if strings.HasPrefix(s, p) {
			s = strings.TrimSpace(s[len(p):])
			break
		}
	}
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == ')':
			if !paren {
				return false
			}
			f.negative, paren = true, false
		case r == '-' || r == '−':
			if f.negative || len(s) > size && !unicode.IsSpace(rune(s[size])) && !isCurrencyText(s[size:]) {
				return false
			}
			f.negative = true
		case r == '%':
			f.percent = true
		case r == '*' || unicode.IsSpace(r):
		case r == '.' || r == ',' || r == ';':
			if len(s) > size {
				return false
			}
		default:
			word := s
			if i := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == ')' || r == '-' }); i > 0 {
				word = s[:i]
			}
			if c := currencyOf(word); c != "" && (f.currency == "" || f.currency == "$" || f.currency == c) && !weakSigns[wording.Fold(word)] {
				f.currency = c
				size = len(word)
				break
			}
			if !unicode.IsLetter(r) && r != '"' && r != '\'' && r != '°' && r != '/' && r != '(' && r != '#' {
				return false
			}
			f.unit = strings.TrimSpace(s)
			return !paren || strings.HasSuffix(f.unit, ")")
		}
		s = s[size:]
	}
	return !paren
}

// read understands the figure's marks, decimal being the locale's mark where
// they leave a choice.
func (f *figure) read(mark byte) (number, bool) {
	n := number{Percent: f.percent, Currency: f.currency, Unit: f.unit, Sure: true}
	d := f.digits
	dots, commas, blanks := strings.Count(d, "."), strings.Count(d, ","), strings.Count(d, "_")
	point := -1 // index of the mark that divides
	switch {
	case dots > 0 && commas > 0:
		point = max(strings.LastIndexByte(d, '.'), strings.LastIndexByte(d, ','))
		if strings.Count(d, d[point:point+1]) > 1 {
			return n, false
		}
	case dots+commas == 1:
		i := strings.IndexAny(d, ".,")
		whole, fraction := d[:i], d[i+1:]
		switch {
		case blanks > 0 || len(fraction) != 3 || whole == "" || whole[0] == '0' || len(whole) > 3:
			point = i
		default:
			n.Sure = false
			if d[i] == mark {
				point = i
			}
		}
	}
	whole, fraction := d, ""
	if point >= 0 {
		whole, fraction = d[:point], d[point+1:]
		if strings.ContainsAny(fraction, ".,_") {
			return n, false
		}
	}
	plain, ok := ungroup(whole)
	if !ok {
		return n, false
	}
	n.Text = plain
	if fraction != "" {
		n.Text += "." + fraction
	}
	if f.negative && strings.Trim(n.Text, "0.") != "" {
		n.Text = "-" + n.Text
	}
	v, err := decimal.NewFromString(n.Text)
	if err != nil {
		return n, false
	}
	n.Value = v
	return n, true
}

// ungroup takes the grouping marks out of the whole part: groups of three, or
// the Indian two and two before the last three.
func ungroup(s string) (string, bool) {
	if i := strings.IndexAny(s, ".,_"); i >= 0 {
		sep := s[i]
		groups := strings.Split(s, string(sep))
		last := len(groups) - 1
		for i, g := range groups {
			switch {
			case i == 0 && (g == "" || len(g) > 3 || strings.Trim(g, "0") == ""),
				i == last && len(g) != 3,
				i > 0 && i < last && len(g) != 3 && (len(g) != 2 || len(groups[0]) > 2),
				strings.ContainsAny(g, ".,_"):
				return "", false
			}
		}
		s = strings.Join(groups, "")
	}
	s = strings.TrimLeft(s, "0")
	if s == "" {
		s = "0"
	}
	return s, true
}

// currencyPrefix is the length of the code or sign, with its full stop, that s
// begins with; 0 when it begins with none.
func currencyPrefix(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool {
		return wording.IsDigit(r) || unicode.IsSpace(r) || r == '-' || r == '−' || r == '('
	})
	if end < 0 || end > 8 {
		return 0
	}
	word := s[:end]
	for _, w := range [...]string{word, strings.TrimRight(word, ":"), strings.TrimRight(word, ".,")} {
		if w != "" && currencyOf(w) != "" {
			return len(word) - (len(word) - len(w))
		}
	}
	return 0
}

func isCurrencyText(s string) bool { return currencyOf(strings.TrimSpace(s)) != "" }

// isGroupBlank tells blanks and apostrophes that group digits.
func isGroupBlank(r rune) bool {
	switch r {
	case ' ', '\u00a0', '\u2009', '\u202f', '\u2008', '\u2007', '\u2006', '\'', '’', '´', '`', '‘':
		return true
	}
	return false
}

// groupFollows tells whether s begins with exactly three digits.
func groupFollows(s string) bool {
	return len(s) >= 3 && wording.ASCIIDigit(s[0]) && wording.ASCIIDigit(s[1]) && wording.ASCIIDigit(s[2]) && (len(s) == 3 || !wording.ASCIIDigit(s[3]))
}
