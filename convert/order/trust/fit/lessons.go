package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/trust"
	"lineitem/convert/pdftext"
)

// document is one with its right rows.
type document struct {
	name, author string
	read         *doc.Document
	truth        *accuracy.Truth // as text that need not be recognised
	pictured     *accuracy.Truth // as text recognised in pixels
}

// readFolder reads the documents of a folder, but for those of one author.
func readFolder(folder, leave string) ([]*document, error) {
	truths, err := accuracy.ReadTruths(filepath.Join(folder, "truth"))
	if err != nil {
		return nil, err
	}
	var docs []*document
	for _, t := range truths {
		author, _, _ := strings.Cut(t.ID, "-")
		if author == leave {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, "docs", t.File))
		if err != nil {
			return nil, err
		}
		d, err := pdftext.Read(context.Background(), data, pdftext.Limits{Pages: 500, Words: 1_000_000})
		if err != nil {
			return nil, err
		}
		pictured, err := pictured(filepath.Join(folder, "truth", t.ID+".json"))
		if err != nil {
			return nil, err
		}
		docs = append(docs, &document{t.ID, author, d, t, pictured})
	}
	return docs, nil
}

// pictured reads a truth file as that of a picture.
func pictured(file string) (*accuracy.Truth, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var members map[string]any
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, err
	}
	members["medium"] = "image"
	if data, err = json.Marshal(members); err != nil {
		return nil, err
	}
	return accuracy.ParseTruth(data)
}

// variants are the ways in which each document is read: how many of its labels
// are unknown (see blurred), how many of its characters are misread where it is
// read as a picture would be, and how much each reading counts.
//
// The rules have been improved on the documents that are fitted to, as far as
// these are known; on others they know fewer labels, and fail where they fail
// here without them.
var variants = [...]struct {
	unknown, misread float64
	pixels           bool
	counts           int
}{
	{counts: 3},
	{unknown: 0.1, counts: 2},
	{unknown: 0.25, counts: 1},
	{pixels: true, misread: 0.004, counts: 1},
	{pixels: true, misread: 0.012, counts: 1},
	{pixels: true, misread: 0.03, unknown: 0.05, counts: 1},
}

// lesson is one reading of a document, with what is right in it.
type lesson struct {
	author   string
	variant  int
	counts   int
	orders   []trust.Examined
	right    [][]verdict // by order and case
	complete bool        // every core cell is right
}

// verdict tells whether a cell is right.
type verdict uint8

const (
	wrong verdict = iota
	right
	unknown // nothing is said about it
)

// examineAll reads all documents in all variants.
func examineAll(docs []*document) []*lesson {
	lessons := make([]*lesson, len(docs)*len(variants))
	next := make(chan int)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				lessons[i] = examine(docs[i/len(variants)], i%len(variants))
			}
		})
	}
	for i := range lessons {
		next <- i
	}
	close(next)
	wait.Wait()
	return lessons
}

// seedOf is the seed of what is drawn at random for a variant of a document.
func seedOf(name string, variant int) uint64 {
	seed := uint64(variant)
	for _, c := range sha256.Sum256([]byte(name)) {
		seed = seed*31 + uint64(c)
	}
	return seed
}

func examine(d *document, variant int) *lesson {
	way := variants[variant]
	read, truth := d.read, d.truth
	seed := seedOf(d.name, variant)
	if way.unknown > 0 {
		read = blurred(read, d.truth, seed, way.unknown)
	}
	if way.pixels {
		read, truth = ordertest.Recognised(read, seed, way.misread), d.pictured
	}
	orders, reading := order.Unjudged(read)
	l := &lesson{author: d.author, variant: variant, counts: way.counts, orders: trust.Examine(reading)}
	judged := accuracy.Judge(truth, accuracy.ResultOf(orders))
	l.complete = judged.Core
	type place struct {
		row int
		key string
	}
	verdicts := map[place]accuracy.Verdict{}
	for i := range judged.Cells {
		c := &judged.Cells[i]
		verdicts[place{c.GotRow, c.Key}] = c.Verdict
	}
	first := 0
	for i := range orders {
		v := make([]verdict, len(l.orders[i].Cases))
		for k := range v {
			c := &l.orders[i].Cases[k]
			found, ok := verdicts[place{first + max(0, c.Line), c.Field.Key()}]
			switch {
			case ok && found == accuracy.Right, !ok && !c.Stated:
				v[k] = right
			case !ok || c.Line < 0 && c.Field == schema.DeliveryDate && !c.Stated:
				v[k] = unknown
			}
		}
		l.right = append(l.right, v)
		if n := len(orders[i].Lines); n > 0 {
			first += n
		} else if orders[i].Head.Stated() {
			first++
		}
	}
	return l
}
