package accuracy

// buckets is the number of character classes that the quick bound of alike distinguishes.
const buckets = 64

// folded is a text prepared for comparison: only its words, case-folded.
type folded struct {
	text  string
	runes []rune
	count [buckets]int32 // number of characters by their code point modulo buckets
}

func newFolded(text string) *folded {
	f := &folded{text: text, runes: []rune(text)}
	for _, r := range f.runes {
		f.count[r%buckets]++
	}
	return f
}

// similar reports whether the likeness of two texts is at least least, from 0 to 1.
func similar(a, b *folded, least float64) bool {
	if a.text == b.text {
		return true
	}
	// No more characters can match than the texts have in common.
	common := 0
	for i, n := range a.count {
		common += int(min(n, b.count[i]))
	}
	return degree(common, a, b) >= least && degree(matching(a.runes, b.runes), a, b) >= least
}

// degree returns the likeness of two texts: the share of the characters of both that match.
func degree(matching int, a, b *folded) float64 {
	return 2 * float64(matching) / float64(len(a.runes)+len(b.runes))
}

// matching counts the characters that two texts share: those of the longest run
// that occurs in both, and, recursively, those to the left and to the right of
// it, following Ratcliff and Metzener ("Pattern matching: the Gestalt approach",
// 1988). Among equally long runs it takes the first in a, then the first in b.
func matching(a, b []rune) int {
	type part struct{ a0, a1, b0, b1 int }
	total := 0
	// run[j+1] is the length of the common run that ends at the row's character
	// and at b[j].
	run, above := make([]int32, len(b)+1), make([]int32, len(b)+1)
	for todo := []part{{0, len(a), 0, len(b)}}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var best int32
		endA, endB := 0, 0
		clear(above[p.b0 : p.b1+1])
		run[p.b0] = 0
		for i := p.a0; i < p.a1; i++ {
			for j := p.b0; j < p.b1; j++ {
				if a[i] != b[j] {
					run[j+1] = 0
					continue
				}
				run[j+1] = above[j] + 1
				if run[j+1] > best {
					best, endA, endB = run[j+1], i+1, j+1
				}
			}
			run, above = above, run
			run[p.b0] = 0
		}
		if best == 0 {
			continue
		}
		n := int(best)
		total += n
		if left := (part{p.a0, endA - n, p.b0, endB - n}); left.a0 < left.a1 && left.b0 < left.b1 {
			todo = append(todo, left)
		}
		if right := (part{endA, p.a1, endB, p.b1}); right.a0 < right.a1 && right.b0 < right.b1 {
			todo = append(todo, right)
		}
	}
	return total
}
