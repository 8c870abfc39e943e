package neural

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// Features collects numbers that describe an object, such as a word.
type Features []float32

// Add adds numbers.
func (f *Features) Add(v ...float64) {
	for _, x := range v {
		*f = append(*f, float32(x))
	}
}

// Flag adds 1 for each argument that is true, and 0 for each other.
func (f *Features) Flag(all ...bool) {
	for _, b := range all {
		v := float32(0)
		if b {
			v = 1
		}
		*f = append(*f, v)
	}
}

// logarithms holds log(1+n) for small n.
var logarithms = func() (all [256]float64) {
	for n := range all {
		all[n] = math.Log1p(float64(n))
	}
	return all
}()

// Log1p returns log(1+n) for a count n.
func Log1p(n int) float64 {
	if 0 <= n && n < len(logarithms) {
		return logarithms[n]
	}
	return math.Log1p(float64(n))
}

// numHashes is the number of different hashes of words: several times as many as the words that a
// network sees, so that an unknown word seldom has the hash of a known one.
const numHashes = 1 << 17

// Hash returns the hash of a word of the given kind, or of several words as one, with blanks between them.
func Hash(kind byte, words ...string) int32 {
	const prime = 16777619
	h := uint32(2166136261) // FNV-1a
	h = (h ^ uint32(kind)) * prime
	for n, s := range words {
		if n > 0 {
			h = (h ^ ' ') * prime
		}
		for i := range len(s) {
			h = (h ^ uint32(s[i])) * prime
		}
	}
	h ^= h >> 15
	return int32(h % numHashes)
}

// Shape returns the shape of a word: its digits become 9, its letters a or A. Of a run of digits it
// keeps two, and of a run of equal letters or marks at most run. It stops when the shape
// has at least most bytes.
func Shape(s string, run, most int) string {
	var buf [32]byte
	b := buf[:0]
	last, n := rune(0), 0
	for _, r := range s {
		keep := run
		switch {
		case unicode.IsDigit(r):
			r, keep = '9', 2
		case unicode.IsUpper(r):
			r = 'A'
		case unicode.IsLetter(r):
			r = 'a'
		}
		if r != last {
			last, n = r, 0
		}
		if n++; n > keep {
			continue
		}
		if b = utf8.AppendRune(b, r); len(b) >= most {
			break
		}
	}
	return string(b)
}
