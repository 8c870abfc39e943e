package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// part is the role of a line of text among line items.
type part uint8

const (
	begins part = iota // the first line of an item
	goesOn             // a further line of an item
	ends               // ends the items
	heads              // states something of all items beneath it
)

// kind is a kind of line among the line items, or after them.
type kind struct {
	Part  part     `json:"part"`
	Slots []slot   `json:"slots"`
	Count int      `json:"count"` // how many lines of the examples are of this kind
	Gap   interval `json:"gap"`   // from the baseline above, hundredths of the type's size; none at the top of pages
}

// slot is a place of a line where a value, a label or something else stands. Places along
// x are thousandths of the page's width.
type slot struct {
	Fields []schema.Field `json:"fields,omitempty"` // the columns that the words state; none for labels and for what is not answered
	Label  []string       `json:"label,omitempty"`  // the words of a label, in their stored form
	Left   interval       `json:"left"`             // where the words begin
	Right  interval       `json:"right"`            // and end
	Words  int            `json:"words"`            // how many at most
	Shapes shape          `json:"shapes"`           // shapes of the first word in the examples
	Inner  bool           `json:"inner,omitempty"`  // another word of its segment may stand before it,
	Outer  bool           `json:"outer,omitempty"`  // and after it
	Count  int            `json:"count"`
}

// interval is the range from the least to the greatest of some numbers.
type interval [2]int

func intervalOf(v float64) interval { return interval{int(v + 0.5), int(v + 0.5)} }

// join merges another interval into this one; an interval from 0 to 0 is unknown.
func (e *interval) join(o interval) {
	if *e == (interval{}) || o == (interval{}) {
		*e = interval{e[0] + o[0], e[1] + o[1]}
		return
	}
	e[0], e[1] = min(e[0], o[0]), max(e[1], o[1])
}

// states reports whether the slot states a column.
func (s *slot) states(f schema.Field) bool { return slices.Contains(s.Fields, f) }

// mayBeSame reports whether two slots may be the same one.
func (s *slot) mayBeSame(o *slot) bool {
	const tolerance = 8 // by which places may be apart
	if !slices.Equal(s.Fields, o.Fields) || !slices.Equal(s.Label, o.Label) {
		return false
	}
	near := func(x, y interval) bool { return x[0]-tolerance <= y[1] && y[0]-tolerance <= x[1] }
	middle := func(s *slot) interval { return interval{(s.Left[0] + s.Right[0]) / 2, (s.Left[1] + s.Right[1]) / 2} }
	return near(s.Left, o.Left) || near(s.Right, o.Right) || near(middle(s), middle(o))
}

// join merges another slot into this one.
func (s *slot) join(o *slot) {
	s.Left.join(o.Left)
	s.Right.join(o.Right)
	s.Inner, s.Outer = s.Inner || o.Inner, s.Outer || o.Outer
	s.Words = max(s.Words, o.Words)
	s.Shapes |= o.Shapes
	s.Count += o.Count
}

// mayBeSame reports whether two kinds may be the same one.
func (k *kind) mayBeSame(o *kind) bool {
	return k.Part == o.Part && slices.EqualFunc(k.Slots, o.Slots, func(a, b slot) bool { return a.mayBeSame(&b) })
}

// states reports whether lines of the kind state a column.
func (k *kind) states(f schema.Field) bool {
	return slices.ContainsFunc(k.Slots, func(s slot) bool { return s.states(f) })
}

// maxKinds is the greatest number of kinds of lines that are remembered.
const maxKinds = 40

// addKind adds a line's kind, or merges it into one that is the same. It returns its index,
// noKind if there are too many kinds.
func (r *ItemRule) addKind(k *kind) int {
	for i := range r.Kinds {
		if old := &r.Kinds[i]; old.mayBeSame(k) {
			for n := range old.Slots {
				old.Slots[n].join(&k.Slots[n])
			}
			old.Gap.join(k.Gap)
			old.Count += k.Count
			return i
		}
	}
	if len(r.Kinds) >= maxKinds {
		return noKind
	}
	r.Kinds = append(r.Kinds, *k)
	return len(r.Kinds) - 1
}

// follow counts that a line of one kind followed a line of another once more.
func (r *ItemRule) follow(from, to int) {
	if from == noKind || to == noKind {
		return
	}
	for i := range r.Chain {
		if l := &r.Chain[i]; l.From == from && l.To == to {
			l.Count++
			return
		}
	}
	r.Chain = append(r.Chain, link{from, to, 1})
}

