package convert

import (
	"slices"
	"testing"

	"lineitem/convert/doc"
)

// TestDrawnParts checks which drawn parts of a page are read for a name: those in its head and
// foot that are large enough and that no text lies over.
func TestDrawnParts(t *testing.T) {
	box := func(x0, y0, x1, y1 float64) doc.Box { return doc.Box{X0: x0, Y0: y0, X1: x1, Y1: y1} }
	latin, greek := doc.Word{Text: "Total", Box: box(300, 500, 340, 510)}, doc.Word{Text: "Σύνολο", Box: box(300, 500, 340, 510)}
	turned := latin
	turned.Turn = 90
	over := doc.Word{Text: "Mill", Box: box(50, 30, 150, 60)}
	logo := box(50, 30, 150, 70)
	tests := []struct {
		name  string
		page  doc.Page
		parts []doc.Box
	}{
		{"a logo", doc.Page{Words: []doc.Word{latin}, Drawn: []doc.Box{logo}}, []doc.Box{box(38, 18, 162, 82)}},
		{"two, and one in the foot", doc.Page{Words: []doc.Word{latin}, Drawn: []doc.Box{logo, box(400, 100, 500, 120), box(50, 860, 550, 890)}},
			[]doc.Box{box(38, 18, 512, 132), box(38, 848, 562, 900)}},
		{"paper", doc.Page{Words: []doc.Word{latin}, Drawn: []doc.Box{box(0, 0, 600, 900)}}, []doc.Box{box(0, 0, 600, 312), box(0, 798, 600, 900)}},
		{"a picture of goods in the middle", doc.Page{Words: []doc.Word{latin}, Drawn: []doc.Box{box(50, 400, 150, 500)}}, nil},
		{"a dot", doc.Page{Words: []doc.Word{latin}, Drawn: []doc.Box{box(50, 30, 60, 40)}}, nil},
		{"a logo beneath its name", doc.Page{Words: []doc.Word{latin, over}, Drawn: []doc.Box{logo}}, nil},
		{"nothing", doc.Page{Words: []doc.Word{latin}}, nil},
		{"letters that are not read", doc.Page{Words: []doc.Word{greek}, Drawn: []doc.Box{logo}}, nil},
		{"a page on its side", doc.Page{Words: []doc.Word{turned}, Drawn: []doc.Box{logo}}, nil},
		{"a scan", doc.Page{Source: doc.Pixels, Words: []doc.Word{latin}, Drawn: []doc.Box{logo}}, nil},
	}
	for _, tt := range tests {
		tt.page.Width, tt.page.Height = 600, 900
		var got []doc.Box
		for _, p := range drawnParts(&tt.page) {
			got = append(got, p.box)
		}
		if !slices.Equal(got, tt.parts) {
			t.Errorf("drawnParts of %s = %v, want %v", tt.name, got, tt.parts)
		}
	}
}
