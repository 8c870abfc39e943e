// Package alignment finds which words of an order state the cells of its right rows. The training commands
// learn from this what each word states.
package alignment

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lineitem/convert/accuracy"
	"lineitem/convert/layout"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
	"lineitem/convert/order/value"

	"github.com/shopspring/decimal"
)

// aligner finds the words of an order that state the cells of its right rows.
type aligner struct {
	*tagging.Graph
	rows    []accuracy.Row
	figures [][]float64                // by node: every reading as a number
	tokens  [][]string                 // by node
	bare    []string                   // by node: letters and digits
	row     []int                      // by node: the right row that it belongs to, -1 for none
	tag     []int8                     // by node
	column  [tagging.NumTags][]float64 // by tag: right edges of the cells found
	found   int                        // cells that were found
	stated  int                        // cells of the right rows that have a value
}

// Example aligns an order with its right rows. It returns the example and the share of the
// stated cells that were found among the words, or nil for an order without words.
func Example(o *samples.Sample) (*tagging.Example, float64) {
	pages := layout.Analyze(o.Document)
	g := tagging.NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		return nil, 0
	}
	return align(g, o.Truth.Rows)
}

// align returns the right classes of a graph's words and rows, and the share of
// the stated cells that were found.
func align(g *tagging.Graph, rows []accuracy.Row) (*tagging.Example, float64) {
	a := &aligner{Graph: g, rows: rows}
	for i := range g.Nodes {
		text := g.Nodes[i].Word.Text
		var values []float64
		for _, n := range g.Locale.Readings(text) {
			v, _ := n.Value.Float64()
			values = append(values, v)
		}
		a.figures = append(a.figures, values)
		a.tokens = append(a.tokens, tokensOf(text))
		a.bare = append(a.bare, bare(text))
		a.row = append(a.row, -1)
		a.tag = append(a.tag, 0)
	}
	anchors := a.anchors()
	// The first pass takes the cells with only one possible place, which show where
	// the columns are; the second pass places the other cells by these columns.
	for _, sure := range []bool{true, false} {
		last := -1
		for r := range rows {
			if anchors[r] < 0 {
				continue
			}
			next := len(g.Rows)
			for k := r + 1; k < len(rows); k++ {
				if anchors[k] >= 0 {
					next = anchors[k]
					break
				}
			}
			last = a.cells(r, anchors[r], last, next, sure)
		}
	}
	return a.example(), float64(a.found) / float64(max(1, a.stated))
}

func (a *aligner) example() *tagging.Example {
	l := &tagging.Example{Graph: a.Graph, Words: a.tag, Lines: make([]int8, len(a.Rows))}
	begun := map[int]bool{}
	for r := range a.Rows {
		for i := a.Rows[r].From; i < a.Rows[r].To; i++ {
			k := a.row[i]
			switch {
			case k < 0:
			case !begun[k]:
				begun[k] = true
				l.Lines[r] = int8(tagging.Begins)
			case l.Lines[r] != int8(tagging.Begins):
				l.Lines[r] = int8(tagging.Inside)
			}
		}
	}
	return l
}

func tokensOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func bare(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(s)), ""), ".")
}

// anchors returns for each right row the row of the graph that matches it, ascending,
// such that the sum of the matches is greatest; -1 for a right row without one.
func (a *aligner) anchors() []int {
	n, m := len(a.rows), len(a.Rows)
	gain := make([][]float32, n)
	for r, row := range a.rows {
		gain[r] = make([]float32, m)
		for l := range m {
			gain[r][l] = a.match(row, l)
		}
	}
	best := make([][]float32, n+1)
	for r := range best {
		best[r] = make([]float32, m+1)
	}
	for r := n - 1; r >= 0; r-- {
		for l := m - 1; l >= 0; l-- {
			take := float32(-1)
			if gain[r][l] > 0.7 {
				take = gain[r][l] + best[r+1][l+1]
			}
			best[r][l] = max(take, best[r+1][l], best[r][l+1])
		}
	}
	anchors := make([]int, n)
	for r, l := 0, 0; r < n; r++ {
		anchors[r] = -1
		for ; l < m && best[r][l] > best[r+1][l]; l++ {
			if gain[r][l] > 0.7 && best[r][l] == gain[r][l]+best[r+1][l+1] {
				anchors[r] = l
				l++
				break
			}
			if best[r][l+1] < best[r][l] {
				break
			}
		}
	}
	return anchors
}

