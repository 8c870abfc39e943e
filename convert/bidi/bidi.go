// Package bidi finds the reading order of text that is given in visual order, from
// left to right: Arabic and Hebrew are read from right to left, and numbers and
// Latin words among them are not (Unicode Standard Annex #9).
package bidi

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// firstRightToLeft is the lowest code point that may be written from right to left.
const firstRightToLeft = 0x590

// RightToLeft reports whether a text has letters that are written from right to left.
func RightToLeft(text string) bool {
	for _, r := range text {
		if r >= firstRightToLeft {
			if c := class(r); c == bidi.R || c == bidi.AL {
				return true
			}
		}
	}
	return false
}

func class(r rune) bidi.Class {
	p, _ := bidi.LookupRune(r)
	return p.Class()
}

// Order returns the reading order of pieces of text that are given in visual order,
// from left to right: the indices of the pieces, and for each index whether its piece
// runs from right to left. Both are nil if the pieces are read in the order given.
// Each piece is itself in reading order, such as a glyph or a whole word; between is
// the text between two pieces.
//
// The annex says how text in reading order is displayed. The same algorithm finds the
// way back, since the runs of each direction are the same in both orders.
func Order(pieces []string, between string) (order []int, rightToLeft []bool) {
	return ordered(pieces, between, false)
}

// OrderLeftward is like Order, but for pieces of a page that is set from right to left, even
// if most letters of the pieces run from left to right.
func OrderLeftward(pieces []string, between string) (order []int, rightToLeft []bool) {
	return ordered(pieces, between, true)
}

func ordered(pieces []string, between string, leftward bool) (order []int, rightToLeft []bool) {
	if !slices.ContainsFunc(pieces, RightToLeft) {
		return nil, nil
	}
	text, starts := sample(pieces, between)
	base := bidi.LeftToRight
	if right, left := strong(text); leftward || right >= left {
		base = bidi.RightToLeft
	}
	var p bidi.Paragraph
	if _, err := p.SetString(string(text), bidi.DefaultDirection(base)); err != nil {
		return nil, nil
	}
	runs, err := p.Order()
	if err != nil {
		return nil, nil
	}
	// Embedding levels: 0 for text from left to right, 1 for text from right to left,
	// and 2 for numbers and text from left to right within the latter.
	levels := make([]int, len(pieces))
	for i := range runs.NumRuns() {
		run := runs.Run(i)
		from, to := run.Pos()
		level := 1
		if run.Direction() == bidi.LeftToRight {
			level = 2
			if base == bidi.LeftToRight && (i == 0 || !numeric(string(text[from:to+1]))) {
				level = 0
			}
		}
		for k, at := range starts {
			if from <= at && at <= to {
				levels[k] = level
			}
		}
	}
	if base == bidi.LeftToRight {
		trim(levels, pieces)
	}
	return reversed(levels)
}

// trim sets to level 0 the pieces at either end of each right-to-left run that have no
// right-to-left letters, within text that runs from left to right. A colon or a number
// there belongs to what follows, which may have been set apart.
func trim(levels []int, pieces []string) {
	for from := 0; from < len(levels); from++ {
		to := from
		for to < len(levels) && levels[to] > 0 {
			to++
		}
		for i := from; i < to && !RightToLeft(pieces[i]); i++ {
			levels[i] = 0
		}
		for i := to - 1; i >= from && levels[i] > 0 && !RightToLeft(pieces[i]); i-- {
			levels[i] = 0
		}
		from = to
	}
}

// reversed orders pieces by their levels, as rule L2 of the annex says.
func reversed(levels []int) (order []int, right []bool) {
	right = make([]bool, len(levels))
	for i, level := range levels {
		order = append(order, i)
		right[i] = level == 1
	}
	for level := 2; level >= 1; level-- {
		for i := 0; i < len(levels); {
			end := i
			for end < len(levels) && levels[end] >= level {
				end++
			}
			slices.Reverse(order[i:end])
			i = end + 1
		}
	}
	return order, right
}

// sample returns a text whose directions are those of the pieces, and the index in it of
// each piece. One character stands for each piece: its first letter with a direction, or
// else its first European digit, or else its first character.
func sample(pieces []string, between string) (text []rune, starts []int) {
	for i, piece := range pieces {
		if i > 0 {
			text = append(text, []rune(between)...)
		}
		starts = append(starts, len(text))
		shown := ' '
		for k, r := range piece {
			c := class(r)
			if k == 0 || c == bidi.L || c == bidi.R || c == bidi.AL || c == bidi.EN && class(shown) != bidi.EN {
				shown = r
			}
			if c == bidi.L || c == bidi.R || c == bidi.AL {
				break
			}
		}
		text = append(text, shown)
	}
	return text, starts
}

// strong counts the letters that run from right to left, and those from left to right.
func strong(text []rune) (right, left int) {
	for _, r := range text {
		switch class(r) {
		case bidi.R, bidi.AL:
			right++
		case bidi.L:
			left++
		}
	}
	return right, left
}

// numeric reports whether a text has digits and no letters that run from left to right.
func numeric(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return class(r) == bidi.L }) &&
		strings.ContainsFunc(text, func(r rune) bool { c := class(r); return c == bidi.EN || c == bidi.AN })
}

// mirrored replaces the characters that are displayed as their mirror image in text
// that runs from right to left.
var mirrored = strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<", "«", "»", "»", "«")

// Mirror returns the intended characters of a text that was displayed within text from
// right to left, where brackets appear mirrored.
func Mirror(text string) string { return mirrored.Replace(text) }
