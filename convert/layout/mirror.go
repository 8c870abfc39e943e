package layout

import (
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/bidi"
	"lineitem/convert/doc"
)

// sharedEdge is how far the edges of words that are set to one edge may differ, points.
const sharedEdge = 1.0

// isRightToLeft reports whether a page is set from right to left: most of its words are written
// so, and no fewer of these share right edges than left ones. (Programs that know nothing of
// such scripts set them like others.)
func isRightToLeft(words []doc.Word) bool {
	var lefts, rights []float64
	other := 0
	for i := range words {
		w := &words[i]
		switch {
		case w.Turn != 0:
		case bidi.RightToLeft(w.Text):
			lefts, rights = append(lefts, w.Box.X0), append(rights, w.Box.X1)
		case hasLetter(w.Text):
			other++
		}
	}
	return len(rights) > other && countShared(rights) >= countShared(lefts)
}

// hasLetter reports whether a text has a letter.
func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// countShared counts the edges that coincide with the next smaller one. It sorts them.
func countShared(edges []float64) int {
	slices.Sort(edges)
	n := 0
	for i := 1; i < len(edges); i++ {
		if edges[i]-edges[i-1] < sharedEdge {
			n++
		}
	}
	return n
}

// mirror exchanges left and right of a box on a page of the given width.
func mirror(b doc.Box, width float64) doc.Box {
	b.X0, b.X1 = width-b.X1, width-b.X0
	return b
}

// mirrored returns a copy of a page with left and right exchanged.
func mirrored(page *doc.Page) *doc.Page {
	p := *page
	p.Words = slices.Clone(page.Words)
	for i := range p.Words {
		p.Words[i].Box = mirror(p.Words[i].Box, p.Width)
	}
	p.Rules = slices.Clone(page.Rules)
	for i := range p.Rules {
		p.Rules[i].Box = mirror(p.Rules[i].Box, p.Width)
	}
	p.Fills = slices.Clone(page.Fills)
	for i := range p.Fills {
		p.Fills[i].Box = mirror(p.Fills[i].Box, p.Width)
	}
	return &p
}
