package ranking

import (
	"bytes"
	"errors"
	"fmt"

	"lineitem/convert/order/neural"
)

// magic begins stored weights; the numbers behind it are the network's sizes.
var magic = []byte{'l', 'r', 'k', 1, dimension, byte(numDense), byte(numSpan), hidden, rounds, numNeighbours, byte(numGroups)}

// AppendBinary appends the weights.
func (n *Net) AppendBinary(b []byte) []byte {
	return neural.AppendWeights(append(b, magic...), n.Weights())
}

// Parse reads weights that AppendBinary wrote.
func Parse(data []byte) (*Net, error) {
	data, ok := bytes.CutPrefix(data, magic)
	if !ok {
		return nil, errors.New("ranking: weights of another network")
	}
	n := newNet()
	if err := neural.ParseWeights(data, n.Weights()); err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	for _, l := range n.layers() {
		l.Pack()
	}
	return n, nil
}
