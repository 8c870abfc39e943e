package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/schema"
)

// What the parts of a line are worth when it is compared with a kind. They are like logarithms
// of odds: a line whose parts are worth nothing in sum is as likely to be of the kind as not.
const (
	valueWorth  = 1.0  // of a value at its place; as much again for its alignment
	labelWorth  = 1.2  // of a label
	otherWorth  = 0.3  // of words at a place for what is not answered
	valueMiss   = 0.9  // is taken off for a missing value,
	textMiss    = 0.2  // a missing further line of a description,
	labelMiss   = 0.8  // a missing label,
	otherMiss   = 0.15 // and missing words of what is not answered
	strangeWord = 0.7  // for a word that the kind has no place for
	furtherWord = 0.25 // and for each one after it in its segment
	noNumber    = 2.0  // where a number should stand and none does
	otherShape  = 0.5  // for a word of another shape than those of the examples
	noCode      = 1.8  // for letters where the examples have digits
	wideGap     = 0.5  // for a gap within a text
	furtherThan = 1.0  // for each word beyond the number that the examples have
	cutSegment  = 0.6  // where a segment is cut though those of the examples are not
	kindShare   = 0.45 // share of the worth of a kind's slots that is taken off the worth of a line
	leastFill   = 0.4  // the least worth at which the words of a value are believed
)

// place is a slot, where it is expected on a page.
type place struct {
	*slot
	left, right, middle [2]float64
	number, text, value bool
	further             bool // it belongs to a further line of an item, where any value may be missing
	strict              bool // in all examples its first word has digits
	worth               float64
	miss                float64 // what is taken off if nothing stands there
}

// placesOf returns the places of a kind's slots; columns are moved as their headings are.
func placesOf(k *kind, head *headingRow) []place {
	places := make([]place, len(k.Slots))
	for i := range k.Slots {
		s := &k.Slots[i]
		left, right := head.shift(float64(s.Left[0]), float64(s.Right[1]))
		p := place{slot: s, value: len(s.Fields) > 0, further: k.Part == goesOn}
		p.left = [2]float64{float64(s.Left[0]) + left, float64(s.Left[1]) + left}
		p.right = [2]float64{float64(s.Right[0]) + right, float64(s.Right[1]) + right}
		p.middle = [2]float64{(p.left[0] + p.right[0]) / 2, (p.left[1] + p.right[1]) / 2}
		p.text = s.states(schema.Description) || !p.value
		p.number = slices.ContainsFunc(s.Fields, func(f schema.Field) bool { return isNumber[f] })
		p.strict = p.value && !p.text && s.Shapes&(letterShape|markShape) == 0
		switch {
		case p.further && s.states(schema.Description):
			p.worth, p.miss = 2*valueWorth, textMiss
		case p.value:
			p.worth, p.miss = 2*valueWorth, valueMiss
		case len(s.Label) > 0:
			p.worth, p.miss = labelWorth, labelMiss
		default:
			p.worth, p.miss = 2*otherWorth, otherMiss
		}
		places[i] = p
	}
	return places
}

// offEdge returns how far the position v is from an edge in the examples, in font sizes; an
// edge that varied among them adds up to 1, since it says little.
func offEdge(v float64, e *[2]float64, em float64) float64 {
	return max(0, e[0]-v, v-e[1])/em + min(1, 0.5*(e[1]-e[0])/em)
}

// aligned returns how well the position of words from x0 to x1, whose left edge is off by so many font
// sizes, suits the place: 1 if an edge is that of the examples, less than 0 if they stand elsewhere.
func (p *place) aligned(x0, x1, off, em float64) float64 {
	d := min(off, offEdge(x1, &p.right, em))
	if !p.text {
		d = min(d, offEdge((x0+x1)/2, &p.middle, em)+0.3)
	}
	a := 1.15 - 0.75*max(0.2, d)
	if p.value && p.text && x1 > p.left[0] && x0 < p.right[1] {
		a = max(a, -0.3)
	}
	return max(a, -2)
}

