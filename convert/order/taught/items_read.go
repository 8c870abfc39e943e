package taught

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// itemReader reads line items by a rule.
type itemReader struct {
	*sheet
	rule   *ItemRule
	layout string // the layout's id
	kinds  []kind // of the rule, and those that are likely though no example has them
	heads  []headPlace
	head   []int // by line: the heads above it; -1 for none
	inHead []bool
}

// Lines are the line items that the layout leads to; nil where it leads to none.
func (l *Layout) Lines(v *View) []schema.Cells {
	if l.Items == nil || len(l.Items.Kinds) == 0 {
		return nil
	}
	m := &itemReader{sheet: newSheet(v), rule: l.Items, layout: l.ID}
	m.kinds = append(slices.Clone(l.Items.Kinds), l.Items.likelyKinds()...)
	m.heads = m.findHeads()
	m.crop()
	m.head, m.inHead = make([]int, len(m.lines)), make([]bool, len(m.lines))
	now := -1
	for i := range m.lines {
		for h := range m.heads {
			if m.heads[h].first <= i && i <= m.heads[h].last {
				m.inHead[i] = slices.Contains(m.heads[h].lines, i)
				now = h
			}
		}
		m.head[i] = now
	}
	lines := m.read()
	l.Items.common(v, lines, l.ID)
	return lines
}

// common gives line items the values that all of them have.
func (r *ItemRule) common(v *View, lines []schema.Cells, id string) {
	if len(r.Common) == 0 || len(lines) == 0 {
		return
	}
	t := newDocument(v)
	for i := range r.Common {
		c, ok := r.Common[i].read(t, &schema.Cell{})
		if !ok || c.Value == "" {
			continue
		}
		c.Evidence.Layout = id
		for k := range lines {
			if cell := &lines[k][r.Common[i].Field]; cell.Value == "" {
				*cell = c
			}
		}
	}
}

// crop leaves what stands beside the items out of the lines.
func (m *itemReader) crop() {
	left, right, em := float64(m.rule.Left), float64(m.rule.Right), 0.0
	for _, w := range m.words {
		em = max(em, min(w.em, 20))
	}
	if len(m.heads) > 0 {
		first, _ := m.heads[0].shift(&slot{Left: extent{m.rule.Left, m.rule.Left}, Right: extent{m.rule.Left, m.rule.Left}})
		_, last := m.heads[0].shift(&slot{Left: extent{m.rule.Right, m.rule.Right}, Right: extent{m.rule.Right, m.rule.Right}})
		left, right = left+min(first, 0), right+max(last, 0)
	}
	full := m.lines
	m.sheet.crop(left-besides*em, right+besides*em)
	// The lines of the heads are now others.
	at := func(old int) int {
		for _, w := range full[old].words {
			if w.line < len(m.lines) && slices.Contains(m.lines[w.line].words, w) {
				return w.line
			}
		}
		return -1
	}
	for i := range m.heads {
		h := &m.heads[i]
		h.first, h.last = at(h.first), at(h.last)
		for k := range h.lines {
			h.lines[k] = at(h.lines[k])
		}
	}
	m.heads = slices.DeleteFunc(m.heads, func(h headPlace) bool { return h.first < 0 || h.last < 0 })
}

// likelyKinds are kinds of lines that examples need not have: descriptions that go on.
func (r *ItemRule) likelyKinds() []kind {
	var likely []kind
	for i := range r.Kinds {
		k := &r.Kinds[i]
		if k.Part == goesOn && len(k.Slots) == 1 && k.Slots[0].states(schema.Description) {
			return nil
		}
	}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		for j := range k.Slots {
			s := k.Slots[j]
			if k.Part > goesOn || !s.states(schema.Description) || s.Behind {
				continue
			}
			s.Prefix, s.Suffix = "", ""
			s.Shapes = ^shape(0)
			further := kind{Part: goesOn, Slots: []slot{s}, Gap: extent{80, 145}, Size: k.Size}
			if !slices.ContainsFunc(likely, func(o kind) bool { return sameKind(&o, &further, 8) }) {
				likely = append(likely, further)
			}
		}
	}
	return likely
}

// lineMatch is how a line suits a kind.
type lineMatch struct {
	worth float64
	fills []fill
}

