package solve

import (
	"testing"

	"lineitem/convert/order/tagging"
	"lineitem/convert/order/textnorm"
)

// The line of a description takes in the words of its segment that the network does not rule out, but no codes and labels
// before it.
func TestGrow(t *testing.T) {
	for _, test := range []struct {
		segment string
		read    [2]int // words
		doubted int    // a word that the network takes for no description; -1 for none
		want    string
	}{
		{"Mist-blow nozzle body, SUS316L", [2]int{2, 4}, -1, "Mist-blow nozzle body, SUS316L"},
		{"Telraam magnetisch, 100 kralen", [2]int{0, 2}, -1, "Telraam magnetisch, 100 kralen"},
		{"Telraam magnetisch, 100 kralen", [2]int{0, 2}, 2, "Telraam magnetisch,"},
		{"42171600 Health kit", [2]int{1, 3}, -1, "Health kit"},
		{"Art.: Health kit", [2]int{1, 3}, -1, "Health kit"},
	} {
		r := newReviser([][]printedCell{{{test.segment, 50, text}, {"2", 400, quantity}}})
		for n := range r.Words {
			r.Words[n][tagging.Description] = 0.4
		}
		if test.doubted >= 0 {
			r.Words[test.doubted][tagging.Description] = 0
		}
		all := r.words[0][text]
		r.words[0][text] = all[test.read[0]:test.read[1]]
		p := r.passage(r.words, 0)
		if got := textnorm.Join(r.decoder.words(p.main)); got != test.want {
			t.Errorf("%q of which the words %v are read: %q, want %q", test.segment, test.read, got, test.want)
		}
	}
}
