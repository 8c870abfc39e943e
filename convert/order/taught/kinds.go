package taught

import (
	"slices"
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// part is the role of a line of text among line items.
type part uint8

const (
	begins  part = iota // the first line of an item
	goesOn              // a further line of an item
	between             // stands among the items, and states nothing of them
	ends                // ends the items
	heads               // states something of all items beneath it
)

// kind is a kind of line among the line items, or behind them.
type kind struct {
	Part  part   `json:"part"`
	Slots []slot `json:"slots"`
	Count int    `json:"count"` // how many lines of the examples are of this kind
	Gap   extent `json:"gap"`   // from the baseline above, hundredths of the type's height; none at the top of pages
	Ruled int    `json:"ruled"` // of these lines, those that a rule parts from what is above
}

// slot is a place of a line where a value, a label or something else stands. Places along
// x are thousandths of the page's width.
type slot struct {
	Fields []schema.Field `json:"fields,omitempty"` // what the words state; none for labels and what is not answered
	Label  []string       `json:"label,omitempty"`  // of a label, its words as keptWord makes them
	Left   extent         `json:"left"`             // where the words begin
	Right  extent         `json:"right"`            // and end
	Words  int            `json:"words"`            // how many at most
	Shapes shape          `json:"shapes"`           // those of the first words
	Behind bool           `json:"behind,omitempty"` // stands right behind the slot before it
	Inner  int            `json:"inner,omitempty"`  // how often a word of its segment that is not its own stands before it,
	Outer  int            `json:"outer,omitempty"`  // and behind it
	Prefix string         `json:"prefix,omitempty"` // what stands before the value in its first word
	Suffix string         `json:"suffix,omitempty"` // and behind it in its last word
	Count  int            `json:"count"`
}

// extent is from the least to the greatest of some numbers.
type extent [2]int

func extentOf(v float64) extent { return extent{int(v + 0.5), int(v + 0.5)} }

// join makes one extent of two; one from 0 to 0 is not known.
func (e *extent) join(o extent) {
	if *e == (extent{}) || o == (extent{}) {
		*e = extent{e[0] + o[0], e[1] + o[1]}
		return
	}
	e[0], e[1] = min(e[0], o[0]), max(e[1], o[1])
}

// states reports whether the slot states a column.
func (s *slot) states(f schema.Field) bool { return slices.Contains(s.Fields, f) }

// same reports whether two slots may be one.
func (s *slot) same(o *slot) bool {
	const tolerance = 8 // by which places may be apart
	if !slices.Equal(s.Fields, o.Fields) || !slices.Equal(s.Label, o.Label) || s.Behind != o.Behind {
		return false
	}
	near := func(x, y extent) bool { return x[0]-tolerance <= y[1] && y[0]-tolerance <= x[1] }
	middle := func(s *slot) extent { return extent{(s.Left[0] + s.Right[0]) / 2, (s.Left[1] + s.Right[1]) / 2} }
	return s.Behind || near(s.Left, o.Left) || near(s.Right, o.Right) || near(middle(s), middle(o))
}

// join makes one slot of two.
func (s *slot) join(o *slot) {
	s.Left.join(o.Left)
	s.Right.join(o.Right)
	s.Inner += o.Inner
	s.Outer += o.Outer
	s.Words = max(s.Words, o.Words)
	s.Shapes |= o.Shapes
	s.Count += o.Count
	if s.Prefix != o.Prefix || s.Suffix != o.Suffix {
		s.Prefix, s.Suffix = "", ""
	}
}

// same reports whether two kinds may be one.
func (k *kind) same(o *kind) bool {
	if k.Part != o.Part || len(k.Slots) != len(o.Slots) {
		return false
	}
	for i := range k.Slots {
		if !k.Slots[i].same(&o.Slots[i]) {
			return false
		}
	}
	return true
}

// states reports whether lines of the kind state a column.
func (k *kind) states(f schema.Field) bool {
	return slices.ContainsFunc(k.Slots, func(s slot) bool { return s.states(f) })
}

// maxKinds bounds the kinds of lines that are remembered.
const maxKinds = 40

// addKind adds a line's kind, and returns its index.
func (r *ItemRule) addKind(k *kind) int {
	for i := range r.Kinds {
		if old := &r.Kinds[i]; old.same(k) {
			for n := range old.Slots {
				old.Slots[n].join(&k.Slots[n])
			}
			old.Gap.join(k.Gap)
			old.Count += k.Count
			old.Ruled += k.Ruled
			return i
		}
	}
	if len(r.Kinds) >= maxKinds {
		return endState
	}
	r.Kinds = append(r.Kinds, *k)
	return len(r.Kinds) - 1
}

// follow notes that a kind followed another once more.
func (r *ItemRule) follow(from, to int) {
	for i := range r.Chain {
		if l := &r.Chain[i]; l.From == from && l.To == to {
			l.Count++
			return
		}
	}
	r.Chain = append(r.Chain, link{from, to, 1})
}

// itemLesson takes the lines of an example apart into kinds.
type itemLesson struct {
	*alignment
	fields [][]schema.Field // by token: what it states
	items  []int            // by token: the line item it belongs to; -1 for none
	stated map[string]bool  // the keys of the order's values
	dated  bool             // all items have the order's date of delivery
	sparse bool             // further items may stand among those that are known
	head   *headPlace       // where the headings of earlier examples stand; nil if they do not, or are not known
	rule   *ItemRule
}

// besides is how far words may stand beside the items and still be of their lines, font
// sizes.
const besides = 1.0

// learnLines learns the kinds of lines, and which follows which.
func (t *itemLesson) learnLines() {
	t.tag()
	parts := t.parts()
	first, last := -1, -1
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
		return
	}
	t.findHead(first, parts)
	before := startState
	for l := first; l <= last; l++ {
		p := part(max(parts[l], 0))
		if parts[l] < 0 {
			p = between
		}
		k := t.kindOf(l, p)
		if k == nil || p == between && t.sparse {
			continue
		}
		if l == first {
			k.Gap = extent{} // from the headings, which says nothing of other items
		}
		at := t.rule.addKind(k)
		t.rule.follow(before, at)
		before = at
	}
	t.rule.follow(before, endState)
	t.learnEnd(last)
	again := t.rule.findHeads(t.document)
	t.rule.Once = t.rule.Once || len(again) > 1 && again[1].first > last
}

