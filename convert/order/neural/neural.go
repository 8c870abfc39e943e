// Package neural computes small networks over the parts of a document, and their
// gradients: layers, embeddings of hashed words, means and maxima over groups, and gathering
// the rows of neighbours. While training, a Tape records what is computed, so that the gradient
// of a loss flows back to the weights (reverse-mode differentiation). Otherwise
// nothing is recorded.
package neural

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Matrix holds numbers in rows.
type Matrix struct {
	Rows, Columns int
	Values        []float32 // row after row
	g             []float32 // gradient of the loss; nil if none is wanted
	used          *sparse   // indices of the numbers that are not zero, found when a layer is first applied; the matrix does not change from then on
}

// Row returns a row of the matrix.
func (m *Matrix) Row(i int) []float32 { return m.Values[i*m.Columns : (i+1)*m.Columns] }

// Gradient returns the gradient of the loss by a row. A loss adds its own gradient to it.
func (m *Matrix) Gradient(i int) []float32 { return m.g[i*m.Columns : (i+1)*m.Columns] }

// Tape records how to compute gradients. The zero Tape only computes.
type Tape struct {
	back                    []func()   // steps of the backward pass, the first to be run last
	random                  *rand.Rand // draws what is dropped; nil outside of training
	dropHashes, dropNumbers float32    // shares of hashes and numbers that are dropped
	workspace               *workspace // reused memory for its matrices; nil to allocate them
}

func (t *Tape) training() bool { return t.random != nil }

// matrix returns a matrix of zeros, with a gradient while training.
func (t *Tape) matrix(rows, columns int) *Matrix {
	m := &Matrix{Rows: rows, Columns: columns, Values: t.zeros(rows * columns)}
	if t.training() {
		m.g = make([]float32, len(m.Values))
	}
	return m
}

// Backward propagates gradients back to the weights from the gradients that a loss has set.
func (t *Tape) Backward() {
	for i := len(t.back) - 1; i >= 0; i-- {
		t.back[i]()
	}
	t.back = nil
}

// Apply applies a layer to each row of x. Rectify sets negative outputs to zero.
func (t *Tape) Apply(l *Layer, x *Matrix, rectify bool) *Matrix {
	if l.packed != nil && !t.training() {
		return t.ApplyConcat(l, x.Rows, rectify, Input{X: x})
	}
	y := t.matrix(x.Rows, l.out)
	w, sum, used := l.byInput(), make([]float32, l.width()), t.sparseOf(x)
	for i := range x.Rows {
		clear(sum[copy(sum, l.b.values):])
		addTerms(sum, x.Row(i), used.row(i), w)
		if rectify {
			relu(sum)
		}
		copy(y.Row(i), sum)
	}
	if t.training() {
		t.back = append(t.back, func() { l.backward(x, y, rectify) })
	}
	return y
}

// backward adds to the gradients of a layer's weights and of its input, given that of its output.
func (l *Layer) backward(x, y *Matrix, rectify bool) {
	for i := range x.Rows {
		from, to, dy := x.Row(i), y.Row(i), y.Gradient(i)
		for o, d := range dy {
			if d == 0 || rectify && to[o] <= 0 {
				continue
			}
			l.b.g[o] += d
			addScaled(l.w.g[o*l.in:(o+1)*l.in], from, d)
			if x.g != nil {
				addScaled(x.Gradient(i), l.w.values[o*l.in:(o+1)*l.in], d)
			}
		}
	}
}

// Embed returns for each row the sum of the embeddings of its hashed words, divided by the
// square root of their number. Words that are not known add nothing but count in the number.
func (t *Tape) Embed(table *Table, hashes [][]int32) *Matrix {
	y := t.matrix(len(hashes), table.columns)
	if t.training() {
		hashes = t.keep(hashes)
	}
	var rows []int32
	for i, all := range hashes {
		rows = rows[:0]
		for _, h := range all {
			if at := table.row(h); at >= 0 {
				rows = append(rows, int32(at))
			}
		}
		table.add(y.Row(i), rows, rootShare(all))
	}
	if t.training() {
		t.back = append(t.back, func() {
			for i, all := range hashes {
				share := rootShare(all)
				for _, h := range all {
					if at := table.row(h); at >= 0 {
						addScaled(table.w.g[at:at+table.columns], y.Gradient(i), share)
					}
				}
			}
		})
	}
	return y
}

func rootShare(hashes []int32) float32 {
	return 1 / float32(math.Sqrt(float64(max(1, len(hashes)))))
}

