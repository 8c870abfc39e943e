package neural

import (
	"math"
	"unicode"
	"unicode/utf8"
)

// Features collects the numbers that describe something.
type Features []float32

// Add adds numbers.
func (f *Features) Add(v ...float64) {
	for _, x := range v {
		*f = append(*f, float32(x))
	}
}

// Flag adds 1 for each that is true, 0 for the others.
func (f *Features) Flag(all ...bool) {
	for _, b := range all {
		v := float32(0)
		if b {
			v = 1
		}
		*f = append(*f, v)
	}
}

// logarithms are those of 1 and what small counts add to it.
var logarithms = func() (all [256]float64) {
	for n := range all {
		all[n] = math.Log1p(float64(n))
	}
	return all
}()

// Log1p is the logarithm of 1 and a count.
func Log1p(n int) float64 {
	if 0 <= n && n < len(logarithms) {
		return logarithms[n]
	}
	return math.Log1p(float64(n))
}

// numHashes is how many hashes of words there are: some times as many as a network
// sees, so that a word that it does not know seldom has the hash of one that it knows.
const numHashes = 1 << 17

// Hash is the hash of a word of a kind, or of several words as one.
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

// Shape is a word with its digits as 9 and its letters as a or A. Of a run of digits it
// keeps two, of a run of the same letters or marks as many as are given, and no more than
// about so many bytes in all.
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
