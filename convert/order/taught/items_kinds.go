package taught

import (
	"math"
	"slices"
	"strings"

	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

// part is what a line of text has to do with line items.
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
	Gap   extent `json:"gap"`   // from the baseline above, hundredths of font sizes; none at the top of pages
	Ruled int    `json:"ruled"` // of these lines, those that a rule parts from what is above
}

// slot is a place of a line where a value, a label or something else stands. Places along
// x are thousandths of the page's width.
type slot struct {
	Fields []schema.Field `json:"fields,omitempty"` // what the words state; none for labels and what is not answered
	Label  []string       `json:"label,omitempty"`  // of a label, its folded words
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

func (e *extent) add(v float64, first bool) {
	n := int(v + 0.5)
	if first {
		*e = extent{n, n}
		return
	}
	e[0], e[1] = min(e[0], n), max(e[1], n)
}

func (e *extent) join(o extent) { e[0], e[1] = min(e[0], o[0]), max(e[1], o[1]) }

// joinGap joins gaps, of which none is known where they are 0.
func (e *extent) joinGap(o extent) {
	switch {
	case *e == extent{}:
		*e = o
	case o != extent{}:
		e.join(o)
	}
}

// states reports whether the slot states a column.
func (s *slot) states(f schema.Field) bool { return slices.Contains(s.Fields, f) }

// sameSlot reports whether two slots may be one, tolerance being how far apart their
// places may be.
func sameSlot(a, b *slot, tolerance int) bool {
	if !slices.Equal(a.Fields, b.Fields) || !slices.Equal(a.Label, b.Label) || a.Behind != b.Behind {
		return false
	}
	if a.Behind {
		return true
	}
	near := func(x, y extent) bool { return x[0]-tolerance <= y[1] && y[0]-tolerance <= x[1] }
	mid := func(s *slot) extent { return extent{(s.Left[0] + s.Right[0]) / 2, (s.Left[1] + s.Right[1]) / 2} }
	return near(a.Left, b.Left) || near(a.Right, b.Right) || near(mid(a), mid(b))
}

// join makes one slot of two.
func (s *slot) join(o *slot) {
	s.Left.join(o.Left)
	s.Right.join(o.Right)
	s.Inner += o.Inner
	s.Outer += o.Outer
	s.Words = max(s.Words, o.Words)
	s.Shapes |= o.Shapes
	if s.Prefix != o.Prefix {
		s.Prefix = commonSuffix(s.Prefix, o.Prefix)
	}
	if s.Suffix != o.Suffix {
		s.Suffix = commonPrefix(s.Suffix, o.Suffix)
	}
	s.Count += o.Count
}

func commonPrefix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return strings.ToValidUTF8(a[:n], "")
}

func commonSuffix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return strings.ToValidUTF8(a[len(a)-n:], "")
}

// sameKind reports whether two kinds may be one.
func sameKind(a, b *kind, tolerance int) bool {
	if a.Part != b.Part || len(a.Slots) != len(b.Slots) {
		return false
	}
	for i := range a.Slots {
		if !sameSlot(&a.Slots[i], &b.Slots[i], tolerance) {
			return false
		}
	}
	return true
}

// join makes one kind of two.
func (k *kind) join(o *kind) {
	for i := range k.Slots {
		k.Slots[i].join(&o.Slots[i])
	}
	k.Gap.joinGap(o.Gap)
	k.Count += o.Count
	k.Ruled += o.Ruled
}

// lesson takes the lines of an example apart into kinds.
type itemLesson struct {
	*alignment
	fields [][]schema.Field // by word: what it states
	rows   []int            // by word: the line item it belongs to; -1 for none
	stated map[string]bool  // the folded words of the order's values
	labels map[string]int   // how often texts that state nothing occur, in different lines
	dated  bool             // all items have the order's date of delivery
	head   *headPlace       // where the headings of earlier examples stand; nil where they do not, or are not known
	sparse bool             // further items may stand among those that are known
	rule   *ItemRule
}

