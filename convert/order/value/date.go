package value

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/textnorm"
)

// dateOrder is the order of a numeric date's parts.
type dateOrder uint8

const (
	monthFirst dateOrder = iota // 12/31/2026
	dayFirst                    // 31/12/2026
	yearFirst                   // 26/12/31; dates with a four-digit year in front are always read this way
)

// Date reads s as one date. Only a weekday and words such as "den", "le",
// "the" and "W/C" may stand beside it. It returns the date in ISO 8601,
// YYYY-MM-DD.
func (l *Locale) Date(s string) (string, bool) {
	iso, from, to, ok := l.FindDate(s)
	if !ok {
		return "", false
	}
	return iso, OnlyDateWords(s[:from]) && OnlyDateWords(s[to:])
}

// FindDate finds the first date within s, which stands in s[from:to]. It returns it
// in ISO 8601, YYYY-MM-DD. Only the first maxDateText bytes of s are searched.
func (l *Locale) FindDate(s string) (iso string, from, to int, ok bool) {
	if len(s) > maxDateText {
		s = s[:maxDateText]
	}
	if !l.Recognised && (!textnorm.AtLeastDigits(s, fewestDateDigits) || inOneRun(s)) {
		return "", 0, 0, false
	}
	var buf [usualDateTokens]dateToken
	t := dateTokens(buf[:0], s)
	l.settleMonths(t)
	for i := range t {
		if y, m, d, n := l.dateAt(t[i:]); n > 0 && !isPart(t, i, i+n) {
			return fmt.Sprintf("%04d-%02d-%02d", y, m, d), t[i].from, t[i+n-1].to, true
		}
	}
	return "", 0, 0, false
}

// inOneRun reports whether the digits of s form a single run; those of a date form several.
func inOneRun(s string) bool {
	first := strings.IndexFunc(s, textnorm.IsDigit)
	return first < 0 || !textnorm.HasDigit(strings.TrimLeftFunc(s[first:], textnorm.IsDigit))
}

// DayAndMonth reads s as a date without its year: "06.10.", "12/06", "3 Sep", "6月10日". It takes the first such day that is not
// earlier than two months before the date near (YYYY-MM-DD).
func (l *Locale) DayAndMonth(s, near string) (iso string, ok bool) {
	start, err := time.Parse(time.DateOnly, near)
	day, slash, dot := strings.TrimRight(s, " .-/"), strings.Contains(s, "/"), strings.HasSuffix(s, ".")
	if err != nil || len(s) > maxDayAndMonth || !slash && !dot && !strings.ContainsFunc(s, unicode.IsLetter) {
		return "", false
	}
	start = start.AddDate(0, -2, 0)
	for year := start.Year(); year <= start.Year()+1 && !ok; year++ {
		y := strconv.Itoa(year)
		text := day + " " + y
		switch {
		case strings.HasSuffix(day, "日") || strings.HasSuffix(day, "일"):
			text = y + "年" + day
		case slash && l.monthDay:
			text = y + "/" + day
		case slash:
			text = day + "/" + y
		case dot:
			text = day + "." + y
		}
		iso, ok = l.Date(text)
		ok = ok && iso >= start.Format(time.DateOnly)
	}
	return iso, ok
}

// maxDayAndMonth is the greatest length of a date without a year, in bytes.
const maxDayAndMonth = 24

// isPart reports whether numbers with the same mark between them continue with the same mark and another number, as in a
// telephone number or an Internet address.
func isPart(t []dateToken, from, to int) bool {
	if from+1 >= to || t[from].kind != '0' || t[to-1].kind != '0' {
		return false
	}
	mark := t[from+1].kind
	if mark != '.' && mark != '-' && mark != '/' || t[to-2].kind != mark {
		return false
	}
	return to+1 < len(t) && t[to].kind == mark && t[to+1].kind == '0' || from > 1 && t[from-1].kind == mark && t[from-2].kind == '0'
}

// settleMonths sets the month of names that mean different months in different languages to the one in the document's language.
func (l *Locale) settleMonths(t []dateToken) {
	for i := range t {
		if t[i].month > 0 {
			if m := months().other[t[i].word][l.language]; m > 0 {
				t[i].month = m
			}
		}
	}
}

