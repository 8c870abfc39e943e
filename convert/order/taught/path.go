package taught

import (
	"math"
	"math/bits"
	"slices"

	"lineitem/convert/order/schema"
)

// lineState is what a line has to do with items, if all lines above it are taken for what
// is likeliest then.
type lineState struct {
	kind   int      // of the line, or one of the kinds below
	stated fieldSet // what the item states up to this line; none if no item has begun
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

// openItem is in the set of what an item states, besides columns.
const openItem fieldSet = 1 << 31

func (s fieldSet) len() float64 { return float64(bits.OnesCount32(uint32(s))) }

// What is taken off for a line that states nothing after another, for an item where none is
// expected, and for one that states too little or too much.
const (
	pauseCost   = 0.7
	resumeCost  = 0.3
	overPage    = 0.5  // an item that goes on behind what has nothing to do with items
	afterEnd    = 4.0  // an item behind what ends the items
	missingCost = 1.0  // a value that all items of the examples have,
	againCost   = 2.0  // and one that is stated again
	gapCost     = 2.0  // a line that is too far from the one above, or too near,
	oddCost     = 0.6  // and one that is a little so
	leastMatch  = -3.0 // what a line must at least be worth to be of a kind
	mostBehind  = 12.0 // by how much a state may be less likely than the best
	nearHead    = 4    // lines beneath headings that may be those of an item, though items have ended
)

// pathFinder finds the likeliest kinds of lines.
type pathFinder struct {
	*itemReader
	matches        [][]lineMatch // by line and kind
	follows        [][]float64
	usual          fieldSet // the columns that all items of the examples state in their lines
	begin, further extent   // the gaps above lines with which items begin, and above those with which they go on
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

// ended is a state behind whose line no item goes on.
func (p *pathFinder) ended(s lineState) lineState {
	if s.stated&openItem != 0 {
		s.score -= missingCost * (p.usual &^ s.stated).len()
		s.stated = 0
	}
	return s
}

// next are the states of a line, those of the line above being known.
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

// leave adds the states in which a line has nothing to do with items.
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

// beginCost is what is taken off for an item that begins with a line, which may stand behind
// what ends the items.
func (p *pathFinder) beginCost(l, k int, from lineState) float64 {
	after := from.kind == behindItems || from.kind >= 0 && p.kinds[from.kind].Part == ends
	switch {
	case from.kind >= 0 && p.kinds[from.kind].Part == heads:
		return 0
	case p.rule.Once && (after || p.head[l] > 0):
		return math.Inf(1)
	case after && !(p.head[l] >= 0 && l-p.heads[p.head[l]].row <= nearHead):
		return afterEnd
	case after || from.kind < 0:
		return resumeCost
	}
	return p.setting(l, k) - p.follows[from.kind][k]
}

// goOnCost is what is taken off for a line with which an item goes on.
func (p *pathFinder) goOnCost(l, k int, from lineState) float64 {
	switch {
	case from.stated&openItem == 0, p.kinds[k].Count == 0 && from.kind < 0:
		return math.Inf(1)
	case from.kind < 0:
		return overPage
	}
	return p.setting(l, k) - p.follows[from.kind][k]
}

// setting is what is taken off if a line stands otherwise beneath the one above than lines of
// its kind do in the examples.
func (p *pathFinder) setting(l, k int) float64 {
	const near, far = 15, 60 // hundredths of the type's size
	kind, gap := &p.kinds[k], int(100*p.rows[l].gap)
	begin := kind.Part == begins
	switch {
	case gap == 0:
	case p.begin != extent{} && p.further != extent{} && p.begin[0] >= p.further[1]+near: // gaps part the items
		if (gap > (3*p.begin[0]+p.further[1])/4) != begin {
			return gapCost
		}
	case kind.Gap == extent{}:
	case !begin && gap > kind.Gap[1]+far:
		return gapCost
	case !begin && gap > kind.Gap[1]+near, begin && gap < kind.Gap[0]-near:
		return oddCost
	}
	return 0
}

// follows are logarithms of how probable it is that one kind follows another.
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
				least = -0.7 // how many lines a text takes is chance
			}
			table[i][k] = max(least, 0.7*math.Log((table[i][k]+0.3)/(counts[i]+1)))
		}
	}
	return table
}

// frontier are the states of a line.
type frontier struct {
	states []lineState
	top    float64 // the best score
}

// add adds the state that follows another one, unless one like it is likelier, or it is far
// less likely than the best.
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

// best leaves out the states that are far less likely than the best.
func (f *frontier) best() []lineState {
	return slices.DeleteFunc(f.states, func(s lineState) bool { return s.score < f.top-mostBehind })
}
