package taught

import (
	"cmp"
	"slices"
	"strings"

	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// Bounds of what is learned of a field.
const (
	maxPlaces  = 3  // where its value stands
	maxWays    = 10 // that lead to it
	maxTakes   = 4
	maxLabel   = 5  // words
	maxProse   = 9  // words of a segment that may hold a label
	aboveReach = 14 // heights of type
	maxAbove   = 2  // labels above a value
	maxBeside  = 4  // labels elsewhere
	maxBelow   = 6  // lines beneath a label
	minLetters = 2  // of a label
)

// learner learns the head from an example.
type learner struct {
	*document
	stated map[string]bool // the keys of what the example states
	dated  map[*token]bool // what belongs to a date
}

// newLearner takes an example's document apart.
func newLearner(v *View, right *Example) *learner {
	s := &learner{newDocument(v, true), map[string]bool{}, map[*token]bool{}}
	for _, o := range s.tokens {
		_, run := s.date(o)
		for _, o := range run {
			s.dated[o] = true
		}
	}
	right.each(func(_ schema.Field, v string) {
		for w := range strings.FieldsSeq(v) {
			s.stated[labelKey(w)] = true
		}
	})
	return s
}

// headOf is the head of an example. A date of delivery that all of its lines have is the
// order's; own reports that lines have other dates than the order.
func headOf(right *Example) (head schema.Cells, own bool) {
	head = right.Head
	if head[schema.DeliveryDate].Value != "" || len(right.Lines) == 0 {
		return head, false
	}
	first := right.Lines[0][schema.DeliveryDate].Value
	own = slices.ContainsFunc(right.Lines, func(c schema.Cells) bool { return c[schema.DeliveryDate].Value != first })
	if !own {
		head[schema.DeliveryDate].Value = first
	}
	return head, own
}

// learnFields learns what leads to the values of the head.
func (l *Layout) learnFields(lesson *Lesson, v *View, right Example, general Read, known *Layout) {
	s := newLearner(v, &right)
	head, own := headOf(&right)
	for _, f := range headFields {
		old := known.rule(f)
		if f == schema.DeliveryDate && own {
			if old != nil {
				l.Fields = append(l.Fields, *old)
			}
			continue
		}
		rule := FieldRule{Field: f}
		s.refine(&rule, old, head[f].Value)
		if !s.learn(&rule, head[f].Value, &general.Head[f], f == general.Issuer) {
			lesson.Unexplained = append(lesson.Unexplained, Unexplained{Line: -1, Field: f, Value: head[f].Value})
		}
		if len(rule.Ways)+len(rule.Never) > 0 || rule.Constant != "" || rule.Right+rule.Wrong > 0 {
			l.Fields = append(l.Fields, rule)
		}
	}
}

// refine takes over what is known of a field from earlier examples, as far as it holds on
// this one too.
func (s *learner) refine(rule, known *FieldRule, want string) {
	if known == nil {
		return
	}
	k := forms[rule.Field]
	rule.Right, rule.Wrong = known.Right, known.Wrong
	stands := s.find(k, want)
	is := func(o *spot) bool {
		return slices.ContainsFunc(stands, func(p spot) bool { return p.first() == o.first() })
	}
	for _, w := range known.Ways {
		if o, leads := w.follow(s.document, k); !leads {
			rule.Ways = append(rule.Ways, w)
		} else if is(&o) {
			w.Held++
			rule.Ways = append(rule.Ways, w)
		}
	}
	for _, w := range known.Never {
		if o, leads := w.follow(s.document, k); !leads || !is(&o) {
			rule.Never = append(rule.Never, w)
		}
	}
	for _, k := range known.Takes {
		right := slices.ContainsFunc(stands, func(p spot) bool {
			got := s.take(&k, p.first(), rule.Field)
			return same(forms[rule.Field], want, valueOf(rule.Field, &got), s.view.Locale.Recognised)
		})
		if k.Held += flag(right); right || len(stands) == 0 {
			rule.Takes = append(rule.Takes, k)
		}
	}
	if want == "" || same(k, known.Constant, want, s.view.Locale.Recognised) {
		rule.Constant, rule.Logo = known.Constant, known.Logo
	}
}

// learn learns what leads to a field's value, none if it is empty; explained reports whether
// anything does. What held most often comes first.
func (s *learner) learn(rule *FieldRule, want string, general *schema.Cell, issues bool) (explained bool) {
	f, k := rule.Field, forms[rule.Field]
	s.judge(rule, want, general)
	var stands []spot
	if want != "" {
		stands = s.places(f, want, general)
		for _, p := range stands {
			takes := s.takes(f, &p, want)
			if k.isText() && len(takes) == 0 {
				continue
			}
			rule.Takes = addNew(rule.Takes, takes, func(a, b *Take) bool { return a.equal(b) })
			rule.Ways = addNew(rule.Ways, s.ways(f, &p), func(a, b *Way) bool { return a.equal(b) })
		}
		if rule.Logo = len(stands) == 0; rule.Logo && (isParty(f) || k == currency) || isParty(f) && issues {
			rule.Constant = want
		}
	}
	slices.SortStableFunc(rule.Ways, func(a, b Way) int {
		return cmp.Or(flag(b.labelled())-flag(a.labelled()), cmp.Compare(b.Held, a.Held), cmp.Compare(b.sure(k), a.sure(k)))
	})
	slices.SortStableFunc(rule.Takes, func(a, b Take) int { return cmp.Compare(b.Held, a.Held) })
	rule.Ways = rule.Ways[:min(len(rule.Ways), maxWays)]
	rule.Takes = rule.Takes[:min(len(rule.Takes), maxTakes)]
	rule.Never = rule.Never[:min(len(rule.Never), maxWays)]
	return want == "" || len(rule.Ways) > 0 || rule.Constant != ""
}

// addNew adds what is not known yet.
func addNew[T any](known, more []T, equal func(a, b *T) bool) []T {
	for i := range more {
		if !slices.ContainsFunc(known, func(k T) bool { return equal(&k, &more[i]) }) {
			known = append(known, more[i])
		}
	}
	return known
}

// judge notes whether the general reader is right about a field, and what leads to what it
// reads if that is wrong.
func (s *learner) judge(rule *FieldRule, want string, general *schema.Cell) {
	const muchMisread = 0.5 // share of letters of a text that is hardly read
	k, recognised := forms[rule.Field], s.view.Locale.Recognised
	if general.Value == "" {
		return
	}
	if same(k, want, general.Value, recognised) {
		rule.Right++
		return
	}
	right := s.find(k, want)
	if want != "" && (len(right) == 0 || recognised && misread(textnorm.Bare(want), textnorm.Bare(general.Value)) < muchMisread) {
		return // it may have been misread alone
	}
	rule.Wrong++
	for _, p := range s.find(k, general.Value) {
		begins := slices.ContainsFunc(right, func(o spot) bool { return o.first() == p.first() }) // it only ends elsewhere
		if !begins && s.overlaps(p.first(), &general.Evidence) {
			rule.Never = append(rule.Never, s.ways(rule.Field, &p)...)
		}
	}
}

// places are where a field's value stands, those that most likely state this field.
func (s *learner) places(f schema.Field, want string, general *schema.Cell) (best []spot) {
	right := same(forms[f], want, general.Value, s.view.Locale.Recognised)
	all := s.find(forms[f], want)
	ranks := map[*token]int{}
	for i := range all {
		o := all[i].first()
		ranks[o] = 2*s.meant(f, &all[i]) + 3*flag(right && s.overlaps(o, &general.Evidence))
	}
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(ranks[b.first()], ranks[a.first()]) })
	for _, p := range all {
		// A number is hardly stated but where it is meant.
		top := ranks[all[0].first()]
		if (ranks[p.first()] == top || top < 1 || forms[f] == code) && len(best) < maxPlaces {
			best = append(best, p)
		}
	}
	return best
}

