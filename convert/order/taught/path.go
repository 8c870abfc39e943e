package taught

import (
	"math"
	"math/bits"
	"slices"

	"lineitem/convert/order/schema"
)

// lineState is what a line has to do with items, given the likeliest states of the lines above
// it.
type lineState struct {
	kind   int      // index of the line's kind, or one of the negative kinds below
	stated fieldSet // what the item states up to this line; 0 if no item has begun
	score  float64
	from   int // index of the state of the line above
}

// Kinds of lines that have nothing to do with items.
const (
	pausing = -1 - iota // before the items, or among them
	behindItems
)

// fieldSet is a set of columns of line items.
type fieldSet uint32

// openItem marks in the set of what an item states, besides columns, that an item has begun.
const openItem fieldSet = 1 << 31

func (s fieldSet) len() float64 { return float64(bits.OnesCount32(uint32(s))) }

// Penalties for a line that states nothing after one that does, for an item where none is
// expected, and for one that states too little or too much; and bounds.
const (
	pauseCost    = 0.7
	resumeCost   = 0.3
	overPage     = 0.5  // for an item that goes on after what has nothing to do with items
	afterEnd     = 4.0  // for an item after what ends the items
	missingCost  = 1.0  // for a value that is missing though all items of the examples have it,
	againCost    = 2.0  // and for one that is stated again
	gapCost      = 2.0  // for a line that is too far from the one above, or too near,
	oddCost      = 0.6  // and for one that is slightly so
	leastMatch   = -3.0 // the least worth at which a line may be of a kind
	mostBehind   = 12.0 // by how much the score of a state may be less than the best
	nearHeadings = 4    // lines beneath headings that may be those of an item even after the items have ended
)

// pathFinder finds the likeliest kinds of lines.
type pathFinder struct {
	*itemReader
	matches        [][]lineMatch // by line and kind
	follows        [][]float64
	usual          fieldSet // the columns that all items of the examples state in their lines
	begin, further interval // the gaps above lines with which items begin, and above those with which they go on
}

// path finds the likeliest kind of each line (Viterbi, "Error bounds for convolutional codes",
// 1967). Negative kinds have nothing to do with items.
func (m *itemReader) path(matches [][]lineMatch) []lineState {
	p := pathFinder{itemReader: m, matches: matches, follows: m.follows()}
	for _, f := range itemFields {
		if t := &m.rule.Trust; t.Lines > 0 && t.Stated[f] >= t.Lines && f != schema.Description && f != schema.DeliveryDate && !m.rule.has(f) {
			p.usual |= 1 << f
		}
	}
	for i := range m.rule.Kinds {
		switch k := &m.rule.Kinds[i]; k.Part {
		case begins:
			p.begin.join(k.Gap)
		case goesOn:
			p.further.join(k.Gap)
		}
	}
	states := [][]lineState{{{kind: pausing}}}
	for l := range m.rows {
		states = append(states, p.next(l, states[l]))
	}
	best, top := 0, math.Inf(-1)
	for i, s := range states[len(m.rows)] {
		if s = p.ended(s); s.score > top {
			best, top = i, s.score
		}
	}
	path := make([]lineState, len(m.rows))
	for l := len(m.rows) - 1; l >= 0; l-- {
		path[l] = states[l+1][best]
		best = path[l].from
	}
	return path
}

// ended returns the state that s becomes if the item ends with its line.
func (p *pathFinder) ended(s lineState) lineState {
	if s.stated&openItem != 0 {
		s.score -= missingCost * (p.usual &^ s.stated).len()
		s.stated = 0
	}
	return s
}

// next returns the states of a line, given those of the line above.
func (p *pathFinder) next(l int, above []lineState) []lineState {
	f := frontier{top: math.Inf(-1)}
	for i, from := range above {
		from.from = i
		ended := p.ended(from)
		p.leave(&f, l, from, ended)
		for k := range p.kinds {
			match := &p.matches[l][k]
			if match.worth < leastMatch || from.score+match.worth < f.top-mostBehind {
				continue
			}
			switch p.kinds[k].Part {
			case begins:
				f.add(ended, k, match.stated|openItem, match.worth-p.beginCost(l, k, from))
			case goesOn:
				f.add(from, k, from.stated|match.stated, match.worth-againCost*(from.stated&match.stated).len()-p.goOnCost(l, k, from))
			case heads:
				f.add(ended, k, 0, match.worth-resumeCost)
			case ends:
				f.add(ended, k, 0, match.worth)
			}
		}
	}
	return f.best()
}

