package ocrrepair

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"

	"lineitem/convert/order/textnorm"
)

// Vocabulary are the words that are known: those that labels, headings, months,
// units and the like are made of.
type Vocabulary struct {
	words    map[string]bool
	byLength [MaxWord + 1][]knownWord

	mu    sync.Mutex
	found map[question]string // what nearest gave
}

// question is the argument of nearest, by which answers are kept. Headings and labels are looked for again
// and again in the same words, and each answer takes a look at half the
// vocabulary: so each question is answered once.
type question struct {
	word   string
	unsure bool
}

// mostFound is how many answers are kept, of some 100 bytes each; then it
// begins again. A page has a few hundred different words.
const mostFound = 1 << 14

// knownWord is a word of the vocabulary and the letters in it.
type knownWord struct {
	text    string
	letters uint32
}

// NewVocabulary makes a vocabulary that knows no word.
func NewVocabulary() *Vocabulary {
	return &Vocabulary{words: map[string]bool{}, found: map[question]string{}}
}

// Add adds a folded word, before any is looked up. Words of one letter, of other characters than the
// letters a to z, and beyond MaxWord are left out: they are not spelled.
func (v *Vocabulary) Add(w string) {
	if len(w) < 2 || len(w) > MaxWord || v.words[w] || strings.ContainsFunc(w, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return
	}
	v.words[w] = true
	v.byLength[len(w)] = append(v.byLength[len(w)], knownWord{w, letterSet(w)})
}

// letterSet is the set of the letters in a folded word; digits count as the
// letters that they look like.
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

// shortest is the length of a word that is spelled at least, bytes.
const shortest = 3

// tolerance is what may be mistaken in a word of the given length, in bytes:
// hundredths of a character, as Cost counts. Unsure tells that the word is likely misread.
func tolerance(length int, unsure bool) int {
	limit := min(20*(length-2), 2*CostAny)
	if unsure && length > shortest+1 {
		limit += costSame
	}
	return limit
}

// nearest is the word of the vocabulary that was read as w, a folded word;
// empty when none is near enough.
func (v *Vocabulary) nearest(w string, unsure bool) string {
	if len(w) < shortest || len(w) > MaxWord-2 {
		return ""
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	q := question{w, unsure}
	found, ok := v.found[q]
	if !ok {
		if len(v.found) >= mostFound {
			clear(v.found)
		}
		found = v.find(w, unsure)
		v.found[q] = found
	}
	return found
}

// find looks for what nearest gives.
func (v *Vocabulary) find(w string, unsure bool) string {
	limit := tolerance(len(w)+1, unsure)
	set := letterSet(w)
	best, cost := "", limit+1
	for n := max(shortest, len(w)-2); n <= len(w)+2; n++ {
		most := min(limit, tolerance(max(n, len(w)), unsure))
		letters := 3 + most/costLike // that may differ
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

// shortMistakes are the words of two letters whose misreading is no code.
var shortMistakes = map[string]string{"p0": "po", "n0": "no", "t0": "to", "1d": "id", "qy": "qty", "bi": "bill", "bii": "bill"}

// spell returns the word that was read as s, a run of letters and digits, folded: s
// itself where it is known, or looks like no known word.
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