// CompactDate reads a date without marks, as in EDI: 20261231.
func CompactDate(s string) (iso string, ok bool) {
	if len(s) != 8 || !textnorm.OnlyDigits(s) {
		return "", false
	}
	n, err := strconv.Atoi(s)
	y, m, d := n/10000, n/100%100, n%100
	if err != nil || y < 1990 || y > 2099 || !validDate(y, m, d) {
		return "", false
	}
	return fmt.Sprintf("%04d-%02d-%02d", y, m, d), true
}

const (
	maxDateText   = 256 // bytes of a text that is searched for a date
	maxDateTokens = 64
	// usualDateTokens is the number that suffices for most texts; more need an allocation.
	usualDateTokens = 16
	// fewestDateDigits is the number of digits in a one-digit day and a two-digit year. The
	// year of a Japanese era may have one digit, but then the month is written in digits too.
	fewestDateDigits = 3
)

// dateToken is a run of digits, a run of letters or one mark.
type dateToken struct {
	from, to int
	kind     byte // '0' digits, 'a' letters, 'k' one of 年月日, ' ' blanks, '?' a mark beyond ASCII, otherwise the mark itself
	value    int  // of the digits
	digits   int  // number of digits
	month    int  // 1 to 12 if the letters name a month
	word     string
}

func dateTokens(t []dateToken, s string) []dateToken {
	for i := 0; i < len(s) && len(t) < maxDateTokens; {
		r, size := utf8.DecodeRuneInString(s[i:])
		tok := dateToken{from: i, to: i + size}
		switch {
		case textnorm.IsDigit(r):
			tok.kind = '0'
			tok.to = i + runLength(s[i:], textnorm.IsDigit)
			for _, r := range s[i:tok.to] {
				if tok.value < 1e8 {
					tok.value = tok.value*10 + int(textnorm.ASCII(r)-'0')
				}
				tok.digits++
			}
		case isDateSign(r):
			tok.kind, tok.word = 'k', s[i:tok.to]
		case unicode.IsLetter(r):
			tok.kind = 'a'
			tok.to = i + runLength(s[i:], func(r rune) bool { return (unicode.IsLetter(r) || unicode.IsMark(r)) && !isDateSign(r) })
			tok.word = textnorm.Fold(s[i:tok.to])
			if tok.month = months().month[tok.word]; tok.month == 0 {
				tok.abbreviated(s)
			}
		case unicode.IsSpace(r):
			tok.kind = ' '
			tok.to = i + runLength(s[i:], unicode.IsSpace)
		case isMinus(r):
			tok.kind = '-'
		case r >= '！' && r <= '～': // full-width marks
			tok.kind = byte(r - '！' + '!')
		case r < utf8.RuneSelf:
			tok.kind = byte(r)
		default:
			tok.kind = '?'
		}
		i = tok.to
		t = append(t, tok)
	}
	return t
}

// abbreviated extends a token by the letters behind a full stop or a blank if together they name a month: "ส.ค.", "تشرين الأول".
func (t *dateToken) abbreviated(s string) {
	if t.to == len(s) || s[t.to] != '.' && s[t.to] != ' ' || s[t.to-1] < utf8.RuneSelf {
		return
	}
	end := t.to + 1 + runLength(s[t.to+1:], unicode.IsLetter)
	if word := textnorm.Fold(s[t.from:end]); months().month[word] > 0 {
		t.to, t.word, t.month = end, word, months().month[word]
	}
}

// runLength returns the length in bytes of the characters at the beginning of s that satisfy is.
func runLength(s string, is func(rune) bool) int {
	if i := strings.IndexFunc(s, func(r rune) bool { return !is(r) }); i >= 0 {
		return i
	}
	return len(s)
}

// isDateSign reports whether a character ends the year, month or day of a Japanese or
// Chinese date.
func isDateSign(r rune) bool { return r == '年' || r == '月' || r == '日' }

// dateAt reads a date that begins at t[0] and returns how many tokens it takes,
// 0 if none begins there.
func (l *Locale) dateAt(t []dateToken) (y, m, d, n int) {
	y, m, d, n = eastAsianDate(t)
	before := eras[t[0].word]
	if l.language == "ja" && before == 0 {
		before = eraInitials[t[0].word]
	}
	if n == 0 && before > 0 {
		if p, more, _ := threeNumbers(t[1:]); more > 0 && t[1].kind == '0' && p[0].digits <= 2 {
			y, m, d, n = before+p[0].value, p[1].value, p[2].value, more+1
		}
	}
	if n == 0 && t[0].kind == '0' {
		y, m, d, n = l.numericDate(t)
	}
	if n == 0 && (t[0].kind == '0' || t[0].month > 0) {
		y, m, d, n = l.namedDate(t)
	}
	if n > 0 && !validDate(y, m, d) {
		n = 0
	}
	return y, m, d, n
}

