package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// itemReader reads line items by a rule.
type itemReader struct {
	*document
	rule   *ItemRule
	layout string // the layout's id
	kinds  []kind // of the rule, and those that are likely though no example has them
	heads  []headPlace
	head   []int // by row: the heads above it; -1 for none
	inHead []bool
}

// lineMatch is how a line suits a kind.
type lineMatch struct {
	worth  float64 // less than leastMatch if it does not
	fills  []fill
	stated fieldSet // the columns that it states, descriptions aside, since these go on
}

// Lines are the line items that the layout leads to; nil if it leads to none.
func (l *Layout) Lines(v *View) []schema.Cells {
	if l.Items == nil || len(l.Items.Kinds) == 0 {
		return nil
	}
	lines := l.Items.reader(newDocument(v, false), l.ID).read()
	if len(l.Items.Common) == 0 || len(lines) == 0 {
		return lines
	}
	t := newDocument(v, true)
	for i := range l.Items.Common {
		r := &l.Items.Common[i]
		c, ok := r.read(t, &schema.Cell{})
		c.Evidence.Layout = l.ID
		for k := range lines {
			if cell := &lines[k][r.Field]; ok && cell.Value == "" && c.Value != "" {
				*cell = c
			}
		}
	}
	return lines
}

// reader reads a document's line items by the rule of the layout of which the id is given.
// What stands beside the items is left out.
func (r *ItemRule) reader(t *document, id string) *itemReader {
	left, right, em := float64(r.Left), float64(r.Right), 0.0
	for _, o := range t.tokens {
		em = max(em, min(o.em, 20))
	}
	if heads := r.findHeads(t); len(heads) > 0 {
		first, _ := heads[0].shift(left, left)
		_, last := heads[0].shift(right, right)
		left, right = left+min(first, 0), right+max(last, 0)
	}
	m := &itemReader{document: t.between(left-besides*em, right+besides*em), rule: r, layout: id}
	m.kinds = append(slices.Clone(r.Kinds), r.likelyKinds()...)
	m.heads = r.findHeads(m.document)
	m.head, m.inHead = make([]int, len(m.rows)), make([]bool, len(m.rows))
	now := -1
	for i := range m.rows {
		for h := range m.heads {
			if m.heads[h].first <= i && i <= m.heads[h].last {
				m.inHead[i] = slices.Contains(m.heads[h].rows, i)
				now = h
			}
		}
		m.head[i] = now
	}
	return m
}

// likelyKinds are kinds of lines that examples need not have: descriptions that go on.
func (r *ItemRule) likelyKinds() (likely []kind) {
	for i := range r.Kinds {
		k := &r.Kinds[i]
		if k.Part == goesOn && len(k.Slots) == 1 && k.states(schema.Description) {
			return nil
		}
		for _, s := range k.Slots {
			if k.Part > goesOn || !s.states(schema.Description) || s.Behind {
				continue
			}
			s.Shapes = ^shape(0)
			further := kind{Part: goesOn, Slots: []slot{s}, Gap: extent{80, 145}}
			if !slices.ContainsFunc(likely, func(o kind) bool { return o.same(&further) }) {
				likely = append(likely, further)
			}
		}
	}
	return likely
}

// matchAll matches all lines with all kinds.
func (m *itemReader) matchAll() [][]lineMatch {
	places := map[int][][]place{} // by heads
	matches := make([][]lineMatch, len(m.rows))
	slots := 0
	for k := range m.kinds {
		slots += len(m.kinds[k].Slots)
	}
	f := filler{itemReader: m, fills: make([]fill, len(m.rows)*slots)}
	for l := range m.rows {
		h := m.head[l]
		if places[h] == nil {
			var head *headPlace
			if len(m.heads) > 0 {
				head = &m.heads[max(h, 0)]
			}
			for k := range m.kinds {
				places[h] = append(places[h], placesOf(&m.kinds[k], head))
			}
		}
		matches[l] = make([]lineMatch, len(m.kinds))
		f.look(m.rows[l].tokens)
		for k := range m.kinds {
			matches[l][k] = f.match(&m.kinds[k], places[h][k])
		}
	}
	return matches
}

// read finds the likeliest kinds of all lines, and makes items of them.
func (m *itemReader) read() (lines []schema.Cells) {
	matches := m.matchAll()
	path := m.path(matches)
	heading := -1 // the line that heads what is beneath it
	for from := range path {
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
			for f, cell := range m.cells([]int{heading}, path, matches) {
				if c[f].Value == "" {
					c[f] = cell
				}
			}
		}
		lines = append(lines, c)
	}
	return lines
}

// cells makes the cells of an item of its lines.
func (m *itemReader) cells(lines []int, path []lineState, matches [][]lineMatch) (c schema.Cells) {
	var description []*token
	for _, l := range lines {
		k := &m.kinds[path[l].kind]
		fills := matches[l][path[l].kind].fills
		for i := range fills {
			s, f := &k.Slots[i], &fills[i]
			if f.from == f.to {
				continue
			}
			tokens := m.rows[l].tokens[f.from:f.to]
			if s.states(schema.Description) {
				description = append(description, tokens...)
			}
			for _, field := range s.Fields {
				if field == schema.Description || c[field].Value != "" || f.weak() {
					continue
				}
				if v := m.valueOf(field, s, printed(tokens)); v != "" {
					c[field] = m.cell(tokens, v)
					c[field].Evidence.Confidence *= math.Min(1, f.worth/(2*valueWorth))
				}
			}
		}
	}
	if len(description) > 0 {
		c[schema.Description] = m.cell(description, printed(description))
	}
	return c
}

// valueOf is the value of a column that a text states, in its normal form.
func (m *itemReader) valueOf(f schema.Field, s *slot, text string) string {
	locale := &m.view.Locale
	switch f {
	case schema.Quantity, schema.UnitPrice, schema.LineTotal:
		n, ok := locale.NumberUnit(numeral(text))
		if !ok {
			n, ok = locale.NumberUnit(text)
		}
		if !ok || n.Percent {
			return ""
		}
		return n.Text
	case schema.Discount:
		n, ok := locale.Number(text)
		if ok && n.Percent {
			return text
		}
		return n.Text
	case schema.DeliveryDate:
		iso, _, _, _ := locale.FindDate(text)
		return iso
	case schema.Unit:
		if s.states(schema.Quantity) || s.states(schema.UnitPrice) {
			n, _ := locale.NumberUnit(numeral(text))
			return strings.TrimLeft(n.Unit, "/(")
		}
	}
	if cut, ok := strings.CutPrefix(text, s.Prefix); ok && len(text) > len(s.Prefix)+len(s.Suffix) {
		text = strings.TrimSuffix(cut, s.Suffix)
	}
	return text
}

// cell is a cell with the words that it was read from.
func (m *itemReader) cell(tokens []*token, value string) schema.Cell {
	page := m.page(tokens[0])
	e := doc.Evidence{Page: page.Number, Confidence: 1, Layout: m.layout}
	var box doc.Box
	for _, o := range tokens {
		e.Words = append(e.Words, o.text)
		e.Confidence = min(e.Confidence, o.word.Confidence)
		if m.page(o) == page {
			box = box.Union(o.box)
		}
	}
	e.Box = page.Displayed(box)
	return schema.Cell{Value: value, Evidence: e}
}
