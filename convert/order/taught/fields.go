package taught

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
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
	// Constant is the value that all documents have: the name of who issues them, or what stands
	// in a picture alone, which Logo tells.
	Constant string `json:"constant,omitempty"`
	Logo     bool   `json:"logo,omitempty"`
	// Right and Wrong are on how many examples the general reader was right and wrong.
	Right int `json:"right,omitempty"`
	Wrong int `json:"wrong,omitempty"`
}

// rule is what is known of a field; nil where nothing is.
func (l *Layout) rule(f schema.Field) *FieldRule {
	if l == nil {
		return nil
	}
	for i := range l.Fields {
		if l.Fields[i].Field == f {
			return &l.Fields[i]
		}
	}
	return nil
}

// onlyItems is the layout without what leads to the values of the head.
func (l *Layout) onlyItems() *Layout {
	items := *l
	items.Fields = nil
	return &items
}

// headOf is the head of an example. A date of delivery that all of its lines have is the
// order's; own reports that lines have other dates than the order.
func headOf(right *Example) (head schema.Cells, own bool) {
	head = right.Head
	if head[schema.DeliveryDate].Value != "" || len(right.Lines) == 0 {
		return head, false
	}
	for i := range right.Lines {
		if right.Lines[i][schema.DeliveryDate].Value != right.Lines[0][schema.DeliveryDate].Value {
			return head, true
		}
	}
	head[schema.DeliveryDate].Value = right.Lines[0][schema.DeliveryDate].Value
	return head, false
}

// learnFields learns what leads to the values of the head.
func (l *Layout) learnFields(lesson *Lesson, v *View, right Example, general Read, known *Layout) {
	s := newLearner(v, &right)
	head, own := headOf(&right)
	for _, f := range headFields {
		if f == schema.DeliveryDate && own {
			if old := known.rule(f); old != nil {
				l.Fields = append(l.Fields, *old)
			}
			continue
		}
		rule, old := FieldRule{Field: f}, known.rule(f)
		s.refine(&rule, old, head[f].Value)
		explained := s.learn(&rule, head[f].Value, &general.Head[f], f == general.Issuer)
		if rule.prune(); len(rule.Ways)+len(rule.Never) > 0 || rule.Constant != "" || rule.Right+rule.Wrong > 0 {
			l.Fields = append(l.Fields, rule)
		}
		if !explained {
			lesson.Unexplained = append(lesson.Unexplained, Unexplained{Line: -1, Field: f, Value: head[f].Value})
		}
	}
}

// learn learns what leads to a field's value, none where it is empty; explained reports
// whether anything does.
func (s *learner) learn(rule *FieldRule, want string, general *schema.Cell, issues bool) (explained bool) {
	f, k := rule.Field, forms[rule.Field]
	s.judge(rule, want, general)
	if want == "" {
		return true
	}
	stands := s.places(f, want, general)
	for _, p := range stands {
		ways := s.ways(f, &p)
		if k == text || k == block || k == code {
			takes := s.takes(f, &p, want)
			if len(takes) == 0 {
				continue
			}
			rule.addTakes(takes)
		}
		rule.addWays(ways)
	}
	if rule.Logo = len(stands) == 0; rule.Logo && (isParty(f) || k == currency) || isParty(f) && issues {
		rule.Constant = want
	}
	return len(rule.Ways) > 0 || rule.Constant != ""
}

