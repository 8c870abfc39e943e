package value

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/shopspring/decimal"

	"lineitem/convert/order/textnorm"
)

// Number is one printed number: an amount, a price, a quantity or a rate.
type Number struct {
	Value decimal.Decimal // the percentage, not the rate, if Percent is set: 20 for "20 %"
	// Text is the normal form: a plain decimal with "." and the decimals as
	// printed ("2575.50" for "2.575,50 €"), with "-" in front if negative.
	Text string
	// Sure reports whether the digits can be read in only one way, whatever the
	// locale: "1.234,50" and "12,5" are sure, "1,234" is not.
	Sure bool
	// Percent reports whether a percent sign is printed with it.
	Percent bool
	// Currency is the code or sign printed with it, as the function Currency returns it.
	Currency string
	// Unit is the unit after the number ("Nos" of "40 Nos"); only
	// NumberUnit fills it.
	Unit string
}

// maxNumber is the greatest length of a printed number, in bytes.
const maxNumber = 64

// Number reads s as one number with nothing beside it but signs, currency and
// percent: "1,234.50", "1.234,50 €", "(50.00)", "50,00-", "Rs. 3,18,450/-".
func (l *Locale) Number(s string) (Number, bool) {
	n, ok := l.NumberUnit(s)
	return n, ok && n.Unit == ""
}

// NumberUnit reads s as a number that a unit may follow: "40 Nos", "12EA",
// "1.000 Stk", "10 x". The unit is everything behind the number.
func (l *Locale) NumberUnit(s string) (Number, bool) {
	f, ok := ScanFigure(s)
	if !ok {
		return Number{}, false
	}
	return f.read(l.decimalMark())
}

// Printed reads s as NumberUnit does, but leaves Value out, for callers who only need the text of a
// number or whether there is one.
func (l *Locale) Printed(s string) (Number, bool) {
	f, ok := ScanFigure(s)
	if !ok {
		return Number{}, false
	}
	return f.text(l.decimalMark())
}

// Readings returns every reading of s as a number, the locale's first: two if its
// only mark may be a grouping or a decimal mark ("1,234"), otherwise one or none.
func (l *Locale) Readings(s string) []Number {
	f, ok := ScanFigure(s)
	if !ok {
		return nil
	}
	mark := l.decimalMark()
	first, ok := f.read(mark)
	if !ok {
		return nil
	}
	if first.Sure {
		return []Number{first}
	}
	second, ok := f.read('.' + ',' - mark)
	if !ok {
		return []Number{first}
	}
	return []Number{first, second}
}

// Figure is a number's printed form, before its marks are interpreted.
type Figure struct {
	Digits   string // digits and the marks ".", "," and "_" (a blank or apostrophe, always grouping)
	Negative bool   // a minus, brackets around it, or "CR" (credit)
	Percent  bool   // a percent sign
	Currency string // as Number.Currency
	Unit     string // what follows
	Whole    bool   // "/-" or another sign that there are no decimals
}

// ScanFigure splits s into signs, currency, digits and unit; ok is false if s
// is not a single number.
func ScanFigure(s string) (f Figure, ok bool) {
	if len(s) > maxNumber || !textnorm.AtLeastDigits(s, 1) {
		return f, false
	}
	rest, paren, ok := f.scanPrefix(strings.TrimSpace(s))
	if !ok {
		return f, false
	}
	if rest = f.scanDigits(rest); f.Digits == "" {
		return f, false
	}
	return f, f.scanSuffix(rest, paren)
}

// scanPrefix reads what stands in front of the digits and returns the rest; paren reports
// whether a bracket is left open.
func (f *Figure) scanPrefix(s string) (rest string, paren, ok bool) {
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		if textnorm.IsDigit(r) || (r == '.' || r == ',') && textnorm.StartsDigit(s[size:]) {
			break
		}
		switch r {
		case ' ', '\t', '\u00a0', '\u2009', '\u202f', '*', '=', '+', '@':
		case '■', '□', '\ufffd': // in place of a currency sign that the font lacks
		case '%': // "%10", as in Turkish
			f.Percent = true
		case '(':
			paren = true
		case ')':
			if !paren || !f.Negative { // "(-)0.40"
				return s, paren, false
			}
			paren = false
		default:
			if isMinus(r) {
				if f.Negative {
					return s, paren, false
				}
				f.Negative = true
				break
			}
			if size = currencyPrefix(s); size == 0 {
				return s, paren, false
			}
			if f.Currency == "" || f.Currency == "$" {
				f.Currency = Currency(s[:size])
			}
		}
		s = s[size:]
	}
	return s, paren, true
}

