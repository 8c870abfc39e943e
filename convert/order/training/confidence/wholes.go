package main

import (
	"cmp"
	"math"
	"slices"

	"lineitem/convert/order/confidence"
	"lineitem/convert/order/training"
)

// whole is a lesson that could be verified.
type whole struct {
	*lesson
	signs []float64 // the worst of its orders'
	sound bool      // all of its orders are
	odds  float64   // by weights that were not fitted to its author
}

// wholesOf gives the lessons that could be verified, with the probabilities of
// their cells.
func wholesOf(lessons []*lesson, p [][][]float64) []*whole {
	var out []*whole
	for n, l := range lessons {
		if len(l.orders) == 0 || slices.ContainsFunc(l.orders, func(e confidence.Examined) bool { return !e.Complete }) {
			continue
		}
		o := &whole{lesson: l, signs: make([]float64, len(l.orders[0].Signs)), sound: true}
		for i := range l.orders {
			e := &l.orders[i]
			o.sound = o.sound && e.Sound
			e.Signs[0] = e.Doubt(p[n][i])
			for k, v := range e.Signs {
				o.signs[k] = max(o.signs[k], v)
			}
		}
		out = append(out, o)
	}
	return out
}

// regression weighs signs.
var regression = training.Logistic{Ridge: 2, Sweeps: 300}

// weigh fits the base and the weights of the signs, none negative, to how many
// wholes are right.
func weigh(wholes []*whole) (base float64, weights confidence.Signs) {
	examples := make([]training.Example, len(wholes))
	for i, o := range wholes {
		against := make([]float64, len(o.signs))
		for k, v := range o.signs {
			against[k] = -v
		}
		examples[i] = training.Example{Signs: against, Right: o.complete, Counts: float64(o.counts)}
	}
	base = regression.Fit(examples, weights[:])
	return base, weights
}

// crossOdds sets the odds of wholes by weights that were fitted to other authors.
func crossOdds(wholes []*whole) {
	models := map[string]*confidence.Weights{}
	for _, o := range wholes {
		w := models[o.author]
		if w == nil {
			w = new(confidence.Weights)
			w.Base, w.Signs = weigh(slices.DeleteFunc(slices.Clone(wholes), func(other *whole) bool { return other.author == o.author }))
			models[o.author] = w
		}
		o.odds = w.Odds(o.signs)
	}
}

// leastPrecision is the share of verified documents that are to be right.
const leastPrecision = 0.99

// leastOdds are the least odds such that of the sound wholes that have them,
// leastPrecision are right.
func leastOdds(wholes []*whole) float64 {
	sorted := slices.DeleteFunc(slices.Clone(wholes), func(o *whole) bool { return !o.sound })
	slices.SortStableFunc(sorted, func(a, b *whole) int { return cmp.Compare(b.odds, a.odds) })
	least, n, good := math.Inf(1), 0, 0
	for _, o := range sorted {
		n += o.counts
		if o.complete {
			good += o.counts
		}
		if float64(good) >= leastPrecision*float64(n) {
			least = o.odds
		}
	}
	return least
}
