package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/doc"
	"lineitem/convert/order/address"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// answer is a value that ways lead to.
type answer struct {
	value string
	start *token
	spot  spot
	best  float64 // of the ways that lead to it, the surest
	rest  float64 // and the others together
	same  bool    // it is the value of all documents of the layout
}

// sure is how surely an answer is right: log-odds, about.
func (a *answer) sure() float64 { return a.best + alsoSays*a.rest }

// alsoSays is what a way adds to another that says the same: they are far from independent.
const alsoSays = 0.3

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

// headingLines is how many lines beneath a label a value may stand that it heads.
const headingLines = 2

// Shares of sureness.
const (
	hashedLabel = 0.7 // of a way from what may be no label
	heldMore    = 0.5 // is added for each further example that a way was right on
)

// sure is how surely a way leads to a value.
func (w *Way) sure(k form) float64 {
	s := sureness[k][w.How]
	if w.within() {
		s = sureness[k][behind]
	}
	if w.How == beneath && w.Lines > headingLines {
		s = min(s, sureness[k][nearby])
	}
	if w.Other {
		s = min(s, sureness[k][edge])
	}
	if len(w.Label) > 0 && strings.HasPrefix(w.Label[0], "~") {
		s *= hashedLabel
	}
	return s + heldMore*float64(w.Held-1)
}

// answers are the values that the ways of a rule lead to; best is the surest.
func (r *FieldRule) answers(t *document, general string) (best *answer) {
	k := forms[r.Field]
	var all []*answer
	labelled := r.labelled()
	for i := range r.Ways {
		w := &r.Ways[i]
		h, ok := w.follow(t, k)
		if !ok || labelled && !w.labelled() && len(all) == 0 {
			continue
		}
		if k == code {
			h.start = t.numbered(h.start)
		}
		a := answer{value: h.value, start: h.start, spot: spot{runs: [][]*token{h.run}}}
		if len(h.run) == 0 {
			a.value, a.spot = r.take(t, h.start, general)
		}
		if a.value != "" && !t.isForm(r.Field, a.spot.runs) {
			all = addAnswer(all, &a, w.sure(k))
		}
	}
	if a := r.constant(t); a != nil {
		all = addAnswer(all, a, sureConstant)
	}
	for _, a := range all {
		if best == nil || a.sure() > best.sure() {
			best = a
		}
	}
	return best
}

// labelled reports whether a way leads from a label that stands at the value: where it is
// gone, so is the value.
func (w *Way) labelled() bool {
	return (w.How == behind || w.How == beneath && w.Lines <= headingLines || w.within()) && len(w.Label) > 0 && !w.Other && !strings.HasPrefix(w.Label[0], "~")
}

// within reports whether the label is a word of the value: "Payment is due in 30 days".
func (w *Way) within() bool { return w.How == nearby && w.Down == 0 && w.Left <= 0 && w.Right > 0 }

// labelled reports whether a label leads to the rule's value.
func (r *FieldRule) labelled() bool {
	return slices.ContainsFunc(r.Ways, func(w Way) bool { return w.labelled() })
}

// plausible reports whether a value may be one of its form.
func plausible(f schema.Field, t *document, v string) bool {
	switch forms[f] {
	case block:
		return textnorm.CountLetters(v) > len(v)/2
	case text:
		if _, dated := t.view.Locale.Date(v); dated || textnorm.CountLetters(v) < 2 {
			return false
		}
		return !isParty(f) || !isPostal(v)
	case code:
		_, dated := t.view.Locale.Date(v)
		return textnorm.HasDigit(v) && !dated
	}
	return true
}

// isParty reports whether a field names a party of the order.
func isParty(f schema.Field) bool { return f == schema.Buyer || f == schema.Supplier }

// isPostal reports whether a line is one of an address, or tells how to reach somebody, and no
// name.
func isPostal(line string) bool {
	traits := address.Traits(line)
	return traits&(address.Postal|address.Reach) != 0 && traits&(address.Legal|address.Org) == 0
}

// addAnswer adds what a way says to the answers.
func addAnswer(all []*answer, a *answer, sure float64) []*answer {
	for _, o := range all {
		if o.value == a.value {
			o.rest += max(0, min(o.best, sure))
			o.best = max(o.best, sure)
			o.same = o.same || a.same
			return all
		}
	}
	a.best = sure
	return append(all, a)
}

// numbered is the first token with a digit in the rest of a token's segment, behind what a
// label may leave: "No. 4711"; the token itself where there is none.
func (t *document) numbered(o *token) *token {
	for p := o; p != nil && p.segment == o.segment; p = t.next(p) {
		if textnorm.HasDigit(p.key) {
			return p
		}
	}
	return o
}