// itemLearner learns the kinds of the lines of an example.
type itemLearner struct {
	*document
	found    [][schema.NumFields]spot // by line item: where its values stand
	fields   [][]schema.Field         // by token: the columns that it states
	items    []int                    // by token: the line item it belongs to; -1 for none
	stated   map[string]bool          // the keys of the example's values
	headings *headingRow              // where the headings of earlier examples stand; nil if they do not, or if none are known
	rule     *ItemRule
}

// learnLines learns the kinds of lines, and which kind follows which. It returns the first and
// the last line of the items; -1 if there is none.
func (t *itemLearner) learnLines() (first, last int) {
	t.tag()
	parts := t.parts()
	first, last = -1, -1
	for l, p := range parts {
		switch {
		case p == int(heads) && first < 0:
			if k := t.kindOf(l, heads); k != nil {
				t.rule.addKind(k)
			}
		case p >= 0:
			if first < 0 {
				first = l
			}
			last = l
		}
	}
	if first < 0 {
		return first, last
	}
	t.findHeadings(first, parts)
	before, begun := noKind, noKind
	for l := first; l <= last; l++ {
		if parts[l] < 0 {
			continue
		}
		k := t.kindOf(l, part(parts[l]))
		if l == first {
			k.Gap = interval{} // it is measured from the headings, and says nothing about other items
		}
		at := t.rule.addKind(k)
		t.rule.follow(before, at)
		if before = at; l == first {
			begun = at
		}
	}
	t.rule.follow(before, begun) // another item may follow the last one
	t.learnEnd(last)
	again := t.rule.findHeadings(t.document)
	// A further page may begin with headings above sums alone.
	t.rule.Once = t.rule.Once || len(again) > 1 && again[1].row > last && t.rows[again[1].row].number == t.rows[last].number
	return first, last
}

// tag records what each token states.
func (t *itemLearner) tag() {
	t.fields, t.items = make([][]schema.Field, len(t.tokens)), make([]int, len(t.tokens))
	for i := range t.items {
		t.items[i] = -1
	}
	for i := range t.found {
		for _, f := range itemFields {
			for _, o := range t.found[i][f].tokens() {
				if by := &t.items[o.id]; *by < 0 || *by == i {
					*by = i
					t.fields[o.id] = append(t.fields[o.id], f)
				}
			}
		}
	}
}

// parts returns for each line its part among the items; -1 for lines that state nothing of
// items.
func (t *itemLearner) parts() []int {
	parts := make([]int, len(t.rows))
	seen := map[int]bool{}
	for l := range t.rows {
		parts[l] = -1
		for _, o := range t.rows[l].tokens {
			i := t.items[o.id]
			switch {
			case i < 0:
			case !seen[i] && t.onlyDate(l):
				parts[l] = int(heads)
			case !seen[i]:
				seen[i] = true
				parts[l] = int(begins)
			case parts[l] < 0:
				parts[l] = int(goesOn)
			}
		}
	}
	return parts
}

// onlyDate reports whether a line states nothing but a date of delivery.
func (t *itemLearner) onlyDate(l int) bool {
	return !slices.ContainsFunc(t.rows[l].tokens, func(o *token) bool {
		return slices.ContainsFunc(t.fields[o.id], func(f schema.Field) bool { return f != schema.DeliveryDate })
	})
}

// remarked reports whether a line that states nothing stands beneath a description in such a way
// that the description might go on with it.
func (t *itemLearner) remarked() bool {
	for i := range t.found {
		runs := t.found[i][schema.Description].runs
		if len(runs) == 0 {
			continue
		}
		above := runs[len(runs)-1][0]
		if above.row+1 == len(t.rows) {
			continue
		}
		r := &t.rows[above.row+1]
		silent := !slices.ContainsFunc(r.tokens, func(o *token) bool { return t.items[o.id] >= 0 })
		if silent && r.gap > 0 && 100*r.gap <= float64(wrappedGap[1]) && math.Abs(r.tokens[0].x0-above.x0) <= above.em {
			return true
		}
	}
	return false
}

// runs returns the runs of tokens of a line that state the same columns of one item, or nothing.
// Those that state nothing are each within a segment, and are not marks alone unless they lead to
// a value.
func (t *itemLearner) runs(l int) (runs [][]*token) {
	tokens := t.rows[l].tokens
	says := func(o *token) bool { return len(t.fields[o.id]) > 0 }
	for i := 0; i < len(tokens); {
		o, n := tokens[i], 1
		alike := func(next *token) bool {
			return t.items[next.id] == t.items[o.id] && slices.Equal(t.fields[next.id], t.fields[o.id]) && (says(o) || next.segment == o.segment)
		}
		for i+n < len(tokens) && alike(tokens[i+n]) {
			n++
		}
		leads := i+n < len(tokens) && says(tokens[i+n]) && tokens[i+n].segment == o.segment
		if says(o) || leads || slices.ContainsFunc(tokens[i:i+n], func(o *token) bool { return o.shape != markShape }) {
			runs = append(runs, tokens[i:i+n])
		}
		i += n
	}
	return runs
}