// stays reports whether a token may stay the same on other documents: it has letters and no
// digits, and is nothing that the example states, and of no date.
func (s *learner) stays(o *token) bool {
	return o.key != "" && !textnorm.HasDigit(o.key) && !s.dated[o] && (!s.stated[o.key] || s.isLabel(o))
}

// labelOf makes a label of tokens; nil if they have too few letters. Its words are told if it
// is one for sure: the lexicon knows it, or a colon follows.
func (s *learner) labelOf(run []*token) (label []string) {
	if len(run) == 0 {
		return nil
	}
	last := run[len(run)-1]
	next := s.next(last)
	plain := strings.HasSuffix(last.text, ":") || next != nil && strings.HasPrefix(next.text, ":") || slices.ContainsFunc(run, s.isLabel)
	letters := 0
	for _, o := range run {
		letters += textnorm.CountLetters(o.key)
		switch {
		case o.key == "":
		case plain:
			label = append(label, o.key)
		default:
			label = append(label, hashed(o.key))
		}
	}
	if letters < minLetters {
		return nil
	}
	return label
}

// before are the tokens before one on its row that may be its label.
func (s *learner) before(o *token) []*token {
	tokens := s.rows[o.line].tokens
	end := o.at
	for end > 0 && tokens[end-1].key == "" {
		end--
	}
	from := end
	for from > 0 && end-from < maxLabel && s.stays(tokens[from-1]) && tokens[from-1].segment == tokens[end-1].segment {
		from--
	}
	return tokens[from:end]
}

