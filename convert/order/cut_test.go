package order

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"lineitem/convert/doc"
)

func TestCut(t *testing.T) {
	long := strings.Repeat("é", 11)
	words := []string{"12345", "é", "78", "90"}
	one := Order{Lines: make([]Cells, 1)}
	one.Head[ShipTo] = Cell{Value: long, Evidence: doc.Evidence{Words: []string{"a", long, "b"}}}
	one.Lines[0][Description] = Cell{Value: long[:20], Evidence: doc.Evidence{Words: words, Proof: long}}
	two := Order{Lines: make([]Cells, 1)}
	two.Lines[0][Unit] = Cell{Value: "1234567890", Evidence: doc.Evidence{Words: words[:3]}}
	before := slices.Clone(words)

	orders := []Order{one, two}
	if got, want := Cut(orders, 10), []string{"ship_to"}; !slices.Equal(got, want) {
		t.Errorf("Cut = %q, want %q", got, want)
	}
	head, line := orders[0].Head[ShipTo], orders[0].Lines[0][Description]
	if want := strings.Repeat("é", 6) + " […]"; head.Value != want || !head.Evidence.Cut || utf8.RuneCountInString(head.Value) != 10 {
		t.Errorf("a value of 11 characters becomes %q (cut: %t), want %q", head.Value, head.Evidence.Cut, want)
	}
	if want := []string{"a", "éééé […]"}; !slices.Equal(head.Evidence.Words, want) {
		t.Errorf("what was read for it becomes %q, want %q", head.Evidence.Words, want)
	}
	if line.Value != long[:20] || line.Evidence.Cut {
		t.Errorf("a value of 10 characters becomes %q (cut: %t), want it as it is", line.Value, line.Evidence.Cut)
	}
	if want := []string{"12345", "é", "78", "[…]"}; !slices.Equal(line.Evidence.Words, want) {
		t.Errorf("words of 13 characters become %q, want %q", line.Evidence.Words, want)
	}
	if want := "éééééé […]"; line.Evidence.Proof != want {
		t.Errorf("a proof of 11 characters becomes %q, want %q", line.Evidence.Proof, want)
	}
	if n, m := len(orders[0].Review), len(orders[1].Review); n != 1 || m != 0 {
		t.Errorf("%d and %d things are to be looked at, want only what is cut", n, m)
	}
	if !reflect.DeepEqual(orders[1].Lines, two.Lines) || !slices.Equal(words, before) {
		t.Error("what is short enough is changed")
	}
}

// TestFewer checks that words of exactly the allowed number of characters are not
// cut.
func TestFewer(t *testing.T) {
	for _, tt := range []struct {
		words []string
		most  int
		want  []string
	}{
		{[]string{"abc"}, 3, []string{"abc"}},
		{[]string{"ab", "cd"}, 5, []string{"ab", "cd"}},
		{[]string{"ab", "cd"}, 2, []string{"ab", "[…]"}},
	} {
		if got := fewer(tt.words, tt.most); !slices.Equal(got, tt.want) {
			t.Errorf("fewer(%q, %d) = %q, want %q", tt.words, tt.most, got, tt.want)
		}
	}
}