// judge notes whether the general reader is right about a field, and what leads to what it reads
// where that is wrong.
func (s *learner) judge(rule *FieldRule, want string, general *schema.Cell) {
	k := forms[rule.Field]
	switch {
	case general.Value == "":
		return
	case want != "" && same(k, want, general.Value, s.view.Locale.Recognised):
		rule.Right++
		return
	}
	right := s.find(k, want)
	if want != "" && (len(right) == 0 || s.view.Locale.Recognised && misread(textnorm.Bare(want), textnorm.Bare(general.Value)) < muchMisread) {
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
func (s *learner) places(f schema.Field, want string, general *schema.Cell) []spot {
	type place struct {
		spot
		rank int
	}
	var all []place
	right := same(forms[f], want, general.Value, s.view.Locale.Recognised)
	for _, p := range s.find(forms[f], want) {
		rank := 2 * s.meant(f, &p)
		if right && s.overlaps(p.first(), &general.Evidence) {
			rank += 3
		}
		all = append(all, place{p, rank})
	}
	slices.SortStableFunc(all, func(a, b place) int { return cmp.Compare(b.rank, a.rank) })
	var best []spot
	for _, p := range all {
		// A number is hardly stated but where it is meant.
		if (p.rank == all[0].rank || all[0].rank < 1 || forms[f] == code) && len(best) < maxPlaces {
			best = append(best, p.spot)
		}
	}
	return best
}

// overlaps reports whether a token stands where a value was read.
func (t *document) overlaps(o *token, e *doc.Evidence) bool {
	p := t.page(o)
	box := p.Displayed(o.box)
	return e.Page == p.Number && e.Box.Contains(box.MidX(), box.MidY())
}

// isForm reports whether what was read is wording of the layout's form: all of its words
// with letters stood in their places on the example already, and stated nothing there.
func (t *document) isForm(f schema.Field, read [][]*token) bool {
	if k := forms[f]; k != text && k != code || len(t.form) == 0 {
		return false
	}
	found := false
	for _, run := range read {
		for _, o := range run {
			if textnorm.CountLetters(o.key) > 1 {
				if !t.inForm(o) {
					return false
				}
				found = true
			}
		}
	}
	return found
}

// readAt are the tokens that stand where a value was read.
func (t *document) readAt(e *doc.Evidence) (all [][]*token) {
	for i := range t.rows {
		var run []*token
		for n := range t.rows[i].tokens {
			if o := &t.rows[i].tokens[n]; t.overlaps(o, e) {
				run = append(run, o)
			}
		}
		if len(run) > 0 {
			all = append(all, run)
		}
	}
	return all
}

// formDown is how far up or down a word of a form may have moved, thousandths of the page's
// width.
const formDown = 100

// inForm reports whether a token is a word of the layout's form.
func (t *document) inForm(o *token) bool {
	r := &t.rows[o.line]
	key := appendKey(nil, o.word.Text)
	if len(key) == 0 {
		return false
	}
	m := markOf(r.page, 0, o.word, key, Any)
	apart := func(a, b uint16) int { return max(int(a), int(b)) - min(int(a), int(b)) }
	return slices.ContainsFunc(t.form[m.Word], func(f Mark) bool {
		return apart(m.X, f.X) <= near && apart(m.Y, f.Y%onLast) <= formDown
	})
}

// swapParties gives buyer and supplier each other's names where the general reader gives both,
// and the layout leads to either in the other's place.
func (l *Layout) swapParties(t *document, head *schema.Cells) {
	buyer, supplier := l.rule(schema.Buyer), l.rule(schema.Supplier)
	if buyer == nil || supplier == nil {
		return
	}
	is := func(r *FieldRule, general string) bool {
		a := r.answers(t, general)
		return general != "" && a != nil && same(text, a.value, general, false)
	}
	if b, s := head[schema.Buyer], head[schema.Supplier]; b.Value != s.Value && is(buyer, s.Value) && is(supplier, b.Value) {
		head[schema.Buyer], head[schema.Supplier] = s, b
	}
}

// Head puts what the layout leads to into a head that the general reader has read.
func (l *Layout) Head(v *View, head *schema.Cells) {
	t := newDocument(v)
	t.form = l.Print.wording()
	l.swapParties(t, head)
	total := head[schema.Total]
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
	if total.Evidence.Proof != "" && head[schema.Total].Value == "" {
		dropParts(head, total.Evidence.Proof)
	}
}

// dropParts leaves out the sums that were believed since they make a total which is none.
func dropParts(head *schema.Cells, proof string) {
	for _, f := range [...]schema.Field{schema.Subtotal, schema.Tax, schema.Shipping} {
		if c := &head[f]; c.Evidence.Proof == proof && c.Evidence.Layout == "" {
			*c = schema.Cell{}
		}
	}
}
