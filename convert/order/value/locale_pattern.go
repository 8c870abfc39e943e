package value

import "strings"

// WithPattern gives the locale with the order of dates that words state as
// "MM/DD/YYYY" or "tt.mm.jj" does; l itself where they state none.
func (l Locale) WithPattern(words string) Locale {
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(" ()[]:,", r) }) {
		var order strings.Builder // of the parts, each by its first letter
		for part := range strings.FieldsFuncSeq(strings.ToLower(word), func(r rune) bool { return strings.ContainsRune("/.-", r) }) {
			order.WriteString(patternParts[part])
		}
		switch order.String() {
		case "mdy", "md":
			l.dates = monthFirst
		case "dmy", "dm":
			l.dates = dayFirst
		case "ymd":
			l.dates = yearFirst
		}
	}
	return l
}

// patternParts are the parts of patterns in English, German, Dutch and the
// Romance languages.
var patternParts = map[string]string{
	"mm": "m", "mmm": "m", "dd": "d", "tt": "d", "jj": "y", "jjjj": "y", "gg": "d", "yy": "y", "yyyy": "y", "aa": "y", "aaaa": "y",
	"ddmmyyyy": "dmy", "ddmmyy": "dmy", "mmddyyyy": "mdy", "mmddyy": "mdy", "yyyymmdd": "ymd", "yymmdd": "ymd",
}
