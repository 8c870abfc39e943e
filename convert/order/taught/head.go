package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// FieldRule says how to find the value of a field of the head.
type FieldRule struct {
	Field    schema.Field `json:"field"`
	Locators []Locator    `json:"locators,omitempty"` // to where it begins, the surest first
	Bounds   *TextBounds  `json:"extent,omitempty"`   // how far it reaches, if it is a text
	NoStop   bool         `json:"no_stop,omitempty"`  // the full stop at the end of a text is left out
	// Never lead to what the general reader wrongly took for the value.
	Never []Locator `json:"never,omitempty"`
	// Constant is the value that all documents have: the name of their issuer, or what stands
	// only in a picture, in which case Logo is true.
	Constant string `json:"constant,omitempty"`
	Logo     bool   `json:"logo,omitempty"`
	// Default reports that other documents may have another value than the constant, since it
	// stands in no text and is not the issuer's name: it is used only where the general reader
	// finds nothing.
	Default bool `json:"default,omitempty"`
	// Absent reports that no example states the value, if it is one that either all documents of a
	// layout state or none.
	Absent bool `json:"absent,omitempty"`
	// Right and Wrong count the examples on which the general reader was right and wrong.
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

// isFixed tells which fields either all documents of a layout state or none.
var isFixed = [schema.NumFields]bool{schema.PONumber: true, schema.PODate: true, schema.Subtotal: true, schema.Total: true}

// lacks reports whether the documents do not state a field, so that what the general reader takes
// for it is something else. A subtotal is lacking only if the total is too, since some documents
// that have a total leave out the subtotal.
func (l *Layout) lacks(f schema.Field) bool {
	r := l.rule(f)
	return r != nil && r.Absent && (f != schema.Subtotal || l.lacks(schema.Total))
}

// Head replaces values of a head that the general reader has read by those that the layout
// leads to.
func (l *Layout) Head(v *View, head *schema.Cells) {
	t := newDocument(v, true)
	for i := range l.Fields {
		r := &l.Fields[i]
		if _, ok := forms[r.Field]; !ok {
			continue // the stored layout was edited
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
	logOdds float64 // the log odds that it is right, roughly
}

// confidence returns the probability that an answer is right.
func (a *answer) confidence() float64 {
	const most = 0.97
	return min(most, 1/(1+math.Exp(-a.logOdds)))
}

// constantLogOdds is the log odds that the constant of a layout is the value.
const constantLogOdds = 2.5

// answer returns the surest of the values that a rule leads to; its value is empty if there is
// none.
func (r *FieldRule) answer(t *document) (best answer) {
	k := forms[r.Field]
	headed := slices.ContainsFunc(r.Locators, func(w Locator) bool { return w.heads() })
	for i := range r.Locators {
		w := &r.Locators[i]
		s, ok := w.follow(t, k)
		if !ok || headed && !w.heads() && best.value == "" {
			continue
		}
		if k.isText() && r.Bounds != nil {
			s = t.boundedSpot(r.Bounds, s.first(), r.Field)
		}
		if sure := w.logOdds(k); s.value != "" && (best.value == "" || sure > best.logOdds) {
			best = answer{spot: s, logOdds: sure}
		}
	}
	if r.Constant == "" {
		return best
	}
	stands := t.findText(r.Constant)
	switch {
	case len(stands) == 0 && !r.Logo:
	case best.value == "" || best.logOdds < constantLogOdds:
		best = answer{spot: spot{value: r.Constant}, logOdds: constantLogOdds}
		if !r.Logo {
			best.runs = stands[0].runs
		}
	}
	return best
}

// isParty reports whether a field names a party of the order.
func isParty(f schema.Field) bool { return f == schema.Buyer || f == schema.Supplier }

// leastLogOdds returns how sure an answer must be to replace the general reader's. If that was right on the
// examples, it usually is on other documents, and if it then finds nothing, there usually is nothing; but
// orders name both parties, and beneath the heading of an address there is one.
func (r *FieldRule) leastLogOdds(general *schema.Cell) float64 {
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

// read returns the cell that the rule leads to; ok is false if the general reader's is kept. A
// value that arithmetic proves is kept too, unless it stands where an example has shown the
// general reader to be wrong.
func (r *FieldRule) read(t *document, general *schema.Cell) (c schema.Cell, ok bool) {
	best := r.answer(t)
	if best.value != "" && sameInForm(forms[r.Field], best.value, general.Value, false) {
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
	case best.value == "" || best.logOdds < r.leastLogOdds(general):
		return c, wrong && (len(r.Locators) == 0 || !proven)
	case len(best.runs) == 0:
		return schema.Cell{Value: best.value, Evidence: doc.Evidence{Confidence: best.confidence(), Words: []string{}}}, true
	}
	return schema.Cell{Value: r.stopped(best.value), Evidence: t.evidence(best.tokens(), best.confidence())}, true
}

// stopped returns a text without its full stop if those of the examples have none.
func (r *FieldRule) stopped(text string) string {
	if r.NoStop {
		text = strings.TrimSuffix(text, ".")
	}
	return text
}
