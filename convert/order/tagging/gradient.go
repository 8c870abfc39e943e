package tagging

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Lesson is a graph with its right classes; a negative one is unknown.
type Lesson struct {
	*Graph
	Words []int8 // Tag by node
	Lines []int8 // Part by row
}

// Trainer fits a network by stochastic gradient descent with Adam (Kingma and
// Ba, ICLR 2015), one document a step.
type Trainer struct {
	Net      *Net
	Mean     *Net    // the running mean of the weights, which does better than the last ones
	Rate     float64 // step size
	gradient *Net
	drop     *dropout
	m, v     [][]float32
	steps    int
}

// NewTrainer returns a trainer of the network, which it changes.
func NewTrainer(n *Net) *Trainer {
	t := &Trainer{Net: n, Mean: newNet(), Rate: 2e-3, gradient: newNet(), drop: &dropout{rand.New(rand.NewPCG(3, 4))}}
	for k, w := range n.visible {
		copy(t.Mean.visible[k], w)
	}
	for _, w := range n.visible {
		t.m = append(t.m, make([]float32, len(w)))
		t.v = append(t.v, make([]float32, len(w)))
	}
	return t
}

// Step learns from one document and returns its mean loss of a word and of a row, nats.
func (t *Trainer) Step(l *Lesson) (words, rows float64) {
	words, rows = t.gradientOf(l)
	t.update()
	if t.steps%averaged == 0 {
		share := max(1/float32(1+t.steps/averaged), 0.01)
		for k, w := range t.Net.visible {
			mean := t.Mean.visible[k]
			for i, v := range w {
				mean[i] += share * (v - mean[i])
			}
		}
	}
	return words, rows
}

// averaged is after how many steps the mean of the weights is brought up to date.
const averaged = 8

// Shares of what is dropped while training (Srivastava et al., JMLR 15, 2014).
const (
	droppedWords   = 0.15
	droppedNumbers = 0.2
)

// dropout drops part of what a network sees. A nil one drops nothing.
type dropout struct{ random *rand.Rand }

// words drops some of the hashed words of each node.
func (d *dropout) words(hashes [][]int32) [][]int32 {
	if d == nil {
		return hashes
	}
	kept := make([][]int32, len(hashes))
	for i, all := range hashes {
		for _, h := range all {
			if d.random.Float32() >= droppedWords {
				kept[i] = append(kept[i], h)
			}
		}
	}
	return kept
}

// numbers drops some of the numbers and scales up the others.
func (d *dropout) numbers(v []float32) {
	if d == nil {
		return
	}
	for i := range v {
		if d.random.Float32() < droppedNumbers {
			v[i] = 0
		} else {
			v[i] *= 1 / (1 - droppedNumbers)
		}
	}
}

// scale is by what the numbers that remain are multiplied.
func (d *dropout) scale() float32 {
	if d == nil {
		return 1
	}
	return 1 / (1 - droppedNumbers)
}

// decay draws weights towards zero at each step.
const decay = 2e-5

// update moves the weights against the gradient and clears it.
func (t *Trainer) update() {
	t.steps++
	c1, c2 := 1-math.Pow(0.9, float64(t.steps)), 1-math.Pow(0.999, float64(t.steps))
	rate := float32(t.Rate * math.Sqrt(c2) / c1)
	for k, w := range t.Net.visible {
		g, m, v := t.gradient.visible[k], t.m[k], t.v[k]
		for i, d := range g {
			if d == 0 && m[i] == 0 {
				continue
			}
			m[i] += 0.1 * (d - m[i])
			v[i] += 0.001 * (d*d - v[i])
			w[i] -= rate*m[i]/(float32(math.Sqrt(float64(v[i])))+1e-8) + decay*w[i]
			g[i] = 0
		}
	}
}

// back adds the gradient of a layer's weights for one row, given that of its
// output, and adds that of its input to dx, which may be nil.
func (l *layer) back(g *layer, dx, dy, x []float32) {
	dy = dy[:l.out]
	for o, d := range dy {
		g.b[o] += d
	}
	for i, v := range x[:l.in] {
		w, gw := l.w[i*l.out:(i+1)*l.out], g.w[i*l.out:(i+1)*l.out]
		sum := float32(0)
		for o, d := range dy {
			gw[o] += d * v
			sum += d * w[o]
		}
		if dx != nil {
			dx[i] += sum
		}
	}
}

// unrelu clears the gradient where a rectified output is zero.
// The others are multiplied by scale.
func unrelu(dy, y []float32, scale float32) {
	for i, v := range y {
		if v <= 0 {
			dy[i] = 0
		} else {
			dy[i] *= scale
		}
	}
}

