package tagging

import (
	"fmt"
	"math"

	"lineitem/convert/order/neural"
)

// Sizes of the network.
const (
	hidden      = 48                               // numbers that describe a node after each layer
	rounds      = 3                                // rounds of messages between neighbours
	messageSize = (1 + numNeighbours + 5) * hidden // the node's own numbers, its neighbours', and the means of its row, of the rows above and below, of its column and of the words with its label
	pooledSize  = 4 * hidden                       // of a row: mean and maximum, and the means of the rows above and below
)

// magic begins stored weights. Its last bytes are the network's sizes.
var magic = []byte{'l', 't', 'g', 1, embeddingSize, byte(numDense), hidden, rounds, byte(NumTags), byte(NumParts), numNeighbours}

// Net holds the weights of the network. Classifying does not change it, so any number
// of goroutines may use it at once.
type Net struct {
	neural.Network
	input  *neural.Layer // embedding and dense features to hidden
	rounds [rounds]*neural.Layer
	tags   *neural.Layer
	pool   *neural.Layer // row to hidden
	parts  *neural.Layer
}

func newNet() *Net {
	n := &Net{Network: neural.NewNetwork(magic, embeddingSize)}
	n.input = n.Layer(embeddingSize+numDense, hidden)
	for r := range n.rounds {
		n.rounds[r] = n.Layer(messageSize, hidden)
	}
	n.tags = n.Layer(2*hidden, int(NumTags))
	n.pool = n.Layer(pooledSize, hidden)
	n.parts = n.Layer(hidden, int(NumParts))
	return n
}

// NewNet returns a network with random weights, to begin training with, that knows
// the given hashed words (see neural.Vocabulary).
func NewNet(seed uint64, words []int32) *Net {
	n := newNet()
	n.Randomize(seed, words)
	return n
}

// Parse reads weights that AppendBinary wrote.
func Parse(data []byte) (*Net, error) {
	n := newNet()
	if err := n.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("tagging: %w", err)
	}
	return n, nil
}

// Classify computes the classes of a graph's words and rows.
func (n *Net) Classify(g *Graph) *Tags {
	t := &Tags{Graph: g, Words: make([][NumTags]float32, len(g.Nodes)), Lines: make([][NumParts]float32, len(g.Rows))}
	neural.Compute(func(tape *neural.Tape) {
		words, rows := n.forward(tape, g)
		for i := range t.Words {
			copy(t.Words[i][:], words.Row(i))
			neural.Softmax(t.Words[i][:])
		}
		for r := range t.Lines {
			copy(t.Lines[r][:], rows.Row(r))
			neural.Softmax(t.Lines[r][:])
		}
	})
	return t
}

// forward computes the scores of the classes of words and rows.
func (n *Net) forward(t *neural.Tape, g *Graph) (words, rows *neural.Matrix) {
	nodes := len(g.Nodes)
	dense := &neural.Matrix{Rows: nodes, Columns: numDense, Values: g.dense}
	entered := t.Drop(t.ApplyConcat(n.input, nodes, true, neural.Input{X: t.Embed(n.Table, g.hashes)}, neural.Input{X: dense}))
	state, x := entered, g.indices(t)
	for _, l := range n.rounds {
		sources := []neural.Input{{X: state}}
		for _, index := range x.next {
			sources = append(sources, neural.Input{X: state, Index: index})
		}
		rows := t.Mean(state, x.row, len(g.Rows))
		sources = append(sources, neural.Input{X: rows, Index: x.row}, neural.Input{X: t.Mean(state, x.column, len(g.sizes)), Index: x.column},
			neural.Input{X: rows, Index: x.above}, neural.Input{X: rows, Index: x.below}, neural.Input{X: t.Mean(state, x.label, max(1, g.labelled)), Index: x.label})
		state = t.Drop(t.ApplyConcat(l, nodes, true, sources...))
	}
	words = t.ApplyConcat(n.tags, nodes, false, neural.Input{X: entered}, neural.Input{X: state})
	mean := t.Mean(state, x.row, len(g.Rows))
	pool := t.ApplyConcat(n.pool, len(g.Rows), true, neural.Input{X: mean}, neural.Input{X: t.Max(state, x.row, len(g.Rows))},
		neural.Input{X: mean, Index: x.up}, neural.Input{X: mean, Index: x.down})
	return words, t.Apply(n.parts, pool, false)
}

// indices tell from which rows of other matrices the rows of the network's inputs are taken; -1 for none.
type indices struct {
	next               [numNeighbours][]int32 // by node
	row, column, label []int32                // by node
	above, below       []int32                // by node: rows above and below its own
	up, down           []int32                // by row: those above and below it
}

func (g *Graph) indices(t *neural.Tape) *indices {
	nodes, rows := len(g.Nodes), len(g.Rows)
	x := &indices{
		row: t.Rows(nodes), column: t.Rows(nodes), label: t.Rows(nodes),
		above: t.Rows(nodes), below: t.Rows(nodes), up: t.Rows(rows), down: t.Rows(rows),
	}
	for r := range g.Rows {
		x.up[r], x.down[r] = int32(r-1), int32(r+1)
	}
	x.down[rows-1] = -1
	for k := range x.next {
		x.next[k] = t.Rows(nodes)
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		for k, o := range n.next {
			x.next[k][i] = o
		}
		x.row[i], x.column[i], x.label[i] = int32(n.Row), n.column, g.labels[i].group
		x.above[i], x.below[i] = x.up[n.Row], x.down[n.Row]
	}
	return x
}

// Example is a graph with its right classes. A negative class is unknown.
type Example struct {
	*Graph
	Words []int8 // Tag by node
	Lines []int8 // Part by row
}

// AddTo notes the words of an example from a source.
func (l *Example) AddTo(v *neural.Vocabulary, source string) {
	for _, h := range l.hashes {
		v.Note(source, h)
	}
}

// Learn takes one step of training with a document and returns the mean losses of its words
// and of its rows, in nats.
func (n *Net) Learn(t *neural.Trainer, l *Example) (words, rows float64) {
	tape := t.Tape()
	tags, parts := n.forward(tape, l.Graph)
	words, rows = entropy(tags, l.Words), entropy(parts, l.Lines)
	tape.Backward()
	t.Step()
	return words, rows
}

// entropy adds the gradient of the cross entropy with the right classes to m, scaled by 1/√rows, and returns the mean cross
// entropy of the rows whose class is known.
func entropy(m *neural.Matrix, right []int8) (loss float64) {
	share := 1 / float32(math.Sqrt(float64(m.Rows)))
	p, known := make([]float32, m.Columns), 0
	for i, want := range right {
		if want < 0 {
			continue
		}
		known++
		copy(p, m.Row(i))
		neural.Softmax(p)
		loss -= math.Log(max(1e-9, float64(p[want])))
		p[want]--
		for k, d := range p {
			m.Gradient(i)[k] += d * share
		}
	}
	return loss / float64(max(1, known))
}
