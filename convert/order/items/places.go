package items

import (
	"cmp"
	"slices"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/schema"
)

// Region is a box on a page.
type Region struct {
	Page    int // index, from 0
	doc.Box     // on the page as it was laid out, points
}

// mostBetween is the largest gap between two lines of a region, in median heights of the boxes. What is in a larger
// gap, between a header and the first item or between two items, is no part of the table.
const mostBetween = 3.5

// RegionsOf returns the regions that the boxes on a page make up, from the top down. Each is as wide as all boxes
// together; a large gap between two lines separates regions.
func RegionsOf(page int, boxes []doc.Box) []Region {
	if len(boxes) == 0 {
		return nil
	}
	var all doc.Box
	heights := make([]float64, len(boxes))
	for i, b := range boxes {
		all, heights[i] = all.Union(b), b.Height()
	}
	slices.Sort(heights)
	room := mostBetween * heights[len(heights)/2]
	var regions []Region
	for _, b := range slices.SortedFunc(slices.Values(boxes), func(a, b doc.Box) int { return cmp.Compare(a.Y0, b.Y0) }) {
		if k := len(regions) - 1; k >= 0 && b.Y0-regions[k].Y1 <= room {
			regions[k].Y1 = max(regions[k].Y1, b.Y1)
			continue
		}
		regions = append(regions, Region{page, doc.Box{X0: all.X0, Y0: b.Y0, X1: all.X1, Y1: b.Y1}})
	}
	return regions
}

// RegionsOfLines returns the regions of line items on some pages, by the evidence of their cells. It ignores cells that
// neighbouring items have in common, such as a price above them, as these may be anywhere.
func RegionsOfLines(pages []*layout.Page, lines []schema.Cells) []Region {
	boxes := map[int][]doc.Box{} // by the page's number
	for i := range lines {
		for f := range lines[i] {
			e := &lines[i][f].Evidence
			shared := func(k int) bool {
				return 0 <= k && k < len(lines) && lines[k][f].Evidence.Page == e.Page && lines[k][f].Evidence.Box == e.Box
			}
			if !shared(i-1) && !shared(i+1) {
				boxes[e.Page] = append(boxes[e.Page], e.Box)
			}
		}
	}
	var regions []Region
	for n, page := range pages {
		regions = append(regions, RegionsOf(n, page.Upright(boxes[page.Number]))...)
	}
	return regions
}

// Places records where tables of line items are: their regions, page by page.
type Places struct {
	bounds []doc.Box // by page: the box around its regions
	sorted [][]placed
}

// placed is a region in a page's list, which is in the order of upper edges.
type placed struct {
	Region
	lowest float64 // the lowest lower edge of it and the regions before it
}

// PlacesOf returns the places of some tables.
func PlacesOf(tables []*Table) Places {
	var pages [][]Region
	for _, t := range tables {
		for _, g := range t.Regions {
			if more := g.Page + 1 - len(pages); more > 0 {
				pages = append(pages, make([][]Region, more)...)
			}
			pages[g.Page] = append(pages[g.Page], g)
		}
	}
	p := Places{make([]doc.Box, len(pages)), make([][]placed, len(pages))}
	for n, regions := range pages {
		for _, g := range slices.SortedStableFunc(slices.Values(regions), func(a, b Region) int { return cmp.Compare(a.Y0, b.Y0) }) {
			lowest := g.Y1
			if k := len(p.sorted[n]); k > 0 {
				lowest = max(lowest, p.sorted[n][k-1].lowest)
			}
			p.sorted[n] = append(p.sorted[n], placed{g, lowest})
			p.bounds[n] = p.bounds[n].Union(g.Box)
		}
	}
	return p
}

// Bounds returns the box around all regions on a page, an index from 0; ok is false if there are none.
func (p Places) Bounds(page int) (b doc.Box, ok bool) {
	if page >= len(p.sorted) || len(p.sorted[page]) == 0 {
		return doc.Box{}, false
	}
	return p.bounds[page], true
}

// Contains reports whether a point of a page, as it was laid out, is in a table.
func (p Places) Contains(page int, x, y float64) bool {
	if page >= len(p.sorted) {
		return false
	}
	regions := p.sorted[page]
	beneath, _ := slices.BinarySearchFunc(regions, y, func(g placed, y float64) int {
		if g.Y0 <= y {
			return -1
		}
		return 1
	})
	for i := beneath - 1; i >= 0 && regions[i].lowest >= y; i-- {
		if regions[i].Contains(x, y) {
			return true
		}
	}
	return false
}
