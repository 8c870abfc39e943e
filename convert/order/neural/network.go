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
	V []float32
	g []float32 // made when training begins
	// stored are the weights as they are kept, in units of scale; nil where V has them.
	stored []byte // signed
	scale  float32
}

// unpack makes stored weights such as can be changed.
func (w *tensor) unpack() {
	if w.stored == nil {
		return
	}
	w.V = make([]float32, len(w.stored))
	for i := range w.stored {
		w.V[i] = w.unpacked(i)
	}
	w.stored = nil
}

// unpacked is one of the stored weights.
func (w *tensor) unpacked(i int) float32 { return float32(int8(w.stored[i])) * w.scale }

// Layer is y = W·x + b.
type Layer struct {
	in, out int
	w       tensor // out rows of in
	b       tensor
	packed  []float32 // w by input, each input's filled up to width; nil while it may change
}

// pack makes a layer faster, until it is trained again.
func (l *Layer) pack() { l.packed = l.byInput() }

// byInput are the weights by input, each input's filled up to width.
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
				of[o] = l.w.V[o*l.in+i]
			}
		}
	}
	return w
}

// width is how many outputs are computed: the next multiple of lanes.
func (l *Layer) width() int { return (l.out + lanes - 1) / lanes * lanes }

// randomize sets weights at random, so that numbers keep their size from layer to
// layer (He et al., ICCV 2015).
func (l *Layer) randomize(random *rand.Rand) {
	scale := math.Sqrt(2 / float64(l.in))
	for i := range l.w.V {
		l.w.V[i] = float32(random.NormFloat64() * scale)
	}
}

// Network holds the parameters that a network learns: the embeddings of hashed words, and layers.
type Network struct {
	Table  *Table
	magic  []byte
	layers []*Layer
}

// NewNetwork returns a network without layers and words, whose words are to have
// embeddings of so many numbers. Magic begins its weights where they are stored; it is to
// name the network and its sizes.
func NewNetwork(magic []byte, dimension int) Network {
	return Network{Table: &Table{columns: dimension}, magic: magic}
}

// Layer adds a layer of zeros.
func (n *Network) Layer(in, out int) *Layer {
	l := &Layer{in: in, out: out, w: tensor{V: make([]float32, in*out)}, b: tensor{V: make([]float32, out)}}
	n.layers = append(n.layers, l)
	return l
}

// Randomize sets all weights at random, to begin training with, and makes the network
// know words, whose hashes are in ascending order.
func (n *Network) Randomize(seed uint64, words []int32) {
	n.Table.know(words)
	random := rand.New(rand.NewPCG(seed, 7))
	n.Table.randomize(random)
	for _, l := range n.layers {
		l.randomize(random)
	}
}

// KeepWords makes a trained network forget all words but so many of whose embeddings most
// depends.
func (n *Network) KeepWords(most int) { n.Table.keep(most) }

// weights are all tensors, in the order in which layers were added.
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
		for _, v := range w.V {
			top = max(top, float32(math.Abs(float64(v))))
		}
		scale := top / 127
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scale))
		for _, v := range w.V {
			q := 0.0
			if scale > 0 {
				q = math.Round(float64(v / scale))
			}
			b = append(b, byte(int8(q)))
		}
	}
	return b
}

// UnmarshalBinary sets the weights to what AppendBinary of such a network wrote, and
// makes it ready to compute. It keeps data, which must not change.
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

// cut takes so many weights from data, and returns what follows them.
func (w *tensor) cut(data []byte, weights int) (rest []byte, err error) {
	if len(data) < 4+weights {
		return nil, errors.New("the weights are cut off")
	}
	w.V, w.stored, w.scale = nil, data[4:4+weights:4+weights], math.Float32frombits(binary.LittleEndian.Uint32(data))
	return data[4+weights:], nil
}
