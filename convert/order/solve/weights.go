package solve

import (
	_ "embed"
	"sync"

	"lineitem/convert/order/linear"
)

// Weights say how much each feature speaks for a reading: that with the greatest sum of products is
// believed. Those of the signs of lines say which lines are part of descriptions.
type Weights struct {
	Readings Features
	Sublines Signs
}

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

// weightNames are the names of weights in their file.
var weightNames = append(featureNames[:], signNames[:]...)

// String returns the weights as they are stored.
func (w *Weights) String() string {
	return linear.Text(weightNames, append(w.Readings[:], w.Sublines[:]...))
}

// ParseWeights reads stored weights.
func ParseWeights(data []byte) (*Weights, error) {
	all, err := linear.Parse(string(data), weightNames)
	if err != nil {
		return nil, err
	}
	return &Weights{Features(all[:numFeatures]), Signs(all[numFeatures:])}, nil
}

// sumOfProducts is what numbers of something are worth by their weights.
func sumOfProducts(weights, numbers []float64) float64 {
	sum := 0.0
	for k, v := range numbers {
		sum += weights[k] * v
	}
	return sum
}