// learnLines learns the kinds of lines, and which follows which.
func (t *itemLesson) learnLines() {
	t.tag()
	t.crop()
	parts := t.parts()
	first, last := -1, -1
	for l, p := range parts {
		switch {
		case p == int(heads) && first < 0:
			t.rule.addKind(t.kindOf(l, heads))
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
	t.countLabels(first, last)
	t.findHead(first, parts)
	before := startState
	for l := first; l <= last; l++ {
		p := part(max(parts[l], 0))
		if parts[l] < 0 {
			if t.sparse {
				continue
			}
			p = between
		}
		k := t.kindOf(l, p)
		if k == nil {
			continue
		}
		if l == first {
			k.Gap = extent{} // from the headings, which says nothing of other items
		}
		at := t.rule.addKind(k)
		t.rule.follow(before, at, 1)
		before = at
	}
	t.rule.follow(before, endState, 1)
	t.learnEnd(last)
	m := itemReader{sheet: t.sheet, rule: t.rule}
	heads := m.findHeads()
	t.rule.Once = t.rule.Once || len(heads) > 1 && heads[1].first > last
}

// tag notes what each word states.
func (t *itemLesson) tag() {
	t.fields, t.rows = make([][]schema.Field, len(t.words)), make([]int, len(t.words))
	for i := range t.rows {
		t.rows[i] = -1
	}
	for i := range t.found {
		for _, f := range itemFields {
			for _, r := range t.found[i][f] {
				for k := r.from; k < r.to; k++ {
					if t.rows[k] < 0 || t.rows[k] == i {
						t.rows[k] = i
						t.fields[k] = append(t.fields[k], f)
					}
				}
			}
		}
	}
}

// besides is how far words may stand beside the items and still be of their lines, font
// sizes.
const besides = 1.0

// crop leaves what stands beside the items out of the lines.
func (t *itemLesson) crop() {
	left, right, em := math.Inf(1), 0.0, 0.0
	for i, w := range t.words {
		if t.rows[i] >= 0 {
			left, right, em = min(left, w.x0), max(right, w.x1), max(em, w.em)
		}
	}
	t.rule.span(left, right)
	t.sheet.crop(left-besides*em, right+besides*em)
}

// parts tells for each line what it has to do with items; -1 for those that state
// nothing.
func (t *itemLesson) parts() []int {
	parts := make([]int, len(t.lines))
	seen := map[int]bool{}
	for l := range t.lines {
		parts[l] = -1
		for _, w := range t.lines[l].words {
			if i := t.rows[w.at]; i >= 0 {
				if !seen[i] && t.onlyDate(l) {
					if !t.dated {
						parts[l] = int(heads)
					}
					break
				}
				if !seen[i] {
					seen[i] = true
					parts[l] = int(begins)
				} else if parts[l] < 0 {
					parts[l] = int(goesOn)
				}
			}
		}
	}
	return parts
}

// onlyDate reports whether a line states nothing but a date of delivery.
func (t *itemLesson) onlyDate(l int) bool {
	for _, w := range t.lines[l].words {
		for _, f := range t.fields[w.at] {
			if f != schema.DeliveryDate {
				return false
			}
		}
	}
	return true
}

// countLabels counts the texts among the items that state nothing.
func (t *itemLesson) countLabels(first, last int) {
	t.labels = map[string]int{}
	for l := first; l <= last; l++ {
		for _, r := range t.silent(l) {
			t.labels[t.textOf(r)]++
		}
	}
}

func (t *itemLesson) textOf(r run) string {
	var b strings.Builder
	for k := r.from; k < r.to; k++ {
		if k > r.from {
			b.WriteByte(' ')
		}
		b.WriteString(t.words[k].folded)
	}
	return b.String()
}

// silent are the runs of words of a line that state nothing, each within a segment.
func (t *itemLesson) silent(l int) []run {
	var runs []run
	words := t.lines[l].words
	for i := 0; i < len(words); {
		if len(t.fields[words[i].at]) > 0 || t.idle(words, i) {
			i++
			continue
		}
		k := i + 1
		for k < len(words) && len(t.fields[words[k].at]) == 0 && words[k].segment == words[i].segment {
			k++
		}
		runs = append(runs, run{words[i].at, words[i].at + k - i})
		i = k
	}
	return runs
}

// idle reports whether a word is a mark that leads to nothing.
func (t *itemLesson) idle(words []*sheetWord, i int) bool {
	return words[i].shape == markShape && (i+1 == len(words) || len(t.fields[words[i+1].at]) == 0 || words[i+1].segment != words[i].segment)
}

// kindOf is the kind of a line; nil where it has nothing that could be found again.
func (t *itemLesson) kindOf(l int, p part) *kind {
	line := &t.lines[l]
	k := &kind{Part: p, Count: 1}
	if line.gap > 0 {
		k.Gap.add(100*line.gap, true)
	}
	if line.ruled {
		k.Ruled = 1
	}
	silent := t.silent(l)
	for i := 0; i < len(line.words); {
		w := line.words[i]
		n := 1
		if len(silent) > 0 && silent[0].from == w.at {
			n = silent[0].to - silent[0].from
			k.Slots = append(k.Slots, t.silentSlots(silent[0])...)
			silent = silent[1:]
		} else if len(t.fields[w.at]) > 0 {
			for i+n < len(line.words) && t.rows[line.words[i+n].at] == t.rows[w.at] && slices.Equal(t.fields[line.words[i+n].at], t.fields[w.at]) {
				n++
			}
			k.Slots = append(k.Slots, t.slotOf(run{w.at, w.at + n}, t.fields[w.at]))
		}
		i += n
	}
	if len(k.Slots) == 0 {
		return nil
	}
	return k
}

// slotOf is the slot of a run of words.
func (t *itemLesson) slotOf(r run, fields []schema.Field) slot {
	first, last := t.words[r.from], t.words[r.to-1]
	s := slot{Fields: fields, Words: r.to - r.from, Shapes: first.shape, Count: 1}
	left, right := t.head.back(first.x0, last.x1)
	s.Left.add(first.x0-left, true)
	s.Right.add(last.x1-right, true)
	if r.from > 0 {
		b := t.words[r.from-1]
		s.Behind = b.line == first.line && b.segment == first.segment && first.x0-b.x1 < first.em
		s.Inner = flag(b.segment == first.segment)
	}
	if r.to < len(t.words) {
		s.Outer = flag(t.words[r.to].segment == last.segment)
	}
	if len(fields) == 1 {
		s.Prefix, s.Suffix = t.affixes(r, fields[0])
	}
	return s
}

func flag(is bool) int {
	if is {
		return 1
	}
	return 0
}

// affixes are what stands about a value in the words that state it. They are labels and
// marks, without figures.
func (t *itemLesson) affixes(r run, f schema.Field) (prefix, suffix string) {
	switch f {
	case schema.ItemCode, schema.Unit, schema.LineNumber, schema.Description:
	default:
		return "", ""
	}
	words := make([]string, 0, r.to-r.from)
	for k := r.from; k < r.to; k++ {
		words = append(words, t.words[k].Text)
	}
	printed := strings.Join(words, " ")
	value := t.right[t.rows[r.from]][f].Value
	if f == schema.Description {
		printed, value = words[0], strings.Fields(value)[0]
		if r.to > r.from+1 {
			value = words[0] // only marks about single words
		}
	}
	before, after, ok := strings.Cut(printed, value)
	if !ok || !isAffix(before) || !isAffix(after) {
		return "", ""
	}
	return before, after
}

// isAffix reports whether a text is marks, or a label.
func isAffix(text string) bool {
	return !textnorm.HasDigit(text) && (textnorm.CountLetters(text) == 0 || strings.ContainsAny(text[len(text)-1:], ":#/"))
}

// silentSlots are the slots of words that state nothing: those that lead to a value, or
// are printed again and again, are labels.
func (t *itemLesson) silentSlots(r run) []slot {
	text := t.textOf(r)
	next := r.to < len(t.words) && t.words[r.to].line == t.words[r.from].line && len(t.fields[r.to]) > 0 &&
		t.words[r.to].segment == t.words[r.from].segment
	label := r
	switch {
	case t.labels[text] > 1 && !textnorm.HasDigit(text):
	case next && !textnorm.HasDigit(text):
		label.from = max(r.from, r.to-3)
	default:
		// What ends in a colon is a label whatever stands behind it.
		label = run{r.from, r.from}
		for k := r.from; k < min(r.to, r.from+4); k++ {
			if textnorm.HasDigit(t.words[k].folded) {
				break
			}
			if strings.HasSuffix(t.words[k].folded, ":") || t.words[k].folded == "#" {
				label.to = k + 1
			}
		}
	}
	var slots []slot
	if label.from > r.from {
		slots = append(slots, t.slotOf(run{r.from, label.from}, nil))
	}
	if label.to > label.from {
		s := t.slotOf(label, nil)
		for k := label.from; k < label.to; k++ {
			s.Label = append(s.Label, keptWord(t.words[k].folded))
		}
		slots = append(slots, s)
	}
	if label.to < r.to {
		slots = append(slots, t.slotOf(run{label.to, r.to}, nil))
	}
	return slots
}

// Bounds of what stands about the items.
const (
	endLines   = 3   // lines behind the last item that are remembered by their labels
	headLines  = 5   // lines above the first item that may head columns
	headGap    = 3.5 // how far apart these may be, font sizes
	labelWords = 6   // of a label at most
)

// learnEnd learns which labels end the items.
func (t *itemLesson) learnEnd(last int) {
	n := 0
	for l := last + 1; l < len(t.lines) && n < endLines; l++ {
		if t.lines[l].page != t.lines[last].page {
			break
		}
		k := &kind{Part: ends, Count: 1}
		for _, r := range t.silent(l) {
			if label := t.labelOf(r); len(label) > 0 {
				s := t.slotOf(run{r.from, r.from + len(label)}, nil)
				s.Label = label
				k.Slots = append(k.Slots, s)
				break
			}
		}
		if len(k.Slots) > 0 {
			t.rule.addKind(k)
			n++
		}
	}
}

// labelOf are the first words of a segment, if they may be a label.
func (t *itemLesson) labelOf(r run) []string {
	var label []string
	for k := r.from; k < min(r.to, r.from+labelWords); k++ {
		w := t.words[k]
		if textnorm.HasDigit(w.folded) || t.stated[w.folded] {
			break
		}
		label = append(label, keptWord(w.folded))
	}
	if textnorm.CountLetters(t.textOf(run{r.from, r.from + len(label)})) < 3 {
		return nil
	}
	return label
}

// heading is a word above the items by which their columns are found.
type heading struct {
	Word  string `json:"word"` // folded
	Line  int    `json:"line"` // how many lines above the first item, from 1
	Left  int    `json:"left"`
	Right int    `json:"right"`
}

// findHead finds the headings of earlier examples above the first item. Those are kept that
// stand here too; where none were known, those that stand here are learned.
func (t *itemLesson) findHead(first int, parts []int) {
	if len(t.rule.Heads) == 0 {
		t.learnHead(first, parts)
		return
	}
	m := itemReader{sheet: t.sheet, rule: t.rule}
	for _, h := range m.findHeads() {
		if h.last < first {
			t.head = &h
		}
	}
	if t.head != nil {
		t.rule.Heads = nil
		for _, p := range t.head.pairs {
			t.rule.Heads = append(t.rule.Heads, p.heading)
		}
	}
}

// learnHead learns the headings of columns.
func (t *itemLesson) learnHead(first int, parts []int) {
	for l := first - 1; l >= max(0, first-headLines); l-- {
		if t.lines[l].page != t.lines[first].page || t.lines[l+1].gap > headGap {
			break
		}
		if parts[l] >= 0 {
			continue
		}
		for _, w := range t.lines[l].words {
			if textnorm.CountLetters(w.folded) < 2 || textnorm.HasDigit(w.folded) || t.stated[w.folded] {
				continue
			}
			t.rule.Heads = append(t.rule.Heads, heading{keptWord(w.folded), first - l, int(w.x0 + 0.5), int(w.x1 + 0.5)})
		}
	}
}