// gradientOf adds the gradient of the loss on a document.
func (t *Trainer) gradientOf(l *Lesson) (words, rows float64) {
	n, d, g := t.Net, t.gradient, l.Graph
	a := n.forward(g, t.drop)
	nodes := len(g.Nodes)
	state := make([]float32, nodes*hidden) // of the last state
	first := make([]float32, nodes*hidden)
	share := 1 / float32(math.Sqrt(float64(nodes)))
	known := 0
	for i := range g.Nodes {
		want := l.Words[i]
		if want < 0 {
			continue
		}
		known++
		dy := a.tags[i]
		words -= math.Log(max(1e-9, float64(dy[want])))
		dy[want]--
		for k := range dy {
			dy[k] *= share
		}
		var dx [2 * hidden]float32
		n.tags.back(&d.tags, dx[:], dy[:], slices.Concat(a.of(0, i), a.of(rounds, i)))
		for k := range hidden {
			first[i*hidden+k] += dx[k]
			state[i*hidden+k] += dx[hidden+k]
		}
	}
	words /= float64(max(1, known))
	rows = t.gradientOfRows(l, a, state)
	for r := rounds - 1; r >= 0; r-- {
		before := make([]float32, nodes*hidden)
		seen, messages := g.messages(a.state[r]), make([]float32, nodes*message)
		for i := range nodes {
			dy := state[i*hidden : (i+1)*hidden]
			unrelu(dy, a.state[r+1][i*hidden:(i+1)*hidden], t.drop.scale())
			n.rounds[r].back(&d.rounds[r], messages[i*message:(i+1)*message], dy, seen[i*message:(i+1)*message])
		}
		g.scatter(before, messages)
		state = before
	}
	for i := range nodes {
		dy := state[i*hidden : (i+1)*hidden]
		for k := range dy {
			dy[k] += first[i*hidden+k]
		}
		unrelu(dy, a.state[0][i*hidden:(i+1)*hidden], t.drop.scale())
		var input, dx [dimension + numDense]float32
		n.inputOf(&input, g, i, a.hashes[i])
		n.enter.back(&d.enter, dx[:], dy, input[:])
		share := shareOf(a.hashes[i])
		for _, h := range a.hashes[i] {
			row := d.table[int(h)*dimension : (int(h)+1)*dimension]
			for k := range row {
				row[k] += dx[k] * share
			}
		}
	}
	return words, rows
}

// gradientOfRows adds the gradient of the loss on a document's rows, and that
// of the nodes' last state.
func (t *Trainer) gradientOfRows(l *Lesson, a *activations, state []float32) (loss float64) {
	n, d, g := t.Net, t.gradient, l.Graph
	share := 1 / float32(math.Sqrt(float64(len(g.Rows))))
	known := 0
	pool := make([]float32, len(g.Rows)*pooled)
	for r := range g.Rows {
		want := l.Lines[r]
		if want < 0 {
			continue
		}
		known++
		dy := a.parts[r]
		loss -= math.Log(max(1e-9, float64(dy[want])))
		dy[want]--
		for k := range dy {
			dy[k] *= share
		}
		var dx [hidden]float32
		packed := a.packed[r*hidden : (r+1)*hidden]
		n.parts.back(&d.parts, dx[:], dy[:], packed)
		unrelu(dx[:], packed, 1)
		n.pool.back(&d.pool, pool[r*pooled:(r+1)*pooled], dx[:], a.rows[r*pooled:(r+1)*pooled])
	}
	for r := range g.Rows { // the means of the rows above and below are those rows' own
		for k := range hidden {
			if r > 0 {
				pool[(r-1)*pooled+k] += pool[r*pooled+2*hidden+k]
			}
			if r+1 < len(g.Rows) {
				pool[(r+1)*pooled+k] += pool[r*pooled+3*hidden+k]
			}
		}
	}
	for r := range g.Rows {
		row := &g.Rows[r]
		y := pool[r*pooled : (r+1)*pooled]
		share := 1 / float32(row.To-row.From)
		for k := range hidden {
			for i := row.From; i < row.To; i++ {
				state[i*hidden+k] += y[k] * share
			}
			state[int(a.most[r*hidden+k])*hidden+k] += y[hidden+k]
		}
	}
	return loss / float64(max(1, known))
}

// messages gathers for each node its own state, those of its neighbours, and
// the means of its row and of its column.
func (g *Graph) messages(state []float32) []float32 {
	rows, columns := g.means(state)
	out := make([]float32, len(g.Nodes)*message)
	for i := range g.Nodes {
		n, y := &g.Nodes[i], out[i*message:(i+1)*message]
		copy(y, state[i*hidden:(i+1)*hidden])
		for k, o := range n.next {
			if o >= 0 {
				copy(y[(1+k)*hidden:], state[int(o)*hidden:(int(o)+1)*hidden])
			}
		}
		copy(y[(1+numNeighbours)*hidden:], rows[n.Row*hidden:(n.Row+1)*hidden])
		copy(y[(2+numNeighbours)*hidden:], columns[int(n.column)*hidden:(int(n.column)+1)*hidden])
	}
	return out
}

// scatter adds to the states' gradient that of the messages made of them.
func (g *Graph) scatter(state, messages []float32) {
	rows, columns := make([]float32, len(g.Rows)*hidden), make([]float32, len(g.sizes)*hidden)
	add := func(to, from []float32, share float32) {
		for k, v := range from[:hidden] {
			to[k] += v * share
		}
	}
	for i := range g.Nodes {
		n, y := &g.Nodes[i], messages[i*message:(i+1)*message]
		add(state[i*hidden:], y, 1)
		for k, o := range n.next {
			if o >= 0 {
				add(state[int(o)*hidden:], y[(1+k)*hidden:], 1)
			}
		}
		add(rows[n.Row*hidden:], y[(1+numNeighbours)*hidden:], 1)
		add(columns[int(n.column)*hidden:], y[(2+numNeighbours)*hidden:], 1)
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		add(state[i*hidden:], rows[n.Row*hidden:], 1/float32(g.Rows[n.Row].To-g.Rows[n.Row].From))
		add(state[i*hidden:], columns[int(n.column)*hidden:], 1/float32(g.sizes[n.column]))
	}
}
