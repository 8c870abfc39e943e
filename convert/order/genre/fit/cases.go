package main

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/genre"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/othertest"
	"lineitem/convert/pdftext"
)

// example is a document of which it is known whether it is an order.
type example struct {
	signs genre.Signs
	order bool
	group string // who wrote the order, or which kind of document it is
	name  string
}

// Others are drawn from these seeds; those below are left to tests.
const (
	firstOther = 1000
	others     = 540
)

// generatedOrders is how many generated orders count, beside those of folders.
const generatedOrders = 60

// readCases reads the orders of the folders, as they are, with labels unknown
// and as recognised in pixels, and draws documents that are none.
func readCases(folders []string) ([]*example, error) {
	type source struct {
		name, group string
		order       bool
		read        func() (*doc.Document, error)
	}
	var sources []source
	for _, folder := range folders {
		truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
		if err != nil {
			return nil, err
		}
		for n, t := range truths {
			author, _, _ := strings.Cut(t.ID, "-")
			file := filepath.Join(folder, "docs", t.File)
			sources = append(sources, source{t.ID, author, true, func() (*doc.Document, error) { return readFile(file) }})
			for v, vary := range variants {
				sources = append(sources, source{t.ID, author, true, func() (*doc.Document, error) {
					d, err := readFile(file)
					if err != nil {
						return nil, err
					}
					return vary(d, uint64(n*len(variants)+v)), nil
				}})
			}
		}
	}
	for seed := range uint64(generatedOrders) {
		sources = append(sources, source{"generated", "generated", true, func() (*doc.Document, error) {
			return variants[seed%2](ordertest.Generate(seed).Document, seed), nil
		}})
	}
	for seed := range uint64(others) {
		d := othertest.Generate(firstOther + seed)
		sources = append(sources, source{d.Kind, d.Kind, false, func() (*doc.Document, error) {
			read, err := readPDF(d.PDF)
			if err == nil && seed%3 == 0 {
				read = ordertest.Recognised(read, seed, 0.02)
			}
			return read, err
		}})
	}
	cases := make([]*example, len(sources))
	errs := make([]error, len(sources))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				s := &sources[i]
				d, err := s.read()
				if err != nil {
					errs[i] = err
					continue
				}
				_, reading := order.Unjudged(d)
				cases[i] = &example{genre.Examine(reading), s.order, s.group, s.name}
			}
		})
	}
	for i := range sources {
		next <- i
	}
	close(next)
	wait.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return cases, nil
}

// variants are further ways to read an order: with a share of its words unknown,
// as those of languages are that nobody here speaks, and as a poor scan.
var variants = []func(d *doc.Document, seed uint64) *doc.Document{
	func(d *doc.Document, seed uint64) *doc.Document { return unknown(d, seed, 0.25) },
	func(d *doc.Document, seed uint64) *doc.Document { return unknown(d, seed, 0.5) },
	func(d *doc.Document, seed uint64) *doc.Document { return ordertest.Recognised(d, seed, 0.03) },
	func(d *doc.Document, seed uint64) *doc.Document { return ordertest.Recognised(d, seed, 0.3) }, // as handwriting is
}

func unknown(d *doc.Document, seed uint64, share float64) *doc.Document {
	return ordertest.Garbled(d, seed, share, func(string) bool { return false })
}

func readFile(name string) (*doc.Document, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return readPDF(data)
}

func readPDF(data []byte) (*doc.Document, error) {
	return pdftext.Read(context.Background(), data, pdftext.Limits{Pages: 500, Words: 1_000_000})
}
