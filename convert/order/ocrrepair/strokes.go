package ocrrepair

import (
	"math"

	"lineitem/convert/doc"
)

// strokes reads words that are one upright stroke. A small l alone is no word: it is a bar between words, and a figure where it
// stands apart from the others of its row. Nor is a capital I on a page that has fewer of them.
func strokes(words []doc.Word) {
	const (
		blank = 1.0 // heights of type between words of a text at most
		apart = 2.0 // and between columns at least
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
