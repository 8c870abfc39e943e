package neural

import (
	"slices"
	"testing"
)

// TestVocabulary checks that a network knows the words that occur in several sources, and
// ignores the others.
func TestVocabulary(t *testing.T) {
	var v Vocabulary
	for _, s := range []struct {
		source string
		words  []string
	}{
		{"a", []string{"supplier", "acme"}}, {"a", []string{"supplier", "acme"}}, {"b", []string{"supplier", "total"}}, {"c", []string{"total"}},
	} {
		var hashes []int32
		for _, w := range s.words {
			hashes = append(hashes, Hash(1, w))
		}
		v.Note(s.source, hashes)
	}
	supplier, total, acme := Hash(1, "supplier"), Hash(1, "total"), Hash(1, "acme")
	known := v.Common(2)
	if want := slices.Sorted(slices.Values([]int32{supplier, total})); !slices.Equal(known, want) {
		t.Fatalf("Common(2) = %v, want %v", known, want)
	}
	n := NewNetwork(nil, 4)
	n.Randomize(1, known)
	m := (&Tape{}).Embed(n.Table, [][]int32{{acme, Hash(2, "total")}, {supplier}, {total}})
	if row := m.Row(0); slices.ContainsFunc(row, func(x float32) bool { return x != 0 }) {
		t.Errorf("words that are not known have the embedding %v", row)
	}
	if a, b := m.Row(1), m.Row(2); slices.Equal(a, b) || a[0] == 0 {
		t.Errorf("two words that are known have the embeddings %v and %v", a, b)
	}
}

// TestKeepWords checks that a network reduced to fewer words keeps the longest embeddings
// unchanged.
func TestKeepWords(t *testing.T) {
	n := NewNetwork([]byte("t"), 2)
	n.Randomize(1, []int32{3, 5, 8})
	copy(n.Table.w.values, []float32{1, 0, 0.1, 0.1, -2, 1})
	n.KeepWords(2)
	y := new(Tape).Embed(n.Table, [][]int32{{3}, {5}, {8}})
	for i, want := range [][]float32{{1, 0}, {0, 0}, {-2, 1}} {
		if got := y.Row(i); got[0] != want[0] || got[1] != want[1] {
			t.Errorf("embedding %d is %v, want %v", i, got, want)
		}
	}
	n.KeepWords(5)
	if n.Table.known != 2 {
		t.Errorf("%d words are known, want 2", n.Table.known)
	}
}
