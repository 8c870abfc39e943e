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

// Bounds of what is learned about a field.
const (
	maxPlaces   = 3  // places where its value stands
	maxLocators = 10 // of the field
	maxLabel    = 5  // words
	maxProse    = 9  // words of a segment above a value that may hold a label
	aboveReach  = 14 // sizes of type from a value to a label above it
	maxAbove    = 2  // labels above a value
	maxBelow    = 6  // lines beneath a label
	minLetters  = 2  // of a label, at least
)

// headLearner learns the head from an example.
type headLearner struct {
	*document
	stated map[string]bool // the words of the example's values, as labelKey gives them
	dated  map[*token]bool // the tokens of dates
}

// newHeadLearner returns a learner for an example's document.
func newHeadLearner(v *View, right *Example) *headLearner {
	s := &headLearner{newDocument(v, true), right.words(labelKey), map[*token]bool{}}
	for _, o := range s.tokens {
		rest := s.restOfRow(o)
		_, n := s.date(rest)
		for _, o := range rest[:n] {
			s.dated[o] = true
		}
	}
	return s
}

// headOf returns the head of an example. A delivery date that all of its lines have is the
// order's; own reports whether the lines have different dates.
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
func (l *Layout) learnFields(lesson *Lesson, v *View, right Example, general GeneralReading, known *Layout) {
	s := newHeadLearner(v, &right)
	head, own := headOf(&right)
	for _, f := range headFields {
		old := known.rule(f)
		if f == schema.DeliveryDate && own {
			if old != nil {
				l.Fields = append(l.Fields, *old)
			}
			continue
		}
		rule := FieldRule{Field: f, Absent: isFixed[f] && head[f].Value == "" && (known == nil || old != nil && old.Absent)}
		s.refine(&rule, old, head[f].Value)
		if !s.learn(&rule, head[f].Value, &general.Head[f], f == general.Issuer) {
			lesson.Unexplained = append(lesson.Unexplained, Unexplained{Line: -1, Field: f, Value: head[f].Value})
		}
		if len(rule.Locators)+len(rule.Never) > 0 || rule.Constant != "" || rule.Absent || rule.Right+rule.Wrong > 0 {
			l.Fields = append(l.Fields, rule)
		}
	}
}

// refine takes over what earlier examples taught about a field, as far as it holds for this one
// too.
func (s *headLearner) refine(rule, known *FieldRule, want string) {
	if known == nil {
		return
	}
	k, recognised := forms[rule.Field], s.view.Locale.Recognised
	rule.Right, rule.Wrong, rule.NoStop = known.Right, known.Wrong, known.NoStop
	stands := s.find(k, want)
	leads := func(w *Locator) (somewhere, right bool) {
		o, ok := w.follow(s.document, k)
		return ok, ok && slices.ContainsFunc(stands, func(p spot) bool { return p.first() == o.first() })
	}
	for _, w := range known.Locators {
		if somewhere, right := leads(&w); right || !somewhere {
			w.Held += flag(right)
			rule.Locators = append(rule.Locators, w)
		}
	}
	for _, w := range known.Never {
		if _, right := leads(&w); !right {
			rule.Never = append(rule.Never, w)
		}
	}
	if e := known.Bounds; e != nil && (len(stands) == 0 || slices.ContainsFunc(stands, func(p spot) bool {
		got := s.boundedSpot(e, p.first(), rule.Field)
		return sameInForm(k, want, got.value, recognised)
	})) {
		rule.Bounds = e
	}
	if want == "" || sameInForm(k, known.Constant, want, recognised) {
		rule.Constant, rule.Logo, rule.Default = known.Constant, known.Logo, known.Default
	}
}

