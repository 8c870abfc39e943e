package training

import (
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/samples"
)

func words(d *doc.Document) (all []string) {
	for _, p := range d.Pages {
		for _, w := range p.Words {
			all = append(all, w.Text)
		}
	}
	return all
}

// TestMasked checks that only words that belong to no value are masked, the same ones
// each time, and that the given order is not changed.
func TestMasked(t *testing.T) {
	o := samples.Generated(1)
	before := words(o.Document)
	if got := words(Masked(o, 0).Document); !slices.Equal(got, before) {
		t.Error("a share of nothing masks words")
	}
	all := words(Masked(o, 1).Document)
	if again := words(Masked(o, 1).Document); !slices.Equal(again, all) {
		t.Error("masked twice, other words come out")
	}
	if !slices.Equal(words(o.Document), before) {
		t.Error("the order that was given has changed")
	}
	buyer, masked := strings.Fields(o.Truth.Rows[0]["buyer"]), 0
	for i, w := range before {
		if all[i] == w {
			continue
		}
		masked++
		if slices.Contains(buyer, w) {
			t.Errorf("%q of the buyer is masked", w)
		}
	}
	if masked < len(before)/10 {
		t.Errorf("%d of %d words are masked", masked, len(before))
	}
}
