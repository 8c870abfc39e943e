package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// FieldRule leads to a value of the head.
type FieldRule struct {
	Field    schema.Field `json:"field"`
	Locators []Locator    `json:"locators,omitempty"` // of where it begins, the surest first
	Extent   *Extent      `json:"extent,omitempty"`   // of a text
	NoStop   bool         `json:"no_stop,omitempty"`  // a full stop at the end of a text is left out
	// Never are locators of what the general reader took for the value and is none.
	Never []Locator `json:"never,omitempty"`
	// Constant is the value that all documents have: the name of who issues them, or what
	// stands in a picture alone, which Logo tells.
	Constant string `json:"constant,omitempty"`
	Logo     bool   `json:"logo,omitempty"`
	// Default reports that other documents may have another value than the constant, which no text
	// states and is not who issues them: it is given where the general reader finds nothing.
	Default bool `json:"default,omitempty"`
	// Absent reports that no example states the value, of one that all documents of a layout state,
	// or none.
	Absent bool `json:"absent,omitempty"`
	// Right and Wrong are on how many examples the general reader was right and wrong.
	Right int `json:"right,omitempty"`
	Wrong int `json:"wrong,omitempty"`
}

// rule returns what is known of a field, or nil if nothing is.
func (l *Layout) rule(f schema.Field) *FieldRule {
	if l == nil {
		return nil
	}
	if i := slices.IndexFunc(l.Fields, func(r FieldRule) bool { return r.Field == f }); i >= 0 {
		return &l.Fields[i]
	}
	return nil
}

// isFixed are the fields that all documents of a layout state, or none.
var isFixed = [schema.NumFields]bool{schema.PONumber: true, schema.PODate: true, schema.Subtotal: true, schema.Total: true}

// lacks reports whether the documents do not state a field, so that what the general reader takes
// for it is something else. Subtotals are left out of some where there are totals.
func (l *Layout) lacks(f schema.Field) bool {
	r := l.rule(f)
	return r != nil && r.Absent && (f != schema.Subtotal || l.lacks(schema.Total))
}

// Head puts what the layout leads to into a head that the general reader has read.
func (l *Layout) Head(v *View, head *schema.Cells) {
	t := newDocument(v, true)
	for i := range l.Fields {
		r := &l.Fields[i]
		if _, ok := forms[r.Field]; !ok {
			continue // it was edited
		}
		if l.lacks(r.Field) {
			head[r.Field] = schema.Cell{}
			continue
		}
		if c, ok := r.read(t, &head[r.Field]); ok {
			if c.Value != "" {
				c.Evidence.Layout = l.ID
			}
			head[r.Field] = c
		}
	}
}

// answer is a value that a rule leads to.
type answer struct {
	spot
	sure float64 // how surely it is right: log-odds, about
}

// confidence is how probable it is that an answer is right.
func (a *answer) confidence() float64 {
	const most = 0.97
	return min(most, 1/(1+math.Exp(-a.sure)))
}

// sureConstant is how surely the constant of a layout is the value.
const sureConstant = 2.5

// answer is the surest of the values that a rule leads to; its value is empty if there is none.
func (r *FieldRule) answer(t *document) (best answer) {
	k := forms[r.Field]
	headed := slices.ContainsFunc(r.Locators, func(w Locator) bool { return w.heads() })
	for i := range r.Locators {
		w := &r.Locators[i]
		s, ok := w.follow(t, k)
		if !ok || headed && !w.heads() && best.value == "" {
			continue
		}
		if k.isText() && r.Extent != nil {
			s = t.take(r.Extent, s.first(), r.Field)
		}
		if sure := w.sure(k); s.value != "" && (best.value == "" || sure > best.sure) {
			best = answer{spot: s, sure: sure}
		}
	}
	if r.Constant == "" {
		return best
	}
	stands := t.findText(r.Constant)
	switch {
	case len(stands) == 0 && !r.Logo:
	case best.value == "" || best.sure < sureConstant:
		best = answer{spot: spot{value: r.Constant}, sure: sureConstant}
		if !r.Logo {
			best.runs = stands[0].runs
		}
	}
	return best
}

// isParty reports whether a field names a party of the order.
func isParty(f schema.Field) bool { return f == schema.Buyer || f == schema.Supplier }

// least is how sure an answer must be to be given in the place of the general reader's. Where
// that was right on the examples, it is on others as a rule, and where it then gives nothing,
// nothing is there; but orders have names of both parties, and beneath the heading of an address there is
// one.
func (r *FieldRule) least(general *schema.Cell) float64 {
	const wrong, silent, right = 2, 3, 5.5
	k := forms[r.Field]
	switch {
	case r.Right <= r.Wrong, general.Value == "" && (isParty(r.Field) || k == block):
		return wrong
	case general.Value == "" && k != text:
		return silent
	}
	return right
}

// read returns the cell that the rule leads to; ok is false if the general reader's stays.
// What arithmetic proves stays, too, unless it stands where the example has shown it wrong.
func (r *FieldRule) read(t *document, general *schema.Cell) (c schema.Cell, ok bool) {
	best := r.answer(t)
	if best.value != "" && same(forms[r.Field], best.value, general.Value, false) {
		c = *general
		c.Evidence.Confidence = max(c.Evidence.Confidence, best.confidence())
		c.Value = r.stopped(c.Value)
		return c, true
	}
	proven := general.Evidence.Proof != ""
	wrong := general.Value != "" && slices.ContainsFunc(r.Never, func(w Locator) bool {
		s, ok := w.follow(t, forms[r.Field])
		return ok && t.overlaps(s.first(), &general.Evidence)
	})
	switch {
	case proven && !wrong, r.Default && best.value != "" && len(best.runs) == 0 && general.Value != "":
		return c, false
	case best.value == "" || best.sure < r.least(general):
		return c, wrong && (len(r.Locators) == 0 || !proven)
	case len(best.runs) == 0:
		return schema.Cell{Value: best.value, Evidence: doc.Evidence{Confidence: best.confidence(), Words: []string{}}}, true
	}
	return schema.Cell{Value: r.stopped(best.value), Evidence: t.evidence(best.tokens(), best.confidence())}, true
}

// stopped is a text that ends as the examples' do.
func (r *FieldRule) stopped(text string) string {
	if r.NoStop {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}
