package items

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/order/wording"
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

// lineMark is a line's number that begins with a letter, or is one: "A1", "M-02", "b)".
type lineMark struct {
	letter rune // folded
	n      int  // 0 for a letter alone
}

// readLineMark reads text as such a number.
func readLineMark(text string) (lineMark, bool) {
	text = strings.Trim(wording.Fold(text), "().:")
	letter, size := utf8.DecodeRuneInString(text)
	if !unicode.IsLetter(letter) || len(text)-size > 4 {
		return lineMark{}, false
	}
	digits := strings.TrimPrefix(text[size:], "-")
	if digits == "" {
		return lineMark{letter, 0}, len(text) == size
	}
	n := 0
	for _, c := range digits {
		if c < '0' || c > '9' {
			return lineMark{}, false
		}
		n = 10*n + int(c-'0')
	}
	return lineMark{letter, n}, n < highestFirstLine
}

// follows tells whether the mark is the next after another: codes that are
// short as well seldom count. The first of all, and of each letter, is 1.
func (m lineMark) follows(before lineMark) bool {
	switch {
	case before.letter == 0:
		return m.n == 1 || m.n == 0 && m.letter == 'a'
	case m.letter == before.letter:
		return m.n == before.n+1
	}
	return m.letter > before.letter && m.n <= 1
}

// numbersLine tells whether text may be a line's number of any form.
func numbersLine(text string) bool {
	_, ordinal := lineOrdinal(text)
	_, mark := readLineMark(text)
	return ordinal || mark
}

// reachNumbers widens the slot of the lines' numbers to those that stand
// beside its heading, before the next one, and count up with none beneath it.
func (p *tablePart) reachNumbers(slots []slot) {
	for j := 0; j+1 < len(slots); j++ {
		s, next := &slots[j], &slots[j+1]
		if s.ruled || len(s.meanings) == 0 || s.meanings[0].kinds[0] != kindLine {
			continue
		}
		x0, x1, last, n := s.x0, s.x1, 0, 0
		for i := range p.lines {
			if p.lines[i].class != plainLine {
				continue
			}
			w := p.lines[i].Segments[0].Words[0]
			number, ok := lineOrdinal(w.Text)
			if !ok || number <= last || w.Box.X1 > next.head.X0+alignedEdge || w.Box.X0 < s.x1 {
				continue
			}
			x0, x1, last = min(x0, w.Box.X0), max(x1, w.Box.X1), number
			n++
		}
		if n > 1 {
			s.x0, s.x1 = x0, x1
		}
	}
}
