package order

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/order/wording"
)

// onceEach takes marks that were read twice once.
func onceEach(s, marks string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if i == 0 || s[i] != s[i-1] || strings.IndexByte(marks, s[i]) < 0 {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// onceDigit takes the first digit that was read twice once.
func onceDigit(s string) string {
	for i := 1; i < len(s); i++ {
		if s[i] == s[i-1] {
			return s[:i] + s[i+1:]
		}
	}
	return s
}

// digitLike gives the digit that a letter is misread from, 0 when it is none.
func digitLike(r rune) byte {
	switch r {
	case 'O', 'o', 'Q', 'D':
		return '0'
	case 'l', 'I', '|', 'i', '!', ']':
		return '1'
	case 'Z', 'z':
		return '2'
	case 'S', 's':
		return '5'
	case 'B':
		return '8'
	case 'G', 'b':
		return '6'
	case 'g', 'q':
		return '9'
	}
	return 0
}

// numerals gives s with the letters that look like digits as such, and how many
// of either there are; ok is false when s holds anything else but marks.
func numerals(s string) (text string, digits, letters int, ok bool) {
	b := make([]byte, 0, len(s))
	for _, r := range s {
		switch d := digitLike(r); {
		case '0' <= r && r <= '9':
			b = append(b, byte(r))
			digits++
		case d != 0:
			b = append(b, d)
			letters++
		case r == '.' || r == ',' || r == '-' || r == '/' || r == '\'' || r == ';' || r == ':':
			b = append(b, byte(r))
		default:
			return "", 0, 0, false
		}
	}
	return string(b), digits, letters, true
}

// strayMarks are specks that are read as marks at the ends of a number.
const strayMarks = "'’‘`´|_~^\"“”;:!"

// amountOf gives the amount that was surely meant by s, where s is none as it
// stands: its marks part it as only amounts are parted ("l,2O4.50",
// "12.50'"), and half of it at least was read as digits. A currency's sign in
// front stays.
func amountOf(s string) (string, bool) {
	if len(s) < 4 || len(s) > maxNumber {
		return "", false
	}
	sign := ""
	if r, size := utf8.DecodeRuneInString(s); r == '$' || r == '€' || r == '£' || r == '₹' || r == '-' || r == '(' {
		sign, s = s[:size], s[size:]
	} else if (r == 'E' || r == 'F' || r == 'C') && partedAsAmount(s[1:]) {
		return s[1:], true // "£" or "€" is read as a letter
	}
	if strings.HasSuffix(s, "%%") && wording.ASCIIDigit(s[0]) {
		return strings.TrimRight(s, "%") + "%", true
	}
	body := strings.TrimLeft(strings.TrimRight(s, strayMarks), strayMarks)
	if body == "" {
		return "", false
	}
	end := ""
	for _, e := range [...]string{")", "€", "-", "*"} {
		if strings.HasSuffix(body, e) {
			body, end = body[:len(body)-len(e)], e
			break
		}
	}
	text, digits, letters, ok := numerals(body)
	if !ok || digits < 2 || letters > digits || strings.ContainsAny(text, "-/") {
		return "", false
	}
	text = onceEach(strings.NewReplacer(";", ",", ":", ".").Replace(text), "'")
	if text == s || !partedAsAmount(text) {
		return "", false
	}
	if letters == 0 && strings.Contains(body, ":") {
		return "", false // a time of day
	}
	return sign + text + end, true
}

// partedAsAmount tells whether the marks in s part it as an amount: groups of
// three, and two decimals behind another mark.
func partedAsAmount(s string) bool {
	at := len(s) - 3
	if at < 1 || s[at] != '.' && s[at] != ',' || !wording.OnlyDigits(s[at+1:]) {
		return false
	}
	group := byte(0)
	for i, n := at-1, 0; i >= 0; i-- {
		if wording.ASCIIDigit(s[i]) {
			if n++; n > 3 && group != 0 {
				return false
			}
			continue
		}
		if n != 3 || group != 0 && s[i] != group || s[i] != '.' && s[i] != ',' && s[i] != '\'' || i == 0 {
			return false
		}
		group, n = s[i], 0
	}
	return group != s[at]
}

// dateOf gives the numeric date that was meant by s, where a letter stands for
// a digit or one of its marks was misread: "2O26-05-l2", "12/O5/2026".
func dateOf(s string) (string, bool) {
	if len(s) < 6 || len(s) > 13 {
		return "", false
	}
	tail := ""
	if c := s[len(s)-1]; c == ',' || c == '.' || c == ';' {
		s, tail = s[:len(s)-1], s[len(s)-1:]
	}
	text, digits, letters, ok := numerals(s)
	if !ok || letters > 2 || digits < 4 {
		return "", false
	}
	text = onceEach(text, "./-")
	parts := strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if len(parts) != 3 || strings.ContainsAny(text, "'") {
		return "", false
	}
	for i, p := range parts {
		if len(p) == 5 || len(p) == 3 && strings.Count(text, "/")+strings.Count(text, "-") == 2 {
			text = strings.Replace(text, p, onceDigit(p), 1)
			parts[i] = onceDigit(p)
		}
	}
	a, c := len(parts[0]), len(parts[2])
	if !(a == 4 && c <= 2 || a <= 2 && (c == 4 || c == 2)) || len(parts[1]) > 2 || a+len(parts[1])+c != len(text)-2 {
		return "", false
	}
	first, second := text[a], text[a+1+len(parts[1])]
	if first != second || first == ':' || first == ',' || first == ';' {
		switch {
		case first == '-' || first == '/' || first == '.':
			second = first
		case second == '-' || second == '/' || second == '.':
		default:
			return "", false
		}
	}
	if to := parts[0] + string(second) + parts[1] + string(second) + parts[2]; to != s {
		return to + tail, true
	}
	return "", false
}

// remarked gives a number of which the marks were misread with those that must
// have been printed: blanks beside a mark go, of two marks side by side one, and
// where all marks are the same, the last of which has two decimals, that one is
// the decimal mark.
func remarked(s string) string {
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		c := s[i]
		switch n := len(b); {
		case c == ' ' && n > 0 && (b[n-1] == '.' || b[n-1] == ',') && wording.StartsDigit(s[i+1:]) && n > 1 && wording.ASCIIDigit(b[n-2]):
		case (c == '.' || c == ',') && n > 1 && b[n-1] == ' ' && wording.ASCIIDigit(b[n-2]) && wording.StartsDigit(s[i+1:]):
			b[n-1] = c
		case (c == '.' || c == ',') && n > 0 && (b[n-1] == '.' || b[n-1] == ','):
			b[n-1] = c
		default:
			b = append(b, c)
		}
	}
	text := string(b)
	end := len(text)
	for end > 0 && !wording.ASCIIDigit(text[end-1]) {
		end--
	}
	at := strings.LastIndexAny(text[:end], ".,")
	if at < 0 || end-at != 3 || strings.Count(text[:end], text[at:at+1]) < 2 || strings.ContainsRune(text[:at], rune('.'+','-text[at])) {
		return text
	}
	return text[:at] + string('.'+','-text[at]) + text[at+1:]
}

// recognised tells whether words were recognised from pixels.
func recognised(words []*doc.Word) bool { return len(words) > 0 && words[0].Confidence < 1 }

// numeralFigure reads the words of a numeric column's cell with the letters
// that look like digits taken for digits, where they were read as n, or, unless
// ok, as no number: what stands beside a figure in such a column is a unit, a
// currency or a misread digit. A unit that orders are written in stays one.
func (t *tableDraft) numeralFigure(words []*doc.Word, n number, ok bool) (number, bool) {
	if ok && (knownUnits[strings.Trim(wording.Fold(n.Unit), ".")] || len(n.Unit) > 2) {
		return n, ok
	}
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		body := strings.Trim(w.Text, strayMarks)
		text, digits, letters, all := numerals(body)
		switch {
		case !all || letters == 0 && digits == 0:
			b.WriteString(body)
		case digits > 0 || len(words) == 1:
			b.WriteString(text)
		default:
			b.WriteString(body)
		}
	}
	if again, read := t.readFigure(b.String()); read && (!ok || again.Unit == "") {
		return again, true
	}
	return n, ok
}

