package neural

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Trainer fits weights by stochastic gradient descent with Adam (Kingma and Ba, ICLR
// 2015). It keeps their running mean, which does better than the last weights.
type Trainer struct {
	Rate float64 // step size
	// Shares of hashes and numbers that are dropped (dropout: Srivastava et al., JMLR 15, 2014).
	DropHashes, DropNumbers float32

	network *Network
	weights []*tensor
	m, v    [][]float32 // running means of gradients and of their squares
	mean    [][]float32 // running means of weights
	random  *rand.Rand
	steps   int
}

// Constants of training.
const (
	weightDecay   = 2e-5 // draws weights towards zero at each step
	averageEvery  = 8    // steps after which the mean of the weights is updated
	leastNewShare = 0.01 // least share of the newest weights in the mean
	// leastMean is the size below which a mean gradient is set to zero. The gradients of words that are no longer seen shrink to it, and
	// computing with smaller numbers is slow.
	leastMean = 1e-30
)

// NewTrainer returns a trainer of a network, which it changes. The trainer drops nothing until DropHashes and DropNumbers are set.
func NewTrainer(n *Network, seed uint64) *Trainer {
	t := &Trainer{network: n, weights: n.weights(), random: rand.New(rand.NewPCG(seed, 4))}
	for _, l := range n.layers {
		l.packed = nil
	}
	for _, w := range t.weights {
		w.g = make([]float32, len(w.values))
		t.m = append(t.m, make([]float32, len(w.values)))
		t.v = append(t.v, make([]float32, len(w.values)))
		t.mean = append(t.mean, append([]float32(nil), w.values...))
	}
	return t
}

// Tape returns a tape for one step.
func (t *Trainer) Tape() *Tape {
	return &Tape{random: t.random, dropHashes: t.DropHashes, dropNumbers: t.DropNumbers}
}

// Step moves the weights against the gradient that a tape's Backward has added up, and clears the gradient.
func (t *Trainer) Step() {
	t.steps++
	c1, c2 := 1-math.Pow(0.9, float64(t.steps)), 1-math.Pow(0.999, float64(t.steps))
	rate := float32(t.Rate * math.Sqrt(c2) / c1)
	for k, w := range t.weights {
		m, v := t.m[k], t.v[k]
		for i, d := range w.g {
			if d == 0 && m[i] == 0 {
				continue
			}
			if m[i] += 0.1 * (d - m[i]); -leastMean < m[i] && m[i] < leastMean {
				m[i] = 0
			}
			v[i] += 0.001 * (d*d - v[i])
			w.values[i] -= rate*m[i]/(float32(math.Sqrt(float64(v[i])))+1e-8) + weightDecay*w.values[i]
			w.g[i] = 0
		}
	}
	if t.steps%averageEvery == 0 {
		share := max(1/float32(1+t.steps/averageEvery), leastNewShare)
		for k, w := range t.weights {
			for i, x := range w.values {
				t.mean[k][i] += share * (x - t.mean[k][i])
			}
		}
	}
}

// State is a copy of the progress of a trainer.
type State struct {
	weights, m, v, mean [][]float32
	steps               int
}

// State returns a copy of the trainer's weights, means and number of steps.
func (t *Trainer) State() *State {
	s := &State{steps: t.steps}
	for k, w := range t.weights {
		s.weights, s.m = append(s.weights, slices.Clone(w.values)), append(s.m, slices.Clone(t.m[k]))
		s.v, s.mean = append(s.v, slices.Clone(t.v[k])), append(s.mean, slices.Clone(t.mean[k]))
	}
	return s
}

// Resume sets the trainer to a state, to go on training from there.
func (t *Trainer) Resume(s *State) {
	t.steps = s.steps
	for k, w := range t.weights {
		copy(w.values, s.weights[k])
		copy(t.m[k], s.m[k])
		copy(t.v[k], s.v[k])
		copy(t.mean[k], s.mean[k])
	}
}

// Average sets the running mean of the weights to the average of the running means of several states that training reached from a
// common one (Wortsman et al., "Model soups", ICML 2022).
func (t *Trainer) Average(states []*State) {
	for k, mean := range t.mean {
		clear(mean)
		for _, s := range states {
			for i, v := range s.mean[k] {
				mean[i] += v / float32(len(states))
			}
		}
	}
}

// Finish sets the weights to their running mean, and makes the network ready to compute.
func (t *Trainer) Finish() {
	for k, w := range t.weights {
		copy(w.values, t.mean[k])
		w.g = nil
	}
	for _, l := range t.network.layers {
		l.pack()
	}
}
