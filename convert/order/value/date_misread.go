package value

import (
	"strconv"

	"lineitem/convert/order/misread"
	"lineitem/convert/order/wording"
)

// misreadDate gives the tokens of a recognised text with letters among digits
// read as digits, and with words that look like a month's name as that month.
func misreadDate(t []dateToken, s string) []dateToken {
	b := []byte(s)
	for i := 0; i < len(b); {
		end := i
		digits, others := 0, 0
		for end < len(b) && (wording.ASCIIDigit(b[end]) || misread.DigitLike(rune(b[end])) != 0) {
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
				if d := misread.DigitLike(rune(b[k])); d != 0 {
					b[k] = d
				}
			}
		}
		i = max(end, i+1)
	}
	t = dateTokens(t, string(b))
	for i := range t {
		if t[i].kind == '0' && t[i].digits == 5 {
			if once := misread.OnceDigit(string(b[t[i].from:t[i].to])); len(once) == 4 {
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
	limit := misread.CostLike
	if len(word) > 4 {
		limit = misread.CostAny
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
		switch c := misread.Cost(word, name, limit); {
		case c < least:
			month, least = m, c
		case c == least && m != month:
			month = 0
		}
	}
	return month
}
