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

// aligned is how well words from x0 to x1 stand at the place: 1 where an edge is that of
// the examples, less than 0 where they stand elsewhere.
func (p *place) aligned(x0, x1, em float64) float64 {
	edge := func(v float64, e [2]float64) float64 {
		// An edge that differed among the examples says little.
		return beside(v, e)/em + min(1, 0.5*(e[1]-e[0])/em)
	}
	d := min(edge(x0, p.left), edge(x1, p.right))
	if !p.text {
		middle := [2]float64{(p.left[0] + p.right[0]) / 2, (p.left[1] + p.right[1]) / 2}
		d = min(d, edge((x0+x1)/2, middle)+0.3)
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

// matchLine finds the words of a line for the places of a kind, in order, and what they
// are worth.
func (m *itemReader) matchLine(words []*sheetWord, places []place, free bool) (float64, []fill) {
	n, k := len(words), len(places)
	type cell struct {
		score float64
		from  int  // the first word of the run that fills the place before; -1 where it stays empty, -2 where the word before belongs to no place
		tight bool // the place before is filled by the word before
		worth float64
	}
	best := make([]cell, (n+1)*(k+1))
	at := func(i, j int) *cell { return &best[i*(k+1)+j] }
	for i := range best {
		best[i].score = math.Inf(-1)
	}
	at(0, 0).score = 0
	for i := 0; i <= n; i++ {
		for j := 0; j <= k; j++ {
			c := *at(i, j)
			if math.IsInf(c.score, -1) {
				continue
			}
			if j < k {
				if s := c.score - places[j].miss(); s > at(i, j+1).score {
					*at(i, j+1) = cell{score: s, from: -1}
				}
			}
			if i == n {
				continue
			}
			if s := c.score - strange(words, i, c.from == -2, free); s > at(i+1, j).score {
				*at(i+1, j) = cell{score: s, from: -2}
			}
			if j == k {
				continue
			}
			behind := i > 0 && c.tight && words[i].x0-words[i-1].x1 < 1.5*words[i].em
			m.extend(words, i, &places[j], behind, func(end int, worth float64) {
				if s := c.score + worth; s > at(end, j+1).score {
					*at(end, j+1) = cell{s, i, true, worth}
				}
			})
		}
	}
	fills := make([]fill, k)
	for i, j := n, k; i > 0 || j > 0; {
		switch c := at(i, j); {
		case c.from == -2:
			i--
		case c.from == -1:
			j--
		default:
			j--
			fills[j] = fill{c.from, i, c.worth}
			i = c.from
		}
	}
	return at(n, k).score, fills
}

// strange is what is taken off for a word that belongs to no place, as the one before it
// may do too.
func strange(words []*sheetWord, i int, before, free bool) float64 {
	switch {
	case free || words[i].shape == markShape:
		return 0
	case before && i > 0 && words[i].segment == words[i-1].segment:
		return furtherWord
	}
	return strangeWord
}

// extend tells what words of a line from one on are worth at a place, for each number of
// words that may fill it.
func (m *itemReader) extend(words []*sheetWord, i int, p *place, behind bool, worth func(end int, worth float64)) {
	if len(p.Label) > 0 {
		if end := i + len(p.Label); end <= len(words) && isAt(words[i:end], p.Label) {
			worth(end, labelWorth)
		}
		return
	}
	base := valueWorth
	if !p.value {
		base = otherWorth
	}
	sum := m.start(words, i, p)
	for end := i + 1; end <= len(words); end++ {
		if end > i+1 {
			var ok bool
			if sum, ok = p.goesOn(words, i, end, sum); !ok {
				return
			}
		}
		if !p.text && end-i > p.Words+2 {
			return
		}
		worth(end, base+m.fit(words, i, end, p, behind, base)+sum)
	}
}

// goesOn takes off a sum what speaks against the word before end, if it goes on with what
// begins with word i; ok is false where it cannot.
func (p *place) goesOn(words []*sheetWord, i, end int, sum float64) (_ float64, ok bool) {
	w := words[end-1]
	gap := (w.x0 - words[end-2].x1) / w.em
	switch {
	case !p.text && gap > 1.5 || gap > 12:
		return sum, false
	case gap > 1.5 && w.x0 > p.right[1]+w.em:
		sum -= 2 * wideGap // what stands in another column, most likely
	case gap > 1.5:
		sum -= wideGap
	}
	if !p.text && end-i > p.Words && !(p.number && w.shape&numberShape != 0) {
		sum -= furtherThan
	}
	if !p.value && end-i > p.Words {
		sum -= 0.1
	}
	if p.text && w.x0 > p.right[1]+3*w.em {
		sum -= 0.1
	}
	return sum, true
}

// fit is how well the words from i up to end stand where the place is, and end where a
// value does.
func (m *itemReader) fit(words []*sheetWord, i, end int, p *place, behind bool, base float64) float64 {
	first, last := words[i], words[end-1]
	a := base * p.aligned(first.x0, last.x1, first.em)
	if p.Behind {
		if behind {
			a = max(a, base*behindWorth)
		} else {
			a -= 0.4
		}
	}
	if p.Outer == 0 && end < len(words) && words[end].segment == last.segment {
		a -= cutSegment
	}
	if p.number && !m.isNumber(words[i:end]) {
		a -= noNumber
	}
	return a
}

// isAt reports whether words are those of a label.
func isAt(words []*sheetWord, label []string) bool {
	for n, l := range label {
		if !words[n].is(l) {
			return false
		}
	}
	return true
}

// start is what is taken off, as a negative number, where what begins with a word looks
// otherwise than what stands at the place in the examples.
func (m *itemReader) start(words []*sheetWord, i int, p *place) float64 {
	first, sum := words[i], 0.0
	switch {
	case first.shape&p.Shapes != 0 || p.number || p.value && p.text:
	case p.strict && first.shape&(letterShape|markShape) != 0, p.states(schema.Unit) && first.shape&numberShape != 0:
		sum -= noCode
	case !p.value:
		sum -= 2 * otherShape
	default:
		sum -= otherShape
	}
	if p.value && p.text && m.leads(words[i:]) {
		sum -= labelInText
	}
	if p.Inner == 0 && i > 0 && words[i-1].segment == first.segment {
		sum -= cutSegment
	}
	return sum
}

// leads reports whether words begin with a label of the examples.
func (m *itemReader) leads(words []*sheetWord) bool {
	for i := range m.kinds {
		for k := range m.kinds[i].Slots {
			label := m.kinds[i].Slots[k].Label
			if len(label) == 0 || len(label) > len(words) || len(label[0]) < 3 {
				continue
			}
			if isAt(words[:len(label)], label) {
				return true
			}
		}
	}
	return false
}

// isNumber reports whether words state a number.
func (m *itemReader) isNumber(words []*sheetWord) bool {
	if len(words) == 1 && words[0].shape&numberShape != 0 {
		return true
	}
	_, ok := m.Locale.NumberUnit(numeral(textOf(words)))
	return ok
}

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
