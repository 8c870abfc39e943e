// Package bidi finds the order in which text is read that stands in the order in
// which it is seen, from left to right: Arabic and Hebrew run the other way, and
// numbers and Latin words among them do not (Unicode Standard Annex #9).
package bidi

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/bidi"
)

// firstRightToLeft is the least character that is written from right to left.
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

// Order returns the order in which pieces of text are read that stand from left to
// right as given: indices of pieces, and of each whether it runs from right to
// left. It is nil where they are read as they stand. Pieces read in logical order
// by themselves, such as glyphs or whole words; between is what parts them.
//
// The annex says how text in reading order is to be shown. Going back is the same way:
// the runs of each direction are the same on either side.
func Order(pieces []string, between string) (order []int, rightToLeft []bool) {
	return ordered(pieces, between, false)
}

// OrderLeftward is Order for pieces of a page that is set from right to left, whatever most
// letters of the pieces are.
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
	// Levels: those of runs of numbers within text that runs to the left are 2.
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

// trim leaves at its place, within text that runs to the right, what stands around
// letters that run to the left without being one: a colon or a number there
// belongs to what follows, which may have been set apart.
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

// reversed orders pieces by their levels, as rule L2 says.
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

// sample is a text that runs as the pieces do, and where in it each of them begins:
// one character stands for each, the first one that tells a direction, or else
// the first one.
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

// strong counts the letters of either direction.
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

// numeric reports whether a text has numbers and no letters.
func numeric(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return class(r) == bidi.L }) &&
		strings.ContainsFunc(text, func(r rune) bool { c := class(r); return c == bidi.EN || c == bidi.AN })
}

// mirrored are the characters that are seen as their mirror image where text runs
// from right to left.
var mirrored = strings.NewReplacer("(", ")", ")", "(", "[", "]", "]", "[", "{", "}", "}", "{", "<", ">", ">", "<", "«", "»", "»", "«")

// Mirror returns a text as it is meant where it was seen within text that runs from
// right to left: brackets are seen mirrored.
func Mirror(text string) string { return mirrored.Replace(text) }