// numericDate reads 12/31/2026, 31.12.26, 2026-12-31, 31 12 2026 and the like.
func (l *Locale) numericDate(t []dateToken) (y, m, d, n int) {
	p, n, sep := threeNumbers(t)
	if n > 0 {
		y, m, d = l.orderedDate(p, sep)
	}
	return y, m, d, n
}

// orderedDate returns which of three numbers is the year, the month and the day; the
// year is 0 if they are no date.
func (l *Locale) orderedDate(p [3]dateToken, sep byte) (y, m, d int) {
	short := p[2].digits == 2
	switch {
	case sep == 'a' && (p[0].digits > 2 || p[2].digits != 4):
		return 0, 0, 0
	case p[1].digits > 2,
		p[0].digits >= 3 && p[2].digits > 2:
		return 0, 0, 0
	case p[0].digits == 3 && l.language == "zh":
		return republic + p[0].value, p[1].value, p[2].value
	case p[0].digits != 4 && (p[0].digits > 2 || p[2].digits != 4 && !short):
		return 0, 0, 0
	case p[0].digits == 4:
		return l.year(p[0]), p[1].value, p[2].value
	case short && sep == ' ':
		return 0, 0, 0 // three small numbers with blanks between them are no date
	case short && p[0].digits == 2 && l.dates == yearFirst && validDate(l.year(p[0]), p[1].value, p[2].value):
		return l.year(p[0]), p[1].value, p[2].value
	}
	d, m = p[0].value, p[1].value
	if l.dates == monthFirst && sep != 'a' && (sep != '.' || l.dotted) {
		d, m = m, d
	}
	if m > 12 {
		d, m = m, d
	}
	return l.year(p[2]), m, d
}

// threeNumbers reads three numbers with the same mark between them, or with words of dates: "5 tháng 1 năm 2026". Blanks may
// stand around the mark, as fill-in forms print them. n is the number of tokens, 0 if there are no such numbers.
func threeNumbers(t []dateToken) (p [3]dateToken, n int, sep byte) {
	for i := range p {
		if i > 0 {
			start := n
			for n < len(t) && t[n].kind == ' ' {
				n++
			}
			mark := byte(' ')
			if n < len(t) && (t[n].kind == '/' || t[n].kind == '-' || t[n].kind == '.' || t[n].kind == 'a' && withinDates()[t[n].word]) {
				mark = t[n].kind
				n++
				for n < len(t) && t[n].kind == ' ' {
					n++
				}
			} else if n == start {
				return p, 0, 0
			}
			if i == 2 && mark != sep {
				return p, 0, 0
			}
			sep = mark
		}
		if n >= len(t) || t[n].kind != '0' {
			return p, 0, 0
		}
		p[i] = t[n]
		n++
	}
	return p, n, sep
}

// namedDate reads a date whose month is named: "13. Dezember 2026", "le 13 décembre 2026",
// "1st of May 2026", "13-DEC-26", "5 de enero de 2026", "2026-DEC-13", "December 13, 2026",
// "Dec-13-2026", "Dec. 13th 26", and, as Latvian writes dates, "2026. gada 15. marts".
func (l *Locale) namedDate(t []dateToken) (y, m, d, n int) {
	second := skipDateGlue(t, 1)
	third := skipDateGlue(t, second+1)
	if third >= len(t) {
		return 0, 0, 0, 0
	}
	a, b, c := t[0], t[second], t[third]
	n = third + 1
	switch {
	case a.isDay() && b.month > 0 && c.isYear():
		return l.year(c), b.month, a.value, n
	case a.digits == 4 && b.month > 0 && c.isDay():
		return l.year(a), b.month, c.value, n
	case a.month > 0 && b.isDay() && c.isYear():
		return l.year(c), a.month, b.value, n
	case a.digits == 4 && b.isDay() && c.month > 0 && (t[1].kind == ' ' || t[1].kind == '.'): // the year of "PO-2026-31 · August 6" belongs to a number
		if next := skipDateGlue(t, n); next < len(t) && t[next].digits == 4 {
			break // the year behind the month belongs to the date
		}
		return l.year(a), c.month, b.value, n
	}
	return 0, 0, 0, 0
}