// keep leaves out hashes at random, so that no single word decides.
func (t *Tape) keep(hashes [][]int32) [][]int32 {
	kept := make([][]int32, len(hashes))
	for i, all := range hashes {
		for _, h := range all {
			if t.random.Float32() >= t.dropHashes {
				kept[i] = append(kept[i], h)
			}
		}
	}
	return kept
}

// Drop sets numbers to zero at random while training and scales up the others
// (dropout: Srivastava et al., JMLR 15, 2014). It changes x.
func (t *Tape) Drop(x *Matrix) *Matrix {
	if !t.training() {
		return x
	}
	scale := make([]float32, len(x.Values))
	for i := range x.Values {
		if t.random.Float32() >= t.dropNumbers {
			scale[i] = 1 / (1 - t.dropNumbers)
		}
		x.Values[i] *= scale[i]
	}
	if x.g != nil {
		t.back = append(t.back, func() {
			for i, s := range scale {
				x.g[i] *= s
			}
		})
	}
	return x
}

// Input gives a part of the rows that Concat makes: row Index[i] of X for row i, or zeros
// if that is negative. If Index is nil, it gives row i of X.
type Input struct {
	X     *Matrix
	Index []int32
}

func (s *Input) row(i int) int {
	if s.Index == nil {
		return i
	}
	return int(s.Index[i])
}

// Concat returns a matrix whose rows are the rows of its inputs side by side.
func (t *Tape) Concat(rows int, inputs ...Input) *Matrix {
	width := 0
	for _, s := range inputs {
		width += s.X.Columns
	}
	y := t.matrix(rows, width)
	for i := range rows {
		to := y.Row(i)
		for k := range inputs {
			s := &inputs[k]
			if r := s.row(i); r >= 0 {
				copy(to, s.X.Row(r))
			}
			to = to[s.X.Columns:]
		}
	}
	if t.training() {
		t.back = append(t.back, func() {
			for i := range rows {
				from := y.Gradient(i)
				for k := range inputs {
					s := &inputs[k]
					if r := s.row(i); r >= 0 && s.X.g != nil {
						addScaled(s.X.Gradient(r), from[:s.X.Columns], 1)
					}
					from = from[s.X.Columns:]
				}
			}
		})
	}
	return y
}

// ApplyConcat is Apply on what Concat makes of the inputs. Outside of training it does
// not concatenate them: for an input with fewer rows than the result, such as the means of groups,
// it computes the layer once for each of the input's own rows.
func (t *Tape) ApplyConcat(l *Layer, rows int, rectify bool, inputs ...Input) *Matrix {
	if l.packed == nil || t.training() {
		return t.Apply(l, t.Concat(rows, inputs...), rectify)
	}
	width := l.width()
	y := &Matrix{Rows: rows, Columns: width, Values: t.numbers(rows * width)}
	for i := range rows {
		row := y.Row(i)
		clear(row[copy(row, l.b.values):])
	}
	groups := 0 // rows of all inputs with fewer rows than the result
	for k := range inputs {
		if n := inputs[k].X.Rows; n < rows {
			groups += n
		}
	}
	sums, at := t.zeros(groups*width), 0
	first := make([]int, len(inputs)) // by input: where the sums of its rows begin; -1 for inputs with as many rows as the result
	w := l.packed
	for k := range inputs {
		s, own := &inputs[k], w[:inputs[k].X.Columns*width]
		used := t.sparseOf(s.X)
		if first[k] = -1; s.X.Rows >= rows {
			s.addTo(y, used, own, t.zeros(width))
		} else {
			first[k] = at
			for r := range s.X.Rows {
				addTerms(sums[at:at+width], s.X.Row(r), used.row(r), own)
				at += width
			}
		}
		w = w[len(own):]
	}
	if groups > 0 {
		addGroups(y, inputs, first, sums)
	}
	if rectify {
		relu(y.Values)
	}
	return t.first(y, l.out)
}

// addGroups adds to the rows of y the sums of the inputs that have fewer rows. The sums of input k begin at first[k], -1 for none.
func addGroups(y *Matrix, inputs []Input, first []int, sums []float32) {
	rows := make([]int32, 0, len(inputs))
	for i := range y.Rows {
		rows = rows[:0]
		for k := range inputs {
			if r := inputs[k].row(i); first[k] >= 0 && r >= 0 {
				rows = append(rows, int32(first[k]+r*y.Columns))
			}
		}
		addRows(y.Row(i), sums, rows, 1)
	}
}

// sparse holds the indices of the numbers in a matrix's rows that are not zero.
type sparse struct {
	at   []uint16 // column indices, row after row
	ends []int32  // by row: where its indices end in at
}

func (s *sparse) row(i int) []uint16 {
	from := int32(0)
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.at[from:s.ends[i]]
}

