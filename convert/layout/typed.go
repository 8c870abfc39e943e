package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Printers that could print nothing but characters drew frames with them: "|" above
// "|", and "+------+". Such frames are read as the rules that they stand for.

// Bounds of frames that are made of characters.
const (
	leastMarks = 3   // least number of marks, one above the other, that make a rule
	marksApart = 3.2 // greatest distance from one mark to the next, heights of a mark
	markDrift  = 1.0 // how far the marks of a rule may shift to the side, points
	leastDash  = 8   // least length of a horizontal rule, characters
)

// isTypedMark reports whether a character is one that vertical rules are made of.
func isTypedMark(c rune) bool { return c == '|' || c == '│' || c == '┃' || c == '║' || c == '¦' }

// mark is a character of a vertical rule.
type mark struct {
	doc.Box
	word int
	at   int // in the word, bytes
}

// withTypedRules returns the page with rules in place of frames that are made of characters;
// the page itself if it has no such frames.
func withTypedRules(page *doc.Page) *doc.Page {
	var marks []mark
	for i := range page.Words {
		w := &page.Words[i]
		if w.Turn != 0 || !strings.ContainsFunc(w.Text, isTypedMark) {
			continue
		}
		wide := w.Box.Width() / float64(utf8.RuneCountInString(w.Text))
		x := w.Box.X0
		for at, c := range w.Text {
			if isTypedMark(c) {
				b := w.Box
				b.X0, b.X1 = x, x+wide
				marks = append(marks, mark{b, i, at})
			}
			x += wide
		}
	}
	if len(marks) < leastMarks {
		return page
	}
	rules, drop := verticals(marks)
	if len(rules) == 0 {
		return page
	}
	framed := *page
	framed.Rules = slices.Concat(page.Rules, rules)
	framed.Words = make([]doc.Word, 0, len(page.Words))
	for i, w := range page.Words {
		if len(w.Text) >= leastDash && strings.Trim(w.Text, "+-=") == "" && strings.HasPrefix(w.Text, "+") {
			y := w.Box.MidY()
			framed.Rules = append(framed.Rules, doc.Rule{Box: doc.Box{X0: w.Box.X0, Y0: y, X1: w.Box.X1, Y1: y}})
			continue
		}
		framed.Words = appendParts(framed.Words, w, drop[i])
	}
	return &framed
}

// appendParts appends the parts of a word that stand between marks of rules.
func appendParts(words []doc.Word, w doc.Word, marks []mark) []doc.Word {
	slices.SortFunc(marks, func(a, b mark) int { return cmp.Compare(a.at, b.at) })
	rest := w
	for _, m := range marks {
		part := rest
		at := m.at - (len(w.Text) - len(rest.Text))
		_, size := utf8.DecodeRuneInString(rest.Text[at:])
		part.Text, part.Box.X1 = rest.Text[:at], m.X0
		rest.Text, rest.Box.X0 = rest.Text[at+size:], m.X1
		if part.Text != "" {
			words = append(words, part)
		}
	}
	if rest.Text != "" {
		words = append(words, rest)
	}
	return words
}

// verticals returns the rules that are made of marks one above the other, and the
// marks of these rules by the index of their word.
func verticals(marks []mark) ([]doc.Rule, map[int][]mark) {
	column := func(m mark) int { return int(math.Round(m.MidX() / markDrift)) }
	slices.SortFunc(marks, func(a, b mark) int {
		return cmp.Or(cmp.Compare(column(a), column(b)), cmp.Compare(a.Y0, b.Y0), cmp.Compare(a.word, b.word))
	})
	var rules []doc.Rule
	drop := map[int][]mark{}
	for i := 0; i < len(marks); {
		k := i + 1
		for k < len(marks) && column(marks[k]) == column(marks[i]) && marks[k].Y0-marks[k-1].Y0 < marksApart*marks[k].Height() {
			k++
		}
		if k-i >= leastMarks {
			// The rule is lengthened to meet horizontal ones on the lines above and beneath.
			x, high := marks[i].MidX(), marks[i].Height()
			rules = append(rules, doc.Rule{Box: doc.Box{X0: x, Y0: marks[i].Y0 - high, X1: x, Y1: marks[k-1].Y1 + high}, Vertical: true})
			for _, m := range marks[i:k] {
				drop[m.word] = append(drop[m.word], m)
			}
		}
		i = k
	}
	return rules, drop
}
