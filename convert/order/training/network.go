package training

import (
	"fmt"
	"io"
	"math/rand/v2"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/samples"
)

// Repeats returns how many times a network learns from an order in each epoch: real times from
// a real order, form times from one that was invented after real forms, which has an author and a
// fold, and once from any other. Real orders and such forms are fewer, and less alike.
func Repeats(o *samples.Sample, real, form int) int {
	switch {
	case o.Fold == "":
		return 1
	case o.Truth.Traits["author"] != "":
		return form
	}
	return real
}

// firstRate is the initial learning rate; it falls linearly to zero.
const firstRate = 2e-3

// Train trains a network with a number of examples, shuffled in each epoch. Learn takes
// a step with example i and returns its loss. If the command asks for it, the last epoch is trained several times,
// each time shuffled differently, and the weights are averaged.
func (s *Settings) Train(t *neural.Trainer, examples int, stdout io.Writer, learn func(i int) float64) {
	epoch := func(e int, random *rand.Rand) {
		loss := 0.0
		for step, i := range random.Perm(examples) {
			t.Rate = firstRate * (1 - (float64(e)+float64(step)/float64(examples))/float64(s.epochs))
			loss += learn(i)
		}
		fmt.Fprintf(stdout, "epoch %d of %d: %d lessons, loss %.4f\n", e+1, s.epochs, examples, loss/float64(max(1, examples)))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for e := range s.epochs - 1 {
		epoch(e, random)
	}
	start, ends := t.State(), make([]*neural.State, max(1, s.lastEpochs))
	for k := range ends {
		t.Resume(start)
		epoch(s.epochs-1, random)
		ends[k] = t.State()
	}
	t.Average(ends)
	t.Finish()
}
