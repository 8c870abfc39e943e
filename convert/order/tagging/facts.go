package tagging

import (
	"math"
	"strconv"

	"lineitem/convert/order/value"
)

// figure is a node's text as a number.
type figure struct {
	v  float64
	ok bool
}

// fact is a set of arithmetic relations of a figure to others.
type fact uint8

const (
	factor1 fact = 1 << iota // first factor of a product on its row
	factor2
	product
	farFactor1 // first factor of a product that spans several rows
	farFactor2
	farProduct
	inSum // it is one of several successive figures of a column whose sum is printed
	isSum // it is such a sum
)

// rowFacts are facts about a row.
type rowFacts struct {
	segments, words, figures, amounts int // how many it holds

	multiplies bool // the product of two of its figures is a third
	openings   int  // other rows that begin with the same word
	forms      int  // other rows of the same form
}

// facts are the relations of a document's words to one another.
type facts struct {
	*Graph
	figures []figure   // by node
	of      []fact     // by node
	rows    []rowFacts // by row
	aligned []int      // by node: number of nodes in its column
	alike   []int      // by node: number of those of them with the same shape
}

func (g *Graph) findFacts() *facts {
	f := &facts{Graph: g, figures: make([]figure, len(g.Nodes)), of: make([]fact, len(g.Nodes)), rows: make([]rowFacts, len(g.Rows))}
	for i := range g.Nodes {
		if n, ok := g.Locale.Printed(g.Nodes[i].Word.Text); ok && !n.Percent {
			v, _ := strconv.ParseFloat(n.Text, 64)
			f.figures[i] = figure{v, true}
		}
	}
	for r := range f.rows {
		f.readRow(r)
	}
	for r := range f.rows {
		f.multiplyFar(r)
	}
	f.countRows()
	f.countColumns()
	f.addColumns()
	return f
}

// maxFactors is the most figures among which products are looked for.
const maxFactors = 14

// readRow counts what stands on a row, and finds figures that multiply up.
func (f *facts) readRow(r int) {
	row, of := &f.Rows[r], &f.rows[r]
	of.segments, of.words = len(row.Line.Segments), row.To-row.From
	var at []int
	for i := row.From; i < row.To; i++ {
		if f.figures[i].ok {
			of.figures++
			if len(at) < maxFactors {
				at = append(at, i)
			}
			if value.HasDecimals(f.Nodes[i].Word.Text) {
				of.amounts++
			}
		}
	}
	for x, a := range at {
		for y, b := range at {
			p := f.figures[a].v * f.figures[b].v
			if y <= x || p == 0 || f.figures[a].v == 1 && f.figures[b].v == 1 {
				continue
			}
			for _, c := range at[x+1:] {
				if c != a && c != b && f.equals(c, p) {
					of.multiplies = true
					f.of[a] |= factor1
					f.of[b] |= factor2
					f.of[c] |= product
				}
			}
		}
	}
}

// equals reports whether figure i is the product p, up to rounding to cents.
func (f *facts) equals(i int, p float64) bool {
	return math.Abs(f.figures[i].v-p) <= 0.006+1e-4*math.Abs(p)
}

// Bounds of products on several rows.
const (
	farRows      = 4    // successive rows on which the factors and the product stand
	leastProduct = 10.0 // a smaller one may be chance
)

// multiplyFar finds figures that multiply up on row r and the rows after it, of which none
// has a product of its own.
func (f *facts) multiplyFar(r int) {
	if f.rows[r].multiplies {
		return
	}
	var at []int
	for k := r; k < min(len(f.Rows), r+farRows) && f.Rows[k].Page == f.Rows[r].Page && !f.rows[k].multiplies; k++ {
		for i := f.Rows[k].From; i < f.Rows[k].To && len(at) < maxFactors; i++ {
			if f.figures[i].ok && f.figures[i].v > 0 {
				at = append(at, i)
			}
		}
	}
	for x, a := range at {
		for _, b := range at[x+1:] {
			p := f.figures[a].v * f.figures[b].v
			if f.figures[a].v == 1 || f.figures[b].v == 1 || p < leastProduct {
				continue
			}
			for _, c := range at {
				if c != a && c != b && f.equals(c, p) {
					f.of[a] |= farFactor1
					f.of[b] |= farFactor2
					f.of[c] |= farProduct
				}
			}
		}
	}
}

// countRows counts, for each row, the other rows that begin with the same word, and those of
// the same form: with as many segments, the first at the same place, and a first word of the same shape.
func (f *facts) countRows() {
	type form struct {
		segments, x int
		shape       string
	}
	words, forms := map[string]int{}, map[form]int{}
	formOf := func(r *Row) form {
		return form{len(r.Line.Segments), int(math.Round(f.Nodes[r.From].Segment.X0 / alignment)), f.shapes[r.From]}
	}
	for r := range f.Rows {
		row := &f.Rows[r]
		words[f.folded[row.From]]++
		forms[formOf(row)]++
	}
	for r := range f.rows {
		row := &f.Rows[r]
		f.rows[r].openings, f.rows[r].forms = words[f.folded[row.From]]-1, forms[formOf(row)]-1
	}
}

// countColumns counts, for each node, the nodes that are aligned with it (itself
// included), and those of them with the same shape.
func (f *facts) countColumns() {
	type key struct {
		column int32
		shape  string
	}
	index := make(map[key]int, len(f.Nodes))
	var sizes []int
	of := make([]int, len(f.Nodes))
	for i := range f.Nodes {
		k := key{f.Nodes[i].column, f.shapes[i]}
		at, known := index[k]
		if !known {
			at = len(sizes)
			index[k], sizes = at, append(sizes, 0)
		}
		of[i] = at
		sizes[at]++
	}
	f.aligned, f.alike = make([]int, len(f.Nodes)), make([]int, len(f.Nodes))
	for i := range f.Nodes {
		f.aligned[i], f.alike[i] = f.sizes[f.Nodes[i].column], sizes[of[i]]
	}
}

// Bounds of sums.
const (
	maxSummed = 120  // figures of a column
	leastSum  = 1000 // hundredths; a smaller one may be chance
	mostValue = 1e12 // of a figure
)

// addColumns finds successive figures of a column, at least two, whose sum is
// printed after them.
func (f *facts) addColumns() {
	byValue := map[int64][]int{} // nodes by value in hundredths
	columns := make([][]int, len(f.sizes))
	hundredths := func(i int) int64 { return int64(math.Round(f.figures[i].v * 100)) }
	for i := range f.Nodes {
		if v := f.figures[i]; v.ok && v.v > 0 && v.v < mostValue {
			byValue[hundredths(i)] = append(byValue[hundredths(i)], i)
			if isFigure(f.Nodes[i].Word.Text) {
				columns[f.Nodes[i].column] = append(columns[f.Nodes[i].column], i)
			}
		}
	}
	after := map[int64]int{} // by sum that was found: the first node after which it may be printed
	for _, all := range columns {
		if len(all) > maxSummed {
			continue
		}
		for from := range all {
			sum, last := hundredths(all[from]), from
			for to := from + 1; to < len(all); to++ {
				if sum += hundredths(all[to]); sum < leastSum {
					continue
				}
				if same := byValue[sum]; len(same) > 0 && same[len(same)-1] > all[to] {
					last = to
					if first, found := after[sum]; !found || all[to] < first {
						after[sum] = all[to]
					}
				}
			}
			if last > from {
				for _, k := range all[from : last+1] {
					f.of[k] |= inSum
				}
			}
		}
	}
	for sum, first := range after {
		for _, at := range byValue[sum] {
			if at > first {
				f.of[at] |= isSum
			}
		}
	}
}
