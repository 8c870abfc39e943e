package taught

import (
	"maps"
	"math"
	"slices"

	"lineitem/convert/order/textnorm"
)

// heading is a word above the items by which their columns are found.
type heading struct {
	Word  string `json:"word"` // as keptWord makes it
	Line  int    `json:"line"` // how many lines above the first item, from 1
	Left  int    `json:"left"`
	Right int    `json:"right"`
}

// headPlace is a place where the headings of the examples stand in a document.
type headPlace struct {
	first, last int   // rows
	rows        []int // of headings, from first to last
	pairs       []headPair
}

// headPair is a heading as it stood in the example, and as it stands here.
type headPair struct {
	heading
	left, right float64
}

// learnHead learns the headings of columns.
func (t *itemLesson) learnHead(first int, parts []int) {
	const mostLines, mostGap = 5, 3.5 // above the first item, and how far apart they may be, heights of type
	for l := first - 1; l >= max(0, first-mostLines) && t.rows[l].number == t.rows[first].number && t.rows[l+1].gap <= mostGap; l-- {
		for _, o := range t.rows[l].tokens {
			if parts[l] < 0 && textnorm.CountLetters(o.key) >= 2 && !textnorm.HasDigit(o.key) && !t.stated[o.key] {
				t.rule.Heads = append(t.rule.Heads, heading{keptWord(o.key), first - l, int(o.x0 + 0.5), int(o.x1 + 0.5)})
			}
		}
	}
}

// findHead finds the headings of earlier examples above the first item. Those are kept that
// stand here too; if none were known, those that stand here are learned.
func (t *itemLesson) findHead(first int, parts []int) {
	if len(t.rule.Heads) == 0 {
		t.learnHead(first, parts)
		return
	}
	for _, h := range t.rule.findHeads(t.document) {
		if h.last < first {
			t.head = &h
		}
	}
	if t.head != nil {
		t.rule.Heads = nil
		for _, p := range t.head.pairs {
			t.rule.Heads = append(t.rule.Heads, p.heading)
		}
	}
}

// findHeads finds where the headings of the examples stand: those of the line that has most
// of them, and of other lines at about the same distance from that.
func (r *ItemRule) findHeads(t *document) (found []headPlace) {
	byLine := map[int][]heading{}
	for _, h := range r.Heads {
		byLine[h.Line] = append(byLine[h.Line], h)
	}
	lines := slices.Sorted(maps.Keys(byLine))
	if len(lines) == 0 {
		return nil
	}
	main := slices.MaxFunc(lines, func(a, b int) int { return len(byLine[a]) - len(byLine[b]) })
	for l := range t.rows {
		pairs, ok := t.headings(l, byLine[main])
		if !ok {
			continue
		}
		p := headPlace{first: l, last: l, rows: []int{l}, pairs: pairs}
		for _, n := range lines {
			for k := l + main - n - 1; n != main && k <= l+main-n+1; k++ {
				if k < 0 || k >= len(t.rows) || k == l || t.rows[k].number != t.rows[l].number {
					continue
				}
				if more, ok := t.headings(k, byLine[n]); ok {
					p.pairs, p.rows = append(p.pairs, more...), append(p.rows, k)
					p.first, p.last = min(p.first, k), max(p.last, k)
					break
				}
			}
		}
		found = append(found, p)
	}
	return found
}

// headings finds the headings of a line among the words of a row; ok is false if too few are
// found.
func (t *document) headings(l int, heads []heading) (pairs []headPair, ok bool) {
	const leastFound = 0.6 // share of the headings
	tokens := t.rows[l].tokens
	for _, h := range heads {
		if at := slices.IndexFunc(tokens, func(o *token) bool { return t.matches(o, h.Word) }); at >= 0 {
			pairs = append(pairs, headPair{h, tokens[at].x0, tokens[at].x1})
			tokens = tokens[at+1:]
		}
	}
	return pairs, float64(len(pairs)) >= leastFound*float64(len(heads))
}

// shift is how far what was learned from one place along x to another stands from there.
func (h *headPlace) shift(x0, x1 float64) (left, right float64) {
	return h.nearest(func(p *headPair) float64 { return max(float64(p.Left), x0) - min(float64(p.Right), x1) })
}

// back is how far what stands here from one place along x to another stands from where it
// would have been learned.
func (h *headPlace) back(x0, x1 float64) (left, right float64) {
	return h.nearest(func(p *headPair) float64 { return max(p.left, x0) - min(p.right, x1) })
}

// nearest is how far the left and right edges of the heading that is least apart stand from
// where they were learned.
func (h *headPlace) nearest(apart func(*headPair) float64) (left, right float64) {
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
