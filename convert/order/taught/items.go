package taught

import (
	"slices"

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
	general, layout := t.shares()
	return general < poorReading && layout > goodReading
}

// Perfect reports whether the general reader read the examples without a mistake.
func (t *Trust) Perfect() bool {
	general, _ := t.shares()
	return general >= 1 && t.ItemsGeneral == t.Examples
}

// Shares of values that are right in a poor and in a good reading.
const (
	poorReading = 0.9
	goodReading = 0.97
)

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

// maxKinds bounds the kinds of lines that are remembered.
const maxKinds = 40

// learnItems learns what leads to the cells of line items.
func (l *Layout) learnItems(lesson *Lesson, v *View, right Example, general Read, known *Layout) {
	rule := &ItemRule{}
	if known != nil && known.Items != nil {
		rule = known.Items.clone()
	}
	s := newSheet(v)
	learned := &itemLesson{alignment: align(s, right.Lines, general.Lines), stated: map[string]bool{}, rule: rule}
	for _, c := range right.Head {
		for _, w := range splitWords(c.Value) {
			learned.stated[w] = true
		}
	}
	date := general.Head[schema.DeliveryDate].Value
	learned.dated = date != "" && !slices.ContainsFunc(right.Lines, func(c schema.Cells) bool { return c[schema.DeliveryDate].Value != date })
	learned.learnLines()
	if v.Locale.Recognised {
		rule.dropMisread()
	}
	rule.learnCommon(learned, v, right)
	for i := range right.Lines {
		for _, f := range itemFields {
			if right.Lines[i][f].Value != "" && len(learned.found[i][f]) == 0 && f != schema.DeliveryDate && !rule.has(f) {
				lesson.Unexplained = append(lesson.Unexplained, Unexplained{i, f, right.Lines[i][f].Value})
			}
		}
	}
	if len(rule.Kinds) == 0 {
		return
	}
	l.Items = rule
	t := &rule.Trust
	t.Examples++
	t.Lines += len(right.Lines)
	t.ItemsGeneral += countRight(&t.General, right.Lines, general.Lines)
	t.ItemsLayout += countRight(&t.Layout, right.Lines, l.Lines(v.asRead()))
	for i := range right.Lines {
		for _, f := range itemFields {
			t.Stated[f] += flag(right.Lines[i][f].Value != "")
		}
	}
}

// countRight counts the values of a reading that are right, and gives 1 if all of its
// line items are the right ones.
func countRight(of *[schema.NumFields]int, right, read []schema.Cells) int {
	all := len(right) == len(read)
	for i, k := range pairRows(right, read) {
		if k < 0 {
			all = false
			continue
		}
		for _, f := range itemFields {
			if SameValue(f, right[i][f].Value, read[k][f].Value) {
				of[f]++
			}
		}
	}
	if all {
		return 1
	}
	return 0
}

// PairRows finds for each row the row of another reading that has most of its values, in
// order; -1 for none.
func PairRows(a, b []schema.Cells) []int { return pairRows(a, b) }

// learnCommon learns what leads to texts that all line items have, and none states in its
// own lines.
func (r *ItemRule) learnCommon(learned *itemLesson, v *View, right Example) {
	s := newLearner(v, &right)
	for _, f := range [...]schema.Field{schema.ItemCode, schema.Description, schema.Unit} {
		want := right.Lines[0][f].Value
		if want == "" {
			continue
		}
		own := false
		for i := range right.Lines {
			own = own || right.Lines[i][f].Value != want || len(learned.found[i][f]) > 0
		}
		at := slices.IndexFunc(r.Common, func(c FieldRule) bool { return c.Field == f })
		if own {
			if at >= 0 {
				r.Common = slices.Delete(r.Common, at, at+1)
			}
			continue
		}
		rule := FieldRule{Field: f}
		if at >= 0 {
			s.refine(&rule, &r.Common[at], want)
			r.Common = slices.Delete(r.Common, at, at+1)
		}
		s.learn(&rule, want, &schema.Cell{}, false)
		rule.prune()
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

func (r *ItemRule) clone() *ItemRule {
	c := &ItemRule{Trust: r.Trust, Once: r.Once, Common: slices.Clone(r.Common), Left: r.Left, Right: r.Right, Heads: append([]heading(nil), r.Heads...), Chain: append([]link(nil), r.Chain...)}
	for i := range r.Kinds {
		k := r.Kinds[i]
		k.Slots = append([]slot(nil), k.Slots...)
		c.Kinds = append(c.Kinds, k)
	}
	return c
}

// span notes between which places along x items stand.
func (r *ItemRule) span(left, right float64) {
	if r.Right > 0 {
		left, right = min(left, float64(r.Left)), max(right, float64(r.Right))
	}
	r.Left, r.Right = int(left), int(right+1)
}

// addKind adds a line's kind, and gives its index.
func (r *ItemRule) addKind(k *kind) int {
	const tolerance = 8
	for i := range r.Kinds {
		if sameKind(&r.Kinds[i], k, tolerance) {
			r.Kinds[i].join(k)
			return i
		}
	}
	if len(r.Kinds) >= maxKinds {
		return endState
	}
	r.Kinds = append(r.Kinds, *k)
	return len(r.Kinds) - 1
}

// follow notes that a kind followed another so many times.
func (r *ItemRule) follow(from, to, times int) {
	for i := range r.Chain {
		if l := &r.Chain[i]; l.From == from && l.To == to {
			l.Count += times
			return
		}
	}
	r.Chain = append(r.Chain, link{from, to, times})
}
