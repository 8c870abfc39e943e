package taught

import (
	"math"
	"slices"

	"lineitem/convert/order/schema"
)

// lineFiller finds the words of lines for the places of kinds.
type lineFiller struct {
	*itemReader
	words   []*sheetWord // of the line
	figures int          // words among them that may be numbers
	leads   []bool       // by word: whether a label of the examples begins with it
	numbers []numeric    // by first word and last: whether they state a number
	best    []fillState  // by word and place
	fills   []fill
}

// numeric is what is known of whether words state a number.
type numeric uint8

const (
	notAsked numeric = iota
	isNumeric
	notNumeric
)

// fillState is the best way to fill the places up to one with the words up to one.
type fillState struct {
	score float64
	from  int  // the first word of the run that fills the place before; -1 where it stays empty, -2 where the word before belongs to no place
	tight bool // the place before is filled by the word before
	worth float64
}

// look makes a line the one that is filled in.
func (m *lineFiller) look(words []*sheetWord) {
	m.words, m.figures, m.leads = words, 0, m.leads[:0]
	for i, w := range words {
		m.figures += flag(w.shape&(numberShape|codeShape) != 0)
		m.leads = append(m.leads, m.isLabel(words[i:]))
	}
	m.numbers = cleared(m.numbers, len(words)*len(words))
}

// cleared is so many zeros, in memory that was used before where it suffices.
func cleared[T any](used []T, n int) []T {
	used = slices.Grow(used[:0], n)[:n]
	clear(used)
	return used
}

// match matches the line with a kind.
func (m *lineFiller) match(k *kind, places []place) lineMatch {
	none := lineMatch{worth: math.Inf(-1)}
	if k.Part == ends {
		label := k.Slots[0].Label
		for i := range m.words {
			if isAt(m.words[i:], label) {
				return lineMatch{worth: 0.5 + 0.5*float64(len(label))}
			}
		}
		return none
	}
	if m.mostWorth(places) < leastMatch {
		return none
	}
	match := lineMatch{worth: m.fill(places)}
	for i := range m.fills {
		if f := &m.fills[i]; f.from == f.to {
			match.worth -= places[i].share()
		} else {
			match.worth -= kindShare * places[i].worth()
			for _, field := range places[i].Fields {
				if !f.weak() && field != schema.Description {
					match.stated |= 1 << field
				}
			}
		}
	}
	if match.worth < leastMatch {
		return none
	}
	match.fills = slices.Clone(m.fills)
	return match
}

// mostWorth is what the line can be worth at most, by its number of words, the figures among
// them and the labels that it has.
func (m *lineFiller) mostWorth(places []place) float64 {
	worth, free, figures := 0.0, len(m.words), m.figures
	for i := range places {
		p := &places[i]
		can := free > 0
		switch {
		case len(p.Label) > 0:
			can = can && slices.ContainsFunc(m.words, func(w *sheetWord) bool { return w.is(p.Label[0]) })
		case p.number:
			can = can && figures > 0
			figures--
		}
		if can {
			worth += (1 - kindShare) * p.worth()
			free--
		} else {
			worth -= p.miss() + p.share()
		}
	}
	return worth
}

// fill finds the words of the line for the places of a kind, in order, and what they are
// worth.
func (m *lineFiller) fill(places []place) float64 {
	n, k := len(m.words), len(places)
	m.best = cleared(m.best, (n+1)*(k+1))
	for i := range m.best {
		m.best[i].score = math.Inf(-1)
	}
	m.at(0, 0, k).score = 0
	for i := 0; i <= n; i++ {
		for j := 0; j <= k; j++ {
			c := *m.at(i, j, k)
			if math.IsInf(c.score, -1) {
				continue
			}
			if j < k {
				if s := c.score - places[j].miss(); s > m.at(i, j+1, k).score {
					*m.at(i, j+1, k) = fillState{score: s, from: -1}
				}
			}
			if i == n {
				continue
			}
			if s := c.score - m.strange(i, c.from == -2); s > m.at(i+1, j, k).score {
				*m.at(i+1, j, k) = fillState{score: s, from: -2}
			}
			if j < k {
				m.extend(i, j, &places[j], c, k)
			}
		}
	}
	m.fills = cleared(m.fills, k)
	for i, j := n, k; i > 0 || j > 0; {
		switch c := m.at(i, j, k); {
		case c.from == -2:
			i--
		case c.from == -1:
			j--
		default:
			j--
			m.fills[j] = fill{c.from, i, c.worth}
			i = c.from
		}
	}
	return m.at(n, k, k).score
}