// match returns how much of a right row stands in a row of the graph, as a weighted count of cells.
func (a *aligner) match(row accuracy.Row, l int) float32 {
	sum := float32(0)
	for t := tagging.LineNumber; t < tagging.NumTags; t++ {
		v := row[tagging.Fields[t].Key()]
		if v == "" {
			continue
		}
		if t == tagging.Description {
			want := tokensOf(v)
			has := 0
			for i := a.Rows[l].From; i < a.Rows[l].To; i++ {
				for _, token := range a.tokens[i] {
					if len(token) > 1 && slices.Contains(want, token) {
						has++
					}
				}
			}
			sum += 2 * min(1, float32(has)/float32(max(1, min(len(want), 8))))
			continue
		}
		if len(a.spans(t, v, l)) == 0 {
			continue
		}
		switch {
		case t == tagging.ItemCode && len(v) > 3:
			sum += 2
		case len(v) < 3:
			sum += 0.3
		default:
			sum++
		}
	}
	return sum
}

// span is a run of neighbouring nodes in one row, from from to before to.
type span struct{ from, to int }

// spans returns the places in a row of the graph where a value may stand.
func (a *aligner) spans(t tagging.Tag, v string, l int) []span {
	row := &a.Rows[l]
	var all []span
	switch t {
	case tagging.Quantity, tagging.UnitPrice, tagging.LineTotal, tagging.Discount:
		want, err := decimal.NewFromString(strings.Trim(v, "% "))
		if err != nil {
			return a.texts(v, row.From, row.To)
		}
		w, _ := want.Float64()
		same := func(x float64) bool {
			return math.Abs(x-w) < 1e-9*math.Max(1, math.Abs(w)) || t == tagging.Discount && math.Abs(x+w) < 1e-9
		}
		for i := row.From; i < row.To; i++ {
			if slices.ContainsFunc(a.figures[i], same) {
				all = append(all, span{i, i + 1})
			}
		}
		if all != nil {
			return all
		}
		for i := row.From; i < row.To; i++ {
			for n := 2; n <= 3 && i+n <= row.To; n++ {
				text := a.text(i, i+n)
				if num, ok := a.Locale.Number(text); ok && textnorm.HasDigit(a.Nodes[i+n-1].Word.Text) {
					if x, _ := num.Value.Float64(); same(x) {
						all = append(all, span{i, i + n})
					}
				}
			}
		}
		return all
	case tagging.Delivery:
		for i := row.From; i < row.To; i++ {
			for n := 1; n <= 3 && i+n <= row.To; n++ {
				if iso, ok := a.Locale.Date(a.text(i, i+n)); ok && iso == v {
					all = append(all, span{i, i + n})
				}
			}
		}
		return all
	}
	return a.texts(v, row.From, row.To)
}

func (a *aligner) text(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		if i > from {
			b.WriteByte(' ')
		}
		b.WriteString(a.Nodes[i].Word.Text)
	}
	return b.String()
}

// texts returns the places where a text stands literally, ignoring blanks, case and punctuation around it.
func (a *aligner) texts(v string, from, to int) []span {
	want := bare(v)
	var all []span
	for i := from; i < to; i++ {
		if a.bare[i] == "" || !strings.HasPrefix(want, strings.TrimLeft(a.bare[i], "([#")) {
			continue
		}
		joined := ""
		for k := i; k < to && len(joined) < len(want)+2; k++ {
			joined += a.bare[k]
			if joined == want || strings.Trim(joined, "()[]#:,.;*") == want {
				all = append(all, span{i, k + 1})
				break
			}
		}
	}
	return all
}

// rowReach bounds how far below its anchor the cells of a right row may stand, in rows of the graph.
const rowReach = 14

// cells finds the cells of a right row around its anchor: if sure, only those with a
// single possible place, otherwise all others. It returns the last row from which it took words.
func (a *aligner) cells(r, anchor, before, next int, sure bool) int {
	row := a.rows[r]
	var lines []int
	for l := anchor; l < min(next, anchor+rowReach, len(a.Rows)); l++ {
		lines = append(lines, l)
	}
	for l := anchor - 1; l > before && l >= anchor-4; l-- {
		lines = append(lines, l)
	}
	last := anchor
	take := func(t tagging.Tag, s span) {
		for i := s.from; i < s.to; i++ {
			a.row[i], a.tag[i] = r, int8(t)
			last = max(last, a.Nodes[i].Row)
		}
		a.column[t] = append(a.column[t], a.Nodes[s.to-1].Word.Box.X1)
		a.found++
	}
	order := []tagging.Tag{tagging.ItemCode, tagging.LineTotal, tagging.UnitPrice, tagging.Quantity, tagging.LineNumber, tagging.Discount, tagging.Unit, tagging.Delivery}
	for _, t := range order {
		v := row[tagging.Fields[t].Key()]
		if v == "" || a.taken(r, t, lines) || t == tagging.Delivery && a.common(v) {
			continue
		}
		for _, l := range lines {
			all := slices.DeleteFunc(a.spans(t, v, l), func(s span) bool { return a.tag[s.from] != 0 })
			if len(all) == 0 {
				continue
			}
			if len(all) == 1 && (len(v) > 2 || !sure) {
				take(t, all[0])
			} else if !sure {
				take(t, a.likeliest(t, all))
			}
			break
		}
	}
	if sure {
		return last
	}
	for _, t := range order {
		if v := row[tagging.Fields[t].Key()]; v != "" && (t != tagging.Delivery || !a.common(v)) {
			a.stated++
		}
	}
	if v := row[schema.Description.Key()]; v != "" {
		a.stated++
		last = max(last, a.describe(r, tokensOf(v), anchor, before, next))
	}
	return last
}