// leave adds the state in which a line has nothing to do with items.
func (p *pathFinder) leave(f *frontier, l int, from, ended lineState) {
	switch {
	case from.kind < 0:
		f.add(from, from.kind, from.stated, 0)
	case p.kinds[from.kind].Part == ends:
		f.add(ended, behindItems, 0, 0)
	case l > 0 && p.rows[l].number != p.rows[l-1].number:
		f.add(from, pausing, from.stated, -resumeCost)
	default:
		f.add(from, pausing, from.stated, -pauseCost)
	}
}

// beginCost returns what is taken off if an item begins with a line, which may stand after what
// ends the items.
func (p *pathFinder) beginCost(l, k int, from lineState) float64 {
	after := from.kind == behindItems || from.kind >= 0 && p.kinds[from.kind].Part == ends
	switch {
	case from.kind >= 0 && p.kinds[from.kind].Part == heads:
		return 0
	case p.rule.Once && (after || p.headingsAbove[l] > 0):
		return math.Inf(1)
	case after && !(p.headingsAbove[l] >= 0 && l-p.headings[p.headingsAbove[l]].row <= nearHeadings):
		return afterEnd
	case after || from.kind < 0:
		return resumeCost
	}
	return p.setting(l, k) - p.follows[from.kind][k]
}

// goOnCost returns what is taken off if an item goes on with a line.
func (p *pathFinder) goOnCost(l, k int, from lineState) float64 {
	switch {
	case from.stated&openItem == 0, p.kinds[k].Count == 0 && from.kind < 0:
		return math.Inf(1)
	case from.kind < 0:
		return overPage
	}
	return p.setting(l, k) - p.follows[from.kind][k]
}

// setting returns what is taken off if the gap above a line differs from the gaps above lines
// of its kind in the examples.
func (p *pathFinder) setting(l, k int) float64 {
	const near, far = 15, 60 // hundredths of the type's size
	kind, gap := &p.kinds[k], int(100*p.rows[l].gap)
	begin := kind.Part == begins
	switch {
	case gap == 0:
	case p.begin != interval{} && p.further != interval{} && p.begin[0] >= p.further[1]+near: // gaps separate the items
		if (gap > (3*p.begin[0]+p.further[1])/4) != begin {
			return gapCost
		}
	case kind.Gap == interval{}:
	case !begin && gap > kind.Gap[1]+far:
		return gapCost
	case !begin && gap > kind.Gap[1]+near, begin && gap < kind.Gap[0]-near:
		return oddCost
	}
	return 0
}

// follows returns how probable it is that one kind follows another, as logarithms that are
// scaled and bounded.
func (m *itemReader) follows() [][]float64 {
	n := len(m.kinds)
	counts, table := make([]float64, n), make([][]float64, n)
	for i := range table {
		table[i] = make([]float64, n)
	}
	for _, c := range m.rule.Chain {
		counts[c.From] += float64(c.Count)
		table[c.From][c.To] += float64(c.Count)
	}
	for i := range table {
		for k := range table[i] {
			least := -1.2
			if m.kinds[k].Part == goesOn {
				least = -0.7 // how many lines a text takes varies by chance
			}
			table[i][k] = max(least, 0.7*math.Log((table[i][k]+0.3)/(counts[i]+1)))
		}
	}
	return table
}

// frontier holds the states of a line.
type frontier struct {
	states []lineState
	top    float64 // the best score
}

// add adds the state that follows another one, unless a likelier one has the same kind and
// columns, or it is far less likely than the best.
func (f *frontier) add(from lineState, kind int, stated fieldSet, worth float64) {
	s := lineState{kind, stated, from.score + worth, from.from}
	if math.IsInf(worth, -1) || s.score < f.top-mostBehind {
		return
	}
	f.top = max(f.top, s.score)
	for i := range f.states {
		if o := &f.states[i]; o.kind == s.kind && o.stated == s.stated {
			if s.score > o.score {
				*o = s
			}
			return
		}
	}
	f.states = append(f.states, s)
}

// best returns the states that are not far less likely than the best one.
func (f *frontier) best() []lineState {
	return slices.DeleteFunc(f.states, func(s lineState) bool { return s.score < f.top-mostBehind })
}