// at is how the first i words fill the first j of k places.
func (m *lineFiller) at(i, j, k int) *fillState { return &m.best[i*(k+1)+j] }

// strange is what is taken off for a word that belongs to no place, as the one before it
// may do too.
func (m *lineFiller) strange(i int, before bool) float64 {
	switch {
	case m.words[i].shape == markShape:
		return 0
	case before && i > 0 && m.words[i].segment == m.words[i-1].segment:
		return furtherWord
	}
	return strangeWord
}

// extend fills a place with the words from one on, with each number of words that may fill it.
func (m *lineFiller) extend(i, j int, p *place, c fillState, k int) {
	fills := func(end int, worth float64) {
		if o := m.at(end, j+1, k); c.score+worth > o.score {
			*o = fillState{c.score + worth, i, true, worth}
		}
	}
	if len(p.Label) > 0 {
		if isAt(m.words[i:], p.Label) {
			fills(i+len(p.Label), labelWorth)
		}
		return
	}
	words := m.words
	behind := i > 0 && c.tight && words[i].x0-words[i-1].x1 < 1.5*words[i].em
	base := valueWorth
	if !p.value {
		base = otherWorth
	}
	left := offEdge(words[i].x0, p.left, words[i].em)
	sum := m.start(i, p)
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
		fills(end, base+m.fit(i, end, p, left, behind, base)+sum)
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
func (m *lineFiller) fit(i, end int, p *place, left float64, behind bool, base float64) float64 {
	first, last := m.words[i], m.words[end-1]
	a := base * p.aligned(first.x0, last.x1, left, first.em)
	if p.Behind {
		if behind {
			a = max(a, base*behindWorth)
		} else {
			a -= 0.4
		}
	}
	if p.Outer == 0 && end < len(m.words) && m.words[end].segment == last.segment {
		a -= cutSegment
	}
	if p.number && !m.isNumber(i, end) {
		a -= noNumber
	}
	return a
}

// isAt reports whether words begin with those of a label.
func isAt(words []*sheetWord, label []string) bool {
	if len(label) > len(words) {
		return false
	}
	for n, l := range label {
		if !words[n].is(l) {
			return false
		}
	}
	return true
}

// start is what is taken off, as a negative number, where what begins with a word looks
// otherwise than what stands at the place in the examples.
func (m *lineFiller) start(i int, p *place) float64 {
	first, sum := m.words[i], 0.0
	switch {
	case first.shape&p.Shapes != 0 || p.number || p.value && p.text:
	case p.strict && first.shape&(letterShape|markShape) != 0, p.states(schema.Unit) && first.shape&numberShape != 0:
		sum -= noCode
	case !p.value:
		sum -= 2 * otherShape
	default:
		sum -= otherShape
	}
	if p.value && p.text && m.leads[i] {
		sum -= labelInText
	}
	if p.Inner == 0 && i > 0 && m.words[i-1].segment == first.segment {
		sum -= cutSegment
	}
	return sum
}

// isLabel reports whether words begin with a label of the examples.
func (m *lineFiller) isLabel(words []*sheetWord) bool {
	for i := range m.kinds {
		for k := range m.kinds[i].Slots {
			if label := m.kinds[i].Slots[k].Label; len(label) > 0 && len(label[0]) >= 3 && isAt(words, label) {
				return true
			}
		}
	}
	return false
}

// isNumber reports whether the words from i up to end state a number.
func (m *lineFiller) isNumber(i, end int) bool {
	known := &m.numbers[i*len(m.words)+end-1]
	if *known == notAsked {
		*known = notNumeric
		words := m.words[i:end]
		ok := len(words) == 1 && words[0].shape&numberShape != 0
		if !ok {
			_, ok = m.Locale.NumberUnit(numeral(textOf(words)))
		}
		if ok {
			*known = isNumeric
		}
	}
	return *known == isNumeric
}