// numeral reads a recognised word as a number in which letters stand for
// digits; half of it at least must have been read as digits.
func (l *locale) numeral(s string) (number, bool) {
	text, digits, letters, ok := numerals(strings.Trim(s, strayMarks))
	if !ok || digits < 2 || letters == 0 || letters > digits || !strings.ContainsAny(text, ".,") {
		return number{}, false
	}
	return l.number(text)
}

// misreadDate gives the tokens of a recognised text with letters among digits
// read as digits, and with words that look like a month's name as that month.
func misreadDate(t []dateToken, s string) []dateToken {
	b := []byte(s)
	for i := 0; i < len(b); {
		end := i
		digits, others := 0, 0
		for end < len(b) && (wording.ASCIIDigit(b[end]) || digitLike(rune(b[end])) != 0) {
			if wording.ASCIIDigit(b[end]) {
				digits++
			} else {
				others++
			}
			end++
		}
		bounded := (i == 0 || !letterByte(b[i-1])) && (end == len(b) || !letterByte(b[end]))
		if digits > 0 && others > 0 && others <= digits && end-i <= 4 && bounded {
			for k := i; k < end; k++ {
				if d := digitLike(rune(b[k])); d != 0 {
					b[k] = d
				}
			}
		}
		i = max(end, i+1)
	}
	t = dateTokens(t, string(b))
	for i := range t {
		if t[i].kind == '0' && t[i].digits == 5 {
			if once := onceDigit(string(b[t[i].from:t[i].to])); len(once) == 4 {
				t[i].value, _ = strconv.Atoi(once)
				t[i].digits = len(once)
			}
		}
		if t[i].kind == 'a' && t[i].month == 0 && len(t[i].word) >= 2 && !dateGlue[t[i].word] {
			t[i].month = likelyMonth(t[i].word)
		}
	}
	return t
}

