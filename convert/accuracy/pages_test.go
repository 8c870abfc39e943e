package accuracy

import (
	"os"
	"testing"

	"lineitem/convert"
)

// TestPagesOfTIFF checks that each page of a fax is shown by its own picture, in
// its size on paper.
func TestPagesOfTIFF(t *testing.T) {
	data, err := os.ReadFile("../../testdata/faxes/us-multipage-g3.tif")
	if err != nil {
		t.Fatal(err)
	}
	p := newPages(new(convert.Converter), data)
	defer p.close()
	first, err := p.show(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	second, err := p.show(t.Context(), 2)
	if err != nil {
		t.Fatal(err)
	}
	if string(first.Data) == string(second.Data) {
		t.Error("the second page is shown as the first")
	}
	for _, s := range []*shown{first, second} {
		if w, h := float64(s.Size.X)/s.scale/72, float64(s.Size.Y)/s.scale/72; w < 10.5 || w > 11.5 || h < 8 || h > 9 {
			t.Errorf("a page is shown as %.1f by %.1f inches, want 11 by 8.5", w, h)
		}
	}
	if _, err := p.show(t.Context(), 3); err == nil {
		t.Error("a third page is shown, of two")
	}
}
