package taught

import (
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
	lines := l.Items.reader(newSheet(v), l.ID).read()
	l.Items.common(v, lines, l.ID)
	return lines
}

// reader reads a document's line items by the rule of the layout of which the id is given.
func (r *ItemRule) reader(s *sheet, id string) *itemReader {
	m := &itemReader{sheet: s, rule: r, layout: id}
	m.kinds = append(slices.Clone(r.Kinds), r.likelyKinds()...)
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
	return m
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
			further := kind{Part: goesOn, Slots: []slot{s}, Gap: extent{80, 145}}
			if !slices.ContainsFunc(likely, func(o kind) bool { return sameKind(&o, &further, 8) }) {
				likely = append(likely, further)
			}
		}
	}
	return likely
}

// lineMatch is how a line suits a kind.
type lineMatch struct {
	worth  float64 // less than leastMatch where it does not
	fills  []fill
	stated fieldSet // the columns that it states, descriptions aside, since these go on
}

// share is what is taken off for an empty place.
func (p *place) share() float64 {
	if p.further {
		return 0
	}
	return kindShare * p.worth()
}

// matches matches all lines with all kinds.
func (m *itemReader) matches() [][]lineMatch {
	places := map[int][][]place{}
	matches := make([][]lineMatch, len(m.lines))
	f := lineFiller{itemReader: m}
	for l := range m.lines {
		h := m.head[l]
		if places[h] == nil {
			for k := range m.kinds {
				places[h] = append(places[h], placesOf(&m.kinds[k], m.headOf(l)))
			}
		}
		matches[l] = make([]lineMatch, len(m.kinds))
		f.look(m.lines[l].words)
		for k := range m.kinds {
			matches[l][k] = f.match(&m.kinds[k], places[h][k])
		}
	}
	return matches
}

// read finds the likeliest kinds of all lines, and makes items of them.
func (m *itemReader) read() []schema.Cells {
	matches := m.matches()
	path := m.path(matches)
	var lines []schema.Cells
	heading := -1 // the line that heads what is beneath it
	for from := 0; from < len(path); from++ {
		if k := path[from].kind; k >= 0 && m.kinds[k].Part == heads {
			heading = from
		}
		if !path[from].begins {
			continue
		}
		item := []int{from}
		for l := from + 1; l < len(path) && !path[l].begins && path[l].stated&openItem != 0; l++ {
			if k := path[l].kind; k >= 0 && m.kinds[k].Part <= goesOn {
				item = append(item, l)
			}
		}
		c := m.cells(item, path, matches)
		if !c.Stated() {
			continue
		}
		if heading >= 0 {
			inherit(&c, m.cells([]int{heading}, path, matches))
		}
		lines = append(lines, c)
	}
	return lines
}

// inherit gives an item what is stated of all items beneath a heading.
func inherit(c *schema.Cells, heading schema.Cells) {
	for f := range heading {
		if c[f].Value == "" {
			c[f] = heading[f]
		}
	}
}

// cells makes the cells of an item of its lines.
func (m *itemReader) cells(lines []int, path []lineState, matches [][]lineMatch) schema.Cells {
	var c schema.Cells
	var description []*sheetWord
	for _, l := range lines {
		k := &m.kinds[path[l].kind]
		fills := matches[l][path[l].kind].fills
		description = append(description, m.describing(l, k, fills)...)
		for i := range fills {
			s, f := &k.Slots[i], &fills[i]
			if f.from == f.to || f.weak() {
				continue
			}
			words := m.lines[l].words[f.from:f.to]
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

// describing are the words of a line that are of a description: those at its place, or where
// the kind of line has none, those that begin where descriptions do and that no place takes.
func (m *itemReader) describing(l int, k *kind, fills []fill) []*sheetWord {
	words := m.lines[l].words
	taken := make([]bool, len(words))
	var text []*sheetWord
	for i := range fills {
		f := &fills[i]
		if f.from < f.to && (k.Slots[i].states(schema.Description) || f.weak() && m.besideText(l, k, fills, i)) {
			text = append(text, words[f.from:f.to]...)
		}
		for n := f.from; n < f.to; n++ {
			taken[n] = true
		}
	}
	if k.Part > goesOn || slices.ContainsFunc(k.Slots, func(s slot) bool { return s.states(schema.Description) }) {
		return text
	}
	for _, column := range m.texts(l) {
		for i, w := range words {
			n := len(text)
			switch {
			case !taken[i] && w.x1 < column.right[1]+w.em && (n == 0 && beside(w.x0, column.left) < 0.5*w.em || n > 0 && words[i-1] == text[n-1]):
				text = append(text, w)
			case n > 0 && words[i-1] == text[n-1] && w.segment == words[i-1].segment:
				return nil // it leads to something else
			}
		}
		if slices.ContainsFunc(text, func(w *sheetWord) bool { return w.shape&letterShape != 0 }) {
			return text
		}
		text = nil
	}
	return nil
}

// texts are the places of descriptions in lines about one.
func (m *itemReader) texts(l int) []place {
	var found []place
	for i := range m.kinds {
		if k := &m.kinds[i]; k.Part <= goesOn {
			for _, p := range placesOf(k, m.headOf(l)) {
				if p.states(schema.Description) && !p.Behind {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

// headOf are the headings by which the columns of a line are found, or nil if there are none.
func (m *itemReader) headOf(l int) *headPlace {
	switch {
	case m.head[l] >= 0:
		return &m.heads[m.head[l]]
	case len(m.heads) > 0:
		return &m.heads[0]
	}
	return nil
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
