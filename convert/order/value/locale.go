package value

import (
	"bytes"
	"math"
	"math/bits"
	"strings"
	"unicode"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/textnorm"
)

// Locale is the custom by which a document writes numbers and dates. The zero
// locale reads as an American one would.
type Locale struct {
	Country    string // ISO 3166 code of the country with the most evidence; empty if unknown
	Recognised bool   // some pages are from pixels, where the marks of numbers may be misread; the caller of FindLocale sets it

	decimal  byte // the decimal mark, '.' or ','; 0 if unknown
	blanks   bool // amounts above a thousand are grouped by blanks
	dates    dateOrder
	dotted   bool   // the month stands first in dates with full stops, too: 12.31.2026
	monthDay bool   // all dates have the year first, and so the month before the day
	language string // ISO 639-1 code of the label words, such as en, de or uk; empty if unknown
}

// decimalMark returns the mark before the decimals, '.' or ','.
func (l *Locale) decimalMark() byte {
	if l.decimal == ',' {
		return ','
	}
	return '.'
}

// Blanks reports whether the document may group digits by blanks: "1 234,50", or
// "1 234.50" in South Africa and in documents whose amounts show it.
func (l *Locale) Blanks() bool { return l.Country == "ZA" || l.decimalMark() == ',' || l.blanks }

// localePages is the most pages from which the locale is determined; a document
// does not change it halfway.
const localePages = 40

// FindLocale determines a document's locale from all of its values together: each
// amount, date and word is a vote, and none decides alone.
func FindLocale(pages []*layout.Page) Locale {
	v := votes{language: map[string]int{}, country: map[string]int{}}
	for _, p := range pages[:min(len(pages), localePages)] {
		for i := range p.Lines {
			for _, s := range p.Lines[i].Segments {
				v.segment(s.Words)
			}
		}
	}
	v.a4 = len(pages) > 0 && isA4(pages[0])
	return v.decide()
}

// isA4 reports whether the shorter side of a page is that of A4 paper, which is not used in America.
func isA4(p *layout.Page) bool {
	const width, room = 595.3, 3 // points
	return math.Abs(min(p.Width, p.Height)-width) < room
}

// LocaleOf determines the locale from words whose places are not known, as FindLocale does.
func LocaleOf(words []*doc.Word) Locale {
	v := votes{language: map[string]int{}, country: map[string]int{}}
	v.segment(words)
	return v.decide()
}

// votes are the evidence of a document's words for its locale.
type votes struct {
	point, comma int // for the decimal mark
	blankGrouped int // amounts above a thousand with a blank that groups: "1 234.50"
	notGrouped   int // those without one
	language     map[string]int
	country      map[string]int
	monthFirst   int // dates that only this order makes valid
	dayFirst     int
	dotted       int      // dates with full stops that are valid only with the month first, less those valid only with the day first
	open         [][3]int // numeric dates that either order makes valid: first part, second part and year
	short        [][3]int // the parts of dates with two digits in the first and the last
	years        int      // dates with a four-digit year first
	long         bool     // some of the short dates cannot have the year first
	stated       uint     // orders that forms state ("DD/MM/YYYY"), as bits
	fixed        []int    // dates that can be read in only one way, as day numbers
	a4           bool     // the paper is A4, which is not used in America
}

// segment counts the votes of a run of words.
func (v *votes) segment(words []*doc.Word) {
	languages, countries := languageWords(), countryWords()
	for i, w := range words {
		text := w.Text
		if textnorm.HasASCIIDigit(text) {
			v.number(text)
			v.thousands(words[max(0, i-1)], w)
			v.date(text)
			v.telephone(text, words[i+1:])
			if i > 0 {
				v.postcode(words[i-1].Text, text)
			}
			continue
		}
		v.pattern(text)
		var b [64]byte
		f := bytes.TrimFunc(textnorm.AppendFold(b[:0], text), func(r rune) bool { return !unicode.IsLetter(r) && r != '$' && r != '€' && r != '£' && r != '₹' })
		for _, language := range languages[string(f)] {
			v.language[language]++
		}
		if c, ok := countries[string(f)]; ok {
			v.country[c.country] += c.weight
		}
		if len(text) == currencyCode && Currency(text) == text {
			v.country[countryOf(text)]++
		}
		if script := scriptOf(text); script != "" {
			v.language[script]++
		}
	}
}

// scripts lists the scripts that indicate a language, or one that stands for all languages written in them.
var scripts = []struct {
	of       *unicode.RangeTable
	language string
}{{unicode.Hiragana, kana}, {unicode.Katakana, kana}, {unicode.Hebrew, "he"}, {unicode.Arabic, "ar"}, {unicode.Thai, "th"}, {unicode.Hangul, "ko"}, {unicode.Han, "zh"}}

