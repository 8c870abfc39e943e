package gbdt

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
)

// Bounds of a model.
const (
	MaxFeatures = 254 // of a row
	MaxCuts     = 255 // of a feature
	MaxTrees    = 4096
	MaxLeaves   = 1024 // of a tree
	MaxDepth    = 24   // of a tree
	maxNodes    = 1 << 20
)

// header opens a stored model: three letters and the version of the format.
const header = "gbt\x01"

// FormatError reports where and why data is not a stored model.
type FormatError struct {
	Offset int // bytes
	Reason string
}

func (e *FormatError) Error() string {
	return fmt.Sprintf("gbdt: byte %d: %s", e.Offset, e.Reason)
}

// AppendBinary appends the stored model to b; its error is always nil. The
// format is:
//
//	header
//	uvarint  features
//	of each feature: a byte n, and n cuts as float32, little endian, ascending
//	uvarint  trees
//	of each tree, its nodes from the root, the left child before the right one:
//	    a split: a byte feature + 1, a byte for the index of its cut
//	    a leaf: a zero byte, a varint for the value in 1/4096 log odds
//
// Only cuts that are used are stored, so that the index of each takes one byte.
func (m *Model) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, header...)
	b = binary.AppendUvarint(b, uint64(m.features))
	cuts := make([][]float32, m.features)
	for _, n := range m.nodes {
		if n.Feature >= 0 {
			cuts[n.Feature] = append(cuts[n.Feature], n.Cut)
		}
	}
	for f := range cuts {
		slices.Sort(cuts[f])
		cuts[f] = slices.Compact(cuts[f])
		b = append(b, byte(len(cuts[f])))
		for _, c := range cuts[f] {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(c))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(m.roots)))
	var tree func(at int32)
	tree = func(at int32) {
		n := m.nodes[at]
		if n.Feature < 0 {
			b = binary.AppendVarint(append(b, 0), int64(n.Value))
			return
		}
		cut, _ := slices.BinarySearch(cuts[n.Feature], n.Cut)
		b = append(b, byte(n.Feature+1), byte(cut))
		tree(n.Value)
		tree(n.Value + 1)
	}
	for _, root := range m.roots {
		tree(root)
	}
	return b, nil
}

// Parse reads a stored model. Its error is a *FormatError.
func Parse(data []byte) (*Model, error) {
	r := reader{data: data}
	if len(data) < len(header) || string(data[:len(header)]) != header {
		return nil, r.fail("no model of this version")
	}
	r.at = len(header)
	m := &Model{features: int(r.uvarint(MaxFeatures))}
	cuts := make([][]float32, m.features)
	for f := range cuts {
		cuts[f] = r.cuts()
	}
	trees := r.uvarint(MaxTrees)
	for range trees {
		if r.err != nil {
			break
		}
		m.roots = append(m.roots, int32(len(m.nodes)))
		m.nodes = append(m.nodes, Node{})
		r.tree(m, cuts, len(m.nodes)-1, 0)
	}
	if r.err == nil && r.at != len(data) {
		r.fail("something follows the model")
	}
	if r.err != nil {
		return nil, r.err
	}
	return m, nil
}

// reader reads a stored model up to the first error.
type reader struct {
	data []byte
	at   int
	err  error
}

func (r *reader) fail(reason string) error {
	if r.err == nil {
		r.err = &FormatError{r.at, reason}
	}
	return r.err
}

func (r *reader) byte() byte {
	if r.err != nil || r.at >= len(r.data) {
		r.fail("cut off")
		return 0
	}
	r.at++
	return r.data[r.at-1]
}

func (r *reader) uvarint(most uint64) uint64 {
	v, n := binary.Uvarint(r.data[r.at:])
	if n <= 0 || v > most {
		r.fail("an invalid count, or one that is too large")
		return 0
	}
	r.at += n
	return v
}

func (r *reader) cuts() []float32 {
	n := int(r.byte())
	if len(r.data)-r.at < 4*n {
		r.fail("cut off")
	}
	if r.err != nil {
		return nil
	}
	cuts := make([]float32, n)
	for i := range cuts {
		cuts[i] = math.Float32frombits(binary.LittleEndian.Uint32(r.data[r.at:]))
		if c := float64(cuts[i]); math.IsNaN(c) || math.IsInf(c, 0) || i > 0 && cuts[i] <= cuts[i-1] {
			r.fail("cuts that do not ascend")
		}
		r.at += 4
	}
	return cuts
}

// tree reads a tree into the node with index at.
func (r *reader) tree(m *Model, cuts [][]float32, at, depth int) {
	f := int(r.byte()) - 1
	if r.err != nil {
		return
	}
	if f < 0 {
		v, n := binary.Varint(r.data[r.at:])
		if n <= 0 || v != int64(int16(v)) {
			r.fail("a leaf without a value, or with one too large")
			return
		}
		r.at += n
		m.nodes[at] = Node{Feature: -1, Value: int32(v)}
		return
	}
	cut := int(r.byte())
	switch {
	case r.err != nil:
		return
	case f >= len(cuts) || cut >= len(cuts[f]):
		r.fail("a split by a feature or a cut that does not exist")
		return
	case depth == MaxDepth || len(m.nodes)+2 > maxNodes:
		r.fail("a tree too tall, or too many nodes")
		return
	}
	left := len(m.nodes)
	m.nodes = append(m.nodes, Node{}, Node{})
	m.nodes[at] = Node{cuts[f][cut], int32(f), int32(left)}
	r.tree(m, cuts, left, depth+1)
	r.tree(m, cuts, left+1, depth+1)
}
