package taught

import (
	"maps"
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/schema"
)

// What the parts of a line that suits a kind are worth. They are like logarithms of
// probabilities: a line whose parts are worth nothing may be of the kind or not.
const (
	valueWorth  = 1.0  // of a value at its place; as much again for its alignment
	labelWorth  = 1.2  // of a label
	otherWorth  = 0.3  // of what is not answered
	valueMiss   = 0.9  // is taken off for a value that is missing,
	textMiss    = 0.2  // a further line of a description,
	labelMiss   = 0.8  // a label,
	otherMiss   = 0.15 // and what is not answered
	strangeWord = 0.7  // for a word that the kind has no place for,
	furtherWord = 0.25 // and each one behind it in its segment
	noNumber    = 2.0  // where a number should stand
	otherShape  = 0.5  // for a word that looks otherwise than those of the examples
	wideGap     = 0.5  // for a gap within a text
	labelInText = 1.5  // where a text begins as a label does
	furtherThan = 1.0  // for each word more than the examples have
	noCode      = 1.8  // for letters where the examples have figures
	cutSegment  = 0.6  // where a segment is cut though those of the examples are not
	behindWorth = 0.7  // of what stands right behind its label
	kindShare   = 0.45 // of the worth of all its slots that a line of a kind must have
)

// place is a slot where it is expected on a page.
type place struct {
	*slot
	left, right [2]float64
	number      bool
	text        bool
	value       bool
	further     bool // of a line with which an item goes on, where any value may be missing
	strict      bool // the examples have figures in all its words
}

// placesOf are the places of a kind's slots; columns stand where their headings do.
func placesOf(k *kind, head *headPlace) []place {
	places := make([]place, len(k.Slots))
	for i := range k.Slots {
		s := &k.Slots[i]
		left, right := head.shift(s)
		p := place{slot: s, value: len(s.Fields) > 0, further: k.Part == goesOn}
		p.left = [2]float64{float64(s.Left[0]) + left, float64(s.Left[1]) + left}
		p.right = [2]float64{float64(s.Right[0]) + right, float64(s.Right[1]) + right}
		p.text = s.states(schema.Description) || !p.value
		p.number = s.states(schema.Quantity) || s.states(schema.UnitPrice) || s.states(schema.LineTotal) || s.states(schema.Discount)
		p.strict = p.value && !p.text && s.Shapes&(letterShape|markShape) == 0
		places[i] = p
	}
	return places
}

// worth is what the place is worth at most.
func (p *place) worth() float64 {
	switch {
	case p.value:
		return 2 * valueWorth
	case len(p.Label) > 0:
		return labelWorth
	}
	return 2 * otherWorth
}

// miss is what is taken off where nothing stands at the place.
func (p *place) miss() float64 {
	switch {
	case p.further && p.states(schema.Description):
		return textMiss
	case p.value:
		return valueMiss
	case len(p.Label) > 0:
		return labelMiss
	}
	return otherMiss
}

// beside is how far apart a number and an extent are.
func beside(v float64, e [2]float64) float64 { return max(0, e[0]-v, v-e[1]) }

// offEdge is how far a place along x is from an edge of the examples, font sizes; an edge that
// differed among them says little.
func offEdge(v float64, e [2]float64, em float64) float64 {
	return beside(v, e)/em + min(1, 0.5*(e[1]-e[0])/em)
}

// aligned is how well words from x0 to x1, of which the left edge is so far from the place's,
// stand at it: 1 where an edge is that of the examples, less than 0 where they stand elsewhere.
func (p *place) aligned(x0, x1, left, em float64) float64 {
	d := min(left, offEdge(x1, p.right, em))
	if !p.text {
		middle := [2]float64{(p.left[0] + p.right[0]) / 2, (p.left[1] + p.right[1]) / 2}
		d = min(d, offEdge((x0+x1)/2, middle, em)+0.3)
	}
	a := 1.15 - 0.75*max(0.2, d)
	if p.value && p.text && x1 > p.left[0] && x0 < p.right[1] {
		a = max(a, -0.3)
	}
	return max(a, -2)
}

// fill is the words that were found for a place; from == to where there are none.
type fill struct {
	from, to int
	worth    float64
}

// leastFill is what the words of a value must at least be worth to be believed.
const leastFill = 0.4