// kana stands for words in the Japanese syllabaries; Japanese is written in Chinese characters as well.
const kana = "kana"

// scriptOf returns the language that the script of a word's first character beyond Latin-1 indicates, or "" if it indicates none.
func scriptOf(word string) string {
	for _, r := range word {
		if r < unicode.MaxLatin1 {
			continue
		}
		for _, s := range scripts {
			if unicode.Is(s.of, r) {
				return s.language
			}
		}
		break
	}
	return ""
}

// currencyCode is the length of a currency's code in ISO 4217.
const currencyCode = 3

// countryOf returns the country of a currency's code: most codes begin with that of the country.
func countryOf(currency string) string { return currency[:currencyCode-1] }

// number counts an amount's vote for the decimal mark, and that of its currency for the country.
func (v *votes) number(text string) {
	f, ok := ScanFigure(text)
	if !ok || f.Percent {
		return
	}
	if len(f.Currency) == currencyCode {
		v.country[countryOf(f.Currency)] += 2
	}
	n, ok := f.text('.')
	if !ok || !n.Sure {
		return
	}
	d := f.Digits
	i := strings.LastIndexAny(d, ".,")
	if i <= 0 { // a mark in front may belong to the words before it
		return
	}
	divides := d[i]
	if strings.Count(d, d[i:i+1]) > 1 || f.Whole && len(d)-i > 3 { // the mark groups, so the other one is the decimal mark
		divides = '.' + ',' - d[i]
	}
	if divides == '.' {
		v.point++
	} else {
		v.comma++
	}
}

// What shows that blanks group thousands.
const (
	widestBlank       = 0.7 // width of the blank, font sizes
	leastBlankGrouped = 2   // amounts with such a blank
)

// thousands counts the vote of an amount for or against blanks that group thousands. before
// is the word before w, or w itself if there is none.
func (v *votes) thousands(before, w *doc.Word) {
	whole, cents, ok := strings.Cut(w.Text, ".")
	switch {
	case !ok || len(cents) != 2 || !textnorm.OnlyDigits(cents) || len(whole) < 3:
	case len(whole) > 3:
		if strings.Trim(whole, "0123456789,") == "" {
			v.notGrouped++
		}
	case !textnorm.OnlyDigits(whole) || w.Box.X0-before.Box.X1 > widestBlank*w.Size:
	default:
		first := strings.TrimLeft(before.Text[currencyPrefix(before.Text):], "-(")
		if first != "" && len(first) <= 3 && textnorm.OnlyDigits(first) && first[0] != '0' {
			v.blankGrouped++
		}
	}
}

// date counts a numeric date's vote for the order of its parts.
func (v *votes) date(text string) {
	var buf [usualDateTokens]dateToken
	t := dateTokens(buf[:0], text[:min(len(text), maxDateText)])
	p, n, sep := threeNumbers(t)
	if n == 0 || n < len(t) && (t[n].kind == sep || t[n].kind == 'a') {
		return
	}
	a, b, c := p[0], p[1], p[2]
	switch {
	case a.digits == 4 && b.digits <= 2 && validDate(a.value, b.value, c.value):
		v.years++
		v.fixed = append(v.fixed, dayNumber(a.value, b.value, c.value))
		return
	case a.digits > 2 || b.digits > 2 || c.digits != 2 && c.digits != 4:
		return
	}
	if a.digits == 2 && c.digits == 2 {
		v.short = append(v.short, [3]int{a.value, b.value, c.value})
		v.long = v.long || !validDate(fullYear(a), b.value, c.value)
	}
	v.dayOrMonth(a.value, b.value, fullYear(c), sep)
}

// dayOrMonth counts the vote of a date whose first or second part is the day.
func (v *votes) dayOrMonth(a, b, year int, sep byte) {
	dotted := 0
	if sep == '.' {
		dotted = 1
	}
	switch day, month := validDate(year, b, a), validDate(year, a, b); {
	case day && !month:
		v.dayFirst++
		v.dotted -= dotted
		v.fixed = append(v.fixed, dayNumber(year, b, a))
	case month && !day:
		v.monthFirst++
		v.dotted += dotted
		v.fixed = append(v.fixed, dayNumber(year, a, b))
	case day && month && sep == '.':
		v.fixed = append(v.fixed, dayNumber(year, b, a))
	case day && month && a != b:
		v.open = append(v.open, [3]int{a, b, year})
	}
}