// learn learns what leads to a field's value; explained reports whether anything does, or the
// value is empty. Locators whose labels stand at the value come first, then those that held
// most often.
func (s *headLearner) learn(rule *FieldRule, want string, general *schema.Cell, issues bool) (explained bool) {
	f, k := rule.Field, forms[rule.Field]
	s.judge(rule, want, general)
	if want != "" {
		stands := s.places(f, want, general)
		for _, p := range stands {
			if k.isText() {
				e := s.textBounds(f, &p, want)
				if e == nil {
					continue
				}
				rule.Bounds = cmp.Or(rule.Bounds, e)
				if printed := valueOf(f, &p); strings.HasSuffix(printed, ".") {
					rule.NoStop = !strings.HasSuffix(want, ".")
				}
			}
			for _, w := range s.locators(f, &p) {
				if !slices.ContainsFunc(rule.Locators, func(o Locator) bool { return o.sameManner(&w) }) {
					rule.Locators = append(rule.Locators, w)
				}
			}
		}
		if rule.Logo = len(stands) == 0; rule.Logo && (isParty(f) || k == currency) || isParty(f) && issues {
			rule.Constant, rule.Default = want, rule.Logo && !issues && rule.Right+rule.Wrong == 0
		}
	}
	slices.SortStableFunc(rule.Locators, func(a, b Locator) int {
		return cmp.Or(flag(b.heads())-flag(a.heads()), cmp.Compare(b.Held, a.Held), cmp.Compare(b.logOdds(k), a.logOdds(k)))
	})
	rule.Locators = rule.Locators[:min(len(rule.Locators), maxLocators)]
	rule.Never = rule.Never[:min(len(rule.Never), maxLocators)]
	return want == "" || len(rule.Locators) > 0 || rule.Constant != ""
}

// judge counts whether the general reader is right about a field, and if it is wrong, learns
// what leads to what it reads.
func (s *headLearner) judge(rule *FieldRule, want string, general *schema.Cell) {
	const muchMisread = 0.5 // share of letters beneath which two texts may be the same one, misread
	k, recognised := forms[rule.Field], s.view.Locale.Recognised
	if general.Value == "" {
		return
	}
	if sameInForm(k, want, general.Value, recognised) {
		rule.Right++
		return
	}
	right := s.find(k, want)
	if want != "" && (len(right) == 0 || recognised && misread(textnorm.Bare(want), textnorm.Bare(general.Value)) < muchMisread) {
		return // it may only have been misread
	}
	rule.Wrong++
	for _, p := range s.find(k, general.Value) {
		begins := slices.ContainsFunc(right, func(o spot) bool { return o.first() == p.first() }) // the general reader's value only ends elsewhere
		if !begins && s.overlaps(p.first(), &general.Evidence) {
			rule.Never = append(rule.Never, s.locators(rule.Field, &p)...)
		}
	}
}

// places returns where a field's value stands, only those places that most likely state this
// field.
func (s *headLearner) places(f schema.Field, want string, general *schema.Cell) (best []spot) {
	right := sameInForm(forms[f], want, general.Value, s.view.Locale.Recognised)
	all := s.find(forms[f], want)
	ranks := map[*token]int{}
	for i := range all {
		o := all[i].first()
		ranks[o] = 2*s.meant(f, &all[i]) + 3*flag(right && s.overlaps(o, &general.Evidence))
	}
	slices.SortStableFunc(all, func(a, b spot) int { return cmp.Compare(ranks[b.first()], ranks[a.first()]) })
	for _, p := range all {
		// A code hardly ever stands where it is not meant.
		top := ranks[all[0].first()]
		if (ranks[p.first()] == top || top < 1 || forms[f] == code) && len(best) < maxPlaces {
			best = append(best, p)
		}
	}
	return best
}

// locators returns the locators that lead to a spot and to nothing else.
func (s *headLearner) locators(f schema.Field, p *spot) (all []Locator) {
	k, first := forms[f], p.first()
	try := func(label []*token, lines int) bool {
		if len(label) == 0 {
			return false
		}
		x, y := label[0].x0, s.rows[label[0].row].y
		left, right := edges(p.runs[0])
		w := Locator{
			Label: labelOf(label), X: int(x), Y: int(y), Left: int(left - x), Right: int(right - x), Down: int(s.rows[first.row].y - y),
			Lines: lines, Inner: !first.begins, Held: 1,
		}
		o, ok := w.follow(s.document, k)
		if ok = ok && o.first() == first && (k.isText() || o.last() == p.last()); ok {
			all = append(all, w)
		}
		return ok
	}
	try(s.before(first), 0)
	for _, label := range s.above(p) {
		for lines := 1; lines <= maxBelow && !try(label, lines); lines++ {
		}
	}
	if label := s.labelIn(s.restOfRow(first)); k.isText() && slices.ContainsFunc(label, s.isLabel) {
		try(label, 0) // the label is part of the value: "Payment is due in 30 days"
	}
	return all
}

