package neural

import (
	"encoding/binary"
	"errors"
	"math"
)

// AppendWeights appends weights, each tensor as a scale and a signed byte for each
// weight.
func AppendWeights(b []byte, weights []*Weights) []byte {
	for _, w := range weights {
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

// ParseWeights sets weights to what AppendWeights wrote, which must have their sizes.
func ParseWeights(data []byte, weights []*Weights) error {
	for _, w := range weights {
		if len(data) < 4+len(w.V) {
			return errors.New("the weights are cut off")
		}
		scale := math.Float32frombits(binary.LittleEndian.Uint32(data))
		for i, q := range data[4 : 4+len(w.V)] {
			w.V[i] = float32(int8(q)) * scale
		}
		data = data[4+len(w.V):]
	}
	if len(data) > 0 {
		return errors.New("there is more than the weights")
	}
	return nil
}
