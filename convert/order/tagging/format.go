package tagging

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
)

// magic begins stored weights; the numbers behind it are the network's sizes.
var magic = []byte{'l', 't', 'g', 1, dimension, byte(numDense), hidden, rounds, byte(NumTags), byte(NumParts), numNeighbours}

// NewNet returns a network with weights at random, to begin training with.
func NewNet(seed uint64) *Net {
	n := newNet()
	random := rand.New(rand.NewPCG(seed, 7))
	fill := func(w []float32, in int) {
		scale := math.Sqrt(2 / float64(in))
		for i := range w {
			w[i] = float32(random.NormFloat64() * scale)
		}
	}
	for i := range n.table {
		n.table[i] = float32(random.NormFloat64() * 0.1)
	}
	fill(n.enter.w, n.enter.in)
	for r := range n.rounds {
		fill(n.rounds[r].w, message)
	}
	fill(n.tags.w, n.tags.in)
	fill(n.pool.w, pooled)
	fill(n.parts.w, hidden)
	return n
}

// AppendBinary appends the weights, each tensor as a scale and a signed byte for
// each weight.
func (n *Net) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, magic...)
	for k, t := range n.visible {
		top := float32(0)
		for _, v := range t {
			top = max(top, float32(math.Abs(float64(v))))
		}
		scale := top / 127
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scale))
		for i := range t {
			q := 0.0
			if scale > 0 {
				q = math.Round(float64(t[n.place(k, i)] / scale))
			}
			b = append(b, byte(int8(q)))
		}
	}
	return b, nil
}

// place is where the weight stands in tensor k that is stored at index i: layers
// are stored with all weights of an output together.
func (n *Net) place(k, i int) int {
	in := n.inputs[k]
	return i%in*(len(n.visible[k])/in) + i/in
}

// Parse reads weights that AppendBinary wrote.
func Parse(data []byte) (*Net, error) {
	data, ok := bytes.CutPrefix(data, magic)
	if !ok {
		return nil, errors.New("tagging: weights of another network")
	}
	n := newNet()
	for k, t := range n.visible {
		if len(data) < 4+len(t) {
			return nil, errors.New("tagging: weights are cut off")
		}
		scale := math.Float32frombits(binary.LittleEndian.Uint32(data))
		for i, q := range data[4 : 4+len(t)] {
			t[n.place(k, i)] = float32(int8(q)) * scale
		}
		data = data[4+len(t):]
	}
	if len(data) > 0 {
		return nil, errors.New("tagging: more than the weights")
	}
	return n, nil
}
