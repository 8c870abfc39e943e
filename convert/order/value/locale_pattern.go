package value

import "strings"

// WithPattern gives the locale with the order of dates that words state as
// "MM/DD/YYYY" or "tt.mm.jj" does; l itself where they state none.
func (l Locale) WithPattern(words string) Locale {
	for word := range strings.FieldsFuncSeq(words, func(r rune) bool { return strings.ContainsRune(" ()[]:,", r) }) {
		if order, ok := patternOrder(word); ok {
			l.dates = order
		}
	}
	return l
}

// patternOrder reads the order of dates that one word states: "DD/MM/YY".
func patternOrder(word string) (order dateOrder, ok bool) {
	var parts strings.Builder // each by its first letter
	for part := range strings.FieldsFuncSeq(strings.ToLower(word), func(r rune) bool { return strings.ContainsRune("/.-", r) }) {
		parts.WriteString(patternParts[part])
	}
	switch parts.String() {
	case "mdy", "md":
		return monthFirst, true
	case "dmy", "dm":
		return dayFirst, true
	case "ymd":
		return yearFirst, true
	case "ymy": // JJ is the day in French, beside AAAA for the year
		if strings.HasPrefix(strings.ToLower(word), "j") {
			return dayFirst, true
		}
		return yearFirst, true
	}
	return monthFirst, false
}

// pattern takes the vote of a word that states the order of a form's dates,
// year and all.
func (v *votes) pattern(word string) {
	word = strings.Trim(word, "()[]:,;*")
	if len(word) < 6 || len(word) > 10 || !hasMonth(word) {
		return
	}
	if order, ok := patternOrder(word); ok {
		v.stated[order] = true
	}
}

// hasMonth reports whether a word has the mark of the month in patterns, "mm".
func hasMonth(word string) bool {
	for i := 1; i < len(word); i++ {
		if word[i]|0x20 == 'm' && word[i-1]|0x20 == 'm' {
			return true
		}
	}
	return false
}

// statedOrder gives the order of dates that a document's forms state, if they
// state one only.
func (v *votes) statedOrder() (order dateOrder, ok bool) {
	for o, stated := range v.stated {
		if stated && ok {
			return monthFirst, false
		}
		if stated {
			order, ok = dateOrder(o), true
		}
	}
	return order, ok
}

// patternParts are the parts of patterns in English, German, Dutch and the
// Romance languages.
var patternParts = map[string]string{
	"mm": "m", "mmm": "m", "dd": "d", "tt": "d", "jj": "y", "jjjj": "y", "gg": "d", "yy": "y", "yyyy": "y", "aa": "y", "aaaa": "y",
	"ddmmyyyy": "dmy", "ddmmyy": "dmy", "mmddyyyy": "mdy", "mmddyy": "mdy", "yyyymmdd": "ymd", "yymmdd": "ymd",
}
