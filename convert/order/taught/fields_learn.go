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
	maxPlaces    = 3  // where its value stands
	maxWays      = 10 // that lead to it
	maxTakes     = 4
	maxLabel     = 5  // words
	maxProse     = 9  // words of a segment that may hold a label
	aboveReach   = 14 // heights of type
	maxAbove     = 2  // labels above a value
	maxBeside    = 4  // labels elsewhere
	maxBelow     = 6  // lines beneath a label
	minLetters   = 2  // of a label
	readableEdge = 3  // letters of a word that ends a value
)

// learner learns the head from an example.
type learner struct {
	*document
	stated map[string]bool // the folded words of what the example states
	dated  map[*token]bool // what belongs to a date
}

// newLearner takes an example's document apart.
func newLearner(v *View, right *Example) *learner {
	s := &learner{newDocument(v), map[string]bool{}, map[*token]bool{}}
	s.findDates()
	add := func(c *schema.Cells) {
		for f := range c {
			for _, w := range splitWords(c[f].Value) {
				if key := labelKey(w); key != "" {
					s.stated[key] = true
				}
			}
		}
	}
	add(&right.Head)
	for i := range right.Lines {
		add(&right.Lines[i])
	}
	return s
}

// findDates notes which tokens belong to dates.
func (s *learner) findDates() {
	for i := range s.rows {
		for k := range s.rows[i].tokens {
			_, run := s.dateAt(&s.rows[i].tokens[k])
			for _, o := range run {
				s.dated[o] = true
			}
		}
	}
}

// isLabel reports whether a token belongs to a label of the lexicon.
func (t *document) isLabel(o *token) bool {
	if t.view.Labels == nil {
		return false
	}
	for _, l := range t.view.Labels.Of(o.segment) {
		if l.Box.Contains(o.box.MidX(), o.box.MidY()) {
			return true
		}
	}
	return false
}

// stays reports whether a token may stay the same on other documents: it has letters and no
// digits, and is nothing that the example states, and of no date.
func (s *learner) stays(o *token) bool {
	return o.key != "" && !textnorm.HasDigit(o.key) && !s.dated[o] && (!s.stated[o.key] || s.isLabel(o))
}

