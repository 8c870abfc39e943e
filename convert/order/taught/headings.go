package taught

import (
	"math"
	"slices"

	"lineitem/convert/order/textnorm"
)

// heading is a word above the items by which their columns are found.
type heading struct {
	Word  string `json:"word"` // as keptWords makes it
	Left  int    `json:"left"`
	Right int    `json:"right"`
}

// headingRow is a row of a document in which the headings of the examples stand.
type headingRow struct {
	row   int
	pairs []headingPair
}

// headingPair is a heading as it stood in the example, and as it stands here.
type headingPair struct {
	heading
	left, right float64
}

// findHeadings finds the headings of earlier examples above the first item, and keeps only those
// that stand here too. If none were known, it learns those that stand here.
func (t *itemLearner) findHeadings(first int, parts []int) {
	if len(t.rule.Headings) == 0 {
		t.learnHeadings(first, parts)
		return
	}
	for _, h := range t.rule.findHeadings(t.document) {
		if h.row < first {
			t.headings = &h
		}
	}
	if t.headings != nil {
		t.rule.Headings = nil
		for _, p := range t.headings.pairs {
			t.rule.Headings = append(t.rule.Headings, p.heading)
		}
	}
}

// learnHeadings learns the headings of columns: the row above the items that has the most words.
func (t *itemLearner) learnHeadings(first int, parts []int) {
	const mostLines, mostGap = 5, 3.5 // rows above the first item, and the greatest gap between them, in sizes of type
	for l := first - 1; l >= max(0, first-mostLines) && t.rows[l].number == t.rows[first].number && t.rows[l+1].gap <= mostGap; l-- {
		var heads []heading
		for _, o := range t.rows[l].tokens {
			if parts[l] < 0 && textnorm.CountLetters(o.key) >= 2 && !textnorm.HasDigit(o.key) && !t.isPrivate(o) {
				heads = append(heads, heading{keptWords([]*token{o})[0], int(o.x0 + 0.5), int(o.x1 + 0.5)})
			}
		}
		if len(heads) > len(t.rule.Headings) {
			t.rule.Headings = heads
		}
	}
}

// findHeadings finds the rows in which most headings of the examples stand.
func (r *ItemRule) findHeadings(t *document) (found []headingRow) {
	const leastFound = 0.6 // share of the headings
	for l := range t.rows {
		p := headingRow{row: l}
		tokens := t.rows[l].tokens
		for _, h := range r.Headings {
			if at := slices.IndexFunc(tokens, func(o *token) bool { return t.matches(o, h.Word) }); at >= 0 {
				p.pairs = append(p.pairs, headingPair{h, tokens[at].x0, tokens[at].x1})
				tokens = tokens[at+1:]
			}
		}
		if len(p.pairs) > 0 && float64(len(p.pairs)) >= leastFound*float64(len(r.Headings)) {
			found = append(found, p)
		}
	}
	return found
}

// shift returns how far the edges of what was learned from x0 to x1 are moved in this document.
func (h *headingRow) shift(x0, x1 float64) (left, right float64) {
	return h.nearest(func(p *headingPair) float64 { return max(float64(p.Left), x0) - min(float64(p.Right), x1) })
}

// back returns how far the edges of what stands here from x0 to x1 are moved from where they
// would have been learned.
func (h *headingRow) back(x0, x1 float64) (left, right float64) {
	return h.nearest(func(p *headingPair) float64 { return max(p.left, x0) - min(p.right, x1) })
}

// nearest returns how far the left and right edges of the heading for which apart is least are
// moved from where they were learned.
func (h *headingRow) nearest(apart func(*headingPair) float64) (left, right float64) {
	if h == nil {
		return 0, 0
	}
	nearest := math.Inf(1)
	for i := range h.pairs {
		if p := &h.pairs[i]; apart(p) < nearest {
			nearest, left, right = apart(p), p.left-float64(p.Left), p.right-float64(p.Right)
		}
	}
	return left, right
}
