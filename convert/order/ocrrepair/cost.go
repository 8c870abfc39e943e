// Package ocrrepair restores what was printed where a recogniser misread it: by spelling
// (speller.go, vocabulary.go, words.go), by the shapes of characters (cost.go,
// numerals.go), by neighbours (columns.go, orders.go) and by arithmetic (lines.go,
// figures.go). Nothing is changed that another reading does not explain better.
package ocrrepair

import "strings"

// Costs of taking one character for another, in hundredths of a mistake of any
// kind.
const (
	CostAny  = 100 // any character for any other, or one too many or too few
	CostThin = 60  // a thin letter missed or added
	CostLike = 40  // letters of like shape
	CostSame = 20  // characters that many fonts hardly tell apart
)

// Costs of mistakes that depend on what stands beside them.
const (
	costTwice = 20 // a character read twice
	costOnce  = 40 // one of two same characters missed, or a thin one at a word's beginning
	costMark  = 40 // a mark within a word missed or added
	costPairs = 30 // two letters that together look like another
)

// sameShape are the groups of folded characters that look the same in many
// fonts, likeShape those that look much alike.
const (
	sameShape = "0oq 0od 1il|!j] 1t 5s 8b 2z 6gb 9gq 7t4 €e £e $s vy uv"
	likeShape = "ce eo ao ae co un vn vy uv ft hb hn il it lt tr rn gy qp kx kh wv ef pr cg mn ti hk bh dc ca sa es se xy zs"
)

// pairShape gives the character that two ASCII characters together look like,
// 0 when none.
var pairShape = func() (t [128][128]byte) {
	for _, p := range strings.Fields("rnm nnm nim inm cld cid c1d vvw rin iiu lih lck tin fih ijy ttu") {
		t[p[0]][p[1]] = p[2]
	}
	return t
}()

// missedCosts are the costs of a character that has nothing in its place.
var missedCosts = func() (t [256]uint8) {
	for c := range t {
		switch {
		case strings.IndexByte("iljtfr1|", byte(c)) >= 0:
			t[c] = CostThin
		case c < '0' || c > '9' && c < 'a':
			t[c] = costMark
		default:
			t[c] = CostAny
		}
	}
	return t
}()

// shapeCosts are the costs of taking one ASCII character for another.
var shapeCosts = func() (t [128][128]uint8) {
	for a := range t {
		for b := range t[a] {
			if a != b {
				t[a][b] = CostAny
			}
		}
	}
	groups := func(all string, cost uint8) {
		for g := range strings.FieldsSeq(all) {
			for i := range len(g) {
				for j := range len(g) {
					if a, b := g[i], g[j]; a != b && a < 128 && b < 128 {
						t[a][b] = cost
					}
				}
			}
		}
	}
	groups(likeShape, CostLike)
	groups(strings.NewReplacer("€", "", "£", "").Replace(sameShape), CostSame)
	return t
}()

// MaxWord bounds the length of words that are compared, bytes.
const MaxWord = 40

// Cost is the cost, in hundredths of a mistake, at which a recogniser takes the
// folded word meant for what was read; it is greater than the limit where it
// would cost more. Words are compared by their bytes: folded words of Latin
// script are ASCII.
func Cost(read, meant string, limit int) int {
	n, m := len(read), len(meant)
	if n > MaxWord || m > MaxWord || n-m > 3 || m-n > 3 {
		return limit + 1
	}
	var rows [3][MaxWord + 1]int
	for j := range m {
		rows[0][j+1] = rows[0][j] + int(missedCosts[meant[j]])
		if j == 0 && rows[0][1] == CostThin {
			rows[0][1] = costOnce
		}
	}
	for i := range n {
		before2, before, now := &rows[(i+2)%3], &rows[i%3], &rows[(i+1)%3]
		now[0] = before[0] + int(missedCosts[read[i]])
		least := now[0]
		for j := range m {
			cost := before[j] + shapeCost(read[i], meant[j])
			added, missed := int(missedCosts[read[i]]), int(missedCosts[meant[j]])
			switch {
			case i > 0 && read[i] == read[i-1]:
				added = costTwice
			case j > 0 && meant[j] == meant[j-1], j == 0 && missed == CostThin:
				missed = costOnce
			}
			cost = min(cost, before[j+1]+added, now[j]+missed)
			if i > 0 && looksLike(read[i-1], read[i], meant[j]) {
				cost = min(cost, before2[j]+costPairs)
			}
			if j > 0 && looksLike(meant[j-1], meant[j], read[i]) {
				cost = min(cost, before[j-1]+costPairs)
			}
			now[j+1] = cost
			least = min(least, cost)
		}
		if least > limit+costPairs {
			return limit + 1
		}
	}
	return rows[n%3][m]
}

// shapeCost is the cost of taking one character, a byte of a folded word, for
// another: 0 to CostAny.
func shapeCost(a, b byte) int {
	if a < 128 && b < 128 {
		return int(shapeCosts[a][b])
	}
	if a == b {
		return 0
	}
	return CostAny
}

func looksLike(a, b, one byte) bool {
	return a < 128 && b < 128 && pairShape[a][b] == one
}