// sparseOf returns the indices of the numbers in a matrix's rows that are not zero. They are found once for each matrix.
func (t *Tape) sparseOf(m *Matrix) *sparse {
	if m.used == nil {
		s := &sparse{t.noIndices(len(m.Values) + lanes), t.Rows(m.Rows)}
		for i := range s.ends {
			s.at = appendIndices(s.at, m.Row(i))
			s.ends[i] = int32(len(s.at))
		}
		m.used = s
	}
	return m.used
}

// first returns the first columns of a matrix.
func (t *Tape) first(m *Matrix, columns int) *Matrix {
	if columns == m.Columns {
		return m
	}
	y := &Matrix{Rows: m.Rows, Columns: columns, Values: t.numbers(m.Rows * columns)}
	for i := range m.Rows {
		copy(y.Row(i), m.Row(i))
	}
	return y
}

// addTo adds the product of the input's row i and the weights w to row i of y. Used holds the indices of the
// inputs that are not zero. The product of a row that is used several times in succession is computed
// once, in sum.
func (s *Input) addTo(y *Matrix, used *sparse, w, sum []float32) {
	for i := 0; i < y.Rows; {
		r, from := s.row(i), i
		for i++; i < y.Rows && s.row(i) == r; i++ {
		}
		switch {
		case r < 0:
		case i == from+1:
			addTerms(y.Row(from), s.X.Row(r), used.row(r), w)
		default:
			clear(sum)
			addTerms(sum, s.X.Row(r), used.row(r), w)
			for ; from < i; from++ {
				addScaled(y.Row(from), sum, 1)
			}
		}
	}
}

// Mean returns the mean of the rows of each group. Row i belongs to group of[i], or to
// none where that is negative.
func (t *Tape) Mean(x *Matrix, of []int32, groups int) *Matrix {
	y := t.matrix(groups, x.Columns)
	share := make([]float32, groups)
	for _, g := range of {
		if g >= 0 {
			share[g]++
		}
	}
	for g, n := range share {
		share[g] = 1 / max(1, n)
	}
	for i, g := range of {
		if g >= 0 {
			addScaled(y.Row(int(g)), x.Row(i), share[g])
		}
	}
	if t.training() && x.g != nil {
		t.back = append(t.back, func() {
			for i, g := range of {
				if g >= 0 {
					addScaled(x.Gradient(i), y.Gradient(int(g)), share[g])
				}
			}
		})
	}
	return y
}

// Max returns, column by column, the greatest number in the rows of each group, zeros for a group without
// rows. Row i belongs to group of[i].
func (t *Tape) Max(x *Matrix, of []int32, groups int) *Matrix {
	y := t.matrix(groups, x.Columns)
	if !t.training() {
		x.maxTo(y, of)
		return y
	}
	most := make([]int32, len(y.Values)) // rows of x with the greatest numbers; -1 for none yet
	for at := range most {
		most[at] = -1
	}
	for i, g := range of {
		row, top, from := x.Row(i), y.Row(int(g)), most[int(g)*x.Columns:]
		for k, v := range row {
			if from[k] < 0 || v > top[k] {
				top[k], from[k] = v, int32(i)
			}
		}
	}
	if x.g != nil {
		t.back = append(t.back, func() {
			for at, i := range most {
				if i >= 0 {
					x.Gradient(int(i))[at%x.Columns] += y.g[at]
				}
			}
		})
	}
	return y
}

// maxTo sets y to the greatest numbers, column by column, of the rows of each group.
func (m *Matrix) maxTo(y *Matrix, of []int32) {
	found := make([]bool, y.Rows)
	for i, g := range of {
		row, top := m.Row(i), y.Row(int(g))
		if !found[g] {
			copy(top, row)
			found[g] = true
			continue
		}
		for k, v := range row {
			if v > top[k] {
				top[k] = v
			}
		}
	}
}

// Softmax turns scores into probabilities, in place.
func Softmax(v []float32) {
	top, sum := slices.Max(v), float32(0)
	for i, x := range v {
		v[i] = float32(math.Exp(float64(x - top)))
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
}

// addRows adds to y s times each of the rows of w that begin at the given indices. No row
// may reach beyond w.
func addRows(y, w []float32, rows []int32, s float32) {
	if len(y)%columnsAtOnce == 0 && len(rows) > 0 {
		addRowsAtOnce(y, w, rows, s)
		return
	}
	for _, at := range rows {
		addScaled(y, w[at:], s)
	}
}

// addScaled adds s·x to y.
func addScaled(y, x []float32, s float32) {
	x = x[:len(y)]
	fours := len(y) &^ 3
	addFours(y[:fours], x, s)
	for i := fours; i < len(y); i++ {
		y[i] += s * x[i]
	}
}
