// Package ordertest invents purchase orders: random content set in a random
// layout, as positioned words, with the rows that a right conversion answers.
// Nothing in it knows how orders are read, so that it can test, measure and
// train what reads them.
//
// A layout is not drawn from a list of templates but put together from choices
// that real orders make each by itself: who is named where, where labels stand,
// which columns a table has and how they are headed, aligned and ruled, how
// texts wrap, what stands between the items and behind the order. The names of
// the choices made are the sample's traits.
package ordertest

import (
	"math/rand/v2"
	"slices"

	"lineitem/convert/doc"
)

// Row is the right row of one line item, by column key. A
// key that is absent is a value that the order does not state.
type Row map[string]string

// Sample is one invented document.
type Sample struct {
	Document *doc.Document
	Rows     []Row
	// Also holds, for each row, further values that are as right as the row's,
	// by column key; an empty string accepts that a value is not answered.
	Also []map[string][]string
	// Places tells, for each row, where the value of a column is printed.
	Places []map[string][]Place
	// Traits name the choices that the layout made, sorted.
	Traits []string
}

// Place is a part of a page.
type Place struct {
	Page int     // from 1
	Box  doc.Box // points
}

// Generate invents the document of a seed; the same seed gives the same one.
func Generate(seed uint64) *Sample { return GenerateWith(seed, nil) }

// GenerateWith invents the document of a seed and has, of the traits that force
// names, those that are true, and none that are false. A trait that the rest of
// the layout has no room for is left out all the same; Traits tells.
func GenerateWith(seed uint64, force map[string]bool) *Sample {
	return newGenerator(seed, force).generate()
}

// GenerateAlike invents a document of the layout of a seed: each n gives another one
// of the same company, to another supplier, with other items, numbers and dates.
func GenerateAlike(seed, n uint64) *Sample {
	g := newGenerator(seed, nil)
	g.contents = rand.New(rand.NewPCG(seed, n))
	return g.generate()
}

func newGenerator(seed uint64, force map[string]bool) *generator {
	return &generator{
		Rand:   rand.New(rand.NewPCG(seed, 0x6f72646572)),
		force:  force,
		traits: map[string]bool{},
	}
}

// generate invents the document.
func (g *generator) generate() *Sample {
	g.chooseHome()
	g.chooseLook()
	var orders []order
	for n := range g.orderCount() {
		g.inventOrder(n)
		g.drawOrder()
		orders = append(orders, g.order)
	}
	g.drawBehind()
	g.drawFeet(orders)
	g.distort()
	s := &Sample{}
	for i := range orders {
		s.add(&orders[i])
	}
	s.Document = &doc.Document{Pages: g.pages}
	for t := range g.traits {
		s.Traits = append(s.Traits, t)
	}
	slices.Sort(s.Traits)
	return s
}

// drawOrder sets an order from the top of a new page.
func (g *generator) drawOrder() {
	g.page()
	g.first = len(g.pages)
	g.drawHead()
	g.drawTable()
	g.drawTotals()
	g.drawClosing()
}

// add appends an order's rows.
func (s *Sample) add(o *order) {
	for i := range o.items {
		row, also, places := Row{}, map[string][]string{}, map[string][]Place{}
		for _, from := range []*statement{&o.statement, &o.items[i].statement} {
			for k, v := range from.stated {
				row[k] = v
			}
			for k, v := range from.also {
				also[k] = v
			}
			for k, v := range from.places {
				places[k] = v
			}
		}
		s.Rows = append(s.Rows, row)
		s.Also = append(s.Also, also)
		s.Places = append(s.Places, places)
	}
}

// generator is a document while it is being invented and set.
type generator struct {
	*rand.Rand
	// contents draws what the orders say, so that the layout stays as it is; nil where
	// nothing but the seed draws.
	contents *rand.Rand
	force    map[string]bool
	traits   map[string]bool
	home
	look
	order
	sheet
}
