package taught

import (
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/schema"
)

// ItemRule says how to find the line items: by the kinds of lines that state them, and by which
// kind follows which.
type ItemRule struct {
	Headings []heading `json:"heads,omitempty"`
	Kinds    []kind    `json:"kinds"`
	Chain    []link    `json:"chain"`
	// Once reports whether in an example the headings stand once more after the last item, on
	// the same page, above something that is no item.
	Once bool `json:"once,omitempty"`
	// Remarks reports whether in an example a line that states nothing stands where a description
	// would go on.
	Remarks bool `json:"remarks,omitempty"`
	// Common are rules for values that all line items have in common, and that stand above or
	// beneath the items.
	Common []FieldRule `json:"common,omitempty"`
	// Trust counts how often the general reader and the layout were right about the examples.
	Trust Trust `json:"trust"`
}

// link counts how often a kind followed another in the examples.
type link struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// noKind is the index that stands for no kind.
const noKind = -1

// clone returns a copy that may be changed.
func (r *ItemRule) clone() *ItemRule {
	c := *r
	c.Common, c.Headings, c.Chain, c.Kinds = slices.Clone(r.Common), slices.Clone(r.Headings), slices.Clone(r.Chain), slices.Clone(r.Kinds)
	for i := range c.Kinds {
		c.Kinds[i].Slots = slices.Clone(c.Kinds[i].Slots)
	}
	return &c
}

// learnItems learns what leads to the cells of line items. It returns the words of the rows from
// the first to the last one of the items.
func (l *Layout) learnItems(lesson *Lesson, v *View, right Example, general GeneralReading, known *Layout) map[*doc.Word]bool {
	rule := &ItemRule{}
	if known != nil && known.Items != nil {
		rule = known.Items.clone()
	}
	d := newDocument(v, false)
	t := &itemLearner{document: d, found: align(d, right.Lines), stated: right.words(labelKey), rule: rule}
	first, last := t.learnLines()
	rule.Remarks = rule.Remarks || t.remarked()
	among := map[*doc.Word]bool{}
	for l := max(0, first); l <= last; l++ {
		for _, o := range t.rows[l].tokens {
			among[o.word] = true
		}
	}
	rule.learnCommon(t, v, right)
	for i := range right.Lines {
		for _, f := range itemFields {
			if right.Lines[i][f].Value != "" && t.found[i][f].runs == nil && f != schema.DeliveryDate && !rule.has(f) {
				lesson.Unexplained = append(lesson.Unexplained, Unexplained{i, f, right.Lines[i][f].Value})
			}
		}
	}
	if len(rule.Kinds) > 0 {
		l.Items = rule
		rule.Trust.add(right.Lines, general.Lines, l.Lines(v))
	}
	return among
}

// learnCommon learns what leads to texts that all line items have in common and that none
// states in its own lines.
func (r *ItemRule) learnCommon(learned *itemLearner, v *View, right Example) {
	known := r.Common
	r.Common = nil
	for _, f := range [...]schema.Field{schema.ItemCode, schema.Description, schema.Unit} {
		want := right.Lines[0][f].Value
		own := slices.ContainsFunc(right.Lines, func(c schema.Cells) bool { return c[f].Value != want }) ||
			slices.ContainsFunc(learned.found, func(s [schema.NumFields]spot) bool { return s[f].runs != nil })
		if want == "" || own {
			continue
		}
		s, rule := newHeadLearner(v, &right), FieldRule{Field: f}
		if at := slices.IndexFunc(known, func(c FieldRule) bool { return c.Field == f }); at >= 0 {
			s.refine(&rule, &known[at], want)
		}
		s.learn(&rule, want, &schema.Cell{}, false)
		if c, ok := rule.read(s.document, &schema.Cell{}); ok && SameValue(f, want, c.Value) {
			r.Common = append(r.Common, rule)
		}
	}
}

// has reports whether Common has a rule for the column.
func (r *ItemRule) has(f schema.Field) bool {
	return slices.ContainsFunc(r.Common, func(c FieldRule) bool { return c.Field == f })
}

// itemReader reads line items by a rule.
type itemReader struct {
	*document
	rule          *ItemRule
	layout        string // the layout's id
	kinds         []kind // of the rule, and those that are likely though no example has them
	headings      []headingRow
	headingsAbove []int // by line: the index of the headings above it; -1 for none
}

// Lines returns the line items that the layout leads to; nil if it leads to none.
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

// reader returns a reader of a document's line items by the rule; id is that of the rule's
// layout.
func (r *ItemRule) reader(t *document, id string) *itemReader {
	m := &itemReader{document: t, rule: r, layout: id, kinds: append(slices.Clone(r.Kinds), r.likelyKinds()...), headings: r.findHeadings(t)}
	m.headingsAbove = make([]int, len(m.rows))
	for i := range m.rows {
		m.headingsAbove[i] = -1
		for h := range m.headings {
			if m.headings[h].row <= i {
				m.headingsAbove[i] = h
			}
		}
	}
	return m
}