// fill is the words that were found for a place, those from from up to but not including to;
// from == to if there are none.
type fill struct {
	from, to int
	worth    float64
}

// weak reports whether the words that fill a place are too doubtful to state its value.
func (f *fill) weak() bool { return f.worth < leastFill }

// fillState is the best way to fill the first places of a kind with the first words of a line.
type fillState struct {
	score float64
	from  int // index of the first word of the run that fills the last of these places; or one of those below
	worth float64
}

const (
	emptyPlace = -1 - iota // the last of these places stays empty
	noPlace                // the last of these words belongs to no place
)

// filler finds the words of lines for the places of kinds.
type filler struct {
	*document
	tokens  []*token    // of the line
	numbers []int8      // by first and last word: 1 if they state a number, -1 if they do not, 0 if not known yet
	best    []fillState // by place and word
	places  []place
}

// lineMatch is how a line suits a kind.
type lineMatch struct {
	worth  float64  // less than leastMatch if it does not
	fills  []fill   // by slot; nil if it does not
	stated fieldSet // the columns that it states, without descriptions, which may go on in further lines
}

// begin makes tokens the line that is matched.
func (m *filler) begin(tokens []*token) {
	m.tokens = tokens
	m.numbers = slices.Grow(m.numbers[:0], len(tokens)*len(tokens))[:len(tokens)*len(tokens)]
	clear(m.numbers)
}

// isAt reports whether the words from i on begin with a label.
func (m *filler) isAt(i int, label []string) bool {
	if len(label) > len(m.tokens)-i {
		return false
	}
	for n, word := range label {
		if !m.matches(m.tokens[i+n], word) {
			return false
		}
	}
	return true
}

// match returns how the line suits a kind.
func (m *filler) match(k *kind, places []place) lineMatch {
	if k.Part == ends {
		label := k.Slots[0].Label
		for i := range m.tokens {
			if m.isAt(i, label) {
				return lineMatch{worth: 0.5 + 0.5*float64(len(label))}
			}
		}
		return lineMatch{worth: math.Inf(-1)}
	}
	m.places = places
	match := m.fill()
	for i := range match.fills {
		p, f := &places[i], &match.fills[i]
		if f.from < f.to || !p.further {
			match.worth -= kindShare * p.worth
		}
		for _, field := range p.Fields {
			if f.from < f.to && !f.weak() && field != schema.Description {
				match.stated |= 1 << field
			}
		}
	}
	return match
}

// at returns the state of the first i words and the first j places.
func (m *filler) at(i, j int) *fillState { return &m.best[j*(len(m.tokens)+1)+i] }

// fill assigns words of the line to the places of a kind, in order, and finds what they are
// worth. It gives up where the line cannot suit the kind.
func (m *filler) fill() lineMatch {
	n, k := len(m.tokens), len(m.places)
	m.best = slices.Grow(m.best[:0], (n+1)*(k+1))[:(n+1)*(k+1)]
	for i := range m.best {
		m.best[i] = fillState{score: math.Inf(-1)}
	}
	m.at(0, 0).score = 0
	least := m.leastFirstScore()
	for j := 0; j <= k; j++ {
		for i := 0; i <= n; i++ {
			if i > 0 {
				c := m.at(i-1, j)
				m.at(i, j).improve(c.score-m.strange(i-1, c.from == noPlace), noPlace, 0)
			}
			if j > 0 {
				m.at(i, j).improve(m.at(i, j-1).score-m.places[j-1].miss, emptyPlace, 0)
			}
			if c := m.at(i, j); i < n && j < k && c.score >= least {
				m.extend(i, j, c.score)
			}
		}
		if j < k {
			least += m.places[j].worth
		}
	}
	match := lineMatch{worth: m.at(n, k).score}
	if match.worth < least {
		match.worth = math.Inf(-1)
		return match
	}
	match.fills = make([]fill, k)
	for i, j := n, k; i > 0 || j > 0; {
		switch c := m.at(i, j); c.from {
		case noPlace:
			i--
		case emptyPlace:
			j--
		default:
			j--
			match.fills[j] = fill{c.from, i, c.worth}
			i = c.from
		}
	}
	return match
}

