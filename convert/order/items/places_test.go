package items

import (
	"slices"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
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
		if got := p.Contains(tt.page, tt.x, tt.y); got != tt.want {
			t.Errorf("Hold(%d, %g, %g) = %t, want %t", tt.page, tt.x, tt.y, got, tt.want)
		}
	}
	if got, ok := p.Bounds(1); !ok || got != (doc.Box{X0: 10, Y0: 100, X1: 100, Y1: 510}) {
		t.Errorf("Bounds(1) = %v, %t, want the box about all four regions", got, ok)
	}
	if got, ok := p.Bounds(0); ok {
		t.Errorf("Bounds(0) = %v, want none", got)
	}
}

// TestRegionsOf checks that the wide space between a header row and the items, and what is
// printed in it, is not part of the table.
func TestRegionsOf(t *testing.T) {
	line := func(y, x0, x1 float64) doc.Box { return doc.Box{X0: x0, Y0: y, X1: x1, Y1: y + 10} }
	got := RegionsOf(2, []doc.Box{line(220, 50, 90), line(100, 40, 500), line(200, 60, 80), line(260, 40, 90)})
	want := []Region{{2, doc.Box{X0: 40, Y0: 100, X1: 500, Y1: 110}}, {2, doc.Box{X0: 40, Y0: 200, X1: 500, Y1: 270}}}
	if !slices.Equal(got, want) {
		t.Errorf("RegionsOf = %v, want %v", got, want)
	}
	if got := RegionsOf(0, nil); got != nil {
		t.Errorf("RegionsOf no boxes = %v, want none", got)
	}
}

// TestRegionsOfLines checks that the region of items with a common price above them does not
// include the price.
func TestRegionsOfLines(t *testing.T) {
	cell := func(page int, y float64) schema.Cell {
		return schema.Cell{Value: "1", Evidence: doc.Evidence{Page: page, Box: doc.Box{X0: 10, Y0: y, X1: 30, Y1: y + 10}}}
	}
	lines := make([]schema.Cells, 3)
	for i := range lines {
		lines[i][schema.UnitPrice] = cell(2, 50)
		lines[i][schema.Quantity] = cell(2, 300+12*float64(i))
	}
	got := RegionsOfLines([]*layout.Page{{Page: &doc.Page{Number: 1}}, {Page: &doc.Page{Number: 2}}}, lines)
	want := []Region{{1, doc.Box{X0: 10, Y0: 300, X1: 30, Y1: 334}}}
	if !slices.Equal(got, want) {
		t.Errorf("RegionsOfLines = %v, want %v", got, want)
	}
	// Items at the same place on different pages have nothing in common.
	lines = make([]schema.Cells, 2)
	lines[0][schema.Quantity], lines[1][schema.Quantity] = cell(1, 300), cell(2, 300)
	got = RegionsOfLines([]*layout.Page{{Page: &doc.Page{Number: 1}}, {Page: &doc.Page{Number: 2}}}, lines)
	box := doc.Box{X0: 10, Y0: 300, X1: 30, Y1: 310}
	if want := []Region{{0, box}, {1, box}}; !slices.Equal(got, want) {
		t.Errorf("RegionsOfLines = %v, want %v", got, want)
	}
}

// TestRegionsOfTurnedLines checks that regions are given in coordinates of the laid-out
// page, however it is displayed.
func TestRegionsOfTurnedLines(t *testing.T) {
	words := make([]doc.Word, 2)
	lines := make([]schema.Cells, len(words))
	for i := range words {
		shown := doc.Box{X0: 300 + 12*float64(i), Y0: 10, X1: 310 + 12*float64(i), Y1: 30}
		words[i] = doc.Word{Text: "12", Box: shown, Turn: 90, Size: 10}
		lines[i][schema.Quantity] = schema.Cell{Value: "12", Evidence: doc.Evidence{Page: 1, Box: shown}}
	}
	pages := layout.Analyze(&doc.Document{Pages: []doc.Page{{Number: 1, Width: 600, Height: 800, Words: words}}})
	want := []Region{{0, pages[0].Words[0].Box.Union(pages[0].Words[1].Box)}}
	if got := RegionsOfLines(pages, lines); !slices.Equal(got, want) {
		t.Errorf("RegionsOfLines = %v, want %v", got, want)
	}
}

// TestWithin checks that a line belongs to the page with most of its cells, and that it
// loses cells on pages of other orders.
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
