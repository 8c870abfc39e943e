package solve

import (
	"slices"
	"testing"

	"lineitem/convert/doc"
)

// TestPlacesOfRisingLines checks that the words of a value are found in reading order although
// their line rises.
func TestPlacesOfRisingLines(t *testing.T) {
	r := newReviser([][]printedCell{{{text: "Carrying bag, black", tag: text}, {x: 200, text: "12", tag: quantity}}})
	r.Pages[0].View = doc.Identity
	for i := range r.Nodes {
		box := &r.Nodes[i].Word.Box
		box.Y0, box.Y1 = 2-float64(i), 12-float64(i)
	}
	e := &doc.Evidence{Box: doc.Box{X1: 100, Y1: 12}, Words: []string{"Carrying", "bag,", "black"}}
	if got := newEvidenceIndex(r.Tags).nodesOf(e); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("words %v, want them from the left to the right", got)
	}
}
