package main

import (
	"strings"
	"unicode"
)

// occurrences counts how often a text stands alone within another: no letter or digit
// touches it, nor a full stop or comma with a digit beyond it.
func occurrences(within, text string) int {
	n := 0
	for from := 0; ; {
		at := strings.Index(within[from:], text)
		if at < 0 {
			return n
		}
		at += from
		end := at + len(text)
		from = at + 1
		if standsAlone(within[:at], within[end:]) {
			n++
			from = end
		}
	}
}

func standsAlone(before, after string) bool {
	inner := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	b, a := []rune(tail(before)), []rune(head(after))
	if len(b) > 0 && inner(b[len(b)-1]) || len(a) > 0 && inner(a[0]) {
		return false
	}
	marked := func(mark, beyond rune) bool { return (mark == '.' || mark == ',') && unicode.IsDigit(beyond) }
	return !(len(b) > 1 && marked(b[len(b)-1], b[len(b)-2])) && !(len(a) > 1 && marked(a[0], a[1]))
}

// tail and head return the last and the first few characters of a text.
func tail(s string) string { return strings.ToValidUTF8(s[max(0, len(s)-8):], "") }
func head(s string) string { return strings.ToValidUTF8(s[:min(len(s), 8)], "") }

// alignment maps the characters of one text to those of another.
type alignment struct {
	score int
	at    []int // for each character of the text, the index of its match or substitute in the other; -1 for none
}

// Scores of a local alignment (Smith and Waterman, 1981).
const (
	scoreMatch    = 2
	scoreMismatch = -1
	scoreGap      = -1
)

// blanked stands for a character of a text that is not to be aligned.
const blanked = rune(-1)

// aligner aligns texts with other texts. It reuses its scratch space.
type aligner struct{ table []int16 }

// align aligns the two parts of a text and another that are most alike.
func (l *aligner) align(text, other []rune) alignment {
	w := len(other) + 1
	if need := (len(text) + 1) * w; len(l.table) < need {
		l.table = make([]int16, need)
	}
	t := l.table
	clear(t[:w])
	best, bestAt := int16(0), 0
	for i, r := range text {
		row, above := t[(i+1)*w:(i+2)*w], t[i*w:(i+1)*w]
		row[0] = 0
		for j, o := range other {
			v := above[j] + scoreMismatch
			switch {
			case r == blanked:
				v = 0
			case r == o:
				v = above[j] + scoreMatch
			}
			v = max(v, above[j+1]+scoreGap, row[j]+scoreGap, 0)
			if r == blanked {
				v = 0
			}
			row[j+1] = v
			if v > best {
				best, bestAt = v, (i+1)*w+j+1
			}
		}
	}
	a := alignment{score: int(best), at: make([]int, len(text))}
	for i := range a.at {
		a.at[i] = -1
	}
	for at := bestAt; t[at] > 0; {
		i, j := at/w-1, at%w-1
		step := int16(scoreMismatch)
		if text[i] == other[j] {
			step = scoreMatch
		}
		switch t[at] {
		case t[at-w-1] + step:
			a.at[i] = j
			at -= w + 1
		case t[at-w] + scoreGap:
			at -= w
		default:
			at--
		}
	}
	return a
}

// span returns where the characters [from, to) of the aligned text stand in the other, as
// [first, end), both -1 if nowhere, and how many of them are the same there. A local
// alignment leaves out characters misread at the ends of a word, so the result is widened
// by as many characters as are missing at either end, but not past a blank.
func (a *alignment) span(text, other []rune, from, to int) (first, end, same int) {
	first, end = -1, -1
	left, right := 0, 0 // unaligned characters before the first and after the last aligned one
	for i := from; i < to; i++ {
		j := a.at[i]
		if j < 0 {
			right++
			continue
		}
		if first < 0 {
			first, left = j, right
		}
		end, right = j+1, 0
		if text[i] == other[j] {
			same++
		}
	}
	if first < 0 {
		return first, end, 0
	}
	for ; left > 0 && first > 0 && other[first-1] != ' '; left-- {
		first--
	}
	for ; right > 0 && end < len(other) && other[end] != ' '; right-- {
		end++
	}
	return first, end, same
}
