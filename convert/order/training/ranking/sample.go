package main

import (
	"fmt"
	"io"
	"slices"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/schema"
)

// sample is an order with the candidates for the fields of its head.
type sample struct {
	samples.Sample
	example ranking.Example
}

// newSamples returns samples of the orders; it leaves out documents that hold several orders.
func newSamples(orders []samples.Sample) []*sample {
	var all []*sample
	for _, o := range orders {
		if s := newSample(o); s != nil {
			all = append(all, s)
		}
	}
	return all
}

// newSample returns the sample of a document that holds one order; it returns nil for others.
func newSample(o samples.Sample) *sample {
	for _, row := range o.Truth.Rows {
		if row[order.PONumber.Key()] != o.Truth.Rows[0][order.PONumber.Key()] {
			return nil
		}
	}
	views := order.Heads(o.Document)
	if len(views) != 1 || len(o.Truth.Rows) == 0 {
		return nil
	}
	g := ranking.NewGraph(views[0])
	if g == nil {
		return nil
	}
	s := &sample{Sample: o}
	s.example = ranking.Example{Graph: g, Issued: issued(&o), Right: s.right}
	return s
}

// issued returns who issued a document, as ranking.Example.Issued has it: -1 if unknown, 0 for the buyer, 1 for the supplier.
func issued(o *samples.Sample) int {
	switch o.Truth.Traits["kind"] {
	case "":
		return -1
	case "purchase_order":
		return 0
	}
	return 1
}

// right reports whether a value of a field is right, "" for none.
func (s *sample) right(f schema.Field, v string) bool {
	want := ""
	if f == schema.DeliveryDate { // it belongs to the order only if all lines have it
		for _, row := range s.Truth.Rows {
			if row[f.Key()] != s.Truth.Rows[0][f.Key()] {
				return v == ""
			}
		}
	}
	want = s.Truth.Rows[0][f.Key()]
	also := s.Truth.Alternatives["*"][f.Key()]
	if v == "" {
		return want == "" || slices.Contains(also, "")
	}
	if want == "" && f == schema.PONumber { // a quote's own number may be accepted, but must not be learned
		return false
	}
	recognised := s.Truth.Traits["medium"] != accuracy.TextPDF
	return want != "" && accuracy.Same(f.Key(), want, v, recognised) ||
		slices.ContainsFunc(also, func(a string) bool { return a != "" && accuracy.Same(f.Key(), a, v, recognised) })
}

// choice is what the network chooses for a field of an order.
type choice struct {
	File, Field         string
	Own                 string
	OwnRight            bool
	POwn, PNone         float64
	NoneRight, Possible bool
}

// compare prints how often each field is right, and appends the choices to a file if it has a name.
func compare(net *ranking.Net, held []*sample, file string, stdout io.Writer) error {
	var all []choice
	issuers := 0 // number of documents whose issuer is told correctly
	for _, s := range held {
		fields, _ := net.Rank(s.example.Graph)
		for _, r := range fields {
			c := choice{File: s.Truth.File, Field: r.Field.Key(), PNone: r.None, NoneRight: s.right(r.Field, "")}
			if c.POwn = r.Probability(r.Best); r.Best >= 0 {
				c.Own = r.Candidates[r.Best].Value
			}
			c.OwnRight = s.right(r.Field, c.Own)
			for _, k := range r.Candidates {
				c.Possible = c.Possible || s.right(r.Field, k.Value)
			}
			all = append(all, c)
		}
		if s.example.Issued >= 0 && (s.example.BySupplier > 0.5) == (s.example.Issued == 1) {
			issuers++
		}
	}
	if len(all) == 0 {
		return nil
	}
	fmt.Fprintf(stdout, "%-14s of %d: %d\n", "issuer", len(held), issuers)
	for _, f := range ranking.Fields() {
		own, possible, n := 0, 0, 0
		for _, c := range all {
			if c.Field != f.Key() {
				continue
			}
			n++
			if c.OwnRight {
				own++
			}
			if c.Possible || c.NoneRight {
				possible++
			}
		}
		fmt.Fprintf(stdout, "%-14s of %d: right %d, among candidates %d\n", f.Key(), n, own, possible)
	}
	if file == "" {
		return nil
	}
	return samples.AppendLines(file, all)
}
