package solve

import (
	"bytes"
	_ "embed"
	"errors"
	"sync"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/linear"
)

// Weights are what readings and the lines of descriptions are scored with. The score of a reading is the weighted sum of its
// features, plus the score of trees that also see how far each feature is below the greatest of an order's readings. The reading
// with the greatest score is chosen. The weights of the features of lines decide which lines are part of descriptions.
type Weights struct {
	Readings Features
	Trees    *gbdt.Model // score what Compared returns; nil if there are none
	Sublines LineFeatures
}

//go:embed weights.bin
var stored []byte

// storedWeights returns the weights that the program carries. A test ensures that they
// can be read.
var storedWeights = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(stored)
	if err != nil {
		panic(err)
	}
	return w
})

// weightNames are the names of weights in their file.
var weightNames = append(featureNames[:], lineFeatureNames[:]...)

// AppendBinary appends the weights as they are stored: a line of text for each weight of a
// feature of a reading or a line, an empty line, and the trees.
func (w *Weights) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, linear.Text(weightNames, append(w.Readings[:], w.Sublines[:]...))...)
	b = append(b, '\n')
	if w.Trees == nil {
		return b, nil
	}
	return w.Trees.AppendBinary(b)
}

// ParseWeights reads stored weights.
func ParseWeights(data []byte) (*Weights, error) {
	text, trees, _ := bytes.Cut(data, []byte("\n\n"))
	all, err := linear.Parse(string(text), weightNames)
	if err != nil {
		return nil, err
	}
	w := &Weights{Readings: Features(all[:numFeatures]), Sublines: LineFeatures(all[numFeatures:])}
	if len(trees) == 0 {
		return w, nil
	}
	if w.Trees, err = gbdt.Parse(trees); err != nil {
		return nil, err
	}
	if w.Trees.Features() != NumCompared {
		return nil, errors.New("the trees are of other features")
	}
	return w, nil
}

// Scores returns the score of each of an order's readings, by their features.
func (w *Weights) Scores(readings []Features) []float64 {
	scores := make([]float64, len(readings))
	for i := range readings {
		scores[i] = sumOfProducts(w.Readings[:], readings[i][:])
	}
	if w.Trees != nil {
		for i, row := range Compared(readings) {
			scores[i] += w.Trees.Score(row)
		}
	}
	return scores
}

// Choose returns the index of the reading with the greatest score, the first of several.
func (w *Weights) Choose(readings []Features) int {
	best, scores := 0, w.Scores(readings)
	for i := range scores {
		if scores[i] > scores[best] {
			best = i
		}
	}
	return best
}

// sumOfProducts returns the sum of numbers times their weights.
func sumOfProducts(weights, numbers []float64) float64 {
	sum := 0.0
	for k, v := range numbers {
		sum += weights[k] * v
	}
	return sum
}