// sureConstant is how surely the constant of a layout is the value.
const sureConstant = 2.5

// constant is the value that all documents of the layout have, where it stands on this one, or
// stands in a picture, or nil if there is none.
func (r *FieldRule) constant(t *document) *answer {
	if r.Constant == "" {
		return nil
	}
	if r.Logo {
		return &answer{value: r.Constant, same: true}
	}
	if stands := t.findText(r.Constant); len(stands) > 0 {
		return &answer{value: r.Constant, start: stands[0].first(), spot: stands[0], same: true}
	}
	return nil
}

// take takes a text as the surest of the rule's takes does, or as another does that agrees
// with the general reader.
func (r *FieldRule) take(t *document, start *token, general string) (string, spot) {
	var value string
	var at spot
	for i := range r.Takes {
		s := r.Takes[i].from(t, start, r.Field)
		if len(s.runs[0]) == 0 {
			continue
		}
		v := valueOf(r.Field, &s)
		if plausible(r.Field, t, v) && (value == "" || same(forms[r.Field], v, general, false)) {
			value, at = v, s
		}
	}
	return value, at
}

// least is how sure an answer must be to be given, as measured on documents of some sixty
// layouts: in the place of another value of the general reader, or where that gives none.
type least struct {
	otherRight  float64 // another value, where the general reader was right on the examples,
	otherWrong  float64 // and where it was not
	silentRight float64 // none, though it was right on the examples,
	silent      float64 // and where it was not
}

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

// never is more than any answer is sure of.
const never = 1000

// Those of names where the general reader was right: orders have both, and the issuer's is the
// same on all.
const (
	leastSilentName = 2
	leastSameName   = 3
)

// unsure is how unsure the general reader must be of a text for another one to take its place,
// though it was right on the examples, and least how sure that must be.
const (
	unsure      = 0.4
	leastUnsure = 3
)

// least is how sure an answer must be in the place of the general reader's.
func (r *FieldRule) least(best *answer, general *schema.Cell) float64 {
	l := leasts[forms[r.Field]]
	right := r.Right > r.Wrong
	switch {
	case general.Value != "" && right && best.same && isParty(r.Field):
		return leastSameName
	case general.Value != "" && right && forms[r.Field] == text && general.Evidence.Confidence < unsure:
		return leastUnsure
	case general.Value != "" && right:
		return l.otherRight
	case general.Value != "":
		return l.otherWrong
	case right && isParty(r.Field):
		return leastSilentName
	case right:
		return l.silentRight
	}
	return l.silent
}

// read returns the cell that the rule leads to; ok is false where the general reader's stays.
// What arithmetic proves stays, too, unless it stands where the example has shown it wrong.
func (r *FieldRule) read(t *document, general *schema.Cell) (c schema.Cell, ok bool) {
	best := r.answers(t, general.Value)
	if best != nil && same(forms[r.Field], best.value, general.Value, false) {
		c = *general
		c.Evidence.Confidence = max(c.Evidence.Confidence, best.confidence())
		return c, true
	}
	wrong := general.Value != "" && r.never(t, general)
	if general.Value != "" && t.isForm(r.Field, t.readAt(&general.Evidence)) {
		if best != nil && best.sure() >= leasts[forms[r.Field]].otherWrong {
			return schema.Cell{Value: best.value, Evidence: best.evidence(t)}, true
		}
		return schema.Cell{}, true
	}
	switch {
	case general.Evidence.Proof != "" && !wrong:
		return c, false
	case best != nil && best.sure() >= r.least(best, general):
		return schema.Cell{Value: best.value, Evidence: best.evidence(t)}, true
	}
	return schema.Cell{}, wrong && (len(r.Ways) == 0 || general.Evidence.Proof == "")
}

// evidence is where an answer stands, nowhere where it is a constant of the layout.
func (a *answer) evidence(t *document) doc.Evidence {
	if len(a.spot.runs) == 0 {
		return doc.Evidence{Confidence: a.confidence(), Words: []string{}}
	}
	return t.page(a.spot.first()).Evidence(a.spot.words(), a.confidence())
}

// confidence is how probable it is that an answer is right.
func (a *answer) confidence() float64 { return min(mostSure, 1/(1+math.Exp(-a.sure()))) }

// mostSure is the most that a layout is sure of.
const mostSure = 0.97

// never reports whether what the general reader took stands where it is never right.
func (r *FieldRule) never(t *document, general *schema.Cell) bool {
	for i := range r.Never {
		if h, ok := r.Never[i].follow(t, forms[r.Field]); ok && t.overlaps(h.start, &general.Evidence) {
			return true
		}
	}
	return false
}
