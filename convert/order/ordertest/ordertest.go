// Package ordertest invents purchase orders: random content set in a random
// layout, as positioned words, with the rows that a right conversion returns.
// It is independent of the code that reads orders, so that it can be used to test,
// measure and train this code.
//
// A layout is not taken from a list of templates but combined from independent
// choices, as in real orders: who is named where, where labels stand,
// which columns a table has and how they are headed, aligned and ruled, how
// texts wrap, what stands between the items and after the order. The names of
// the choices made are the sample's traits.
//
// In the comments of this package, to draw is to choose at random, and to set is
// to place words and rules on a page.
package ordertest

import (
	"math/rand/v2"
	"slices"

	"lineitem/convert/doc"
)

// Row is the right row of one line item, by column key. If a
// key is absent, the order does not state the value.
type Row map[string]string

// Sample is one invented document.
type Sample struct {
	Document *doc.Document
	Rows     []Row
	// Also holds, for each row, further values that are as right as the row's,
	// by column key; an empty string means that the value may be missing.
	Also []map[string][]string
	// Places holds, for each row, where the value of a column is printed, by column key.
	Places []map[string][]Place
	// Traits holds the names of the choices made for the layout, sorted.
	Traits []string
}

// Place is a part of a page.
type Place struct {
	Page int     // from 1
	Box  doc.Box // points
}

// Generate returns the document of a seed; the same seed always gives the same document.
func Generate(seed uint64) *Sample { return GenerateWith(seed, nil) }

// GenerateWith returns the document of a seed, but forces traits on (true) or off
// (false). A trait that is forced on is still missing if it is impossible in the rest of
// the layout; Traits shows which ones the document has.
func GenerateWith(seed uint64, force map[string]bool) *Sample {
	return newGenerator(seed, force).generate()
}

// GenerateAlike returns a document with the layout and the buyer of a seed. Each n gives
// another document, to another supplier, with other items, numbers and dates.
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

// generator holds the state of a document while it is being generated.
type generator struct {
	*rand.Rand
	// contents is a separate source of random numbers for what the orders say, so that the
	// layout depends on the seed alone; nil if the seed determines both.
	contents *rand.Rand
	force    map[string]bool
	traits   map[string]bool
	home
	look
	order
	sheet
}
