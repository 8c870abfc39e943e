package layout

import (
	"fmt"
	"testing"
)

func TestCrowdedLine(t *testing.T) {
	s := newSheet().text(50, 80, "Order 4711")
	for i := range 3 * maxLineWords {
		s.text(50+float64(i%2), 100, fmt.Sprint("a", i))
	}
	s.text(50, 120, "Total 12.50")
	page := s.analyze()
	count := 0
	for _, s := range page.Lines[1].Segments {
		count += len(s.Words)
	}
	if len(page.Lines) != 3 || count != maxLineWords || len(page.Words) != maxLineWords+4 {
		t.Errorf("%d words in one place: %d lines, %d words on the second, %d on the page; want 3, %d, %d",
			3*maxLineWords, len(page.Lines), count, len(page.Words), maxLineWords, maxLineWords+4)
	}
	if first, last := page.Lines[0].Segments[0].Text(), page.Lines[2].Segments[0].Text(); first != "Order 4711" || last != "Total 12.50" {
		t.Errorf("the lines about them read %q and %q, want %q and %q", first, last, "Order 4711", "Total 12.50")
	}
}
