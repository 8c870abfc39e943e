package items

import (
	"strconv"
	"strings"
)

// lineOrdinal reads text as a line's number and returns its first level: "3", "00010", "1-1", "2.", "1.000".
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

// ordinalRank returns a rank that orders line numbers of one or two levels: "1.2" and "1-2"
// are between "1.1" and "2". Beyond highestFirstLine, where numbers are those of articles,
// the second level is ignored. The text is one that lineOrdinal reads as n.
func ordinalRank(text string, n int) int {
	const marks = ".-/) "
	text = strings.TrimRight(text, marks)
	if at := strings.IndexAny(text, marks); at >= 0 && n <= highestFirstLine {
		minor := strings.TrimLeft(text[at:], marks)
		if m, err := strconv.Atoi(minor); err == nil && len(minor) < 3 {
			return highestFirstLine*n + m
		}
	}
	return highestFirstLine * n
}