// leastFirstScore returns the score beneath which the first place need not be filled, since no words for the other
// places could then make the line suit the kind.
func (m *filler) leastFirstScore() float64 {
	const margin = 1e-6 // for rounding
	least := leastMatch - margin
	for i := range m.places {
		p := &m.places[i]
		least -= p.worth
		if !p.further {
			least += kindShare * p.worth
		}
	}
	return least
}

func (s *fillState) improve(score float64, from int, worth float64) {
	if score > s.score {
		*s = fillState{score, from, worth}
	}
}

// strange returns what is taken off for a word that belongs to no place; before reports whether
// the one before it belongs to none either.
func (m *filler) strange(i int, before bool) float64 {
	switch {
	case m.tokens[i].shape == markShape:
		return 0
	case before && i > 0 && m.tokens[i].segment == m.tokens[i-1].segment:
		return furtherWord
	}
	return strangeWord
}

// extend fills place j with the words from i on, trying each number of words that may fill it; score is
// that of what stands before.
func (m *filler) extend(i, j int, score float64) {
	p, words := &m.places[j], m.tokens
	if len(p.Label) > 0 {
		if m.isAt(i, p.Label) {
			m.at(i+len(p.Label), j+1).improve(score+labelWorth, i, labelWorth)
		}
		return
	}
	base := otherWorth
	if p.value {
		base = valueWorth
	}
	first, sum := words[i], m.start(i, p)
	off := offEdge(first.x0, &p.left, first.em)
	for end := i + 1; end <= len(words) && (p.text || end-i <= p.Words+2); end++ {
		last := words[end-1]
		if end > i+1 {
			cost, fits := p.furtherWordCost((last.x0-words[end-2].x1)/last.em, last, end-i)
			if !fits {
				return
			}
			sum -= cost
		}
		worth := base * (1 + p.aligned(first.x0, last.x1, off, first.em))
		worth -= cutSegment * float64(flag(!p.Outer && end < len(words) && words[end].segment == last.segment))
		worth -= noNumber * float64(flag(p.number && !m.isNumber(i, end)))
		m.at(end, j+1).improve(score+worth+sum, i, worth+sum)
	}
}

// furtherWordCost returns the cost of last as a further word of a place, which then has count words; gap is
// the one before it, in ems. It reports whether the word may stand there at all.
func (p *place) furtherWordCost(gap float64, last *token, count int) (cost float64, fits bool) {
	switch {
	case !p.text && gap > 1.5 || gap > 12:
		return 0, false
	case gap > 1.5 && last.x0 > p.right[1]+last.em:
		cost = 2 * wideGap // what stands in another column, most likely
	case gap > 1.5:
		cost = wideGap
	}
	switch {
	case count <= p.Words:
	case !p.text && !(p.number && last.shape == numberShape):
		cost += furtherThan
	case !p.value:
		cost += 0.1
	}
	return cost, true
}

// start returns what is taken off, as a negative number, if the first word at a place differs
// from those of the examples.
func (m *filler) start(i int, p *place) (sum float64) {
	first := m.tokens[i]
	switch {
	case first.shape&p.Shapes != 0 || p.number || p.value && p.text:
	case p.strict && first.shape&(letterShape|markShape) != 0, p.states(schema.Unit) && first.shape == numberShape:
		sum -= noCode
	case !p.value:
		sum -= 2 * otherShape
	default:
		sum -= otherShape
	}
	if !p.Inner && !first.begins {
		sum -= cutSegment
	}
	return sum
}

// isNumber reports whether the words from i up to end state a number.
func (m *filler) isNumber(i, end int) bool {
	known := &m.numbers[i*len(m.tokens)+end-1]
	if *known == 0 {
		_, ok := m.view.Locale.Printed(numeral(printed(m.tokens[i:end])))
		*known = int8(2*flag(ok) - 1)
	}
	return *known > 0
}

// numeral returns a text from its first digit on, including a minus sign or separator just
// before that, and without closing brackets at its end.
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