// labelIn are the first tokens of the segment that begins with one that may be a label.
func (s *learner) labelIn(o *token) []*token {
	if len(o.segment.Words) > maxProse {
		return nil
	}
	tokens := s.rows[o.line].tokens[o.at:]
	for len(tokens) > 0 && tokens[0].segment == o.segment && !s.stays(tokens[0]) {
		tokens = tokens[1:]
	}
	n := 0
	for n < min(len(tokens), maxLabel) && tokens[n].segment == o.segment && (s.stays(tokens[n]) || tokens[n].key == "") {
		if n++; strings.HasSuffix(tokens[n-1].text, ":") {
			break
		}
	}
	return tokens[:n]
}

// above are the labels over a value in its column or its ruled cell, the nearest first.
func (s *learner) above(p *spot) (all [][]*token) {
	first := p.first()
	r := &s.rows[first.line]
	box := boxOf(p.runs[0])
	for i := first.line - 1; i >= 0 && len(all) < maxAbove; i-- {
		u := &s.rows[i]
		if u.number != r.number || r.baseline-u.baseline > aboveReach*r.height {
			break
		}
		if r.baseline-u.baseline < nearLine*r.height {
			continue
		}
		var last *layout.Segment
		for _, o := range u.tokens {
			over := o.box.X1 > box.X0-r.height && o.box.X0 < box.X1+r.height
			if o.segment == last || !over && (o.segment.Cell < 0 || o.segment.Cell != first.segment.Cell) {
				continue
			}
			last = o.segment
			begin := slices.IndexFunc(u.tokens, func(o *token) bool { return o.segment == last })
			if run := s.labelIn(u.tokens[begin]); len(run) > 0 {
				all = append(all, run)
				break
			}
		}
	}
	return all
}