// tag notes what each token states, and leaves what stands beside the items out of the lines.
func (t *itemLesson) tag() {
	t.fields, t.items = make([][]schema.Field, len(t.tokens)), make([]int, len(t.tokens))
	for i := range t.items {
		t.items[i] = -1
	}
	left, right, em := 1000.0, 0.0, 0.0
	for i := range t.found {
		for _, f := range itemFields {
			for _, o := range t.found[i][f].tokens() {
				if by := &t.items[o.id]; *by < 0 || *by == i {
					*by = i
					t.fields[o.id] = append(t.fields[o.id], f)
					left, right, em = min(left, o.x0), max(right, o.x1), max(em, o.em)
				}
			}
		}
	}
	if t.rule.Right > 0 {
		left, right = min(left, float64(t.rule.Left)), max(right, float64(t.rule.Right))
	}
	t.rule.Left, t.rule.Right = int(left), int(right+1)
	t.document = t.between(left-besides*em, right+besides*em)
}

// parts tells for each line what it has to do with items; -1 for those that state nothing.
func (t *itemLesson) parts() []int {
	parts := make([]int, len(t.rows))
	seen := map[int]bool{}
	for l := range t.rows {
		parts[l] = -1
		for _, o := range t.rows[l].tokens {
			i := t.items[o.id]
			switch {
			case i < 0:
			case !seen[i] && t.onlyDate(l):
				if !t.dated {
					parts[l] = int(heads)
				}
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
func (t *itemLesson) onlyDate(l int) bool {
	return !slices.ContainsFunc(t.rows[l].tokens, func(o *token) bool {
		return slices.ContainsFunc(t.fields[o.id], func(f schema.Field) bool { return f != schema.DeliveryDate })
	})
}

// silent are the runs of tokens of a line that state nothing, each within a segment, but for
// marks that lead to nothing.
func (t *itemLesson) silent(l int) (runs [][]*token) {
	tokens := t.rows[l].tokens
	says := func(o *token) bool { return len(t.fields[o.id]) > 0 }
	for i := 0; i < len(tokens); {
		o, k := tokens[i], i+1
		idle := o.shape == markShape && (k == len(tokens) || !says(tokens[k]) || tokens[k].segment != o.segment)
		if !says(o) && !idle {
			for k < len(tokens) && !says(tokens[k]) && tokens[k].segment == o.segment {
				k++
			}
			runs = append(runs, tokens[i:k])
		}
		i = k
	}
	return runs
}

// kindOf is the kind of a line; nil if it has nothing that could be found again.
func (t *itemLesson) kindOf(l int, p part) *kind {
	r := &t.rows[l]
	k := &kind{Part: p, Count: 1, Ruled: flag(r.ruled)}
	if r.gap > 0 {
		k.Gap = extentOf(100 * r.gap)
	}
	silent := t.silent(l)
	for i := 0; i < len(r.tokens); {
		o, n := r.tokens[i], 1
		if len(silent) > 0 && silent[0][0] == o {
			n = len(silent[0])
			k.Slots = append(k.Slots, t.silentSlots(silent[0])...)
			silent = silent[1:]
		} else if fields := t.fields[o.id]; len(fields) > 0 {
			for ; i+n < len(r.tokens); n++ {
				next := r.tokens[i+n].id
				if t.items[next] != t.items[o.id] || !slices.Equal(t.fields[next], fields) {
					break
				}
			}
			k.Slots = append(k.Slots, t.slotOf(r.tokens[i:i+n], fields))
		}
		i += n
	}
	if len(k.Slots) == 0 {
		return nil
	}
	return k
}

// slotOf is the slot of a run of tokens.
func (t *itemLesson) slotOf(run []*token, fields []schema.Field) slot {
	first, last := run[0], run[len(run)-1]
	left, right := t.head.back(first.x0, last.x1)
	s := slot{Fields: fields, Words: len(run), Shapes: first.shape, Count: 1, Left: extentOf(first.x0 - left), Right: extentOf(last.x1 - right)}
	if first.at > 0 {
		before := t.rows[first.line].tokens[first.at-1]
		s.Inner = flag(before.segment == first.segment)
		s.Behind = s.Inner > 0 && first.x0-before.x1 < first.em
	}
	if next := t.next(last); next != nil {
		s.Outer = flag(next.segment == last.segment)
	}
	if len(fields) == 1 {
		s.Prefix, s.Suffix = t.affixes(run, fields[0])
	}
	return s
}

// affixes are what stands about a value in the words that state it: marks, or labels without
// figures.
func (t *itemLesson) affixes(run []*token, f schema.Field) (prefix, suffix string) {
	isAffix := func(s string) bool {
		return !textnorm.HasDigit(s) && (textnorm.CountLetters(s) == 0 || strings.ContainsAny(s[len(s)-1:], ":#/"))
	}
	before, after, ok := strings.Cut(printed(run), t.right[t.items[run[0].id]][f].Value)
	if f == schema.Description || f == schema.DeliveryDate || isNumber[f] || !ok || !isAffix(before) || !isAffix(after) {
		return "", ""
	}
	return before, after
}

// silentSlots are the slots of words that state nothing: those that lead to a value, or end in
// a colon, are labels.
func (t *itemLesson) silentSlots(run []*token) (slots []slot) {
	const mostLed, mostPlain = 3, 4 // words of a label before a value, and of one that ends in a colon
	last := run[len(run)-1]
	next := t.next(last)
	leads := next != nil && len(t.fields[next.id]) > 0 && next.segment == last.segment
	from, to := 0, 0 // of the label
	if leads && !textnorm.HasDigit(printed(run)) {
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
	add := func(run []*token, label bool) {
		if len(run) == 0 {
			return
		}
		s := t.slotOf(run, nil)
		for k := 0; label && k < len(run); k++ {
			s.Label = append(s.Label, keptWord(run[k].key))
		}
		slots = append(slots, s)
	}
	add(run[:from], false)
	add(run[from:to], true)
	add(run[to:], false)
	return slots
}

// keptWord is the form in which a word of a label or heading is kept: as it is if forms have
// it, or else hashed, since it may be an item's.
func keptWord(key string) string {
	if words := markedWords(key); len(words) > 0 && !formWords()[words[0]] {
		return hashed(key)
	}
	return key
}

// learnEnd learns which labels end the items.
func (t *itemLesson) learnEnd(last int) {
	const most, mostWords, leastLetters = 3, 6, 3 // lines, and words and letters of labels
	n := 0
	for l := last + 1; l < len(t.rows) && n < most && t.rows[l].number == t.rows[last].number; l++ {
		for _, run := range t.silent(l) {
			end := slices.IndexFunc(run, func(o *token) bool { return textnorm.HasDigit(o.key) || t.stated[o.key] })
			if end < 0 {
				end = len(run)
			}
			run = run[:min(end, mostWords)]
			if textnorm.CountLetters(printed(run)) < leastLetters {
				continue
			}
			s := t.slotOf(run, nil)
			for _, o := range run {
				s.Label = append(s.Label, keptWord(o.key))
			}
			t.rule.addKind(&kind{Part: ends, Count: 1, Slots: []slot{s}})
			n++
			break
		}
	}
}
