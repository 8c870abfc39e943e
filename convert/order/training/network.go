package training

import (
	"fmt"
	"io"
	"math/rand/v2"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/samples"
)

// Repeats is how often a network learns from an order in each epoch: so many times from
// a real one and from one that was invented after real forms, which has an author and a
// fold, as from another invented one, since there are fewer of them, and they are less
// alike.
func Repeats(o *samples.Sample, real, form int) int {
	switch {
	case o.Fold == "":
		return 1
	case o.Truth.Traits["author"] != "":
		return form
	}
	return real
}

// firstRate is the step size at the beginning; it falls to nothing.
const firstRate = 2e-3

// Teach trains a network with so many lessons, in each epoch in another order. Learn
// takes a step with one of them, and gives its loss. The last epoch is trained in several orders, where the command says
// so, and the mean of the weights is taken.
func (s *Settings) Teach(t *neural.Trainer, lessons int, stdout io.Writer, learn func(i int) float64) {
	epoch := func(e int, random *rand.Rand) {
		loss := 0.0
		for step, i := range random.Perm(lessons) {
			t.Rate = firstRate * (1 - (float64(e)+float64(step)/float64(lessons))/float64(s.epochs))
			loss += learn(i)
		}
		fmt.Fprintf(stdout, "epoch %d of %d: %d lessons, loss %.4f\n", e+1, s.epochs, lessons, loss/float64(max(1, lessons)))
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
