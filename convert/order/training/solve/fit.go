package main

import (
	"math"
	"slices"

	"lineitem/convert/order/solve"
)

// Measures of the fit.
const (
	steps     = 400
	rate      = 0.05  // of a step, at the start
	ridge     = 0.002 // penalty on the squares of weights
	leastGain = 0.001 // readings whose F1 differs by less teach nothing
)

// fit returns the weights with which the softmax over an order's readings expects the best F1.
func fit(lessons []lesson) (w solve.Features) {
	var telling []*lesson
	for i := range lessons {
		if l := &lessons[i]; slices.Max(l.f1)-slices.Min(l.f1) > leastGain {
			telling = append(telling, l)
		}
	}
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

// ascend moves weights up a slope, which is computed where they are, with a penalty on their squares (Adam, Kingma and
// Ba, 2015).
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

// addSlope adds how the F1 that is expected grows with the weights.
func (l *lesson) addSlope(w, slope *solve.Features) {
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

// softmax is how probable the weights find each reading.
func (l *lesson) softmax(w *solve.Features) []float64 {
	p := make([]float64, len(l.features))
	top, sum := math.Inf(-1), 0.0
	for i := range p {
		p[i] = w.Score(&l.features[i])
		top = max(top, p[i])
	}
	for i := range p {
		p[i] = math.Exp(p[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// choice is the reading that the weights choose.
func (l *lesson) choice(w *solve.Features) int {
	best := 0
	for i := range l.features {
		if w.Score(&l.features[i]) > w.Score(&l.features[best]) {
			best = i
		}
	}
	return best
}
