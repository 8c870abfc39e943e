package neural

import (
	"bytes"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
)

// network is a network that uses every operation.
type network struct {
	Network
	first, second *Layer
}

func newNetwork() *network {
	n := &network{Network: NewNetwork([]byte("test"), 4)}
	n.first, n.second = n.Layer(4, 3), n.Layer(12, 2)
	return n
}

// loss returns the sum of the squares of the network's outputs.
func (n *network) loss(t *Tape) float64 {
	e := t.Embed(n.Table, [][]int32{{0, 1}, {2, numHashes - 1}, {1, 2}})
	h := t.Apply(n.first, e, true)
	m := t.Mean(h, []int32{0, 1, 0}, 2)
	top := t.Max(h, []int32{0, 1, 0}, 2)
	j := t.Concat(3, Input{X: h}, Input{m, []int32{0, 1, 0}}, Input{h, []int32{-1, 0, 1}}, Input{top, []int32{1, 0, 0}})
	y := t.Apply(n.second, j, false)
	sum := 0.0
	for i, v := range y.Values {
		sum += float64(v) * float64(v)
		if y.g != nil {
			y.g[i] = 2 * v
		}
	}
	return sum
}

// TestGradient compares the gradient with the effect of a small change of each
// weight on the loss.
func TestGradient(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	n := newNetwork()
	n.Randomize(1, []int32{0, 1, 2})
	for _, w := range n.weights() {
		for i := range w.values {
			w.values[i] = float32(random.NormFloat64())
		}
	}
	tape := NewTrainer(&n.Network, 1).Tape()
	n.loss(tape)
	tape.Backward()
	const step = 1e-2
	for k, w := range n.weights() {
		for i := range w.values {
			was := w.values[i]
			w.values[i] = was + step
			above := n.loss(&Tape{})
			w.values[i] = was - step
			below := n.loss(&Tape{})
			w.values[i] = was
			want := (above - below) / (2 * step)
			if got := float64(w.g[i]); math.Abs(got-want) > 0.02*max(1, math.Abs(want)) {
				t.Errorf("tensor %d, weight %d: gradient %v, want %v", k, i, got, want)
			}
		}
	}
}

// TestTrainer checks that training finds weights with a small loss, and that they
// survive being stored.
func TestTrainer(t *testing.T) {
	n := newNetwork()
	n.Randomize(1, []int32{0, 1, 2})
	for i := range n.second.b.values {
		n.second.b.values[i] = 3
	}
	before := n.loss(&Tape{})
	trainer := NewTrainer(&n.Network, 1)
	trainer.DropHashes, trainer.DropNumbers = 0.3, 0.3
	for range 2000 {
		trainer.Rate = 1e-2
		tape := trainer.Tape()
		n.loss(tape)
		tape.Backward()
		trainer.Step()
	}
	trainer.Finish()
	after := n.loss(&Tape{})
	if after > before/20 {
		t.Errorf("the loss falls from %v to %v only", before, after)
	}
	stored := n.AppendBinary(nil)
	if err := n.UnmarshalBinary(stored); err != nil {
		t.Fatal(err)
	}
	if got := n.loss(&Tape{}); math.Abs(got-after) > 0.1 {
		t.Errorf("with stored weights the loss is %v, was %v", got, after)
	}
	if !bytes.Equal(n.AppendBinary(nil), stored) {
		t.Error("weights that were read are stored as other bytes")
	}
	for _, bad := range [][]byte{nil, stored[:len(stored)-1], append(stored[:len(stored):len(stored)], 0), append([]byte("x"), stored...)} {
		if n.UnmarshalBinary(bad) == nil {
			t.Errorf("%d bytes that are no weights are taken", len(bad))
		}
	}
}

// TestResume checks that training resumed from a state continues as before, and that
// averaging two states gives the mean of their weights.
func TestResume(t *testing.T) {
	n := newNetwork()
	n.Randomize(1, []int32{0, 1, 2})
	trainer := NewTrainer(&n.Network, 1)
	trainer.Rate = 1e-2
	train := func(steps int) *State {
		for range steps {
			tape := trainer.Tape()
			n.loss(tape)
			tape.Backward()
			trainer.Step()
		}
		return trainer.State()
	}
	start := train(2 * averageEvery)
	few := train(averageEvery)
	trainer.Resume(start)
	if again := train(averageEvery); !reflect.DeepEqual(again, few) {
		t.Error("the same steps from the same state lead elsewhere")
	}
	many := train(20 * averageEvery)
	trainer.Average([]*State{few, many})
	trainer.Finish()
	for k, w := range n.weights() {
		for i, got := range w.values {
			if want := (few.mean[k][i] + many.mean[k][i]) / 2; math.Abs(float64(got-want)) > 1e-6 {
				t.Fatalf("weight %d of tensor %d is %v, want %v", i, k, got, want)
			}
		}
	}
}
