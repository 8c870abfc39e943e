package headings

import (
	"strings"
	"testing"

	"lineitem/convert/order/textnorm"
)

// TestOf checks that headings mean what the lexicon says of their longest phrase.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		words  []string
		likely Kind
	}{
		{[]string{"Qty"}, Quantity},
		{[]string{"Unit", "Price"}, Price},
		{[]string{"Line", "Total"}, Total},
		{[]string{"Part", "No."}, Code},
		{[]string{"Einzelpreis"}, Price},
		{[]string{"Désignation"}, Description},
		{[]string{"Cantidad"}, Quantity},
	} {
		words := make([]string, len(c.words))
		for i, w := range c.words {
			words[i] = textnorm.Fold(w)
		}
		if kinds := Of(words); kinds[c.likely] != 1 {
			t.Errorf("Of(%q) = %v, want 1 for kind %d", c.words, kinds, c.likely)
		}
	}
	if kinds := Of([]string{"stainless", "bracket"}); kinds != (Kinds{}) {
		t.Errorf("Of(stainless bracket) = %v, want none", kinds)
	}
}

// TestInPhrases checks that every word of a phrase is known to occur in one.
func TestInPhrases(t *testing.T) {
	for phrase := range Phrases() {
		for word := range strings.SplitSeq(phrase, " ") {
			if !InPhrases(word) {
				t.Fatalf("%q is in no phrase, but in %q", word, phrase)
			}
		}
	}
	if InPhrases("hammer") || InPhrases("") {
		t.Error("words are in phrases that are in none")
	}
}
