package taught_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
	"lineitem/convert/order/textnorm"
)

// wordsIn returns the folded words of a text, without punctuation, that have at least three
// characters.
func wordsIn(text string) []string {
	const least = 3
	var words []string
	for _, w := range strings.FieldsFunc(textnorm.Fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if len([]rune(w)) >= least {
			words = append(words, w)
		}
	}
	return words
}

// texts calls add with all texts in a layout's JSON, other than its id, checksum and name.
func texts(tree any, add func(string)) {
	switch tree := tree.(type) {
	case string:
		add(tree)
	case []any:
		for _, v := range tree {
			texts(v, add)
		}
	case map[string]any:
		for key, v := range tree {
			if key != "id" && key != "sum" && key != "name" {
				texts(v, add)
			}
		}
	}
}

// TestLayoutKeepsNothingOfTheOrder checks that a layout keeps none of the values of the
// order that taught it, as users are promised: no item, price, quantity, number or date,
// and no address for delivery or invoices, neither as text nor as a hash. Exceptions are
// the layout's name (the issuer) and names that its remarks call "always" the same. Words
// that forms have as well do not count as values.
func TestLayoutKeepsNothingOfTheOrder(t *testing.T) {
	for n := range uint64(60) {
		s := ordertest.GenerateAlike(n, 0)
		l := learned(t, s)
		data, err := l.Encode()
		if err != nil {
			t.Fatal(err)
		}
		var tree any
		if err := json.Unmarshal(data, &tree); err != nil {
			t.Fatal(err)
		}
		kept := map[string]string{}
		texts(tree, func(text string) {
			kept[text] = text
			for _, w := range wordsIn(text) {
				kept[w] = text
			}
		})
		for _, m := range l.Fingerprint {
			kept[fmt.Sprintf("~%08x", m.Word)] = "the print"
		}
		free := map[string]bool{} // words of names that are kept, as the remarks say
		for _, w := range wordsIn(l.Name) {
			free[w] = true
		}
		for _, remark := range l.Remarks() {
			if _, name, ok := strings.Cut(remark, "always '"); ok {
				for _, w := range wordsIn(name) {
					free[w] = true
				}
			}
		}
		for i, row := range s.Rows {
			for key, value := range row {
				for _, w := range wordsIn(value) {
					if free[w] || taught.OfForms(w) {
						continue
					}
					if where, ok := kept[w]; ok {
						t.Errorf("layout %d keeps %q of the %s of row %d, in %q", n, w, key, i+1, where)
					}
					if hash, ok := taught.HashOf(w); ok {
						if where, ok := kept[fmt.Sprintf("~%08x", hash)]; ok {
							t.Errorf("layout %d keeps a hash of %q of the %s of row %d, in %s", n, w, key, i+1, where)
						}
					}
				}
			}
		}
	}
}
