package neural

import (
	"cmp"
	"encoding/binary"
	"errors"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Vocabulary counts in how many sources of examples (families of layouts, authors)
// hashed words occur. A network that learned rare words would learn the companies and
// goods of its examples by heart, and would know no others.
type Vocabulary struct {
	sources map[int32]map[string]bool // by hash
}

// Note records that words occur in a source.
func (v *Vocabulary) Note(source string, hashes []int32) {
	if v.sources == nil {
		v.sources = map[int32]map[string]bool{}
	}
	for _, h := range hashes {
		if v.sources[h] == nil {
			v.sources[h] = map[string]bool{}
		}
		v.sources[h][source] = true
	}
}

// Common returns the hashes of the words that occur in at least the given number of sources, in
// ascending order.
func (v *Vocabulary) Common(least int) []int32 {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(v.sources)), func(h int32) bool { return len(v.sources[h]) < least })
}

// maxKnown is the most words that a table can hold.
const maxKnown = 1<<16 - 1

// Table holds an embedding, a row of numbers, for each hashed word that a network knows.
// Other words add nothing.
type Table struct {
	columns int
	known   int    // number of known words
	w       tensor // a row for each known word, in the order of their hashes
	// has tells which hashes are known, with a block for each 64 hashes.
	has []block
}

type block struct {
	bits   uint64
	before uint16
}

// add adds to y s times each of the embeddings that begin at the given indices of the weights.
func (t *Table) add(y []float32, rows []int32, s float32) {
	switch {
	case t.w.stored == nil:
		addRows(y, t.w.values, rows, s)
	case t.columns%columnsAtOnce == 0:
		addByteRows(y, t.w.stored, rows, t.w.scale, s)
	default:
		addByteRowsOf(y, t.w.stored, rows, t.w.scale, s)
	}
}

// know makes the table know words, with embeddings of zeros. The hashes are in ascending order. If there are
// more than maxKnown, it takes the first of them.
func (t *Table) know(hashes []int32) {
	t.known, t.has = 0, make([]block, numHashes/64)
	for _, h := range hashes[:min(len(hashes), maxKnown)] {
		t.note(h)
	}
	t.count()
	t.w = tensor{values: make([]float32, t.known*t.columns)}
}

// note records that a word is known. Count must be called when all are recorded.
func (t *Table) note(hash int32) {
	t.has[hash/64].bits |= 1 << (hash % 64)
	t.known++
}

// count counts how many known words come before those of each block.
func (t *Table) count() {
	before := 0
	for i := range t.has {
		t.has[i].before = uint16(before)
		before += bits.OnesCount64(t.has[i].bits)
	}
}

// words returns the hashes of the words that the table knows, in ascending order.
func (t *Table) words() []int32 {
	all := make([]int32, 0, t.known)
	for h := range int32(numHashes) {
		if t.row(h) >= 0 {
			all = append(all, h)
		}
	}
	return all
}

// randomize sets the embeddings at random.
func (t *Table) randomize(random *rand.Rand) {
	for i := range t.w.values {
		t.w.values[i] = float32(random.NormFloat64() * 0.1)
	}
}

// keep forgets all words except the given number with the longest embeddings. The others have next to
// no effect.
func (t *Table) keep(most int) {
	if t.known <= most {
		return
	}
	t.w.unpack()
	length := func(i int) (sum float32) {
		for _, v := range t.w.values[i*t.columns : (i+1)*t.columns] {
			sum += v * v
		}
		return sum
	}
	order := make([]int, t.known)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(length(b), length(a)) })
	order = order[:most]
	slices.Sort(order)
	words, known, old := t.words(), make([]int32, most), t.w.values
	for to, from := range order {
		known[to] = words[from]
	}
	t.know(known)
	for to, from := range order {
		copy(t.w.values[to*t.columns:(to+1)*t.columns], old[from*t.columns:])
	}
}

// row returns the index of the weights at which a word's embedding begins, -1 for a word that is not
// known.
func (t *Table) row(hash int32) int {
	b, bit := t.has[hash/64], uint64(1)<<(hash%64)
	if b.bits&bit == 0 {
		return -1
	}
	return (int(b.before) + bits.OnesCount64(b.bits&(bit-1))) * t.columns
}

// appendWords appends the words that a table knows: their number, and for each hash the
// difference from the one before, as varints.
func (t *Table) appendWords(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(t.known))
	before := int32(0)
	for _, h := range t.words() {
		b = binary.AppendUvarint(b, uint64(h-before))
		before = h
	}
	return b
}

var errWords = errors.New("the words that the network knows are cut off or not in order")

// readWords makes the table know the words that appendWords wrote, and returns what
// follows them.
func (t *Table) readWords(data []byte) ([]byte, error) {
	count, n := binary.Uvarint(data)
	if n <= 0 || count > maxKnown {
		return nil, errWords
	}
	data = data[n:]
	t.known, t.has = 0, make([]block, numHashes/64)
	at := uint64(0)
	for i := range count {
		step, n := binary.Uvarint(data)
		if n <= 0 || step >= numHashes || step == 0 && i > 0 {
			return nil, errWords
		}
		if at += step; at >= numHashes {
			return nil, errWords
		}
		t.note(int32(at))
		data = data[n:]
	}
	t.count()
	return data, nil
}
