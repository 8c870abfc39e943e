package alignment

import (
	"testing"

	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
)

// TestAlign checks that the classes of words in generated orders account for
// nearly all cells, and that each item begins exactly once.
func TestAlign(t *testing.T) {
	found, orders := 0.0, 0
	for seed := range 40 {
		s := samples.Generated(seed)
		lesson, share := Example(&s)
		if lesson == nil {
			continue
		}
		found += share
		orders++
		for r := range lesson.Rows {
			row := &lesson.Rows[r]
			tagged := false
			for i := row.From; i < row.To; i++ {
				tagged = tagged || lesson.Words[i] != int8(tagging.Other)
			}
			if part := tagging.Part(lesson.Lines[r]); tagged != (part != tagging.Outside) {
				t.Fatalf("seed %d: row %d has words of an item: %v; its part is %d", seed, r, tagged, part)
			}
		}
	}
	t.Logf("of the cells %.4f are found", found/float64(orders))
	if mean := found / float64(orders); mean < 0.97 {
		t.Errorf("of the cells of %d generated orders %.3f are found, want 0.97", orders, mean)
	}
}