// kindOf returns the kind of a line; nil if it has nothing that could be found again.
func (t *itemLearner) kindOf(l int, p part) *kind {
	k := &kind{Part: p, Count: 1}
	if t.rows[l].gap > 0 {
		k.Gap = intervalOf(100 * t.rows[l].gap)
	}
	for _, run := range t.runs(l) {
		if fields := t.fields[run[0].id]; len(fields) > 0 {
			k.Slots = append(k.Slots, t.slotOf(run, fields))
		} else {
			k.Slots = append(k.Slots, t.silentSlots(run)...)
		}
	}
	if len(k.Slots) == 0 {
		return nil
	}
	return k
}

// slotOf returns the slot of a run of tokens.
func (t *itemLearner) slotOf(run []*token, fields []schema.Field) slot {
	first, last := run[0], run[len(run)-1]
	left, right := t.headings.back(first.x0, last.x1)
	s := slot{Fields: fields, Words: len(run), Shapes: first.shape, Count: 1, Left: intervalOf(first.x0 - left), Right: intervalOf(last.x1 - right)}
	if rest := t.restOfRow(last)[1:]; len(rest) > 0 {
		s.Outer = rest[0].segment == last.segment
	}
	s.Inner = !first.begins
	return s
}

// silentSlots returns the slots of words that state nothing: those that lead to a value, or end
// in a colon, are labels.
func (t *itemLearner) silentSlots(run []*token) (slots []slot) {
	const mostLed, mostPlain = 3, 4 // words of a label before a value, and of one that ends in a colon
	last := run[len(run)-1]
	next := t.restOfRow(last)[1:]
	from, to := 0, 0 // of the label
	if len(next) > 0 && len(t.fields[next[0].id]) > 0 && next[0].segment == last.segment && !textnorm.HasDigit(printed(run)) {
		from, to = max(0, len(run)-mostLed), len(run)
	} else {
		for k, o := range run[:min(len(run), mostPlain)] {
			if textnorm.HasDigit(o.text) {
				break
			}
			if strings.HasSuffix(o.text, ":") || o.text == "#" {
				to = k + 1
			}
		}
	}
	if slices.ContainsFunc(run[from:to], t.isPrivate) {
		from, to = 0, 0
	}
	add := func(run []*token, label bool) {
		if len(run) == 0 {
			return
		}
		s := t.slotOf(run, nil)
		if label {
			s.Label = keptWords(run)
		}
		slots = append(slots, s)
	}
	add(run[:from], false)
	add(run[from:to], true)
	add(run[to:], false)
	return slots
}

// isPrivate reports whether a word is in a value that the example states and is not one that
// forms use, so that it must not be stored.
func (t *itemLearner) isPrivate(o *token) bool { return t.stated[o.key] && !isFormWord(markOf(o.key)) }

// keptWords returns the words of a label or heading in the form in which they are stored: as
// they are if forms use them, otherwise hashed, since they may belong to an item.
func keptWords(run []*token) (words []string) {
	for _, o := range run {
		if key := markOf(o.key); key == "" || isFormWord(key) {
			words = append(words, o.key)
		} else {
			words = append(words, hashed(o.key))
		}
	}
	return words
}

// labels reports whether lines of items have a label.
func (r *ItemRule) labels(label []string) bool {
	for i := range r.Kinds {
		k := &r.Kinds[i]
		for n := range k.Slots {
			if k.Part != ends && slices.Equal(k.Slots[n].Label, label) {
				return true
			}
		}
	}
	return false
}

// learnEnd learns which labels end the items.
func (t *itemLearner) learnEnd(last int) {
	const most, mostWords, leastLetters = 3, 6, 3 // lines at most, and words at most and letters at least of their labels
	n := 0
	for l := last + 1; l < len(t.rows) && n < most && t.rows[l].number == t.rows[last].number; l++ {
		for _, run := range t.runs(l) {
			end := slices.IndexFunc(run, func(o *token) bool { return textnorm.HasDigit(o.key) || t.isPrivate(o) })
			if end < 0 {
				end = len(run)
			}
			run = run[:min(end, mostWords)]
			if len(run) == 0 || textnorm.CountLetters(printed(run)) < leastLetters {
				continue
			}
			s := t.slotOf(run, nil)
			if s.Label = keptWords(run); t.rule.labels(s.Label) {
				continue
			}
			t.rule.addKind(&kind{Part: ends, Count: 1, Slots: []slot{s}})
			n++
			break
		}
	}
}
