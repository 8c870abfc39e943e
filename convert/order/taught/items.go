package taught

import (
	"slices"
	"strings"

	"lineitem/convert/order/schema"
)

// ItemRule leads to the line items: the kinds of lines that state them, and which of them
// follows which.
type ItemRule struct {
	Heads []heading `json:"heads,omitempty"`
	Kinds []kind    `json:"kinds"`
	Chain []link    `json:"chain"`
	Left  int       `json:"left"` // between which places along x the items stand
	Right int       `json:"right"`
	// Once reports whether in an example the headings stand once more behind the last
	// item, above what is none.
	Once bool `json:"once,omitempty"`
	// Common lead to values that all line items have, and that stand above or beneath them.
	Common []FieldRule `json:"common,omitempty"`
	// Trust reports how often the general reader and the layout were right about the
	// examples.
	Trust Trust `json:"trust"`
}

// Trust counts of which values of the examples a reading was right, by column.
type Trust struct {
	Examples     int                   `json:"examples"`
	ItemsGeneral int                   `json:"items_general"` // of these, those of which the general reader found the right line items,
	ItemsLayout  int                   `json:"items_layout"`  // and the layout
	Lines        int                   `json:"lines"`         // line items
	Stated       [schema.NumFields]int `json:"stated"`        // values that the examples state
	General      [schema.NumFields]int `json:"general"`       // right, or rightly none, with the general reader,
	Layout       [schema.NumFields]int `json:"layout"`        // and with the layout
}

// shares are how much of the examples' line items the general reader and the layout read
// right, from 0 to 1. Dates of delivery are left out, which may be those of the order.
func (t *Trust) shares() (general, layout float64) {
	for _, f := range itemFields {
		if f != schema.DeliveryDate {
			general, layout = general+float64(t.General[f]), layout+float64(t.Layout[f])
		}
	}
	all := float64(max(1, t.Lines*(len(itemFields)-1)))
	return general / all, layout / all
}

// Lead reports whether the layout read the examples well that the general reader did not.
func (t *Trust) Lead() bool {
	const poor, good = 0.9, 0.97 // shares of values that are right
	general, layout := t.shares()
	return general < poor && layout > good
}

// Perfect reports whether the general reader read the examples without a mistake.
func (t *Trust) Perfect() bool {
	general, _ := t.shares()
	return general >= 1 && t.ItemsGeneral == t.Examples
}

// add counts the values of an example.
func (t *Trust) add(right, general, layout []schema.Cells) {
	t.Examples++
	t.ItemsGeneral += countRight(&t.General, right, general)
	t.ItemsLayout += countRight(&t.Layout, right, layout)
	t.addStated(right)
}

// addStated counts what line items state.
func (t *Trust) addStated(lines []schema.Cells) {
	t.Lines += len(lines)
	for i := range lines {
		for _, f := range itemFields {
			t.Stated[f] += flag(lines[i][f].Value != "")
		}
	}
}

// countRight counts the values of a reading that are right. It returns 1 if all of its line
// items are the right ones, or else 0.
func countRight(of *[schema.NumFields]int, right, read []schema.Cells) int {
	pairs := PairRows(right, read)
	for i, k := range pairs {
		for _, f := range itemFields {
			of[f] += flag(k >= 0 && SameValue(f, right[i][f].Value, read[max(k, 0)][f].Value))
		}
	}
	return flag(len(right) == len(read) && !slices.Contains(pairs, -1))
}

// link counts how often a kind followed another in the examples.
type link struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
}

// States before the first and behind the last item.
const (
	startState = -1
	endState   = -2
)

// learnItems learns what leads to the cells of line items.
func (l *Layout) learnItems(lesson *Lesson, v *View, right Example, general Read, known *Layout) {
	rule := &ItemRule{}
	if known != nil && known.Items != nil {
		rule = known.Items.clone()
	}
	t := &itemLesson{alignment: align(newDocument(v, false), right.Lines, general.Lines), stated: map[string]bool{}, rule: rule}
	for _, c := range right.Head {
		for w := range strings.FieldsSeq(c.Value) {
			t.stated[labelKey(w)] = true
		}
	}
	date := general.Head[schema.DeliveryDate].Value
	t.dated = date != "" && !slices.ContainsFunc(right.Lines, func(c schema.Cells) bool { return c[schema.DeliveryDate].Value != date })
	t.learnLines()
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
}

// learnCommon learns what leads to texts that all line items have, and none states in its own
// lines.
func (r *ItemRule) learnCommon(learned *itemLesson, v *View, right Example) {
	var s *learner
	for _, f := range [...]schema.Field{schema.ItemCode, schema.Description, schema.Unit} {
		want := right.Lines[0][f].Value
		own := false
		for i := range right.Lines {
			own = own || right.Lines[i][f].Value != want || learned.found[i][f].runs != nil
		}
		at := slices.IndexFunc(r.Common, func(c FieldRule) bool { return c.Field == f })
		if want == "" || own && at < 0 {
			continue
		}
		rule := FieldRule{Field: f}
		if s == nil {
			s = newLearner(v, &right)
		}
		if at >= 0 {
			s.refine(&rule, &r.Common[at], want)
			r.Common = slices.Delete(r.Common, at, at+1)
		}
		if own {
			continue
		}
		s.learn(&rule, want, &schema.Cell{}, false)
		for _, takes := range [...][]Take{{{Lines: 1, Label: true, Held: 1}}, rule.Takes} {
			// What items have in common hardly takes several lines.
			rule.Takes = takes
			if c, ok := rule.read(s.document, &schema.Cell{}); ok && SameValue(f, want, c.Value) {
				r.Common = append(r.Common, rule)
				break
			}
		}
	}
}

// has reports whether the column is one of values that all line items have.
func (r *ItemRule) has(f schema.Field) bool {
	return slices.ContainsFunc(r.Common, func(c FieldRule) bool { return c.Field == f })
}

// clone is a copy that may be changed.
func (r *ItemRule) clone() *ItemRule {
	c := *r
	c.Common, c.Heads, c.Chain, c.Kinds = slices.Clone(r.Common), slices.Clone(r.Heads), slices.Clone(r.Chain), slices.Clone(r.Kinds)
	for i := range c.Kinds {
		c.Kinds[i].Slots = slices.Clone(c.Kinds[i].Slots)
	}
	return &c
}
