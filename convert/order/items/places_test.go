package items

import (
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
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

// A line stands where most of its cells do, and leaves those of other orders' pages to them.
func TestWithin(t *testing.T) {
	cell := func(value string, page int) schema.Cell {
		return schema.Cell{Value: value, Evidence: doc.Evidence{Page: page}}
	}
	var first, second schema.Cells
	first[schema.Description], first[schema.Quantity], first[schema.DeliveryDate] = cell("Rope", 1), cell("2", 1), cell("2026-07-28", 1)
	second[schema.Description], second[schema.Quantity], second[schema.DeliveryDate] = cell("Cleat", 2), cell("4", 2), cell("2026-07-28", 1)
	table := &Table{Lines: []schema.Cells{first, second}, Regions: []Region{{Page: 0}, {Page: 1}}}
	for page, want := range []string{"Rope", "Cleat"} {
		own := table.Within(page, page)
		if len(own.Lines) != 1 || own.Lines[0][schema.Description].Value != want || len(own.Regions) != 1 {
			t.Fatalf("page %d has %+v, want the line of the %s", page+1, own.Lines, want)
		}
		if dated := own.Lines[0][schema.DeliveryDate].Value != ""; dated != (page == 0) {
			t.Errorf("page %d: the date of page 1 is kept: %t", page+1, dated)
		}
	}
}
