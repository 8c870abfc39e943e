package tagging

import (
	"math"

	"lineitem/convert/order/neural"
)

// Sizes of the network.
const (
	hidden  = 32 // numbers that describe a node after each layer
	rounds  = 2  // of messages between neighbours
	sources = 1 + numNeighbours + 2
	message = sources * hidden // a node's own, its neighbours', its row's and its column's means
	pooled  = 4 * hidden       // of a row: mean and maximum, and the means of the rows above and below
)

// layer is y = W·x + b.
type layer struct {
	in, out int
	w       []float32 // for each of in numbers, its weight in each of out
	b       []float32
}

func newLayer(in, out int) layer {
	return layer{in, out, make([]float32, in*out), make([]float32, out)}
}

// Net are the weights of the network. It is not changed while it classifies, so
// that any number of goroutines may use it.
type Net struct {
	table   []float32 // neural.Hashes rows of dimension
	enter   layer     // embedding and dense features to hidden
	rounds  [rounds]layer
	tags    layer
	pool    layer // row to hidden
	parts   layer
	visible [][]float32 // all of the above, for training and storage
	inputs  []int       // of each of them; 1 where it is no layer's weights
}

func newNet() *Net {
	n := &Net{
		table: make([]float32, neural.Hashes*dimension),
		enter: newLayer(dimension+numDense, hidden),
		tags:  newLayer(2*hidden, int(NumTags)),
		pool:  newLayer(pooled, hidden),
		parts: newLayer(hidden, int(NumParts)),
	}
	for r := range n.rounds {
		n.rounds[r] = newLayer(message, hidden)
	}
	n.visible, n.inputs = [][]float32{n.table}, []int{1}
	layers := []*layer{&n.enter}
	for r := range n.rounds {
		layers = append(layers, &n.rounds[r])
	}
	for _, l := range append(layers, &n.tags, &n.pool, &n.parts) {
		n.visible, n.inputs = append(n.visible, l.w, l.b), append(n.inputs, l.in, 1)
	}
	return n
}

// apply computes a layer for the inputs, which stand one behind the other.
func (l *layer) apply(y []float32, inputs ...[]float32) {
	copy(y, l.b)
	w := l.w
	for _, x := range inputs {
		neural.AddProduct(y, x, w)
		w = w[len(x)*l.out:]
	}
}

// relu sets what is negative to zero.
func relu(v []float32) {
	for i, x := range v {
		v[i] = max(x, 0)
	}
}

// activations are what the network computed for a graph.
type activations struct {
	state  [rounds + 1][]float32 // by node: hidden
	rows   []float32             // by row: pooled
	most   []int32               // by row and number: the node with the maximum
	packed []float32             // by row: hidden
	hashes [][]int32             // by node: those that were not dropped
	tags   [][NumTags]float32
	parts  [][NumParts]float32
}

// Classify computes the classes of a graph's words and rows.
func (n *Net) Classify(g *Graph) *Tags {
	a := n.forward(g, nil)
	return &Tags{Graph: g, Words: a.tags, Lines: a.parts}
}

// forward computes all classes. While training, d drops part of what is seen.
func (n *Net) forward(g *Graph, d *dropout) *activations {
	nodes := len(g.Nodes)
	a := &activations{hashes: d.words(g.hashes)}
	for r := range a.state {
		a.state[r] = make([]float32, nodes*hidden)
	}
	var input [dimension + numDense]float32
	for i := range nodes {
		n.inputOf(&input, g, i, a.hashes[i])
		n.enter.apply(a.of(0, i), input[:])
	}
	relu(a.state[0])
	d.numbers(a.state[0])
	for r := range rounds {
		n.rounds[r].exchange(g, a.state[r+1], a.state[r])
		relu(a.state[r+1])
		d.numbers(a.state[r+1])
	}
	a.tags = make([][NumTags]float32, nodes)
	for i := range nodes {
		n.tags.apply(a.tags[i][:], a.of(0, i), a.of(rounds, i))
		softmax(a.tags[i][:])
	}
	a.poolRows(g, a.state[rounds])
	a.packed = make([]float32, len(g.Rows)*hidden)
	a.parts = make([][NumParts]float32, len(g.Rows))
	for r := range g.Rows {
		packed := a.packed[r*hidden : (r+1)*hidden]
		n.pool.apply(packed, a.rows[r*pooled:(r+1)*pooled])
		relu(packed)
		n.parts.apply(a.parts[r][:], packed)
		softmax(a.parts[r][:])
	}
	return a
}

// of is the state of node i after round r.
func (a *activations) of(r, i int) []float32 { return a.state[r][i*hidden : (i+1)*hidden] }

