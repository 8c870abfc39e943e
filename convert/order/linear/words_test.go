package linear

import (
	"bytes"
	"math"
	"slices"
	"testing"
)

// words returns a score with some words and signs.
func words() *Words {
	w := NewWords([]int32{3, 70, 70_000}, 2)
	w.Base, w.Features = -0.5, []float64{1, -2}
	copy(w.Weights, []float64{2, -1, 0.25})
	return w
}

// TestWords checks that a stored score gives a text the same score as before,
// within the precision of a byte per weight.
func TestWords(t *testing.T) {
	w := words()
	text, signs := []int32{70, 3, 99, 3}, []float64{0.5, 1}
	known := w.Known(text)
	if !slices.Equal(known, []int{1, 0}) {
		t.Fatalf("Known(%v) = %v, want each word that is known once", text, known)
	}
	want := -0.5 + (2-1)/math.Sqrt(3) + 0.5 - 2
	if got := w.Score(known, signs); math.Abs(got-want) > 1e-9 {
		t.Errorf("Score = %v, want %v", got, want)
	}
	again, rest, err := ParseWords(append(w.AppendBinary(nil), "rest"...), 2)
	if err != nil || string(rest) != "rest" {
		t.Fatalf("ParseWords = %q, %v, want what follows the score", rest, err)
	}
	if got := again.Score(again.Known(text), signs); math.Abs(got-want) > 0.01 {
		t.Errorf("Score of what was stored = %v, want about %v", got, want)
	}
}

// TestKeep checks that the words with the least weight are dropped.
func TestKeep(t *testing.T) {
	w := words()
	w.Keep(2)
	if got := w.Known([]int32{3, 70, 70_000}); len(got) != 2 || w.Weights[0] != 2 || w.Weights[1] != -1 {
		t.Errorf("%d words are known after Keep(2), with weights %v, want those of 2 and -1", len(got), w.Weights)
	}
}

func FuzzParseWords(f *testing.F) {
	f.Add(words().AppendBinary(nil))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		w, rest, err := ParseWords(data, 2)
		if err != nil {
			return
		}
		if !slices.IsSorted(w.hashes) {
			t.Errorf("words %v are not in order", w.hashes)
		}
		if len(rest) > len(data) || !bytes.HasSuffix(data, rest) {
			t.Error("what follows the score is no end of the data")
		}
		w.Score(w.Known([]int32{1, 2, 3}), []float64{1, 1})
	})
}
