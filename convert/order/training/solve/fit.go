package main

import (
	"math"
	"slices"

	"lineitem/convert/gbdt"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/training/boosting"
)

// Parameters of the fits.
const (
	steps     = 400
	rate      = 0.05  // initial learning rate
	ridge     = 0.002 // penalty on the squares of weights
	leastGain = 0.001 // examples whose readings differ in F1 by no more are left out

	aboutAsGood = 0.01 // a reading counts as right if its F1 is at most this much below the best
)

// fit returns the weights that maximise the mean expected F1 under the softmax over each order's readings.
func fit(examples []example) (w solve.Features) {
	telling := tellingOf(examples)
	ascend(w[:], ridge, func(slope []float64) {
		var sum solve.Features
		for _, l := range telling {
			l.addSlope(&w, &sum)
		}
		for k, v := range sum {
			slope[k] = v / float64(max(1, len(telling)))
		}
	})
	return w
}

// tellingOf returns the examples whose readings differ in F1.
func tellingOf(examples []example) (telling []*example) {
	for i := range examples {
		if l := &examples[i]; slices.Max(l.f1)-slices.Min(l.f1) > leastGain {
			telling = append(telling, l)
		}
	}
	return telling
}

// treeOptions are the options of the trees.
var treeOptions = boosting.Options{Trees: 200, Leaves: 12, Shrinkage: 0.05, Features: 0.3}

// fitTrees returns trees that choose the best of an order's readings, or one that is about as good.
func fitTrees(examples []example) *gbdt.Model {
	set := boosting.NewSet(solve.NumCompared)
	for _, l := range tellingOf(examples) {
		right, least := make([]bool, len(l.f1)), slices.Max(l.f1)-aboutAsGood
		for i := range l.f1 {
			right[i] = l.f1[i] >= least
		}
		set.Add(solve.Compared(l.features), right)
	}
	trees, _ := boosting.Train(set, nil, treeOptions)
	return trees
}

// ascend maximises a function of the weights by gradient ascent, with a penalty on their squares (Adam, Kingma and
// Ba, 2015). SlopeOf adds the gradient at the current weights to slope.
func ascend(w []float64, ridge float64, slopeOf func(slope []float64)) {
	slope, mean, square := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	for step := 1; step <= steps; step++ {
		clear(slope)
		slopeOf(slope)
		for k := range slope {
			g := slope[k] - ridge*w[k]
			mean[k] = 0.9*mean[k] + 0.1*g
			square[k] = 0.999*square[k] + 0.001*g*g
			m, v := mean[k]/(1-math.Pow(0.9, float64(step))), square[k]/(1-math.Pow(0.999, float64(step)))
			w[k] += rate * (1 - float64(step)/(steps+1)) * m / (math.Sqrt(v) + 1e-8)
		}
	}
}

// addSlope adds the gradient of the example's expected F1, with respect to the weights, to slope.
func (l *example) addSlope(w, slope *solve.Features) {
	p := l.softmax(w)
	expected := 0.0
	for i := range p {
		expected += p[i] * l.f1[i]
	}
	for i := range p {
		share := p[i] * (l.f1[i] - expected)
		for k, v := range l.features[i] {
			slope[k] += share * v
		}
	}
}

// softmax returns the probability of each reading under the weights.
func (l *example) softmax(w *solve.Features) []float64 {
	p := (&solve.Weights{Readings: *w}).Scores(l.features)
	top, sum := slices.Max(p), 0.0
	for i := range p {
		p[i] = math.Exp(p[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}
