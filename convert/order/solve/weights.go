package solve

import (
	_ "embed"
	"sync"

	"lineitem/convert/order/linear"
)

// Weights say how much each feature speaks for a reading: that with the greatest sum
// of products is believed.
type Weights Features

//go:embed weights.txt
var stored string

// storedWeights are those that the program carries. A test rules out that they
// cannot be read.
var storedWeights = sync.OnceValue(func() *Weights {
	w, err := ParseWeights([]byte(stored))
	if err != nil {
		panic(err)
	}
	return w
})

// Score is how much speaks for a reading with such features.
func (w *Weights) Score(f *Features) float64 {
	sum := 0.0
	for k, v := range f {
		sum += w[k] * v
	}
	return sum
}

// String returns the weights as they are stored.
func (w *Weights) String() string { return linear.Text(featureNames[:], w[:]) }

// ParseWeights reads stored weights.
func ParseWeights(data []byte) (*Weights, error) {
	all, err := linear.Parse(string(data), featureNames[:])
	if err != nil {
		return nil, err
	}
	return (*Weights)(all), nil
}
