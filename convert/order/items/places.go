package items

import (
	"cmp"
	"slices"
)

// Places reports where tables of line items stand: their regions, page by page.
type Places struct {
	pages  [][]Region
	sorted [][]placed
}

// placed is a region in the order of their upper edges.
type placed struct {
	Region
	lowest float64 // to which it, or one before it, reaches down
}

// PlacesOf are the places of some tables.
func PlacesOf(tables []*Table) Places {
	var p Places
	for _, t := range tables {
		for _, g := range t.Regions {
			if more := g.Page + 1 - len(p.pages); more > 0 {
				p.pages = append(p.pages, make([][]Region, more)...)
			}
			p.pages[g.Page] = append(p.pages[g.Page], g)
		}
	}
	p.sorted = make([][]placed, len(p.pages))
	for n, regions := range p.pages {
		for _, g := range slices.SortedStableFunc(slices.Values(regions), func(a, b Region) int { return cmp.Compare(a.Y0, b.Y0) }) {
			lowest := g.Y1
			if k := len(p.sorted[n]); k > 0 {
				lowest = max(lowest, p.sorted[n][k-1].lowest)
			}
			p.sorted[n] = append(p.sorted[n], placed{g, lowest})
		}
	}
	return p
}

// On are the regions on a page, an index from 0, in the tables' order.
func (p Places) On(page int) []Region {
	if page >= len(p.pages) {
		return nil
	}
	return p.pages[page]
}

// Hold reports whether a point of a page, as it was laid out, lies in a table.
func (p Places) Hold(page int, x, y float64) bool {
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

// First is the first page with a table, or -1 if there is none.
func (p Places) First() int {
	return slices.IndexFunc(p.pages, func(on []Region) bool { return len(on) > 0 })
}
