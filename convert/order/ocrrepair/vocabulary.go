package ocrrepair

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order/textnorm"
)

// Vocabulary holds the known words: those of labels, headings, months, units and
// the like.
type Vocabulary struct {
	words    map[string]bool
	byLength [MaxWord + 1][]knownWord

	mu    sync.Mutex
	found map[nearestKey]string // what nearest returned
}

// nearestKey holds the arguments of nearest, under which its results are kept. The same words are searched
// for headings and labels again and again, and finding a result takes a look at
// half the vocabulary, so each is found only once.
type nearestKey struct {
	word   string
	unsure bool
}

// mostCached is the most results that are kept, of some 100 bytes each; then all
// are dropped. A page has a few hundred different words.
const mostCached = 1 << 14

// knownWord is a word of the vocabulary and the letters in it.
type knownWord struct {
	text    string
	letters uint32
}

// NewVocabulary returns an empty vocabulary.
func NewVocabulary() *Vocabulary {
	return &Vocabulary{words: map[string]bool{}, found: map[nearestKey]string{}}
}

// Add adds a folded word. It must be called before any word is looked up. Words of one letter, words with
// characters other than a to z and words longer than MaxWord are left out: no word is corrected to them.
func (v *Vocabulary) Add(w string) {
	if len(w) < 2 || len(w) > MaxWord || v.words[w] || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return
	}
	v.words[w] = true
	v.byLength[len(w)] = append(v.byLength[len(w)], knownWord{w, letterSet(w)})
}

// letterSet returns the set of the letters in a folded word, as bits; digits count as
// the letters that they look like.
func letterSet(w string) (set uint32) {
	for i := range len(w) {
		c := w[i]
		if textnorm.ASCIIDigit(c) {
			c = "olzeasgtbg"[c-'0']
		}
		if 'a' <= c && c <= 'z' {
			set |= 1 << (c - 'a')
		}
	}
	return set
}

// shortest is the least length of a word that is corrected, in bytes.
const shortest = 3

// tolerance returns the greatest cost of the mistakes in a word of the given length in bytes,
// as Cost counts. unsure says that the word is likely misread.
func tolerance(length int, unsure bool) int {
	limit := min(20*(length-2), 2*CostAny)
	if unsure && length > shortest+1 {
		limit += costSame
	}
	return limit
}

// nearest returns the word of the vocabulary that was probably misread as w, a folded
// word, or "" if none is near enough.
func (v *Vocabulary) nearest(w string, unsure bool) string {
	if len(w) < shortest || len(w) > MaxWord-2 {
		return ""
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	q := nearestKey{w, unsure}
	found, ok := v.found[q]
	if !ok {
		if len(v.found) >= mostCached {
			clear(v.found)
		}
		found = v.find(w, unsure)
		v.found[q] = found
	}
	return found
}

// find searches the vocabulary for what nearest returns.
func (v *Vocabulary) find(w string, unsure bool) string {
	limit := tolerance(len(w)+1, unsure)
	set := letterSet(w)
	best, cost := "", limit+1
	for n := max(shortest, len(w)-2); n <= len(w)+2; n++ {
		most := min(limit, tolerance(max(n, len(w)), unsure))
		letters := 3 + most/costLike // by which the sets of letters may differ
		for _, k := range v.byLength[n] {
			if bits.OnesCount32(k.letters^set) > letters {
				continue
			}
			if c := Cost(w, k.text, most); c <= most && (c < cost || c == cost && k.text < best) {
				best, cost = k.text, c
			}
		}
	}
	return best
}

// shortMistakes maps misreadings of short words to these, if the misreading cannot be a code.
var shortMistakes = map[string]string{"p0": "po", "n0": "no", "t0": "to", "1d": "id", "qy": "qty", "bi": "bill", "bii": "bill"}

// spell returns, folded, the word that was read as s, a run of letters and digits. It is s
// itself if s is a known word or looks like none.
func (v *Vocabulary) spell(s string, unsure bool) string {
	f := textnorm.Fold(s)
	if to, ok := shortMistakes[f]; ok {
		return to
	}
	digits := 0
	for _, r := range f {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	letters := textnorm.CountLetters(f)
	if letters+digits < shortest || 2*digits > letters && !(digits == 1 && letters == 2) || v.words[f] ||
		digits > 0 && letters < shortest && f[0] != '0' && f[0] != '1' {
		return f
	}
	if meant := v.nearest(f, unsure || digits > 0); meant != "" {
		return meant
	}
	return f
}
