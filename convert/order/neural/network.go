package neural

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
)

// tensor are weights that are learned.
type tensor struct {
	values []float32
	g      []float32 // gradient, made when training begins
	// stored holds the weights as signed bytes in units of scale; nil if V has them.
	stored []byte
	scale  float32
}

// unpack moves stored weights to V, where they can be changed.
func (w *tensor) unpack() {
	if w.stored == nil {
		return
	}
	w.values = make([]float32, len(w.stored))
	for i := range w.stored {
		w.values[i] = w.unpacked(i)
	}
	w.stored = nil
}

// unpacked returns stored weight i.
func (w *tensor) unpacked(i int) float32 { return float32(int8(w.stored[i])) * w.scale }

// Layer is y = W·x + b.
type Layer struct {
	in, out int
	w       tensor // out rows of in weights
	b       tensor
	packed  []float32 // what byInput returns; nil while w may change
}

// pack prepares the weights of a layer for faster computation, until it is trained again.
func (l *Layer) pack() { l.packed = l.byInput() }

// byInput returns the weights row by row, a row of outputs for each input, filled up with zeros to width.
func (l *Layer) byInput() []float32 {
	width := l.width()
	w := make([]float32, l.in*width)
	for i := range l.in {
		of := w[i*width:][:l.out]
		if l.w.stored != nil {
			for o := range of {
				of[o] = l.w.unpacked(o*l.in + i)
			}
		} else {
			for o := range of {
				of[o] = l.w.values[o*l.in+i]
			}
		}
	}
	return w
}

// width returns how many outputs are computed: their number rounded up to a multiple of lanes.
func (l *Layer) width() int { return (l.out + lanes - 1) / lanes * lanes }

// randomize sets the weights at random, scaled so that numbers keep their magnitude from layer to
// layer (He et al., ICCV 2015).
func (l *Layer) randomize(random *rand.Rand) {
	scale := math.Sqrt(2 / float64(l.in))
	for i := range l.w.values {
		l.w.values[i] = float32(random.NormFloat64() * scale)
	}
}

// Network holds the parameters that a network learns: the embeddings of hashed words and the layers.
type Network struct {
	Table  *Table
	magic  []byte
	layers []*Layer
}

// NewNetwork returns a network without layers and words. The embeddings of words have the given
// dimension. Magic stands before the weights where they are stored; it should identify the
// network and its sizes.
func NewNetwork(magic []byte, dimension int) Network {
	return Network{Table: &Table{columns: dimension}, magic: magic}
}

// Layer adds a layer of zeros.
func (n *Network) Layer(in, out int) *Layer {
	l := &Layer{in: in, out: out, w: tensor{values: make([]float32, in*out)}, b: tensor{values: make([]float32, out)}}
	n.layers = append(n.layers, l)
	return l
}

// Randomize makes the network know words, whose hashes are in ascending order, and sets all
// weights at random, to begin training with.
func (n *Network) Randomize(seed uint64, words []int32) {
	n.Table.know(words)
	random := rand.New(rand.NewPCG(seed, 7))
	n.Table.randomize(random)
	for _, l := range n.layers {
		l.randomize(random)
	}
}

// KeepWords makes a trained network forget all words except as many as given, those with the longest
// embeddings, on which most depends.
func (n *Network) KeepWords(most int) { n.Table.keep(most) }

// weights returns all tensors, unpacked: that of the embeddings, and those of the layers in the order in which
// these were added.
func (n *Network) weights() []*tensor {
	all := []*tensor{&n.Table.w}
	for _, l := range n.layers {
		all = append(all, &l.w, &l.b)
	}
	for _, w := range all {
		w.unpack()
	}
	return all
}

// AppendBinary appends the words that the network knows and its weights, each tensor as
// a scale and a signed byte for each weight.
func (n *Network) AppendBinary(b []byte) []byte {
	b = n.Table.appendWords(append(b, n.magic...))
	for _, w := range n.weights() {
		top := float32(0)
		for _, v := range w.values {
			top = max(top, float32(math.Abs(float64(v))))
		}
		scale := top / 127
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scale))
		for _, v := range w.values {
			q := 0.0
			if scale > 0 {
				q = math.Round(float64(v / scale))
			}
			b = append(b, byte(int8(q)))
		}
	}
	return b
}

// UnmarshalBinary sets the weights to what AppendBinary wrote for a network with the same magic and
// layers, and makes the network ready to compute. It keeps data, which must not change.
func (n *Network) UnmarshalBinary(data []byte) error {
	data, ok := bytes.CutPrefix(data, n.magic)
	if !ok {
		return errors.New("weights of another network")
	}
	data, err := n.Table.readWords(data)
	if err != nil {
		return err
	}
	if data, err = n.Table.w.cut(data, n.Table.known*n.Table.columns); err != nil {
		return err
	}
	for _, l := range n.layers {
		if data, err = l.w.cut(data, l.in*l.out); err != nil {
			return err
		}
		if data, err = l.b.cut(data, l.out); err != nil {
			return err
		}
		l.b.unpack()
		l.pack()
	}
	if len(data) > 0 {
		return errors.New("there is more than the weights")
	}
	return nil
}

// cut takes a number of weights from the beginning of data, and returns what follows them.
func (w *tensor) cut(data []byte, weights int) (rest []byte, err error) {
	if len(data) < 4+weights {
		return nil, errors.New("the weights are cut off")
	}
	w.values, w.stored, w.scale = nil, data[4:4+weights:4+weights], math.Float32frombits(binary.LittleEndian.Uint32(data))
	return data[4+weights:], nil
}