// match matches a line with a kind.
func (m *itemReader) match(l int, k *kind, places []place) lineMatch {
	line := &m.lines[l]
	if !touches(line.words, places) {
		return lineMatch{worth: math.Inf(-1)}
	}
	worth, fills := m.matchLine(line.words, places, k.Part == ends)
	most := 0.0
	for i := range places {
		if !places[i].further || fills[i].from < fills[i].to {
			most += places[i].worth()
		}
	}
	worth -= kindShare * most
	if k.Part == ends {
		if len(fills) == 0 || fills[0].to == fills[0].from {
			return lineMatch{worth: math.Inf(-1)}
		}
		return lineMatch{worth: 0.5 + 0.5*float64(len(k.Slots[0].Label))}
	}
	if gap := int(100 * line.gap); gap > 0 && k.Gap != (extent{}) {
		switch {
		case k.Part == goesOn && gap > k.Gap[1]+60:
			worth -= 2
		case k.Part == goesOn && gap > k.Gap[1]+15, k.Part == begins && gap < k.Gap[0]-15:
			worth -= 0.6
		}
	}
	if k.Ruled == 0 && line.ruled && k.Part == goesOn && k.Count > 1 || k.Ruled == k.Count && !line.ruled && k.Count > 1 {
		worth -= 0.6
	}
	if size := int(100*line.size/m.Pages[line.page].BodySize() + 0.5); size < k.Size[0]-12 || size > k.Size[1]+12 {
		worth -= 0.6
	}
	return lineMatch{worth, fills}
}

// touches reports whether a word of a line begins or ends about where one of some places
// does, without which the line suits none of them.
func touches(words []*sheetWord, places []place) bool {
	for i := range places {
		p := &places[i]
		if len(p.Label) > 0 || p.Behind {
			return true
		}
		for _, w := range words {
			if min(beside(w.x0, p.left), beside(w.x1, p.right)) < touching*w.em {
				return true
			}
		}
	}
	return false
}

// touching is how near that is, font sizes.
const touching = 1.5

// read finds the likeliest kinds of all lines, and makes items of them.
func (m *itemReader) read() []schema.Cells {
	places := map[int][][]place{}
	matches := make([][]lineMatch, len(m.lines))
	for l := range m.lines {
		h := m.head[l]
		if places[h] == nil {
			var head *headPlace
			if h >= 0 {
				head = &m.heads[h]
			} else if len(m.heads) > 0 {
				head = &m.heads[0]
			}
			for k := range m.kinds {
				places[h] = append(places[h], placesOf(&m.kinds[k], head))
			}
		}
		matches[l] = make([]lineMatch, len(m.kinds))
		for k := range m.kinds {
			matches[l][k] = m.match(l, &m.kinds[k], places[h][k])
		}
	}
	path := m.path(matches)
	var items [][]int
	var above []int // by item: the line that heads it; -1 for none
	heading := -1
	for l, k := range path {
		switch {
		case k < 0:
		case m.kinds[k].Part == heads:
			heading = l
		case m.kinds[k].Part == begins || m.kinds[k].Part == goesOn && len(items) == 0:
			items, above = append(items, []int{l}), append(above, heading)
		case m.kinds[k].Part == goesOn:
			items[len(items)-1] = append(items[len(items)-1], l)
		}
	}
	var lines []schema.Cells
	for i, it := range items {
		c := m.cells(it, path, matches)
		if !c.Stated() || !m.complete(&c) {
			continue
		}
		if above[i] >= 0 {
			inherit(&c, m.cells([]int{above[i]}, path, matches))
		}
		lines = append(lines, c)
	}
	return lines
}

// complete reports whether an item has at least a third of the values, a description
// aside, that all items of the examples have.
func (m *itemReader) complete(c *schema.Cells) bool {
	has, all := 0, 0
	for _, f := range itemFields {
		if f == schema.Description || f == schema.DeliveryDate || m.rule.Trust.Stated[f] < m.rule.Trust.Lines || m.rule.Trust.Lines == 0 {
			continue
		}
		all++
		has += flag(c[f].Value != "")
	}
	return 3*has >= all
}

// inherit gives an item what is stated of all items beneath a heading.
func inherit(c *schema.Cells, heading schema.Cells) {
	for f := range heading {
		if c[f].Value == "" {
			c[f] = heading[f]
		}
	}
}

// What a line that states nothing is worth after another, and an item where none is
// expected.
const (
	pauseCost  = 0.7
	resumeCost = 0.3
	overPage   = 1.5 // an item that goes on on the next page
	afterEnd   = 4.0 // an item behind what ends the items,
	beforeHead = 4.0 // or before the headings
	afterHead  = 0.5 // what is added to the worth of an item right beneath headings
)

