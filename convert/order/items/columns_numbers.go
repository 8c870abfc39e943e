package items

import (
	"strconv"
	"strings"
)

// lineOrdinal reads text as a line's number: "3", "00010", "1-1", "2.", "1.000".
func lineOrdinal(text string) (int, bool) {
	if len(text) > 8 {
		return 0, false
	}
	n, digits := 0, 0
	for i, r := range text {
		if r < '0' || r > '9' {
			if digits == 0 || !strings.ContainsRune(".-/) ", r) || strings.Trim(text[i+1:], "0123456789.-/) ") != "" {
				return 0, false
			}
			break
		}
		n = 10*n + int(r-'0')
		digits++
	}
	return n, digits > 0 && digits <= 6
}

// ordinalRank orders lines' numbers of one level and of two: "1.2" is between
// "1.1" and "2". The text is one that lineOrdinal reads as n.
func ordinalRank(text string, n int) int {
	_, minor, _ := strings.Cut(strings.TrimRight(text, ".-/) "), ".")
	if m, err := strconv.Atoi(strings.Trim(minor, " ")); err == nil && len(minor) < 3 && m >= 0 {
		return highestFirstLine*n + m
	}
	return highestFirstLine * n
}