// wrappedGap is the gap above a line with which a description goes on, in hundredths of the type's
// size.
var wrappedGap = interval{80, 145}

// likelyKinds returns kinds of lines that may occur although the examples have none: further
// lines of descriptions.
func (r *ItemRule) likelyKinds() (likely []kind) {
	if r.Remarks {
		return nil
	}
	for i := range r.Kinds {
		k := &r.Kinds[i]
		if k.Part == goesOn && len(k.Slots) == 1 && k.states(schema.Description) {
			return nil
		}
		for _, s := range k.Slots {
			if k.Part > goesOn || !s.states(schema.Description) {
				continue
			}
			s.Shapes = ^shape(0)
			further := kind{Part: goesOn, Slots: []slot{s}, Gap: wrappedGap}
			if !slices.ContainsFunc(likely, func(o kind) bool { return o.mayBeSame(&further) }) {
				likely = append(likely, further)
			}
		}
	}
	return likely
}

// matchAll matches all lines with all kinds.
func (m *itemReader) matchAll() [][]lineMatch {
	places := map[int][][]place{} // by headings
	matches, all := make([][]lineMatch, len(m.rows)), make([]lineMatch, len(m.rows)*len(m.kinds))
	f := filler{document: m.document}
	for l := range m.rows {
		h := m.headingsAbove[l]
		if places[h] == nil {
			var head *headingRow
			if len(m.headings) > 0 {
				head = &m.headings[max(h, 0)]
			}
			for k := range m.kinds {
				places[h] = append(places[h], placesOf(&m.kinds[k], head))
			}
		}
		matches[l], all = all[:len(m.kinds)], all[len(m.kinds):]
		f.begin(m.rows[l].tokens)
		for k := range m.kinds {
			matches[l][k] = f.match(&m.kinds[k], places[h][k])
		}
	}
	return matches
}

// read assigns each line its likeliest kind, and returns the items that result.
func (m *itemReader) read() []schema.Cells {
	matches := m.matchAll()
	path := m.path(matches)
	part := func(l int) part {
		if path[l].kind < 0 {
			return ends
		}
		return m.kinds[path[l].kind].Part
	}
	count := 0
	for l := range path {
		count += flag(part(l) == begins)
	}
	lines := make([]schema.Cells, 0, count)
	var heading schema.Cells
	for l := 0; l < len(path); l++ {
		if part(l) == heads {
			heading = m.cells([]int{l}, path, matches)
		}
		if part(l) != begins {
			continue
		}
		item := []int{l}
		for k := l + 1; k < len(path) && part(k) != begins && path[k].stated&openItem != 0; k++ {
			if part(k) == goesOn {
				item = append(item, k)
			}
		}
		c := m.cells(item, path, matches)
		if !c.Stated() {
			continue
		}
		for f := range heading {
			if c[f].Value == "" {
				c[f] = heading[f]
			}
		}
		lines = append(lines, c)
	}
	return lines
}

// cells returns the cells of the item that has these lines.
func (m *itemReader) cells(lines []int, path []lineState, matches [][]lineMatch) (c schema.Cells) {
	var description []*token
	for _, l := range lines {
		k := &m.kinds[path[l].kind]
		for i, f := range matches[l][path[l].kind].fills {
			if f.from == f.to {
				continue
			}
			s, tokens := &k.Slots[i], m.rows[l].tokens[f.from:f.to]
			if s.states(schema.Description) {
				description = append(description, tokens...)
			}
			for _, field := range s.Fields {
				if field == schema.Description || c[field].Value != "" || f.weak() {
					continue
				}
				if v := m.valueOf(field, s, printed(tokens)); v != "" {
					c[field] = m.cell(tokens, v, min(1, f.worth/(2*valueWorth)))
				}
			}
		}
	}
	if len(description) > 0 {
		c[schema.Description] = m.cell(description, printed(description), 1)
	}
	return c
}

// cell returns a cell with the words that it was read from; sure scales their confidence.
func (m *itemReader) cell(tokens []*token, value string, sure float64) schema.Cell {
	e := m.evidence(tokens, 1)
	e.Confidence, e.Layout = e.Confidence*sure, m.layout
	return schema.Cell{Value: value, Evidence: e}
}

// valueOf returns the value that a text states for a column, in its normal form.
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
	case schema.ItemCode, schema.LineNumber:
		text = strings.TrimLeft(text, "# ")
		if code, ok := ocrrepair.Brackets(text); ok {
			return code
		}
	}
	return text
}
