// Package ordertest invents purchase orders: random content set in a random
// layout, as positioned words, with the rows that a right conversion answers.
// Nothing in it knows how orders are read, so that it can test, measure and
// train what reads them.
//
// A layout is not drawn from a list of templates but put together from choices
// that real orders make each by itself: where labels stand, which columns a
// table has and how they are headed, aligned and ruled, how texts wrap, what
// stands between the items. The names of the choices are the sample's traits.
package ordertest

import (
	"math/rand/v2"
	"slices"

	"lineitem/convert/doc"
)

// Row is what a right conversion answers for one line item, by column key. A
// key that is absent is a value that the order does not state.
type Row map[string]string

// Sample is one invented order.
type Sample struct {
	Document *doc.Document
	Rows     []Row
	// Traits name the choices that the layout made, sorted.
	Traits []string
}

// Generate invents the order of a seed; the same seed gives the same order.
func Generate(seed uint64) *Sample {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0x6f72646572)), traits: map[string]bool{}}
	g.invent()
	g.begin()
	g.drawHead()
	g.drawTable()
	g.drawTotals()
	g.drawFoot()
	s := &Sample{Document: &doc.Document{Pages: g.pages}, Rows: g.rows()}
	for t := range g.traits {
		s.Traits = append(s.Traits, t)
	}
	slices.Sort(s.Traits)
	return s
}

// generator is an order while it is being invented and set.
type generator struct {
	*rand.Rand
	content
	sheet
	traits map[string]bool
}

// chance tells whether something happens that does so in a share p of cases.
func (g *generator) chance(p float64) bool { return g.Float64() < p }

// trait draws whether the layout has a trait, and records it.
func (g *generator) trait(name string, p float64) bool {
	if !g.chance(p) {
		return false
	}
	g.traits[name] = true
	return true
}

// between draws a whole number from low to high.
func (g *generator) between(low, high int) int { return low + g.IntN(high-low+1) }

// span draws a number from low to high.
func (g *generator) span(low, high float64) float64 { return low + g.Float64()*(high-low) }

// one draws one of several.
func one[T any](g *generator, all ...T) T { return all[g.IntN(len(all))] }

// rows are the rows that a right conversion answers.
func (g *generator) rows() []Row {
	rows := make([]Row, len(g.items))
	for i := range g.items {
		rows[i] = Row{}
		for k, v := range g.stated {
			rows[i][k] = v
		}
		for k, v := range g.items[i].stated {
			rows[i][k] = v
		}
	}
	return rows
}