// around are labels on the page of a value, the nearest first.
func (s *learner) around(p *spot) (all [][]*token) {
	first := p.first()
	own := &s.rows[first.line]
	far := func(run []*token) float64 {
		dx, dy := run[0].box.X0-first.box.X0, 2*(s.rows[run[0].line].baseline-own.baseline)
		return dx*dx + dy*dy
	}
	for i := range s.rows {
		for _, o := range s.rows[i].tokens {
			if o.begins && s.rows[i].number == own.number {
				run := s.labelIn(o)
				if label := s.labelOf(run); label != nil && !strings.HasPrefix(label[0], "~") {
					all = append(all, run)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b []*token) int { return cmp.Compare(far(a), far(b)) })
	return all[:min(len(all), maxBeside)]
}

// ways are those that lead to a spot and to nothing else.
func (s *learner) ways(f schema.Field, p *spot) (all []Way) {
	k := forms[f]
	try := func(w Way) bool {
		o, ok := w.follow(s.document, k)
		if !ok || o.first() != p.first() || !k.isText() && o.last() != p.last() {
			return false
		}
		w.Held = 1
		all = append(all, w)
		return true
	}
	if run := s.before(p.first()); len(run) > 0 {
		try(s.way(f, behind, run, p))
	}
	for _, run := range s.above(p) {
		w := s.way(f, beneath, run, p)
		for w.Lines = 1; w.Lines <= maxBelow && !try(w); w.Lines++ {
		}
	}
	for _, run := range s.around(p) {
		try(s.way(f, nearby, run, p))
	}
	if s.rows[p.first().line].number == 0 {
		try(s.way(f, edge, nil, p))
	}
	return all
}

// way is one from a label, none for the edge of the page, to a spot.
func (s *learner) way(f schema.Field, how string, run []*token, p *spot) Way {
	r := &s.rows[p.first().line]
	unit := r.page.Width / 1000
	w := Way{How: how, Inner: !p.first().begins, Label: s.labelOf(run), Other: s.means(f, run) < 0}
	box := boxOf(p.runs[0])
	x, y := 0.0, 0.0
	if len(run) > 0 {
		x, y = run[0].box.X0, s.rows[run[0].line].baseline
	}
	w.X, w.Y = int(x/unit), int(y/unit)
	w.Left, w.Right, w.Down = int((box.X0-x)/unit), int((box.X1-x)/unit), int((r.baseline-y)/unit)
	return w
}

// announced are the fields that labels of the lexicon announce.
var announced = map[keyvalue.Kind][]schema.Field{
	keyvalue.Number: {schema.PONumber}, keyvalue.NumberDate: {schema.PONumber, schema.PODate}, keyvalue.Date: {schema.PODate}, keyvalue.Delivery: {schema.DeliveryDate},
	keyvalue.Terms: {schema.PaymentTerms}, keyvalue.ShipVia: {schema.ShipVia}, keyvalue.Currency: {schema.Currency},
	keyvalue.Subtotal: {schema.Subtotal}, keyvalue.Tax: {schema.Tax}, keyvalue.Shipping: {schema.Shipping}, keyvalue.Total: {schema.Total},
}

// meant is how well the labels before and above a spot go with a field, as means reports it.
func (s *learner) meant(f schema.Field, p *spot) int {
	for _, run := range append([][]*token{s.before(p.first())}, s.above(p)...) {
		if m := s.means(f, run); m != 0 {
			return m
		}
	}
	return 0
}

// means is how well a label goes with a field: 1 if it announces it, -1 if it announces
// another, 0 if the lexicon does not know it.
func (s *learner) means(f schema.Field, run []*token) (m int) {
	if s.view.Labels == nil {
		return 0
	}
	for _, o := range run {
		for _, l := range s.view.Labels.Of(o.segment) {
			if !l.Box.Contains(o.box.MidX(), o.box.MidY()) {
				continue
			}
			for _, k := range l.Means {
				if slices.Contains(announced[k.Kind], f) {
					return 1
				}
				if announced[k.Kind] != nil {
					m = -1
				}
			}
		}
		if o.begins && s.view.Heads != nil {
			buyer, supplier, _ := s.view.Heads(o.segment)
			switch {
			case buyer && (f == schema.Buyer || f == schema.BillTo), supplier && f == schema.Supplier:
				return 1
			case buyer && f == schema.Supplier, supplier && f == schema.Buyer:
				m = -1
			}
		}
	}
	return m
}