// scanDigits reads the digits and the marks between them and returns the rest.
func (f *Figure) scanDigits(s string) string {
	var b [maxNumber]byte
	n, i := 0, 0
scan:
	for i < len(s) && n < maxNumber {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case textnorm.IsDigit(r):
			b[n] = textnorm.ASCII(r)
		case strings.ContainsRune(".．٫", r) && textnorm.StartsDigit(s[i+size:]):
			b[n] = '.'
		case strings.ContainsRune(",，٬", r) && textnorm.StartsDigit(s[i+size:]):
			b[n] = ','
		case n > 0 && isGroupBlank(r) && groupFollows(s[i+size:]):
			b[n] = '_'
		default:
			break scan
		}
		n++
		i += size
	}
	if f.Digits = s[:i]; f.Digits != string(b[:n]) { // most are as printed, and need no copy
		f.Digits = string(b[:n])
	}
	return s[i:]
}

// isMinus reports whether a character is a minus, a dash or a hyphen, as printed to mark negative
// numbers or between the parts of a date.
func isMinus(r rune) bool { return strings.ContainsRune("-−–‐‑－", r) }

// scanSuffix reads what stands behind the digits and reports whether it may stand there; paren says that a bracket is open.
func (f *Figure) scanSuffix(s string, paren bool) bool {
	apart, dash := strings.HasPrefix(s, " "), false
	s = strings.TrimSpace(s)
	// "12,-", "12.--", "12,—" and "12/-" are whole amounts.
	for _, p := range [...]string{"/-", "/=", ":-", ",--", ".--", ",-", ".-", ",—", ".—", ",–", ".–"} {
		if strings.HasPrefix(s, p) {
			s, f.Whole = strings.TrimSpace(s[len(p):]), true
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
			f.Negative, paren = true, false
		case isMinus(r):
			if f.Negative || len(s) > size && !unicode.IsSpace(rune(s[size])) && s[size] != '%' && Currency(strings.TrimSpace(s[size:])) == "" {
				return false
			}
			f.Negative = f.Currency != Yen && f.Currency != "JPY" // "¥1,200-" is a whole amount
			dash = apart
		case r == '%':
			f.Percent = true
		case r == '*' || unicode.IsSpace(r):
		case strings.ContainsRune(".,;", r):
			if len(s) > size {
				return false
			}
		default:
			if size = f.currencySuffix(s); size > 0 {
				break
			}
			if dash { // "5 - Each"
				f.Negative = false
			}
			return f.scanUnit(s, r, paren)
		}
		s = s[size:]
	}
	return !paren
}

// scanUnit reads the unit, or the mark of a credit or debit, that ends a text and begins with r.
func (f *Figure) scanUnit(s string, r rune, paren bool) bool {
	if (s == "CR" || s == "DR") && HasDecimals(f.Digits) { // credit and debit
		f.Negative = f.Negative || s == "CR"
		return !paren
	}
	f.Unit = strings.TrimSpace(s)
	switch {
	case strings.ContainsRune(`'"`, r) && textnorm.StartsDigit(strings.TrimLeft(s, `'"`)): // "1''234.50"
		return false
	case paren && !strings.HasSuffix(f.Unit, ")"):
		return false
	}
	return unicode.IsLetter(r) || strings.ContainsRune(`"'°/(#`, r)
}

// currencySuffix sets the figure's currency to the one with which s begins and returns its
// length; it returns 0 if s begins with none.
func (f *Figure) currencySuffix(s string) int {
	word := s
	if i := strings.IndexFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(")-*", r) }); i > 0 {
		word = s[:i]
	}
	c := Currency(word)
	if c == "" || f.Currency != "" && f.Currency != "$" && f.Currency != c || weakSigns[textnorm.Fold(word)] {
		return 0
	}
	f.Currency = c
	return len(word)
}

