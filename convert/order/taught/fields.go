package taught

import (
	"math"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// FieldRule leads to a value of the head.
type FieldRule struct {
	Field schema.Field `json:"field"`
	Ways  []Way        `json:"ways,omitempty"`  // to where it begins, the surest first
	Takes []Take       `json:"takes,omitempty"` // how much a text takes, the surest first
	// Never are ways to what the general reader took for the value and is none.
	Never []Way `json:"never,omitempty"`
	// Constant is the value that all documents have: the name of who issues them, or what
	// stands in a picture alone, which Logo tells.
	Constant string `json:"constant,omitempty"`
	Logo     bool   `json:"logo,omitempty"`
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

// Head puts what the layout leads to into a head that the general reader has read.
func (l *Layout) Head(v *View, head *schema.Cells) {
	t := newDocument(v, true)
	for i := range l.Fields {
		r := &l.Fields[i]
		if _, ok := forms[r.Field]; !ok {
			continue // it was edited
		}
		if c, ok := r.read(t, &head[r.Field]); ok {
			if c.Value != "" {
				c.Evidence.Layout = l.ID
			}
			head[r.Field] = c
		}
	}
}

// answer is a value that ways lead to.
type answer struct {
	spot
	best float64 // sureness of the surest way that leads to it
	rest float64 // and that of the others together
	same bool    // it is the value of all documents of the layout
}

// sure is how surely an answer is right: log-odds, about.
func (a *answer) sure() float64 {
	const also = 0.3 // what a way adds to another that says the same: they are far from independent
	return a.best + also*a.rest
}

// confidence is how probable it is that an answer is right.
func (a *answer) confidence() float64 {
	const most = 0.97
	return min(most, 1/(1+math.Exp(-a.sure())))
}

// sureness is how surely a way leads to a value, by its form: the logarithm of the odds, as
// measured on documents of some sixty layouts.
var sureness = map[form]map[string]float64{
	amount:   {behind: 4, beneath: 0, nearby: 2, edge: -1.5},
	date:     {behind: 4, beneath: 4, nearby: 3.5, edge: 3},
	currency: {behind: 4, beneath: 4, nearby: 4, edge: 4},
	code:     {behind: 3, beneath: 2.5, nearby: 2, edge: 1.7},
	text:     {behind: 3, beneath: 2, nearby: 1.2, edge: 0.5},
	block:    {behind: 3, beneath: 2, nearby: 1.2, edge: 0.7},
}

// sure is how surely a way leads to a value.
func (w *Way) sure(k form) float64 {
	const (
		hashedLabel = 0.7 // share of that of a way from what may not be a label
		heldMore    = 0.5 // is added for each further example that a way was right on
	)
	s := sureness[k][w.How]
	switch {
	case w.Other:
		s = min(s, sureness[k][edge])
	case w.within():
		s = sureness[k][behind]
	case w.How == beneath && w.Lines > headingLines:
		s = min(s, sureness[k][nearby])
	}
	if w.isHashed() {
		s *= hashedLabel
	}
	return s + heldMore*float64(w.Held-1)
}

// sureConstant is how surely the constant of a layout is the value.
const sureConstant = 2.5

// answer is the surest of the values that the ways of a rule lead to, or nil if there is none.
func (r *FieldRule) answer(t *document, general string) (best *answer) {
	k := forms[r.Field]
	var all []*answer
	add := func(s spot, sure float64, same bool) {
		for _, a := range all {
			if a.value == s.value {
				a.rest += max(0, min(a.best, sure))
				a.best, a.same = max(a.best, sure), a.same || same
				return
			}
		}
		all = append(all, &answer{spot: s, best: sure, same: same})
	}
	labelled := slices.ContainsFunc(r.Ways, func(w Way) bool { return w.labelled() })
	for i := range r.Ways {
		w := &r.Ways[i]
		s, ok := w.follow(t, k)
		if !ok || labelled && !w.labelled() && len(all) == 0 {
			continue
		}
		if k.isText() {
			s = r.take(t, s.first(), general)
		}
		if s.value != "" {
			add(s, w.sure(k), false)
		}
	}
	if r.Constant != "" {
		s := spot{value: r.Constant}
		stands := t.findText(r.Constant)
		if len(stands) > 0 && !r.Logo {
			s.runs = stands[0].runs
		}
		if r.Logo || len(stands) > 0 {
			add(s, sureConstant, true)
		}
	}
	for _, a := range all {
		if best == nil || a.sure() > best.sure() {
			best = a
		}
	}
	return best
}

// take takes a text as the surest of the rule's takes does, or as another does that agrees
// with the general reader.
func (r *FieldRule) take(t *document, start *token, general string) (taken spot) {
	for i := range r.Takes {
		s := t.take(&r.Takes[i], start, r.Field)
		s.value = valueOf(r.Field, &s)
		if t.plausible(r.Field, s.value) && (taken.value == "" || same(forms[r.Field], s.value, general, false)) {
			taken = s
		}
	}
	return taken
}

// plausible reports whether a text may be a value of the field.
func (t *document) plausible(f schema.Field, v string) bool {
	_, dated := t.view.Locale.Date(v)
	switch forms[f] {
	case block:
		return textnorm.CountLetters(v) > len(v)/2
	case text:
		return !dated && textnorm.CountLetters(v) >= 2 && !(isParty(f) && isPostal(v))
	}
	return !dated && textnorm.HasDigit(v)
}

// isParty reports whether a field names a party of the order.
func isParty(f schema.Field) bool { return f == schema.Buyer || f == schema.Supplier }

// isPostal reports whether a line is one of an address, or tells how to reach somebody, and no
// name.
func isPostal(line string) bool {
	traits := address.Traits(line)
	return traits&(address.Postal|address.Reach) != 0 && traits&(address.Legal|address.Org) == 0
}

// least is how sure an answer must be to be given, as measured on documents of some sixty
// layouts: in the place of another value of the general reader, or if that gives none.
type least struct {
	otherRight  float64 // another value, if the general reader was right on the examples,
	otherWrong  float64 // and if it was not
	silentRight float64 // none, though it was right on the examples,
	silent      float64 // and if it was not
}

// never is more than any answer is sure of.
const never = 1000

// leasts are those of the forms. Where the general reader is right on an example, it is on
// others as a rule, and where it then gives nothing, nothing is there.
var leasts = map[form]least{
	amount:   {never, 2, 3, 3},
	date:     {5.5, 2, 4, 2},
	currency: {never, 2, 3, 2},
	code:     {never, 2, 3, 2},
	text:     {never, 2.3, never, 2.3},
	block:    {never, 2, never, 1.5},
}

// leastOf is how sure an answer must be in the place of the general reader's.
func (r *FieldRule) leastOf(best *answer, general *schema.Cell) float64 {
	const (
		unsure     = 0.4 // the general reader's confidence in a text that another one may replace,
		surer      = 3   // which must be so sure
		sameName   = 3   // the issuer's name is the same on all documents
		silentName = 2   // orders have both names
	)
	l := leasts[forms[r.Field]]
	right, silent := r.Right > r.Wrong, general.Value == ""
	switch {
	case silent && right && isParty(r.Field):
		return silentName
	case silent && right:
		return l.silentRight
	case silent:
		return l.silent
	case right && best.same && isParty(r.Field):
		return sameName
	case right && forms[r.Field] == text && general.Evidence.Confidence < unsure:
		return surer
	case right:
		return l.otherRight
	}
	return l.otherWrong
}

// read returns the cell that the rule leads to; ok is false if the general reader's stays.
// What arithmetic proves stays, too, unless it stands where the example has shown it wrong.
func (r *FieldRule) read(t *document, general *schema.Cell) (c schema.Cell, ok bool) {
	best := r.answer(t, general.Value)
	if best != nil && same(forms[r.Field], best.value, general.Value, false) {
		c = *general
		c.Evidence.Confidence = max(c.Evidence.Confidence, best.confidence())
		return c, true
	}
	proven := general.Evidence.Proof != ""
	wrong := general.Value != "" && slices.ContainsFunc(r.Never, func(w Way) bool {
		s, ok := w.follow(t, forms[r.Field])
		return ok && t.overlaps(s.first(), &general.Evidence)
	})
	switch {
	case proven && !wrong:
		return c, false
	case best == nil || best.sure() < r.leastOf(best, general):
		return c, wrong && (len(r.Ways) == 0 || !proven)
	case len(best.runs) == 0:
		return schema.Cell{Value: best.value, Evidence: doc.Evidence{Confidence: best.confidence(), Words: []string{}}}, true
	}
	return schema.Cell{Value: best.value, Evidence: t.evidence(&best.spot, best.confidence())}, true
}