func letterByte(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80 }

// likelyMonth gives the month whose name a folded word looks like, 0 when none
// does or several do.
func likelyMonth(word string) int {
	limit := costLike
	if len(word) > 4 {
		limit = costAny
	}
	for i := 1; i < len(word); i++ {
		if word[i] == word[i-1] && monthNames[word[:i]+word[i+1:]] > 0 {
			return monthNames[word[:i]+word[i+1:]]
		}
	}
	month, least := 0, limit+1
	for name, m := range monthNames {
		if len(name) < 3 || len(name) == 3 && len(word) != 3 && !(len(word) == 2 && name[1:] == word) {
			continue
		}
		switch c := confusion(word, name, limit); {
		case c < least:
			month, least = m, c
		case c == least && m != month:
			month = 0
		}
	}
	return month
}

// misreadBrackets takes the code out of a recognised word in brackets of which
// one may have been taken for another sign: "(3-6749-56]", "IFD-70055]".
func misreadBrackets(s string) (code string, ok bool) {
	body := strings.TrimLeft(s, "[({")
	opened := body != s
	if strings.HasSuffix(body, ")]") && !strings.ContainsRune(body, '(') {
		body = body[:len(body)-2] + "]" // one bracket was read as two
	}
	code = strings.TrimRight(body, "])}")
	closed := code != body
	switch {
	case len(code) < 4 || !opened && !closed || !wording.HasDigit(code):
		return "", false
	case opened && !closed && strings.ContainsRune("1Il|Jj", rune(code[len(code)-1])):
		code = code[:len(code)-1]
	case closed && !opened && strings.ContainsRune("1Il|Lt", rune(code[0])):
		code = code[1:]
	}
	return code, strings.ContainsAny(s, "[]") || opened && closed
}
