package training

import "testing"

// What stands in texts of one kind alone tells the kind, and rare words are not learned.
func TestWords(t *testing.T) {
	var texts []Text
	for i := range int32(20) {
		right := i%2 == 0
		word := int32(1)
		if right {
			word = 2
		}
		texts = append(texts, Text{Source: string(rune('a' + i)), Words: []int32{word, 3, 100 + i}, Signs: []float64{0}, Right: right})
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
