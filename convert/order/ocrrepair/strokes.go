package ocrrepair

import (
	"math"

	"lineitem/convert/doc"
)

// correctStrokes corrects words that are a single upright stroke. An "l" alone is not a word: between two close words it is a bar, and
// far from the others on its row it is the digit 1. An "I" between close words is a bar if the page has more such "l" than "I".
func correctStrokes(words []doc.Word) {
	const (
		blank = 1.0 // greatest distance between words of a text, font sizes
		apart = 2.0 // least distance between columns, font sizes
	)
	small, capital := 0, 0
	for i := range words {
		switch words[i].Text {
		case "l":
			small++
		case "I":
			capital++
		}
	}
	for i := range words {
		w := &words[i]
		if w.Turn != 0 || w.Text != "l" && (w.Text != "I" || capital >= small) {
			continue
		}
		left, right := math.Inf(1), math.Inf(1)
		for j := range words {
			if o := &words[j]; j != i && o.Turn == 0 && math.Abs(o.Baseline-w.Baseline) < w.Size/2 {
				if o.Box.X0 < w.Box.X0 {
					left = min(left, (w.Box.X0-o.Box.X1)/w.Size)
				} else {
					right = min(right, (o.Box.X0-w.Box.X1)/w.Size)
				}
			}
		}
		switch near := min(left, right); {
		case max(left, right) < blank:
			w.Text = "|"
		case near > apart && !math.IsInf(near, 1) && w.Text == "l":
			w.Text = "1"
		}
	}
}
