package linear

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// Words is a linear score of a text by the words that the score knows, given as hashes, and by features,
// which are numbers. A word counts once however often it occurs in the text, and counts the less the more known words there are.
type Words struct {
	Base     float64
	Features []float64
	Weights  []float64 // of the words, in the order of their hashes

	hashes []int32 // of the words, in ascending order
}

// NewWords returns a score with zero weights for words, whose hashes are in ascending order, and the given number of
// features.
func NewWords(hashes []int32, features int) *Words {
	return &Words{Features: make([]float64, features), hashes: hashes, Weights: make([]float64, len(hashes))}
}

// Known returns the words of a text that the score knows, each once, as indices into Weights.
func (w *Words) Known(hashes []int32) []int {
	seen := make([]bool, len(w.hashes))
	var known []int
	for _, h := range hashes {
		if at, found := slices.BinarySearch(w.hashes, h); found && !seen[at] {
			seen[at] = true
			known = append(known, at)
		}
	}
	return known
}

// Score returns the score of a text with the given known words (see Known) and features.
func (w *Words) Score(known []int, features []float64) float64 {
	sum := 0.0
	for _, at := range known {
		sum += w.Weights[at]
	}
	score := w.Base + sum*Share(len(known))
	for k, v := range features {
		score += w.Features[k] * v
	}
	return score
}

// Share returns the factor by which each word's weight counts if a text has the given number of known words.
func Share(words int) float64 { return 1 / math.Sqrt(float64(words)+1) }

// Keep forgets all words except those whose weights are greatest in absolute value: as many as given, and any others with a weight
// equal to the least of these.
func (w *Words) Keep(most int) {
	if len(w.hashes) <= most {
		return
	}
	sizes := make([]float64, len(w.Weights))
	for i, v := range w.Weights {
		sizes[i] = math.Abs(v)
	}
	slices.Sort(sizes)
	least, kept := sizes[len(sizes)-most], 0
	for i, v := range w.Weights {
		if math.Abs(v) >= least {
			w.hashes[kept], w.Weights[kept] = w.hashes[i], v
			kept++
		}
	}
	w.hashes, w.Weights = w.hashes[:kept], w.Weights[:kept]
}

// Clear sets all weights to zero.
func (w *Words) Clear() {
	w.Base = 0
	clear(w.Features)
	clear(w.Weights)
}

// AppendBinary appends the score as it is stored: its base, the weights of its features, the greatest weight of a word in
// absolute value, and the number of words; then for each word the difference of its hash from the one before, and its weight as a signed byte.
func (w *Words) AppendBinary(b []byte) []byte {
	for _, v := range append([]float64{w.Base}, w.Features...) {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(v)))
	}
	top := 0.0
	for _, v := range w.Weights {
		top = max(top, math.Abs(v))
	}
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(top)))
	b = binary.AppendUvarint(b, uint64(len(w.hashes)))
	before := int32(0)
	for i, h := range w.hashes {
		b = binary.AppendUvarint(b, uint64(h-before))
		b = append(b, byte(int8(math.Round(w.Weights[i]/max(top, math.SmallestNonzeroFloat32)*math.MaxInt8))))
		before = h
	}
	return b
}

var errWords = errors.New("the weights of words are cut off or not in order")

// ParseWords reads a score with the given number of features that AppendBinary wrote, and returns what follows it.
func ParseWords(data []byte, features int) (*Words, []byte, error) {
	numbers := make([]float64, features+2)
	for i := range numbers {
		if len(data) < 4 {
			return nil, nil, errWords
		}
		numbers[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data)))
		data = data[4:]
	}
	w, top := &Words{Base: numbers[0], Features: numbers[1 : features+1]}, numbers[features+1]
	count, n := binary.Uvarint(data)
	if n <= 0 || count > uint64(len(data)) {
		return nil, nil, errWords
	}
	data = data[n:]
	at := uint64(0)
	for i := range count {
		step, n := binary.Uvarint(data)
		if n <= 0 || len(data) == n || step > math.MaxInt32 || step == 0 && i > 0 || at+step > math.MaxInt32 {
			return nil, nil, errWords
		}
		at += step
		w.hashes = append(w.hashes, int32(at))
		w.Weights = append(w.Weights, float64(int8(data[n]))/math.MaxInt8*top)
		data = data[n+1:]
	}
	return w, data, nil
}
