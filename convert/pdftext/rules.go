package pdftext

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
)

// Greatest distances at which pieces of ruling lines belong together, and lengths, points.
const (
	sameLine   = 0.8 // between the middles of pieces of one line
	jointGap   = 1.2 // between abutting pieces
	dashLength = 8.0 // greatest length of the pieces of dashed and dotted lines
	dashGap    = 6.0 // greatest gap between these pieces
	minLength  = 3.0 // a ruling line is longer than this, which is more than a dot
	minDashes  = 4   // least number of pieces that form a dotted line
)

// piece is a part of a ruling line, in coordinates along and across the line.
type piece struct {
	at       float64 // position of its middle across the line
	from, to float64
	half     float64 // half of the width
	count    int     // pieces merged into it
}

// mergeRules joins the pieces of which tables are drawn, cell by cell or dash
// by dash, into whole lines. Horizontal lines come first; each kind is sorted from the
// top left.
func mergeRules(horizontal, vertical []piece) []doc.Rule {
	horizontal, vertical = mergePieces(horizontal), mergePieces(vertical)
	if len(horizontal)+len(vertical) == 0 {
		return nil
	}
	rules := make([]doc.Rule, 0, len(horizontal)+len(vertical))
	for _, p := range horizontal {
		rules = append(rules, doc.Rule{Box: doc.Box{X0: p.from, Y0: p.at - p.half, X1: p.to, Y1: p.at + p.half}})
	}
	for _, p := range vertical {
		rules = append(rules, doc.Rule{Box: doc.Box{X0: p.at - p.half, Y0: p.from, X1: p.at + p.half, Y1: p.to}, Vertical: true})
	}
	return rules
}

// mergePieces joins the pieces of each line, in place.
func mergePieces(pieces []piece) []piece {
	slices.SortFunc(pieces, func(a, b piece) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.half, b.half))
	})
	out := pieces[:0]
	for len(pieces) > 0 {
		n := 1
		for n < len(pieces) && pieces[n].at-pieces[0].at <= sameLine {
			n++
		}
		line := pieces[:n]
		pieces = pieces[n:]
		slices.SortFunc(line, func(a, b piece) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to)) })
		out = joinLine(out, line)
	}
	return out
}

// joinLine appends the lines that the sorted pieces at one position form.
func joinLine(out, line []piece) []piece {
	current := line[0]
	current.count = 1
	lastLength := current.to - current.from
	flush := func() {
		length := current.to - current.from
		fewDots := current.count > 1 && current.count < minDashes && length <= 2*thickest
		if length > minLength && !fewDots {
			out = append(out, current)
		}
	}
	for _, p := range line[1:] {
		length := p.to - p.from
		gap := p.from - current.to
		dashes := length <= dashLength && lastLength <= dashLength && gap <= dashGap && gap <= 3*max(length, lastLength, 1)
		if gap > jointGap && !dashes {
			flush()
			current, lastLength = p, length
			current.count = 1
			continue
		}
		if length > current.to-current.from {
			current.at = p.at // the longest piece determines the position
		}
		current.to = max(current.to, p.to)
		current.half = max(current.half, p.half)
		current.count++
		lastLength = length
	}
	flush()
	return out
}
