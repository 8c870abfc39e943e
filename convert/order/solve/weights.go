package solve

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
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

// String gives the weights as they are stored: a line for each, its name and its value.
func (w *Weights) String() string {
	var b strings.Builder
	for k, name := range featureNames {
		fmt.Fprintf(&b, "%s: %.3f\n", name, w[k])
	}
	return b.String()
}

// ParseWeights reads stored weights.
func ParseWeights(data []byte) (*Weights, error) {
	values := map[string]float64{}
	for line := range strings.Lines(string(data)) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), ": ")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("weight of %q: %w", name, err)
		}
		values[name] = v
	}
	w := new(Weights)
	for k, name := range featureNames {
		v, ok := values[name]
		if !ok {
			return nil, fmt.Errorf("there is no weight of %q", name)
		}
		w[k] = v
	}
	return w, nil
}