// inputOf computes what the network sees of node i: the mean of the embeddings of
// its hashed words, and its dense features.
func (n *Net) inputOf(x *[dimension + numDense]float32, g *Graph, i int, hashes []int32) {
	clear(x[:dimension])
	share := shareOf(hashes)
	for _, h := range hashes {
		row := n.table[int(h)*dimension : (int(h)+1)*dimension]
		for k, v := range row {
			x[k] += v * share
		}
	}
	copy(x[dimension:], g.dense[i*numDense:(i+1)*numDense])
}

// exchange computes a round of messages: for each node, of its own state, those of
// its neighbours, and the means of its row and of its column. What several nodes
// have in common is computed once: what the means add, and the neighbours of a
// segment.
func (l *layer) exchange(g *Graph, after, before []float32) {
	rows, columns := g.means(before)
	fromRows := l.partial(1+numNeighbours, rows)
	fromColumns := l.partial(2+numNeighbours, columns)
	var common [hidden]float32 // of a segment
	for i := range g.Nodes {
		n := &g.Nodes[i]
		if n.at == 0 || i == g.Rows[n.Row].From {
			for k, v := range fromRows[n.Row*hidden : (n.Row+1)*hidden] {
				common[k] = l.b[k] + v
			}
			l.hear(common[:], before, n, leftSegment, rightSegment)
		}
		y, column := after[i*hidden:(i+1)*hidden], fromColumns[int(n.column)*hidden:]
		for k := range y {
			y[k] = common[k] + column[k]
		}
		neural.AddProduct(y, before[i*hidden:(i+1)*hidden], l.weights(0))
		l.hear(y, before, n, left, right, above, below)
	}
}

// hear adds what the states of some of a node's neighbours add to a layer's output.
func (l *layer) hear(y, states []float32, n *Node, neighbours ...int) {
	for _, k := range neighbours {
		if o := int(n.next[k]); o >= 0 {
			neural.AddProduct(y, states[o*hidden:(o+1)*hidden], l.weights(1+k))
		}
	}
}

// weights are those of one of the states of which a message is made.
func (l *layer) weights(source int) []float32 {
	return l.w[source*hidden*l.out : (source+1)*hidden*l.out]
}

// partial computes what each state adds to a layer's output as one of the sources of
// its message.
func (l *layer) partial(source int, states []float32) []float32 {
	sums := make([]float32, len(states))
	for i := 0; i < len(states); i += hidden {
		neural.AddProduct(sums[i:i+hidden], states[i:i+hidden], l.weights(source))
	}
	return sums
}

// shareOf is the weight of each of a node's embeddings.
func shareOf(hashes []int32) float32 { return 1 / float32(math.Sqrt(float64(max(1, len(hashes))))) }

// poolRows gathers the states of each row's nodes.
func (a *activations) poolRows(g *Graph, state []float32) {
	a.rows = make([]float32, len(g.Rows)*pooled)
	a.most = make([]int32, len(g.Rows)*hidden)
	for r := range g.Rows {
		row := &g.Rows[r]
		y, most := a.rows[r*pooled:(r+1)*pooled], a.most[r*hidden:(r+1)*hidden]
		share := 1 / float32(row.To-row.From)
		for k := range hidden {
			best, sum := row.From, float32(0)
			for i := row.From; i < row.To; i++ {
				v := state[i*hidden+k]
				sum += v
				if v > state[best*hidden+k] {
					best = i
				}
			}
			y[k], y[hidden+k], most[k] = sum*share, state[best*hidden+k], int32(best)
		}
	}
	for r := range g.Rows {
		y := a.rows[r*pooled : (r+1)*pooled]
		if r > 0 {
			copy(y[2*hidden:3*hidden], a.rows[(r-1)*pooled:(r-1)*pooled+hidden])
		}
		if r+1 < len(g.Rows) {
			copy(y[3*hidden:], a.rows[(r+1)*pooled:(r+1)*pooled+hidden])
		}
	}
}

// means are the means of the states of each row's and each column's nodes.
func (g *Graph) means(state []float32) (rows, columns []float32) {
	rows, columns = make([]float32, len(g.Rows)*hidden), make([]float32, len(g.sizes)*hidden)
	for i := range g.Nodes {
		n, x := &g.Nodes[i], state[i*hidden:(i+1)*hidden]
		inRow := 1 / float32(g.Rows[n.Row].To-g.Rows[n.Row].From)
		inColumn := 1 / float32(g.sizes[n.column])
		row, column := rows[n.Row*hidden:], columns[int(n.column)*hidden:]
		for k, v := range x {
			row[k] += v * inRow
			column[k] += v * inColumn
		}
	}
	return rows, columns
}

// softmax turns scores into probabilities, in place.
func softmax(v []float32) {
	top := v[0]
	for _, x := range v {
		top = max(top, x)
	}
	sum := float32(0)
	for i, x := range v {
		v[i] = float32(math.Exp(float64(x - top)))
		sum += v[i]
	}
	for i := range v {
		v[i] /= sum
	}
}