// stays reports whether a token may be the same on other documents: it has letters and no
// digits, belongs to no date, and is not among the example's values unless it belongs to a
// label of the lexicon.
func (s *headLearner) stays(o *token) bool {
	return o.key != "" && !textnorm.HasDigit(o.key) && !s.dated[o] && (!s.stated[o.key] || s.isLabel(o))
}

// labelOf returns the label that tokens make; nil if they have too few letters.
func labelOf(run []*token) []string {
	letters := 0
	for _, o := range run {
		letters += textnorm.CountLetters(o.key)
	}
	if letters < minLetters {
		return nil
	}
	return keptWords(slices.DeleteFunc(slices.Clone(run), func(o *token) bool { return o.key == "" }))
}

// before returns the tokens before one on its row that may be its label.
func (s *headLearner) before(o *token) []*token {
	tokens := s.rows[o.row].tokens
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

// labelIn returns the tokens of the label that may begin with the first of some tokens.
func (s *headLearner) labelIn(tokens []*token) []*token {
	n := 0
	for n < min(len(tokens), maxLabel) && tokens[n].segment == tokens[0].segment && (s.stays(tokens[n]) || tokens[n].key == "" && n > 0) {
		if n++; strings.HasSuffix(tokens[n-1].text, ":") {
			break
		}
	}
	return tokens[:n]
}

// above returns the labels above a value in its column or its ruled cell, the nearest first.
func (s *headLearner) above(p *spot) (all [][]*token) {
	first := p.first()
	r := &s.rows[first.row]
	left, right := edges(p.runs[0])
	for i := first.row - 1; i >= 0 && len(all) < maxAbove; i-- {
		u := &s.rows[i]
		if u.number != r.number || r.y-u.y > aboveReach*r.em {
			break
		}
		if r.y-u.y < nearLine*r.em {
			continue
		}
		var last *layout.Segment
		for _, o := range u.tokens {
			over := o.x1 > left-r.em && o.x0 < right+r.em
			if o.segment == last || !over && (o.segment.Cell < 0 || o.segment.Cell != first.segment.Cell) {
				continue
			}
			last = o.segment
			tokens := u.tokens[slices.IndexFunc(u.tokens, func(o *token) bool { return o.segment == last }):]
			for len(tokens) > 0 && tokens[0].segment == last && !s.stays(tokens[0]) {
				tokens = tokens[1:]
			}
			if len(tokens) > 0 && tokens[0].segment == last && len(last.Words) <= maxProse {
				all = append(all, s.labelIn(tokens))
				break
			}
		}
	}
	return all
}

// announced maps the kinds of labels in the lexicon to the fields that they announce.
var announced = map[keyvalue.Kind][]schema.Field{
	keyvalue.Number: {schema.PONumber}, keyvalue.NumberDate: {schema.PONumber, schema.PODate}, keyvalue.Date: {schema.PODate}, keyvalue.Delivery: {schema.DeliveryDate},
	keyvalue.Terms: {schema.PaymentTerms}, keyvalue.ShipVia: {schema.ShipVia}, keyvalue.Currency: {schema.Currency},
	keyvalue.Subtotal: {schema.Subtotal}, keyvalue.Tax: {schema.Tax}, keyvalue.Shipping: {schema.Shipping}, keyvalue.Total: {schema.Total},
}

// meant returns how the nearest label before or above a spot that the lexicon knows goes with a
// field: 1 if it announces the field, -1 if it announces another, 0 if there is none.
func (s *headLearner) meant(f schema.Field, p *spot) int {
	for _, run := range append([][]*token{s.before(p.first())}, s.above(p)...) {
		other := false
		for _, o := range run {
			is, isOther := s.means(f, o)
			if is {
				return 1
			}
			other = other || isOther
		}
		if other {
			return -1
		}
	}
	return 0
}

// means reports whether a token of a label announces a field, or another one.
func (s *headLearner) means(f schema.Field, o *token) (is, other bool) {
	if l := s.labelOver(o, func(l *keyvalue.Label) bool { return true }); l != nil {
		for _, k := range l.Meanings {
			is = is || slices.Contains(announced[k.Kind], f)
			other = other || announced[k.Kind] != nil
		}
	}
	if o.begins && s.view.Heads != nil {
		buyer, supplier, _ := s.view.Heads(o.segment)
		is = is || buyer && (f == schema.Buyer || f == schema.BillTo) || supplier && f == schema.Supplier
		other = other || buyer && f == schema.Supplier || supplier && f == schema.Buyer
	}
	return is, other
}
