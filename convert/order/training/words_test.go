package training

import (
	"math"
	"testing"
)

// TestWords checks that words that occur in one kind of text only tell the kind, and
// that rare words are not learned.
func TestWords(t *testing.T) {
	var texts []Text
	for i := range int32(20) {
		right := i%2 == 0
		word := int32(1)
		if right {
			word = 2
		}
		texts = append(texts, Text{Source: string(rune('a' + i)), Words: []int32{word, 3, 100 + i}, Features: []float64{0}, Right: right})
	}
	w := Words{LeastSources: 5, Epochs: 20, Rate: 0.3, Ridge: 1e-4}.Fit(texts)
	if got := w.Known([]int32{1, 2, 3, 100, 101}); len(got) != 3 {
		t.Errorf("%d words are known, want the 3 that stand in several sources", len(got))
	}
	for _, c := range []struct {
		word  int32
		right bool
	}{{1, false}, {2, true}} {
		if score := w.Score(w.Known([]int32{c.word, 3}), []float64{0}); (score > 0) != c.right {
			t.Errorf("a text with word %d scores %v, want right to be %v", c.word, score, c.right)
		}
	}
}

// TestWordsKept checks that after the less telling words are dropped, the probabilities
// of the texts still add up to the number of right ones.
func TestWordsKept(t *testing.T) {
	var texts []Text
	for i := range int32(40) {
		x := Text{Source: string('a' + rune(i)), Words: []int32{1, 2}, Right: i%2 == 0}
		if !x.Right {
			x.Words = x.Words[:1]
			for k := range int32(8) { // each of little weight
				x.Words = append(x.Words, 10+8*i+k)
			}
		}
		texts = append(texts, x)
	}
	c := Words{LeastSources: 1, Most: 1, Epochs: 20, Rate: 0.3}
	w, sum := c.Fit(texts), 0.0
	for _, x := range texts {
		sum += 1 / (1 + math.Exp(-w.Score(w.Known(x.Words), nil)))
	}
	if len(w.Weights) != c.Most || math.Abs(sum-20) > 1 {
		t.Errorf("by %d words %.1f texts are right, want by %d words about 20", len(w.Weights), sum, c.Most)
	}
}