// postcode counts the vote of a state and ZIP code, such as "TX 75001", for the USA.
func (v *votes) postcode(before, text string) {
	if len(before) != 2 && !(len(before) == 3 && before[2] == ',') {
		return
	}
	zip := strings.TrimRight(text, ",.")
	if (len(zip) == 5 || len(zip) == 10 && zip[5] == '-') && textnorm.OnlyDigits(zip[:5]) && strings.Contains(usStates, " "+before[:2]+" ") {
		v.country["US"] += 4
	}
}

// leastTelephone is the least number of digits in a telephone number.
const leastTelephone = 7

// telephone counts the vote of a word that begins a telephone number with the code of its country: "+46 31 123 45".
func (v *votes) telephone(text string, next []*doc.Word) {
	plus := strings.IndexByte(text, '+')
	if plus < 0 || plus > 0 && textnorm.HasASCIIDigit(text[:plus]) {
		return
	}
	var digits []byte
	add := func(s string) {
		for i := range len(s) {
			if s[i] >= '0' && s[i] <= '9' {
				digits = append(digits, s[i])
			}
		}
	}
	add(text[plus:])
	for _, w := range next {
		if len(digits) >= leastTelephone || strings.Trim(w.Text, "0123456789()-./") != "" {
			break
		}
		add(w.Text)
	}
	if len(digits) < leastTelephone {
		return
	}
	for n := 3; n > 1; n-- {
		if country := callingCodes[string(digits[:n])]; country != "" {
			v.country[country]++
			return
		}
	}
}

// callingCodes maps country calling codes (ITU-T E.164) to countries, without the codes that several countries share.
var callingCodes = map[string]string{
	"20": "EG", "27": "ZA", "30": "GR", "31": "NL", "32": "BE", "33": "FR", "34": "ES", "36": "HU", "39": "IT", "40": "RO", "41": "CH", "43": "AT",
	"44": "GB", "45": "DK", "46": "SE", "47": "NO", "48": "PL", "49": "DE", "51": "PE", "52": "MX", "54": "AR", "55": "BR", "56": "CL", "57": "CO",
	"58": "VE", "60": "MY", "61": "AU", "62": "ID", "63": "PH", "64": "NZ", "65": "SG", "66": "TH", "81": "JP", "82": "KR", "84": "VN", "86": "CN",
	"90": "TR", "91": "IN", "92": "PK", "94": "LK", "212": "MA", "213": "DZ", "216": "TN", "221": "SN", "225": "CI", "233": "GH", "234": "NG",
	"237": "CM", "254": "KE", "255": "TZ", "256": "UG", "351": "PT", "352": "LU", "353": "IE", "354": "IS", "358": "FI", "359": "BG", "370": "LT",
	"371": "LV", "372": "EE", "380": "UA", "381": "RS", "385": "HR", "386": "SI", "420": "CZ", "421": "SK", "502": "GT", "503": "SV", "504": "HN",
	"505": "NI", "506": "CR", "507": "PA", "591": "BO", "593": "EC", "595": "PY", "598": "UY", "852": "HK", "880": "BD", "886": "TW", "961": "LB",
	"962": "JO", "965": "KW", "966": "SA", "968": "OM", "971": "AE", "972": "IL", "973": "BH", "974": "QA", "977": "NP",
}

// pattern counts the vote of a word that states the order of a form's dates: "DD/MM/YYYY".
func (v *votes) pattern(word string) {
	if len(word) < 6 || len(word) > 12 || !strings.ContainsAny(word, "/.-") {
		return
	}
	parts := strings.FieldsFunc(strings.ToLower(strings.Trim(word, "()[]:,;*")), func(r rune) bool { return r == '/' || r == '.' || r == '-' })
	if len(parts) != 3 {
		return
	}
	if order, ok := patternOrders[patternParts[parts[0]]+patternParts[parts[1]]+patternParts[parts[2]]]; ok {
		v.stated |= 1 << order
	}
}

// patternParts are the parts of patterns in English, German, Dutch and the Romance
// languages. A J stands for a day in French and for a year in German and Dutch.
var patternParts = map[string]string{
	"mm": "m", "mmm": "m", "dd": "d", "tt": "d", "gg": "d", "yy": "y", "yyyy": "y", "aa": "y", "aaaa": "y", "jj": "j", "jjjj": "j",
}

// patternOrders maps the parts of a pattern to the order of dates that they state.
var patternOrders = map[string]dateOrder{
	"mdy": monthFirst, "mdj": monthFirst, "dmy": dayFirst, "dmj": dayFirst, "jmy": dayFirst, "ymd": yearFirst, "jmd": yearFirst, "ymj": yearFirst,
}

const (
	leastWords = 3  // words that show a language
	mostHan    = 40 // most words in Chinese characters for each word in kana in a Japanese document
)

