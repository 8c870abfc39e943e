package ranking

import (
	"math"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
)

// segmentOf returns a graph node with the given text and no neighbours.
func segmentOf(g *Graph, text string) node {
	s := new(layout.Segment)
	for w := range strings.FieldsSeq(text) {
		s.Words = append(s.Words, &doc.Word{Text: w})
	}
	return node{Segment: s, words: g.newWords(s.Words), next: [numNeighbours]int32{-1, -1, -1, -1, -1}}
}

// TestOwner checks that the words before a number, in its segment or in a label left of or above it, tell whether it
// is the customer's or the seller's.
func TestOwner(t *testing.T) {
	g := &Graph{terms: map[string]*term{}, ids: map[string]int32{}}
	for _, c := range [...]struct {
		label string
		where int
		text  string
		value string
		want  owner
	}{
		{"", 0, "We thank you for your order 4711", "4711", customers | orderWord},
		{"", 0, "V/ Requisição 4711", "4711", customers | orderWord | buyerTitle},
		{"", 0, "Unsere Auftragsnummer 4711", "4711", sellers},
		{"Dealer P.O.:", left, "4711", "4711", customers | orderWord | buyerTitle},
		{"Purchase Order", left, "4711", "4711", orderWord | buyerTitle},
		{"Your order", left, ": 4711", "4711", customers | orderWord},
		{"Purchase Order Acknowledgement", left, "4711", "4711", 0},
		{"Sales order no.", above, "4711", "4711", sellers | orderWord},
		{"貴社注文番号", left, "4711", "4711", customers | orderWord},
		{"Customer", left, "Our ref. 4711", "4711", sellers},
		{"Order no.", left, "4711", "4711", 0},
		{"", 0, "4711 is your order", "4711", 0},
	} {
		n := segmentOf(g, c.text)
		if c.label != "" {
			n.next[c.where] = 1
		}
		g.nodes = []node{n, segmentOf(g, c.label)}
		for k, w := range n.words {
			if w.Text == c.value {
				if got := g.ownerOf(&Candidate{words: n.words[k : k+1]}); got != c.want {
					t.Errorf("%q, %q: %d, want %d", c.label, c.text, got, c.want)
				}
			}
		}
	}
}

// TestOthersOwners checks that a value is marked if another value is the customer's.
func TestOthersOwners(t *testing.T) {
	of := func(values ...string) (r rivals) {
		for _, v := range values {
			r.add(1, v)
		}
		return r
	}
	none, one, two := of(), of("4711"), of("4711", "4711", "4712")
	for _, c := range [...]struct {
		values rivals
		value  string
		want   float32
	}{{none, "4711", 0}, {one, "4711", 0}, {one, "4712", 1}, {two, "4711", 1}} {
		if got := c.values.besides(c.value); got != c.want {
			t.Errorf("%+v besides %q: %v, want %v", c.values, c.value, got, c.want)
		}
	}
}

// TestFavour checks that in a seller's document the number of the customer's order becomes likelier than the seller's
// own, but a customer number does not.
func TestFavour(t *testing.T) {
	var number claim
	number[keyvalue.Number-1] = 1
	for _, c := range [...]struct {
		name    string
		group   group
		owner   owner
		claimed *claim
		want    bool
	}{
		{"your order", numbers, customers | orderWord, nil, true},
		{"a label of the customer's number", numbers, customers, &number, true},
		{"your order of", dates, customers | orderWord, nil, true},
		{"your ref. and date", dates, customers, &number, false},
		{"the customer", numbers, customers, nil, false},
		{"purchase order", numbers, orderWord | buyerTitle, nil, true},
		{"our purchase order", numbers, sellers | orderWord | buyerTitle, nil, false},
		{"our order", numbers, sellers | orderWord, &number, false},
		{"your order, our reference", numbers, customers | sellers | orderWord, &number, false},
	} {
		got := chances{p: []float64{0.6, 0.1}, none: 0.3}
		got.favour([]*Candidate{{words: []*word{{}}}, {group: c.group, owner: c.owner, words: []*word{{claimed: c.claimed}}}}, 1)
		if favoured := got.p[1] > got.p[0]; favoured != c.want || math.Abs(got.p[0]+got.p[1]+got.none-1) > 1e-9 {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestFavourDoubt checks that whose order a number is matters less the less certain it is that a supplier issued the
// document.
func TestFavourDoubt(t *testing.T) {
	all := []*Candidate{{words: []*word{{}}}, {owner: customers | orderWord, words: []*word{{}}}}
	var last float64
	for _, bySupplier := range [...]float64{0.01, 0.2, 0.4, 0.6} {
		c := chances{p: []float64{0.5, 0.4}, none: 0.1}
		if c.favour(all, bySupplier); c.p[1] <= last || bySupplier < leastSupplier && c.p[1] != 0.4 {
			t.Errorf("%v: %v", bySupplier, c.p)
		}
		last = c.p[1]
	}
}

// TestWhoseOrders checks that an order number tells who issued the document if the words before it say whose order it
// is.
func TestWhoseOrders(t *testing.T) {
	for _, c := range [...]struct {
		owner owner
		want  [numOwners]float64
	}{
		{customers | orderWord, [...]float64{1, 0}}, {sellers | orderWord, [...]float64{0, 1}},
		{customers, [...]float64{0, 0}}, {customers | sellers | orderWord, [...]float64{0, 0}},
	} {
		var g Graph
		g.Candidates[numbers] = []*Candidate{{owner: c.owner}}
		var got [numOwners]float64
		if g.addOrderFeatures(got[:]); got != c.want {
			t.Errorf("%d: %v, want %v", c.owner, got, c.want)
		}
	}
}
