package training

import "math"

// Logistic is logistic regression with non-negative weights, fitted by Newton's
// method one weight at a time (coordinate descent).
type Logistic struct {
	Ridge  float64 // penalty on the squares of weights
	Sweeps int     // number of passes over all weights
}

// Example is one example that a regression is fitted to.
type Example struct {
	Features []float64 // as many as there are weights
	Right    bool
}

// baseRidge is the penalty on the square of the base; it is small, so that the base is nearly free.
const baseRidge = 1e-3

// Fit fits the weights in place, starting from their values, and returns the base. The log odds that
// an example is right are the base plus the sum of its features, each times its weight.
func (l Logistic) Fit(examples []Example, weights []float64) (base float64) {
	odds := make([]float64, len(examples))
	// move returns a weight after one Newton step of at most 1, but not less than least. At is
	// the weight; feature returns the value in an example that it multiplies.
	move := func(at, ridge, least float64, feature func(e *Example) float64) float64 {
		g, h := ridge*at, ridge
		for i := range examples {
			e := &examples[i]
			v := feature(e)
			if v == 0 {
				continue
			}
			p := 1 / (1 + math.Exp(-odds[i]))
			d := p
			if e.Right {
				d--
			}
			g += d * v
			h += p * (1 - p) * v * v
		}
		by := max(min(max(-g/h, -1), 1), least-at)
		for i := range examples {
			odds[i] += by * feature(&examples[i])
		}
		return at + by
	}
	for range l.Sweeps {
		base = move(base, baseRidge, math.Inf(-1), func(*Example) float64 { return 1 })
		for k := range weights {
			weights[k] = move(weights[k], l.Ridge, 0, func(e *Example) float64 { return e.Features[k] })
		}
	}
	return base
}