// labelOf makes a label of tokens; nil where they have too few letters. Its words are told
// where it is one for sure: the lexicon knows it, or a colon follows.
func (s *learner) labelOf(run []*token) []string {
	var label []string
	letters := 0
	plain := len(run) > 0 && strings.HasSuffix(run[len(run)-1].text, ":")
	if n := len(run); n > 0 && !plain {
		next := s.next(run[n-1])
		plain = next != nil && strings.HasPrefix(next.text, ":")
	}
	for _, o := range run {
		plain = plain || s.isLabel(o)
	}
	for _, o := range run {
		if o.key == "" {
			continue
		}
		letters += textnorm.CountLetters(o.key)
		if plain {
			label = append(label, o.key)
		} else {
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
	r := &s.rows[o.line]
	var run []*token
	for i := o.at - 1; i >= 0 && len(run) < maxLabel; i-- {
		p := &r.tokens[i]
		if p.key == "" {
			if len(run) > 0 {
				break
			}
			continue
		}
		if !s.stays(p) || len(run) > 0 && p.segment != run[0].segment {
			break
		}
		run = append([]*token{p}, run...)
	}
	return run
}

// labelIn are the first tokens of a segment that may be a label.
func (s *learner) labelIn(g *layout.Segment, r *row) []*token {
	if len(g.Words) > maxProse {
		return nil
	}
	var run []*token
	for i := range r.tokens {
		o := &r.tokens[i]
		if o.segment != g || o.key == "" && len(run) == 0 {
			continue
		}
		if !s.stays(o) {
			if len(run) > 0 {
				break
			}
			continue
		}
		if run = append(run, o); len(run) == maxLabel || strings.HasSuffix(o.text, ":") {
			break
		}
	}
	return run
}

// above are the labels over a value in its column or its ruled cell, the nearest first.
func (s *learner) above(p *spot) (all [][]*token) {
	first := p.first()
	r := &s.rows[first.line]
	box := runBox(p.runs[0])
	for i := first.line - 1; i >= 0 && len(all) < maxAbove; i-- {
		u := &s.rows[i]
		if u.number != r.number || r.baseline-u.baseline > aboveReach*r.height {
			break
		}
		if r.baseline-u.baseline < nearLine*r.height {
			continue
		}
		var last *layout.Segment
		for i := range u.tokens {
			o := &u.tokens[i]
			over := o.box.X1 > box.X0-r.height && o.box.X0 < box.X1+r.height
			if o.segment == last || !over && (o.segment.Cell < 0 || o.segment.Cell != first.segment.Cell) {
				continue
			}
			last = o.segment
			if run := s.labelIn(last, u); run != nil {
				all = append(all, run)
				break
			}
		}
	}
	return all
}

// around are labels on the page of a value, the nearest first.
func (s *learner) around(p *spot) (all [][]*token) {
	type near struct {
		run []*token
		far float64
	}
	var found []near
	first := p.first()
	own := &s.rows[first.line]
	for i := range s.rows {
		r := &s.rows[i]
		if r.number != own.number {
			continue
		}
		var last *layout.Segment
		for k := range r.tokens {
			o := &r.tokens[k]
			if o.segment == last {
				continue
			}
			last = o.segment
			run := s.labelIn(last, r)
			if run == nil || s.labelOf(run) == nil || strings.HasPrefix(s.labelOf(run)[0], "~") {
				continue
			}
			dx, dy := run[0].box.X0-first.box.X0, 2*(r.baseline-own.baseline)
			found = append(found, near{run, dx*dx + dy*dy})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	for _, n := range found[:min(len(found), maxBeside)] {
		all = append(all, n.run)
	}
	return all
}

// ways are those that lead to a spot and to nothing else.
func (s *learner) ways(f schema.Field, p *spot) []Way {
	var all []Way
	k := forms[f]
	try := func(w Way) bool {
		h, ok := w.follow(s.document, k)
		if ok && h.start == p.first() && (len(h.run) == 0 || h.run[len(h.run)-1] == p.last()) {
			w.Held = 1
			all = append(all, w)
			return true
		}
		return false
	}
	if run := s.before(p.first()); len(run) > 0 {
		try(s.way(f, behind, run, p))
		if len(run) > 2 {
			try(s.way(f, behind, run[len(run)-2:], p))
		}
	}
	if r := &s.rows[p.first().line]; k == amount && r.tokens[0].segment != p.first().segment {
		if run := s.labelIn(r.tokens[0].segment, r); run != nil {
			try(s.way(f, behind, run, p))
		}
	}
	for _, run := range s.above(p) {
		w := s.way(f, beneath, run, p)
		for w.Lines = 1; w.Lines <= maxBelow; w.Lines++ {
			if try(w) {
				break
			}
		}
	}
	for _, run := range s.around(p) {
		try(s.way(f, nearby, run, p))
	}
	n := s.rows[p.first().line].number
	if n == 0 {
		try(s.way(f, edge, nil, p))
	}
	if n == len(s.view.Pages)-1 {
		w := s.way(f, edge, nil, p)
		w.Last = true
		w.Down -= int(s.view.Pages[n].Height / s.view.Pages[n].Width * 1000)
		try(w)
	}
	return slices.DeleteFunc(all, func(w Way) bool { return w.How != edge && len(w.Label) == 0 })
}

// way is one from a label, none for the edge of the page, to a spot.
func (s *learner) way(f schema.Field, how string, run []*token, p *spot) Way {
	r := &s.rows[p.first().line]
	unit := r.page.Width / 1000
	w := Way{How: how, Inner: !p.first().begins}
	box := runBox(p.runs[0])
	x, y := 0.0, 0.0
	if len(run) > 0 {
		w.Label, w.Other = s.labelOf(run), s.means(f, run) < 0
		x, y = run[0].box.X0, s.rows[run[0].line].baseline
		w.Last = r.number > 0 && r.number == len(s.view.Pages)-1
	}
	w.X, w.Y = int(x/unit), int(y/unit)
	w.Left, w.Right, w.Down = int((box.X0-x)/unit), int((box.X1-x)/unit), int((r.baseline-y)/unit)
	if w.How != edge && len(w.Label) == 0 {
		w.Label = []string{"~"} // nothing matches it
	}
	return w
}

// announced are the fields that labels of the lexicon announce.
var announced = map[keyvalue.Kind][]schema.Field{
	keyvalue.Number: {schema.PONumber}, keyvalue.NumberDate: {schema.PONumber, schema.PODate}, keyvalue.Date: {schema.PODate}, keyvalue.Delivery: {schema.DeliveryDate},
	keyvalue.Terms: {schema.PaymentTerms}, keyvalue.ShipVia: {schema.ShipVia}, keyvalue.Currency: {schema.Currency},
	keyvalue.Subtotal: {schema.Subtotal}, keyvalue.Tax: {schema.Tax}, keyvalue.Shipping: {schema.Shipping}, keyvalue.Total: {schema.Total},
}

// meant is how well the labels before and above a spot go with a field: 1 where they announce
// it, -1 where they announce another.
func (s *learner) meant(f schema.Field, p *spot) int {
	if s.view.Labels == nil {
		return 0
	}
	all := s.above(p)
	if run := s.before(p.first()); len(run) > 0 {
		all = append([][]*token{run}, all...)
	}
	for _, run := range all {
		if m := s.means(f, run); m != 0 {
			return m
		}
	}
	return 0
}

// means is how well a label goes with a field: 1 where it announces it, -1 where it announces
// another, 0 where the lexicon does not know it.
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
				if announces(k.Kind, f) {
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

// announces reports whether labels of a form announce a field.
func announces(k keyvalue.Kind, f schema.Field) bool { return slices.Contains(announced[k], f) }
