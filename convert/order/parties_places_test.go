package order

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
)

// placesOf lists the places on a page that may name parties or contain addresses, as
// "name: block".
func placesOf(p doc.Page) (places []string) {
	pages := layout.Analyze(&doc.Document{Pages: []doc.Page{p}})
	r := &reading{pages: pages, locale: value.FindLocale(pages)}
	r.findLabels()
	for _, c := range r.view(part{last: len(pages) - 1}, new(Order)).Parties {
		places = append(places, fmt.Sprintf("%s: %s", c.Name, c.BlockCell().Value))
	}
	return places
}

// TestPlacesOfParties checks names and blocks that only one of the ways of looking
// finds.
func TestPlacesOfParties(t *testing.T) {
	for _, tt := range []struct{ name, page, want string }{
		{"a name of two lines", `
VENDOR                                  SHIP TO
Corvid Fasteners and Springs            Halden Pump Works Inc.
Company, Inc.                           14 Mill Street
880 Dock Road                           Utica, NY 13501
Erie, PA 16501
`, "Corvid Fasteners and Springs Company, Inc.: Corvid Fasteners and Springs, Company, Inc., 880 Dock Road, Erie, PA 16501"},
		{"a heading in two languages", `
Entregar en:      Halden Pump Works
(Ship to)         14 Mill Street
                  Utica, NY 13501
`, "Halden Pump Works: Halden Pump Works, 14 Mill Street, Utica, NY 13501"},
	} {
		if got := placesOf(typewritten(tt.page)); !slices.Contains(got, tt.want) {
			t.Errorf("%s: the places are\n%s\nwant among them\n%s", tt.name, strings.Join(got, "\n"), tt.want)
		}
	}
}

// TestPlacesInCells checks that an address block in a ruled cell consists of all lines
// of the cell, flush or not.
func TestPlacesInCells(t *testing.T) {
	const page = `
------------------------------------------------------------------
|Ship to:                     |Vendor:                          |
|     Halden Pump Works       |Corvid Fasteners LLC             |
|   Receiving, 14 Mill Street |880 Dock Road                    |
|      Utica, NY 13501        |Erie, PA 16501                   |
------------------------------------------------------------------
`
	const want = "Halden Pump Works: Halden Pump Works, Receiving, 14 Mill Street, Utica, NY 13501"
	if got := placesOf(boxedPage(page)); !slices.Contains(got, want) {
		t.Errorf("the places are\n%s\nwant among them\n%s", strings.Join(got, "\n"), want)
	}
}
