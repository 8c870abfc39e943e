package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Printers that knew nothing but characters drew frames with them: "|" above "|",
// and "+------+". Such frames are read as the rules that they stand for.

// Bounds of frames that are made of characters.
const (
	leastMarks = 3   // one above the other make a rule
	marksApart = 3.2 // heights of a mark, from one to the next
	markDrift  = 1.0 // points to the side
	leastDash  = 8   // characters of a horizontal rule
)

// typedMarks are the characters that vertical rules are made of.
const typedMarks = "|│┃║¦"

// mark is a character of a vertical rule.
type mark struct {
	doc.Box
	word int
	end  bool // at the end of its word, and not at its beginning
}

// ruled gives the page with rules in place of frames that are made of characters;
// the page itself where it has none.
func ruled(page *doc.Page) *doc.Page {
	var marks []mark
	for i := range page.Words {
		w := &page.Words[i]
		n := utf8.RuneCountInString(w.Text)
		if n == 0 || w.Turn != 0 {
			continue
		}
		wide := w.Box.Width() / float64(n)
		first, _ := utf8.DecodeRuneInString(w.Text)
		last, _ := utf8.DecodeLastRuneInString(w.Text)
		if strings.ContainsRune(typedMarks, first) {
			b := w.Box
			b.X1 = b.X0 + wide
			marks = append(marks, mark{b, i, false})
		}
		if n > 1 && strings.ContainsRune(typedMarks, last) {
			b := w.Box
			b.X0 = b.X1 - wide
			marks = append(marks, mark{b, i, true})
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
		for _, m := range drop[i] {
			if m.end {
				w.Text, w.Box.X1 = strings.TrimRight(w.Text, typedMarks), m.X0
			} else {
				w.Text, w.Box.X0 = strings.TrimLeft(w.Text, typedMarks), m.X1
			}
		}
		if w.Text != "" {
			framed.Words = append(framed.Words, w)
		}
	}
	return &framed
}

// verticals are the rules that marks make which stand one above the other, and the
// marks of each, by their words.
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
			// It meets the horizontal rules on the lines above and beneath.
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
