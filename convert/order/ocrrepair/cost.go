// Package ocrrepair restores what was printed where OCR misread it: by spelling
// (speller.go, vocabulary.go), by the shapes of characters (cost.go, numerals.go), by
// other occurrences (number.go) and by arithmetic (lines.go, figures.go). It changes text
// only if another reading explains it better.
package ocrrepair

import (
	"strings"
	"sync"
)

// Costs of misreading one character as another, in hundredths of an arbitrary
// mistake.
const (
	CostAny  = 100 // any character for any other, or one too many or too few
	costThin = 60  // a thin letter missed or added
	costLike = 40  // characters of similar shape
	costSame = 20  // characters that hardly differ in many fonts

	costTwice = 20 // a character read twice
	costOnce  = 40 // one of two equal characters missed, or a thin one at a word's beginning
	costMark  = 40 // a mark within a word missed or added
)

// sameShape holds the groups of folded characters that look the same in many
// fonts, likeShape those that look similar.
const (
	sameShape = "0oq 0od 1il|!j] 1t 5s 8b 2z 6gb 9gq 7t4 $s vy uv"
	likeShape = "ce eo ao ae co un vn vy uv ft hb hn il it lt tr rn gy qp kx kh wv ef pr cg mn ti hk bh dc ca sa es se xy zs" +
		" 08 06 09 17 38 35 56 58 68 69 89 27 49 14 23"
)

// ascii is the number of characters whose shapes are compared.
const ascii = 128

// missedCosts are the costs of missing or adding a character, by its byte.
var missedCosts = func() (t [256]int) {
	for c := range t {
		switch {
		case strings.IndexByte("iljtfr1|", byte(c)) >= 0:
			t[c] = costThin
		case c < '0' || c > '9' && c < 'a':
			t[c] = costMark
		default:
			t[c] = CostAny
		}
	}
	return t
}()

// shapeCosts are the costs of misreading one ASCII character as another.
type shapeCosts [ascii][ascii]uint8

// asciiShapes makes the costs when they are first needed, since most processes compare no words.
var asciiShapes = sync.OnceValue(func() *shapeCosts {
	t := new(shapeCosts)
	for a := range t {
		for b := range t[a] {
			if a != b {
				t[a][b] = CostAny
			}
		}
	}
	groups := func(all string, cost uint8) {
		for g := range strings.FieldsSeq(all) {
			for _, a := range []byte(g) {
				for _, b := range []byte(g) {
					if a != b {
						t[a][b] = cost
					}
				}
			}
		}
	}
	groups(likeShape, costLike)
	groups(sameShape, costSame)
	return t
})

// MaxWord is the greatest length of words that are compared, in bytes.
const MaxWord = 40

// maxMissed is the most bytes by which the lengths of words that are compared may differ.
const maxMissed = 3

// Cost returns the cost, in hundredths of a mistake, of misreading the folded
// word meant as read. If the cost exceeds the limit, Cost returns some value
// greater than the limit. Words are compared by their bytes: folded words of
// Latin script are ASCII.
func Cost(read, meant string, limit int) int {
	n, m := len(read), len(meant)
	if n > MaxWord || m > MaxWord || n-m > maxMissed || m-n > maxMissed {
		return limit + 1
	}
	shapes := asciiShapes()
	var rows [2][MaxWord + 1]int
	for j := range m {
		rows[0][j+1] = rows[0][j] + missedCosts[meant[j]]
		if j == 0 && rows[0][1] == costThin {
			rows[0][1] = costOnce
		}
	}
	for i := range n {
		before, now := &rows[i%2], &rows[(i+1)%2]
		now[0] = before[0] + missedCosts[read[i]]
		least := now[0]
		for j := range m {
			added, missed := missedCosts[read[i]], missedCosts[meant[j]]
			switch {
			case i > 0 && read[i] == read[i-1]:
				added = costTwice
			case j > 0 && meant[j] == meant[j-1], j == 0 && missed == costThin:
				missed = costOnce
			}
			now[j+1] = min(before[j]+shapes.cost(read[i], meant[j]), before[j+1]+added, now[j]+missed)
			least = min(least, now[j+1])
		}
		if least > limit {
			return limit + 1
		}
	}
	return rows[n%2][m]
}

// cost returns the cost of misreading one byte of a folded word as another.
func (s *shapeCosts) cost(a, b byte) int {
	switch {
	case a == b:
		return 0
	case a < ascii && b < ascii:
		return int(s[a][b])
	}
	return CostAny
}
