package main

import (
	"context"
	"errors"

	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/genre"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/othertest"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
	"lineitem/convert/pdftext"
)

// example is a document that is known to be an order or not.
type example struct {
	genre.Description
	order  bool
	group  string // the order's author or fold, or the kind of another document
	source string // the order's author or layout family, or the kind of another document
}

// firstOther is the first seed of documents that are not orders; lower seeds are
// left to tests.
const firstOther = 1000

// othersPerOrder is the number of these documents for each generated order. The
// orders of folders are not counted.
const othersPerOrder = 9

// source is where an example comes from.
type source struct {
	group, source string
	order         bool
	read          func() (*doc.Document, error)
}

// readCases reads each order as it is, with some of its words made unknown, and with OCR
// errors. It also generates orders and the given number of documents that are not orders, some
// of them changed in the same ways.
func readCases(orders []samples.Sample, others int) ([]*example, error) {
	sources := append(sourcesOf(orders), drawn(others)...)
	cases, errs := make([]*example, len(sources)), make([]error, len(sources))
	training.Each(len(sources), func(i int) {
		s := &sources[i]
		d, err := s.read()
		if err != nil {
			errs[i] = err
			return
		}
		reading := order.ReadByLabels(d)
		cases[i] = &example{genre.Describe(reading), s.order, s.group, s.source}
	})
	return cases, errors.Join(errs...)
}

// sourcesOf returns the orders, each once as it is and once for each variant.
func sourcesOf(orders []samples.Sample) []source {
	var sources []source
	for n := range orders {
		o := &orders[n]
		group := training.GroupOf(o)
		sources = append(sources, source{group, o.Source, true, func() (*doc.Document, error) { return o.Document, nil }})
		for v, vary := range variants {
			sources = append(sources, source{group, o.Source, true, func() (*doc.Document, error) {
				return vary(o.Document, uint64(n*len(variants)+v)), nil
			}})
		}
	}
	return sources
}

// drawn returns generated orders and the given number of documents that are not orders.
func drawn(others int) []source {
	var sources []source
	for seed := range uint64(others / othersPerOrder) {
		sources = append(sources, source{"generated", "generated", true, func() (*doc.Document, error) {
			return variants[seed%2](ordertest.Generate(seed).Document, seed), nil
		}})
	}
	for seed := range uint64(others) {
		d := othertest.Generate(firstOther + seed)
		sources = append(sources, source{d.Kind, d.Kind, false, func() (*doc.Document, error) {
			read, err := pdftext.Read(context.Background(), d.PDF, pdftext.Limits{})
			if err != nil {
				return nil, err
			}
			switch seed % 4 {
			case 0:
				read = ordertest.Recognised(read, seed, 0.02)
			case 1:
				read = unknown(read, seed, 0.5)
			case 2:
				read = unknown(read, seed, 1)
			}
			return read, nil
		}})
	}
	return sources
}

// variants are changed readings of an order: with a share of its words unknown, as in
// a language that the program does not know, and with the OCR errors of a poor scan.
var variants = []func(d *doc.Document, seed uint64) *doc.Document{
	func(d *doc.Document, seed uint64) *doc.Document { return unknown(d, seed, 0.25) },
	func(d *doc.Document, seed uint64) *doc.Document { return unknown(d, seed, 0.5) },
	func(d *doc.Document, seed uint64) *doc.Document { return ordertest.Recognised(d, seed, 0.03) },
	func(d *doc.Document, seed uint64) *doc.Document { return ordertest.Recognised(d, seed, 0.3) }, // as handwriting is
}

func unknown(d *doc.Document, seed uint64, share float64) *doc.Document {
	return ordertest.Garbled(d, seed, share, func(string) bool { return false })
}
