package layout

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"lineitem/convert/doc"
)

// Measures of raised figures, multiples of the size of the letter before them.
const (
	raisedSize = 0.75 // a raised figure is smaller than this
	raisedGap  = 0.15 // and its gap to the letter, or its overlap, less than this
	raisedBy   = 0.3  // its baseline stands this much higher, at least
	raisedMost = 0.6  // and at most
)

// withRaised returns the words of a page from pixels, with each small 2 or 3 that stands raised
// after a letter, as in m², made a part of the letter's word. Recognised as a line of its own, it
// would separate the lines of text that it stands between. It changes words.
func withRaised(words []doc.Word) []doc.Word {
	gone := make(map[int]bool)
	for i := range words {
		f := &words[i]
		if f.Turn != 0 || f.Text != "2" && f.Text != "3" {
			continue
		}
		k := slices.IndexFunc(words, func(w doc.Word) bool {
			gap, up := (f.Box.X0-w.Box.X1)/w.Size, (w.Baseline-f.Baseline)/w.Size
			last, _ := utf8.DecodeLastRuneInString(w.Text)
			return w.Turn == 0 && f.Size < raisedSize*w.Size && gap > -raisedGap && gap < raisedGap &&
				up > raisedBy && up < raisedMost && unicode.IsLetter(last)
		})
		if k < 0 {
			continue
		}
		w := &words[k]
		w.Text += map[string]string{"2": "²", "3": "³"}[f.Text]
		w.Box.X1, w.Confidence = f.Box.X1, min(w.Confidence, f.Confidence)
		gone[i] = true
	}
	if len(gone) == 0 {
		return words
	}
	kept := words[:0]
	for i, w := range words {
		if !gone[i] {
			kept = append(kept, w)
		}
	}
	return kept
}
