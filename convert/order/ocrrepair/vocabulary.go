package ocrrepair

import (
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

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

// question is what nearest is asked. Headings and labels are looked for again
// and again in the same words, and each answer takes a look at half the
// vocabulary: so each question is answered once.
type question struct {
	word   string
	unsure bool
}

// mostFound is how many answers are kept, of some 100 bytes each; then it
// begins anew. A page has a few hundred different words.
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
		switch c {
		case '0':
			c = 'o'
		case '1', '|':
			c = 'l'
		case '5':
			c = 's'
		case '8':
			c = 'b'
		case '2':
			c = 'z'
		case '6', '9':
			c = 'g'
		}
		if 'a' <= c && c <= 'z' {
			set |= 1 << (c - 'a')
		}
	}
	return set
}

// tolerance is what may be mistaken in a word of the given length, in bytes:
// limit in hundredths of a character, as Cost counts, and in how many
// places. Unsure tells that the word is likely misread.
func tolerance(length int, unsure bool) (limit, places int) {
	switch {
	case length < 3:
		return 0, 0
	case length == 3:
		return CostSame, 1
	case length == 4:
		limit, places = CostThin, 2
	case length <= 6:
		limit, places = 2*CostLike, 2
	case length <= 8:
		limit, places = CostAny, 2
	case length <= 11:
		limit, places = CostAny+CostLike, 3
	default:
		limit, places = 2*CostAny, 4
	}
	if unsure && length > 4 {
		limit += CostSame
	}
	return limit, places
}

// clearly is how much nearer the nearest word must be than the next.
const clearly = CostSame / 2

// nearest is the word of the vocabulary that was read as w, a folded word;
// empty when none is near enough, or several are.
func (v *Vocabulary) nearest(w string, unsure bool) string {
	if len(w) < 3 || len(w) >= MaxWord-2 {
		return ""
	}
	q := question{w, unsure}
	v.mu.Lock()
	found, ok := v.found[q]
	v.mu.Unlock()
	if ok {
		return found
	}
	found = v.find(w, unsure)
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.found) >= mostFound {
		clear(v.found)
	}
	v.found[q] = found
	return found
}

// find looks for what nearest gives.
func (v *Vocabulary) find(w string, unsure bool) string {
	limit, _ := tolerance(len(w)+1, unsure)
	set := letterSet(w)
	best, cost, next := "", limit+1, limit+1
	for n := max(3, len(w)-2); n <= len(w)+2; n++ {
		most, places := tolerance(max(n, len(w)), unsure)
		for i := range v.byLength[n] {
			k := &v.byLength[n][i]
			if bits.OnesCount32(k.letters^set) > 2*places+1 {
				continue
			}
			c := Cost(w, k.text, limit)
			if c > most || c > limit {
				continue
			}
			switch {
			case c < cost || c == cost && k.text < best:
				best, cost, next = k.text, c, min(cost, limit+1)
			case c < next:
				next = c
			}
		}
	}
	if next-cost < clearly && next <= limit {
		return ""
	}
	return best
}

// shortMistakes are the words of two letters whose misreading is no code.
var shortMistakes = map[string]string{"p0": "PO", "n0": "No", "t0": "to", "1d": "ID", "qy": "Qty", "bi": "Bill", "bii": "Bill"}

// spell returns the word that was read as s, a run of letters and digits: s
// itself where it is known, or looks like no known word. Letter case and the
// letters that were read right stay.
func (v *Vocabulary) spell(s string, unsure bool) string {
	if len(s) > MaxWord {
		return s
	}
	if to, ok := shortMistakes[strings.ToLower(s)]; ok {
		return to
	}
	letters, digits := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r) || r == '|' || r == '!':
			letters++
		}
	}
	if letters+digits < 3 || 2*digits > letters && !(digits == 1 && letters == 2) {
		return s
	}
	f := textnorm.Fold(s)
	if v.words[f] {
		return s
	}
	if digits > 0 && letters < 3 && f[0] != '0' && f[0] != '1' {
		return s
	}
	meant := v.nearest(f, unsure || digits > 0)
	if meant == "" {
		return s
	}
	return inCaseOf(s, meant)
}

// inCaseOf writes the folded word meant in the letter case of what was read,
// and keeps what both begin and end with as it was read.
func inCaseOf(read, meant string) string {
	capitals, small := 0, 0
	for _, r := range read {
		if unicode.IsUpper(r) {
			capitals++
		} else if unicode.IsLower(r) {
			small++
		}
	}
	first, _ := utf8.DecodeRuneInString(read)
	head, tail := "", ""
	for rest := read; rest != ""; {
		_, size := utf8.DecodeRuneInString(rest)
		f := textnorm.Fold(rest[:size])
		if f == "" || !strings.HasPrefix(meant, f) {
			break
		}
		head, rest, meant = head+rest[:size], rest[size:], meant[len(f):]
		read = rest
	}
	for read != "" {
		r, size := utf8.DecodeLastRuneInString(read)
		f := textnorm.Fold(string(r))
		if f == "" || !strings.HasSuffix(meant, f) {
			break
		}
		tail, read, meant = read[len(read)-size:]+tail, read[:len(read)-size], meant[:len(meant)-len(f)]
	}
	switch {
	case capitals > small && capitals+small > 1:
		meant = strings.ToUpper(meant)
	case head == "" && meant != "" && (unicode.IsUpper(first) || !unicode.IsLetter(first)):
		meant = strings.ToUpper(meant[:1]) + meant[1:]
	}
	return head + meant + tail
}