// decide weighs the votes. What the values show outweighs what their country and
// language suggest.
func (v *votes) decide() Locale {
	l := Locale{blanks: v.blankGrouped >= leastBlankGrouped && v.notGrouped == 0, dotted: v.dotted > 0}
	if n, zh := v.language[kana], v.language["zh"]; n*mostHan >= zh {
		v.language["ja"], v.language["zh"] = v.language["ja"]+n+zh, 0
	}
	delete(v.language, kana)
	l.language = mostVoted(v.language, leastWords)
	l.Country = mostVoted(v.country, 1)
	if l.Country == "" {
		l.Country = languageCountry[l.language]
	}
	commaCountry := strings.Contains(commaCountries, " "+l.Country+" ")
	switch {
	case v.point > v.comma:
		l.decimal = '.'
	case v.comma > v.point:
		l.decimal = ','
	case l.Country != "" && commaCountry:
		l.decimal = ','
	case l.Country != "":
		l.decimal = '.'
	}
	switch {
	case bits.OnesCount(v.stated) == 1: // forms that state several orders settle nothing
		l.dates = dateOrder(bits.TrailingZeros(v.stated))
	case l.language == "ja" && v.monthFirst+v.dayFirst == 0, v.yearFirst():
		l.dates = yearFirst
	case v.dayFirst != v.monthFirst:
		if v.dayFirst > v.monthFirst {
			l.dates = dayFirst
		}
	case l.Country == "" && l.decimal == ',', l.Country != "" && l.Country != "US" && l.Country != "PH" && l.Country != "CA":
		l.dates = dayFirst
	case l.Country == "CA", l.Country == "" && v.a4: // Canada writes both, more often the day first
		l.dates = v.closer(dayFirst)
	case l.Country == "":
		l.dates = v.closer(monthFirst)
	}
	l.monthDay = v.years > 0 && v.dayFirst+v.monthFirst+len(v.open) == 0
	return l
}

// yearFirst reports whether the short dates span more than a year if the year is last, and less than one if it is first.
func (v *votes) yearFirst() bool {
	const year = 12 * 31 // as dayNumber counts
	return !v.long && spread(nil, v.short, 2, 1, 0) > year && spread(nil, v.short, 0, 1, 2) < year
}

// closer returns the order under which the document's dates lie closer together, since
// the dates of a purchase order are weeks, not months apart; inDoubt if there is no difference.
func (v *votes) closer(inDoubt dateOrder) dateOrder {
	if len(v.open)+len(v.fixed) > 1 {
		day, month := spread(v.fixed, v.open, 2, 1, 0), spread(v.fixed, v.open, 2, 0, 1)
		switch {
		case day < month:
			return dayFirst
		case month < day:
			return monthFirst
		}
	}
	return inDoubt
}

func spread(fixed []int, open [][3]int, year, month, day int) int {
	lo, hi := 1<<30, 0
	for _, d := range fixed {
		lo, hi = min(lo, d), max(hi, d)
	}
	for _, p := range open {
		d := dayNumber(p[year], p[month], p[day])
		lo, hi = min(lo, d), max(hi, d)
	}
	return hi - lo
}

// dayNumber returns an approximate count of days, good enough to compare dates.
func dayNumber(y, m, d int) int { return y*372 + m*31 + d }

// mostVoted returns the key with the most votes, or "" if it has fewer than the least count or there is a draw.
func mostVoted(m map[string]int, least int) string {
	best, count, draw := "", 0, false
	for k, n := range m {
		switch {
		case n > count:
			best, count, draw = k, n, false
		case n == count:
			draw = true
		}
	}
	if draw || count < least {
		return ""
	}
	return best
}

// languageCountry maps a language to the country whose custom it suggests.
var languageCountry = map[string]string{
	"de": "DE", "fr": "FR", "es": "ES", "it": "IT", "pt": "PT", "nl": "NL", "ja": "JP", "zh": "CN", "ko": "KR", "th": "TH", "vi": "VN", "bg": "BG", "uk": "UA", "ru": "RU", "sr": "RS", "el": "GR",
	"sv": "SE", "da": "DK", "no": "NO", "fi": "FI", "pl": "PL", "cs": "CZ", "hu": "HU", "ro": "RO", "tr": "TR", "he": "IL", "ar": "AE", "hr": "HR", "sl": "SI", "sk": "SK", "lt": "LT", "lv": "LV", "et": "EE",
}

// commaCountries are the countries that write a decimal comma.
const commaCountries = " DE AT FR BE LU ES IT PT BR NL DK SE NO PL CZ HU RO TR AR CL CO EU BG UA RU RS GR HR SI SK LT LV EE FI IS ID VN PY UY EC VE BO MA DZ TN "

// usStates are the postal abbreviations of the states of the USA and its territories.
const usStates = " AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR VI GU "