// path finds the likeliest kind of each line (Viterbi, "Error bounds for convolutional
// codes", 1967); -1 for those that have nothing to do with items.
func (m *itemReader) path(matches [][]lineMatch) []int {
	// States: the kinds; before all items; a pause among them; behind them.
	n := len(m.kinds)
	before := n
	score := make([]float64, n+3)
	for i := range score {
		score[i] = math.Inf(-1)
	}
	score[before] = 0
	follows := m.follows()
	back := make([][]int, len(m.lines))
	for l := range m.lines {
		next := make([]float64, n+3)
		back[l] = make([]int, n+3)
		for to := range next {
			next[to] = math.Inf(-1)
			for from := range score {
				if math.IsInf(score[from], -1) {
					continue
				}
				if s := score[from] + m.step(l, from, to, follows); s > next[to] {
					next[to], back[l][to] = s, from
				}
			}
			if to < n {
				next[to] += matches[l][to].worth
				if m.inHead[l] {
					next[to] -= 5
				}
			}
		}
		score = next
	}
	state := 0
	for i := range score {
		if score[i] > score[state] {
			state = i
		}
	}
	path := make([]int, len(m.lines))
	for l := len(m.lines) - 1; l >= 0; l-- {
		path[l] = state
		if state >= n {
			path[l] = -1
		}
		state = back[l][state]
	}
	return path
}

// follows are logarithms of how probable it is that one kind follows another.
func (m *itemReader) follows() [][]float64 {
	n := len(m.kinds)
	counts := make([]float64, n)
	table := make([][]float64, n)
	for i := range table {
		table[i] = make([]float64, n)
	}
	for _, c := range m.rule.Chain {
		if c.From >= 0 && c.From < n {
			counts[c.From] += float64(c.Count)
			if c.To >= 0 && c.To < n {
				table[c.From][c.To] += float64(c.Count)
			}
		}
	}
	// Behind the last line of all another item may stand, that begins as the first did.
	for _, last := range m.rule.Chain {
		for _, first := range m.rule.Chain {
			if last.To == endState && last.From >= 0 && first.From == startState && first.To >= 0 && max(last.From, first.To) < n {
				table[last.From][first.To] += float64(last.Count)
			}
		}
	}
	for i := range table {
		for k := range table[i] {
			least := -1.2
			if m.kinds[k].Part == goesOn {
				least = -0.7 // how many lines a text takes is chance
			}
			table[i][k] = max(least, 0.7*math.Log((table[i][k]+0.3)/(counts[i]+1)))
		}
	}
	return table
}

// step is what it is worth that a line's state follows that of the line above.
func (m *itemReader) step(l, from, to int, follows [][]float64) float64 {
	n := len(m.kinds)
	if to >= n {
		return m.stepOut(l, from, to)
	}
	ended := from == n+2 || from < n && m.kinds[from].Part == ends
	switch m.kinds[to].Part {
	case begins:
		return m.stepIn(l, from, to, ended, follows)
	case heads:
		if ended {
			return -1
		}
		return -resumeCost
	case ends:
		if from == n || ended {
			return -0.5
		}
		return 0
	}
	switch { // it goes on, or stands between
	case from < n && m.kinds[from].Part >= ends, from == n, ended:
		return math.Inf(-1)
	case from < n:
		return follows[from][to]
	}
	if l-m.topOf(l) < 25 && m.lines[l].page > 0 || m.head[l] >= 0 && l-m.heads[m.head[l]].last <= 3 {
		return -overPage
	}
	return math.Inf(-1)
}

// stepIn is what it is worth that an item begins.
func (m *itemReader) stepIn(l, from, to int, ended bool, follows [][]float64) float64 {
	s := 0.0
	if len(m.heads) > 0 && m.head[l] < 0 {
		s -= beforeHead
	}
	if l > 0 && m.inHead[l-1] {
		s += afterHead
	}
	switch {
	case from < len(m.kinds) && m.kinds[from].Part == heads:
		return s
	case ended && m.rule.Once:
		return math.Inf(-1)
	case ended && m.head[l] >= 0 && l-m.heads[m.head[l]].last <= 4:
		return s - resumeCost
	case ended:
		return s - afterEnd
	case from < len(m.kinds):
		return s + follows[from][to]
	}
	return s - resumeCost
}