// read interprets the figure's marks. mark is the locale's decimal mark, which
// decides if they are ambiguous.
func (f *Figure) read(mark byte) (Number, bool) {
	n, ok := f.text(mark)
	if !ok {
		return n, false
	}
	var err error
	n.Value, err = decimal.NewFromString(n.Text)
	return n, err == nil
}

// text does what read does, but leaves Value out.
func (f *Figure) text(mark byte) (Number, bool) {
	n := Number{Percent: f.Percent, Currency: f.Currency, Unit: f.Unit, Sure: true}
	d := f.Digits
	if i := strings.IndexAny(d, ".,"); i >= 0 && f.Percent {
		mark = d[i] // percentages do not go into the thousands
	}
	point, sure, ok := decimalMarkIndex(d, mark)
	if !ok {
		return n, false
	}
	if f.Whole && !sure { // there are no decimals, so the mark groups thousands
		point, sure = -1, true
	}
	n.Sure = sure
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
	switch {
	case fraction == "":
		n.Text = plain
	case d[point] == '.' && strings.HasSuffix(d[:point], plain): // as printed, except for leading zeros
		n.Text = d[point-len(plain):]
	default:
		n.Text = plain + "." + fraction
	}
	if f.Negative && strings.Trim(n.Text, "0.") != "" {
		n.Text = "-" + n.Text
	}
	return n, len(n.Text) <= maxNumber // longer if a zero was put before the mark; it could then not be read again
}

// decimalMarkIndex returns the index of the decimal mark in digits, -1 for none; sure is false if
// only the locale's mark decides.
func decimalMarkIndex(d string, mark byte) (point int, sure, ok bool) {
	dots, commas := strings.Count(d, "."), strings.Count(d, ",")
	switch {
	case dots > 0 && commas > 0:
		point = strings.LastIndexAny(d, ".,")
		return point, true, strings.Count(d, d[point:point+1]) == 1
	case dots+commas != 1:
		return -1, true, true
	}
	point = strings.IndexAny(d, ".,")
	whole, fraction := d[:point], d[point+1:]
	switch {
	case len(fraction) != 3 || whole == "" || whole[0] == '0' || len(whole) > 3 || strings.Contains(d, "_"):
		return point, true, true
	case d[point] == mark:
		return point, false, true
	}
	return -1, false, true
}

// ungroup removes the grouping marks and leading zeros from the whole part. Groups have three
// digits, or two each before the last three, as in India.
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

// currencyPrefix returns the length of the currency code or sign, with its full stop,
// with which s begins, or 0 if it begins with none.
func currencyPrefix(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool {
		return textnorm.IsDigit(r) || unicode.IsSpace(r) || isMinus(r) || r == '('
	})
	if end < 0 || end > 8 {
		return 0
	}
	word := s[:end]
	for _, w := range [...]string{word, strings.TrimRight(word, ":"), strings.TrimRight(word, ".,")} {
		if w != "" && Currency(w) != "" {
			return len(w)
		}
	}
	if r, size := utf8.DecodeRuneInString(word); unicode.Is(unicode.Sc, r) { // "$$12", "$USD 12"
		return size
	}
	return 0
}

// isGroupBlank reports whether a character is a blank or apostrophe that groups digits.
func isGroupBlank(r rune) bool {
	return strings.ContainsRune(" \u00a0\u2009\u202f\u2008\u2007\u2006'’´`‘", r)
}

// groupFollows reports whether s begins with exactly three digits.
func groupFollows(s string) bool {
	return len(s) >= 3 && textnorm.ASCIIDigit(s[0]) && textnorm.ASCIIDigit(s[1]) && textnorm.ASCIIDigit(s[2]) && (len(s) == 3 || !textnorm.ASCIIDigit(s[3]))
}

// HasDecimals reports whether text is a number with two or four decimals.
func HasDecimals(text string) bool {
	decimals, before := 0, false
	for i := len(text) - 1; i >= 0; i-- {
		switch c := text[i]; {
		case '0' <= c && c <= '9':
			if !before {
				decimals++
			}
		case (c == '.' || c == ',') && i > 0 && (before || 2 <= decimals && decimals <= 4 && decimals != 3):
			before = true
		default:
			return false
		}
	}
	return before
}
