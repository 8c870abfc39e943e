package items

import (
	"testing"

	"lineitem/convert/doc"
)

func TestPlaces(t *testing.T) {
	box := func(page int, y0, y1 float64) Region {
		return Region{page, doc.Box{X0: 10, Y0: y0, X1: 100, Y1: y1}}
	}
	p := PlacesOf([]*Table{
		{Regions: []Region{box(1, 300, 400), box(2, 50, 60)}},
		{Regions: []Region{box(1, 100, 350)}},
		{Regions: []Region{box(1, 120, 130), box(1, 500, 510)}},
	})
	for _, tt := range []struct {
		page int
		x, y float64
		want bool
	}{
		{0, 50, 55, false}, {1, 50, 55, false}, {2, 50, 55, true}, {3, 50, 55, false},
		{1, 50, 100, true}, {1, 50, 200, true}, {1, 50, 345, true}, {1, 50, 400, true}, {1, 50, 401, false},
		{1, 50, 505, true}, {1, 5, 200, false}, {1, 101, 345, false},
	} {
		if got := p.Hold(tt.page, tt.x, tt.y); got != tt.want {
			t.Errorf("Hold(%d, %g, %g) = %t, want %t", tt.page, tt.x, tt.y, got, tt.want)
		}
	}
	if got := p.First(); got != 1 {
		t.Errorf("First() = %d, want 1", got)
	}
	if on := p.On(1); len(on) != 4 || on[0].Y0 != 300 {
		t.Errorf("On(1) = %v, want four regions in the tables' order", on)
	}
}