// common reports whether all right rows have this delivery date: then it belongs to the whole order.
func (a *aligner) common(v string) bool {
	for _, row := range a.rows {
		if row[schema.DeliveryDate.Key()] != v {
			return false
		}
	}
	return true
}

// taken reports whether a right row already has words of a tag on these lines.
func (a *aligner) taken(r int, t tagging.Tag, lines []int) bool {
	for _, l := range lines {
		for i := a.Rows[l].From; i < a.Rows[l].To; i++ {
			if a.row[i] == r && a.tag[i] == int8(t) {
				return true
			}
		}
	}
	return false
}

// likeliest returns the place nearest to the median position of the column in other rows. If
// no other row has the column, it returns the last place for prices and totals, the first one for others.
func (a *aligner) likeliest(t tagging.Tag, all []span) span {
	if len(a.column[t]) > 0 {
		at := slices.Clone(a.column[t])
		slices.Sort(at)
		x := at[len(at)/2]
		return slices.MinFunc(all, func(p, q span) int {
			return cmp.Compare(math.Abs(a.Nodes[p.to-1].Word.Box.X1-x), math.Abs(a.Nodes[q.to-1].Word.Box.X1-x))
		})
	}
	switch t {
	case tagging.LineTotal, tagging.UnitPrice:
		return all[len(all)-1]
	}
	return all[0]
}

// describe tags the words of a description: the longest common subsequence with the words
// from the anchor down or, if too little is found there, from up to 8 rows above it as well. It
// returns the last row with such a word.
func (a *aligner) describe(r int, want []string, anchor, before, next int) int {
	collect := func(from, to int) []int {
		var nodes []int
		for l := max(from, 0); l < min(to, len(a.Rows)); l++ {
			for i := a.Rows[l].From; i < a.Rows[l].To; i++ {
				if a.tag[i] == 0 && a.row[i] < 0 {
					nodes = append(nodes, i)
				}
			}
		}
		return nodes
	}
	reach := anchor + rowReach + len(want)/2
	hit := a.subsequence(want, collect(anchor, min(next, reach)))
	if a.share(hit) < 0.9*float64(len(want)) {
		if more := a.subsequence(want, collect(max(before+1, anchor-8), min(next, reach))); a.share(more) > a.share(hit)+0.5 {
			hit = more
		}
	}
	last := anchor
	if a.share(hit) < 0.5*float64(len(want)) {
		return last
	}
	a.found++
	for _, i := range hit {
		a.row[i], a.tag[i] = r, int8(tagging.Description)
		last = max(last, a.Nodes[i].Row)
	}
	return last
}

func (a *aligner) share(nodes []int) float64 {
	n := 0
	for _, i := range nodes {
		n += len(a.tokens[i])
	}
	return float64(n)
}

// subsequence returns the nodes that form the longest common subsequence of the wanted
// tokens and those of nodes.
func (a *aligner) subsequence(want []string, nodes []int) []int {
	n, m := len(want), len(nodes)
	if n*m > 4_000_000 {
		return nil
	}
	best := make([][]int16, n+1)
	for i := range best {
		best[i] = make([]int16, m+1)
	}
	fits := func(i, k int) int {
		t := a.tokens[nodes[k]]
		if len(t) == 0 || i+len(t) > n || !slices.Equal(want[i:i+len(t)], t) {
			return 0
		}
		return len(t)
	}
	for i := n - 1; i >= 0; i-- {
		for k := m - 1; k >= 0; k-- {
			best[i][k] = max(best[i+1][k], best[i][k+1])
			if f := fits(i, k); f > 0 {
				best[i][k] = max(best[i][k], int16(f)+best[i+f][k+1])
			}
		}
	}
	var hit []int
	for i, k := 0, 0; i < n && k < m; {
		if f := fits(i, k); f > 0 && best[i][k] == int16(f)+best[i+f][k+1] {
			hit = append(hit, nodes[k])
			i, k = i+f, k+1
		} else if best[i][k] == best[i+1][k] {
			i++
		} else {
			k++
		}
	}
	return hit
}
