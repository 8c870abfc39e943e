package boosting

import (
	"math"
	"math/rand/v2"

	"lineitem/convert/gbdt"
)

// Options tell how a model is trained. A field that is zero takes the value in brackets.
type Options struct {
	Trees     int     // greatest number of trees (200)
	Leaves    int     // greatest number of leaves of a tree (16)
	Depth     int     // greatest number of splits above a leaf (6; at most 24)
	Bins      int     // greatest number of bins of a feature (64; at most 256)
	Shrinkage float64 // factor by which each tree's leaf values are multiplied (0.1)
	// MinWeight is the least sum of second derivatives in a leaf (2). A
	// candidate contributes at most 0.25, when its probability is 0.5.
	MinWeight float64
	// Lambda is the penalty on the squares of leaf values (2).
	Lambda float64
	// Gamma is the least reduction of the loss by a split (0.1).
	Gamma float64
	// Features is the share of the features, drawn at random for each tree, that
	// the tree may split on (1).
	Features float64
	// Seed is the seed for drawing the features.
	Seed uint64
	// Patience is the number of trees in a row that do not reduce the loss on the
	// validation set after which training ends (20).
	Patience int
}

func (o Options) filled() Options {
	count := func(v *int, usual, most int) {
		if *v <= 0 {
			*v = usual
		}
		*v = min(*v, most)
	}
	real := func(v *float64, usual float64) {
		if !(*v > 0) {
			*v = usual
		}
	}
	count(&o.Trees, 200, gbdt.MaxTrees)
	count(&o.Leaves, 16, gbdt.MaxLeaves)
	count(&o.Depth, 6, gbdt.MaxDepth)
	count(&o.Bins, 64, gbdt.MaxCuts+1)
	count(&o.Patience, 20, gbdt.MaxTrees)
	real(&o.Shrinkage, 0.1)
	real(&o.MinWeight, 2)
	real(&o.Lambda, 2)
	real(&o.Gamma, 0.1)
	real(&o.Features, 1)
	return o
}

// Round is the mean loss per question, in nats, after a tree was added. The loss of
// a question is the negative logarithm of the probability that the model gives to
// its right answers. Validation is NaN without a validation set.
type Round struct {
	Training, Validation float64
}

// Train fits a model to the set. With a validation set that has questions, it
// keeps the number of trees that gives the least loss there. It also returns the
// losses after each tree that was tried.
func Train(set, validation *Set, o Options) (*gbdt.Model, []Round) {
	o = o.filled()
	if set.Questions() == 0 {
		return gbdt.New(set.features, nil), nil
	}
	t := &trainer{Options: o, set: set, data: set.binned(o.Bins - 1)}
	t.gradients, t.weights = make([]int32, set.Rows()), make([]int32, set.Rows())
	scores := make([]int64, set.Rows())
	var held []int64
	if validation != nil && validation.Questions() > 0 && validation.features == set.features {
		held = make([]int64, validation.Rows())
	}
	var trees [][]gbdt.Node
	var rounds []Round
	best, lowest := 0, math.Inf(1)
	if held != nil {
		lowest = validation.loss(held, nil, nil)
	}
	set.loss(scores, t.gradients, t.weights)
	for n := range o.Trees {
		tree := t.grow(rand.New(rand.NewPCG(o.Seed, uint64(n))), scores)
		trees = append(trees, tree)
		r := Round{Training: set.loss(scores, t.gradients, t.weights), Validation: math.NaN()}
		if held != nil {
			last := gbdt.New(set.features, [][]gbdt.Node{tree})
			for i := range held {
				held[i] += last.Units(validation.row(i))
			}
			r.Validation = validation.loss(held, nil, nil)
		}
		rounds = append(rounds, r)
		switch {
		case held == nil:
			best = n + 1
		case r.Validation < lowest:
			best, lowest = n+1, r.Validation
		}
		if tree[0].Feature < 0 && tree[0].Value == 0 || held != nil && n+1-best >= o.Patience {
			break // nothing is left to gain
		}
	}
	return gbdt.New(set.features, trees[:best]), rounds
}

// fixed is the scale of the derivatives' fixed-point representation.
const fixed = 1 << 24

// loss returns the mean loss of the questions, in nats, at the given scores, which are
// in multiples of gbdt.Unit. It sets the rows' first and second derivatives, as
// multiples of 1/fixed, unless they are nil.
//
// If several candidates are right, any of them will do: the loss is the
// negative logarithm of the sum of their probabilities. The second derivative
// omits the term that comes from this sum, so that it stays positive.
func (s *Set) loss(scores []int64, gradients, weights []int32) float64 {
	total, from := 0.0, int32(0)
	var p []float64
	for _, end := range s.ends {
		p = p[:0]
		for _, v := range scores[from:end] {
			p = append(p, float64(v)*gbdt.Unit)
		}
		none := gbdt.Probabilities(p)
		right, some := 0.0, false
		for i := range p {
			if s.right[from+int32(i)] {
				right, some = right+p[i], true
			}
		}
		if !some {
			right = none
		}
		total -= math.Log(max(right, 1e-300))
		if gradients != nil {
			for i := range p {
				g := p[i]
				if s.right[from+int32(i)] {
					g -= p[i] / max(right, 1e-300)
				}
				gradients[from+int32(i)] = int32(math.Round(g * fixed))
				weights[from+int32(i)] = int32(math.Round(p[i] * (1 - p[i]) * fixed))
			}
		}
		from = end
	}
	return total / float64(len(s.ends))
}