// stepOut is what it is worth that a line has nothing to do with items: before all of them,
// in a pause among them, or behind them.
func (m *itemReader) stepOut(l, from, to int) float64 {
	n := len(m.kinds)
	before, pause, behind := n, n+1, n+2
	switch {
	case to == before && from == before, to == pause && from == pause, to == behind && from == behind:
		return 0
	case to == behind && from < n && m.kinds[from].Part == ends:
		return 0
	case to == pause && from < n && m.kinds[from].Part != ends:
		if m.inHead[l] || l > 0 && m.lines[l].page != m.lines[l-1].page {
			return -resumeCost
		}
		return -pauseCost
	}
	return math.Inf(-1)
}

// topOf is the first line of a line's page.
func (m *itemReader) topOf(l int) int {
	for l > 0 && m.lines[l-1].page == m.lines[l].page {
		l--
	}
	return l
}

// cells makes the cells of an item of its lines.
func (m *itemReader) cells(lines []int, path []int, matches [][]lineMatch) schema.Cells {
	var c schema.Cells
	var description []*sheetWord
	for _, l := range lines {
		k := &m.kinds[path[l]]
		fills := matches[l][path[l]].fills
		for i := range fills {
			s, f := &k.Slots[i], &fills[i]
			if f.from == f.to {
				continue
			}
			words := m.lines[l].words[f.from:f.to]
			if s.states(schema.Description) || f.weak() && m.besideText(l, k, fills, i) {
				description = append(description, words...)
			}
			if f.weak() {
				continue
			}
			for _, field := range s.Fields {
				if field == schema.Description || c[field].Value != "" {
					continue
				}
				if v := m.valueOf(field, s, words); v != "" {
					c[field] = m.cell(words, v)
					c[field].Evidence.Confidence *= f.sure()
				}
			}
		}
	}
	if len(description) > 0 {
		c[schema.Description] = m.cell(description, textOf(description))
	}
	return c
}

// besideText reports whether the words of a slot stand in one segment with those of a
// description beside it.
func (m *itemReader) besideText(l int, k *kind, fills []fill, i int) bool {
	words := m.lines[l].words
	for _, n := range [...]int{i - 1, i + 1} {
		if n < 0 || n >= len(fills) || fills[n].from == fills[n].to || !k.Slots[n].states(schema.Description) {
			continue
		}
		a, b := words[fills[min(i, n)].to-1], words[fills[max(i, n)].from]
		if a.segment == b.segment {
			return true
		}
	}
	return false
}

// valueOf is the value of a column that words state, in its normal form.
func (m *itemReader) valueOf(f schema.Field, s *slot, words []*sheetWord) string {
	text := textOf(words)
	switch f {
	case schema.Quantity, schema.UnitPrice, schema.LineTotal:
		n, ok := m.Locale.NumberUnit(numeral(text))
		if !ok {
			n, ok = m.Locale.NumberUnit(text)
		}
		if ok && !n.Percent {
			return n.Text
		}
		return ""
	case schema.Discount:
		n, ok := m.Locale.Number(text)
		switch {
		case !ok:
			return ""
		case n.Percent:
			return text
		}
		return n.Text
	case schema.DeliveryDate:
		iso, _, _, _ := m.Locale.FindDate(text)
		return iso
	case schema.Unit:
		if s.states(schema.Quantity) || s.states(schema.UnitPrice) {
			n, _ := m.Locale.NumberUnit(numeral(text))
			return trimUnit(n.Unit)
		}
	}
	if len(text) > len(s.Prefix)+len(s.Suffix) {
		if t, ok := cutAffixes(text, s); ok {
			text = t
		}
	}
	return text
}

func trimUnit(unit string) string {
	for len(unit) > 0 && (unit[0] == '/' || unit[0] == '(') {
		unit = unit[1:]
	}
	return unit
}

// cell is a cell with the words that it was read from.
func (m *itemReader) cell(words []*sheetWord, value string) schema.Cell {
	page := m.Pages[m.lines[words[0].line].page]
	e := doc.Evidence{Page: page.Number, Confidence: 1, Layout: m.layout}
	var box doc.Box
	for _, w := range words {
		e.Words = append(e.Words, w.Text)
		e.Confidence = min(e.Confidence, w.Confidence)
		if m.lines[w.line].page == m.lines[words[0].line].page {
			box = box.Union(w.Box)
		}
	}
	e.Box = page.Displayed(box)
	return schema.Cell{Value: value, Evidence: e}
}

// cutAffixes takes off what stands about a value.
func cutAffixes(text string, s *slot) (string, bool) {
	if len(text) < len(s.Prefix)+len(s.Suffix) || text[:len(s.Prefix)] != s.Prefix || text[len(text)-len(s.Suffix):] != s.Suffix {
		return text, false
	}
	return text[len(s.Prefix) : len(text)-len(s.Suffix)], true
}
