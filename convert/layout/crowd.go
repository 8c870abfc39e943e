package layout

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
)

// maxLineWords is how many words of a line are read, from the left. No legible
// line has as many; where thousands of words were painted over each other, the
// work would grow with the square of their number.
const maxLineWords = 400

// limitLineWords returns the page without the words beyond maxLineWords of any line;
// the page itself if there are none.
func limitLineWords(page *doc.Page) *doc.Page {
	if len(page.Words) <= maxLineWords {
		return page
	}
	at := make([]*doc.Word, len(page.Words))
	for i := range page.Words {
		at[i] = &page.Words[i]
	}
	slices.SortStableFunc(at, byBaseline)
	beyond := make(map[*doc.Word]bool)
	for _, row := range rows(at) {
		for _, w := range row[min(len(row), maxLineWords):] {
			beyond[w] = true
		}
	}
	if len(beyond) == 0 {
		return page
	}
	out := *page
	out.Words = make([]doc.Word, 0, len(page.Words)-len(beyond))
	for i := range page.Words {
		if !beyond[&page.Words[i]] {
			out.Words = append(out.Words, page.Words[i])
		}
	}
	return &out
}

func byBaseline(a, b *doc.Word) int {
	return cmp.Or(cmp.Compare(a.Baseline, b.Baseline), cmp.Compare(a.Box.X0, b.Box.X0))
}