// sure is how well the words suit the place, from 0 to 1.
func (f *fill) sure() float64 { return max(0, min(1, f.worth/(2*valueWorth))) }

// weak reports whether words that fill a place are not believed to state its value.
func (f *fill) weak() bool { return f.worth < leastFill }

// numeral is a text from its first figure on, or the sign of a number before it.
func numeral(text string) string {
	i := strings.IndexAny(text, "0123456789")
	if i < 0 {
		return text
	}
	if i > 0 && strings.ContainsRune("-.,", rune(text[i-1])) {
		i--
	}
	return strings.TrimRight(text[i:], ")")
}

func textOf(words []*sheetWord) string {
	parts := make([]string, len(words))
	for i, w := range words {
		parts[i] = w.Text
	}
	return strings.Join(parts, " ")
}

// headPlace is a place where the headings of the examples stand in a document.
type headPlace struct {
	first, last int   // lines
	lines       []int // of headings, from first to last
	pairs       []headPair
}

// headPair is a heading as it stood in the example, and as it stands here.
type headPair struct {
	heading
	left, right float64
}

// shift is how far a slot's left and right edges stand from where they were learned.
func (h *headPlace) shift(s *slot) (left, right float64) {
	return h.nearest(func(p *headPair) float64 {
		return apartAlong(float64(p.Left), float64(p.Right), float64(s.Left[0]), float64(s.Right[1]))
	})
}

// back is how far what stands here from one place along x to another stands from where
// it would have been learned.
func (h *headPlace) back(x0, x1 float64) (left, right float64) {
	return h.nearest(func(p *headPair) float64 { return apartAlong(p.left, p.right, x0, x1) })
}

// nearest is how far the left and right edges of the heading that is least apart stand from
// where they were learned.
func (h *headPlace) nearest(apart func(*headPair) float64) (left, right float64) {
	if h == nil || len(h.pairs) == 0 {
		return 0, 0
	}
	best, nearest := 0, math.Inf(1)
	for i := range h.pairs {
		if d := apart(&h.pairs[i]); d < nearest {
			best, nearest = i, d
		}
	}
	p := &h.pairs[best]
	return p.left - float64(p.Left), p.right - float64(p.Right)
}

// apartAlong is how far apart two extents are; less than 0 where they overlap.
func apartAlong(a0, a1, b0, b1 float64) float64 {
	return max(a0, b0) - min(a1, b1)
}

// leastHeads is the share of the headings of a line that must be found.
const leastHeads = 0.6

// findHeads finds where the headings of the examples stand.
func (m *itemReader) findHeads() []headPlace {
	byLine := map[int][]heading{}
	main := 0
	for _, h := range m.rule.Heads {
		byLine[h.Line] = append(byLine[h.Line], h)
		if n := len(byLine[h.Line]); n > len(byLine[main]) || n == len(byLine[main]) && h.Line < main {
			main = h.Line
		}
	}
	if len(byLine[main]) == 0 {
		return nil
	}
	lines := slices.Sorted(maps.Keys(byLine))
	var found []headPlace
	for l := range m.lines {
		pairs, ok := m.headings(l, byLine[main])
		if !ok {
			continue
		}
		p := headPlace{first: l, last: l, lines: []int{l}, pairs: pairs}
		for _, n := range lines {
			if n == main {
				continue
			}
			for d := -1; d <= 1; d++ {
				k := l + main - n + d
				if k < 0 || k >= len(m.lines) || k == l || m.lines[k].page != m.lines[l].page {
					continue
				}
				if more, ok := m.headings(k, byLine[n]); ok {
					p.pairs = append(p.pairs, more...)
					p.first, p.last = min(p.first, k), max(p.last, k)
					p.lines = append(p.lines, k)
					break
				}
			}
		}
		found = append(found, p)
	}
	return found
}

// headings finds the headings of a line among the words of another; ok is false where too
// few are found.
func (m *itemReader) headings(l int, heads []heading) (pairs []headPair, ok bool) {
	words := m.lines[l].words
	from := 0
	for _, h := range heads {
		at := slices.IndexFunc(words[from:], func(w *sheetWord) bool { return w.is(h.Word) })
		if at < 0 {
			continue
		}
		w := words[from+at]
		pairs = append(pairs, headPair{h, w.x0, w.x1})
		from += at + 1
	}
	return pairs, float64(len(pairs)) >= leastHeads*float64(len(heads))
}
