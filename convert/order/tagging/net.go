package tagging

import "math"

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
	w       []float32 // out rows of in
	b       []float32
}

func newLayer(in, out int) layer {
	return layer{in, out, make([]float32, in*out), make([]float32, out)}
}

// Net are the weights of the network. It is not changed while it classifies, so
// that any number of goroutines may use it.
type Net struct {
	table   []float32 // embeddings rows of dimension
	enter   layer     // embedding and dense features to hidden
	rounds  [rounds]layer
	tags    layer
	pool    layer // row to hidden
	parts   layer
	visible [][]float32 // all of the above, for training and storage
}

func newNet() *Net {
	n := &Net{
		table: make([]float32, embeddings*dimension),
		enter: newLayer(dimension+numDense, hidden),
		tags:  newLayer(2*hidden, int(NumTags)),
		pool:  newLayer(pooled, hidden),
		parts: newLayer(hidden, int(NumParts)),
	}
	for r := range n.rounds {
		n.rounds[r] = newLayer(message, hidden)
	}
	n.visible = [][]float32{n.table, n.enter.w, n.enter.b}
	for r := range n.rounds {
		n.visible = append(n.visible, n.rounds[r].w, n.rounds[r].b)
	}
	n.visible = append(n.visible, n.tags.w, n.tags.b, n.pool.w, n.pool.b, n.parts.w, n.parts.b)
	return n
}

// apply computes a layer for one row; relu sets what is negative to zero.
func (l *layer) apply(y, x []float32, relu bool) {
	for o := range l.out {
		w := l.w[o*l.in : (o+1)*l.in]
		v := l.b[o] + dot(w, x[:len(w)])
		if relu && v < 0 {
			v = 0
		}
		y[o] = v
	}
}

// dot is the inner product of two vectors of one length.
func dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}

// activations are what the network computed for a graph.
type activations struct {
	input  []float32             // by node: embedding, dense features
	state  [rounds + 1][]float32 // by node: hidden
	seen   [rounds][]float32     // by node: message
	both   []float32             // by node: first and last state
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
	a := &activations{input: make([]float32, nodes*n.enter.in), hashes: d.words(g.hashes)}
	a.state[0] = make([]float32, nodes*hidden)
	for i := range g.Nodes {
		x := a.input[i*n.enter.in : (i+1)*n.enter.in]
		share := shareOf(a.hashes[i])
		for _, h := range a.hashes[i] {
			row := n.table[int(h)*dimension : (int(h)+1)*dimension]
			for k, v := range row {
				x[k] += v * share
			}
		}
		copy(x[dimension:], g.dense[i*numDense:(i+1)*numDense])
		n.enter.apply(a.state[0][i*hidden:(i+1)*hidden], x, true)
	}
	d.numbers(a.state[0])
	for r := range rounds {
		a.seen[r] = g.messages(a.state[r])
		a.state[r+1] = make([]float32, nodes*hidden)
		for i := range nodes {
			n.rounds[r].apply(a.state[r+1][i*hidden:(i+1)*hidden], a.seen[r][i*message:(i+1)*message], true)
		}
		d.numbers(a.state[r+1])
	}
	a.both = make([]float32, nodes*2*hidden)
	a.tags = make([][NumTags]float32, nodes)
	last := a.state[rounds]
	for i := range nodes {
		both := a.both[i*2*hidden : (i+1)*2*hidden]
		copy(both, a.state[0][i*hidden:(i+1)*hidden])
		copy(both[hidden:], last[i*hidden:(i+1)*hidden])
		n.tags.apply(a.tags[i][:], both, false)
		softmax(a.tags[i][:])
	}
	a.poolRows(g, last)
	a.packed = make([]float32, len(g.Rows)*hidden)
	a.parts = make([][NumParts]float32, len(g.Rows))
	for r := range g.Rows {
		packed := a.packed[r*hidden : (r+1)*hidden]
		n.pool.apply(packed, a.rows[r*pooled:(r+1)*pooled], true)
		n.parts.apply(a.parts[r][:], packed, false)
		softmax(a.parts[r][:])
	}
	return a
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