// isDay reports whether the digits may be a day, isYear whether they may be a year.
func (t *dateToken) isDay() bool  { return t.digits == 1 || t.digits == 2 }
func (t *dateToken) isYear() bool { return t.digits == 2 || t.digits == 4 }

// skipDateGlue skips up to six blanks, marks and small words between a date's parts, from t[i] on, and returns the index behind them.
func skipDateGlue(t []dateToken, i int) int {
	for marks := 0; i < len(t) && marks < 6; i, marks = i+1, marks+1 {
		switch k := t[i]; {
		case k.kind == ' ' || k.kind == '.' || k.kind == ',' || k.kind == '-' || k.kind == '/' || k.kind == '\'' || k.kind == '?':
		case k.kind == 'a' && withinDates()[k.word]:
		default:
			return i
		}
	}
	return i
}

// republic is the year before the first year of the Republic of China, from which Taiwan counts.
const republic = 1911

// eras maps the eras by which years are counted in East Asia to the year before their first.
var eras = map[string]int{"令和": 2018, "平成": 1988, "民國": republic, "民国": republic, "中華民國": republic}

// eraInitials does the same for the initials of Japanese eras: R7.06.10.
var eraInitials = map[string]int{"r": 2018, "h": 1988}

// dateUnits are the characters that follow a year, a month and a day.
var dateUnits = [...]string{"年년", "月월", "日号號일"}

// beginsWith reports whether a word begins with one of the given characters. More may follow: "일까지" means by that day.
func beginsWith(word, characters string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return size > 0 && strings.ContainsRune(characters, first)
}

// eastAsianDate reads 2026年1月5日, 2026년 1월 5일, 令和8年1月5日 and 民國115年1月5日, the last also without its era. Two digits
// without an era are a year from 2000 on.
func eastAsianDate(t []dateToken) (y, m, d, n int) {
	before := eras[t[0].word]
	switch {
	case before > 0:
		n = 1
	case t[0].kind != '0':
		return 0, 0, 0, 0
	case t[0].digits == 2:
		before = 2000
	case t[0].digits == 3:
		before = republic
	}
	var v [3]int
	for i, units := range dateUnits {
		for n < len(t) && t[n].kind == ' ' {
			n++
		}
		if n >= len(t) || t[n].kind != '0' {
			return 0, 0, 0, 0
		}
		v[i] = t[n].value
		n++
		for n < len(t) && t[n].kind == ' ' {
			n++
		}
		if n >= len(t) || !beginsWith(t[n].word, units) {
			return 0, 0, 0, 0
		}
		n++
	}
	return before + v[0], v[1], v[2], n
}

// Thailand counts years by the Buddhist era.
const (
	buddhistEra   = 543 // years by which it is ahead
	leastBuddhist = 60  // in Thai, two-digit years from this one on are of this era
)

// year returns the year that digits stand for in the document's language, fullYear in any language.
func (l *Locale) year(t dateToken) int {
	if l.language == "th" && t.digits <= 2 && t.value >= leastBuddhist {
		return 2500 - buddhistEra + t.value
	}
	return fullYear(t)
}

func fullYear(t dateToken) int {
	switch {
	case t.digits > 2 && t.value > lastYear && t.value <= lastYear+buddhistEra:
		return t.value - buddhistEra
	case t.digits > 2:
		return t.value
	case t.value >= 70:
		return 1900 + t.value
	}
	return 2000 + t.value
}

// firstYear and lastYear bound the years that an order may state.
const (
	firstYear = 1970
	lastYear  = 2099
)

// validDate reports whether the day exists and its year lies between firstYear and lastYear.
func validDate(y, m, d int) bool {
	if y < firstYear || y > lastYear || m < 1 || m > 12 || d < 1 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
	if m == 2 && y%4 == 0 {
		days = 29
	}
	return d <= days
}

// OnlyDateWords reports whether s holds nothing but what may stand beside a
// date: marks, weekdays and words such as "the".
func OnlyDateWords(s string) bool {
	if len(s) > maxDateText {
		return false
	}
	var buf [maxDateTokens]dateToken
	for _, t := range dateTokens(buf[:0], s) {
		switch t.kind {
		case 'a':
			if !besideDates()[t.word] && !withinDates()[t.word] {
				return false
			}
		case '0':
			return false
		case 'k':
			if t.word != "日" {
				return false
			}
		}
	}
	return true
}
