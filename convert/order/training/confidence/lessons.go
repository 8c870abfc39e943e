package main

import (
	"crypto/sha256"
	"maps"

	"lineitem/convert/accuracy"
	"lineitem/convert/doc"
	"lineitem/convert/order"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/training"
)

// document is one with its right rows.
type document struct {
	name, author string
	read         *doc.Document
	truth        *accuracy.Truth // as text that need not be recognised
	pictured     *accuracy.Truth // as text recognised in pixels
}

// documentsOf are orders that can be read as text or as pictures.
func documentsOf(orders []samples.Sample) []*document {
	var docs []*document
	for i := range orders {
		o := &orders[i]
		pictured := *o.Truth
		pictured.Traits = maps.Clone(pictured.Traits)
		pictured.Traits["medium"] = "image"
		docs = append(docs, &document{o.Truth.ID, training.GroupOf(o), o.Document, o.Truth, &pictured})
	}
	return docs
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
	orders   []confidence.Examined
	right    [][]verdict // by order and case
	complete bool        // every core cell is right
}

// verdict reports whether a cell is right.
type verdict uint8

const (
	wrong verdict = iota
	right
	unknown // nothing is said about it
)

// examineAll reads all documents in all variants.
func examineAll(docs []*document) []*lesson {
	lessons := make([]*lesson, len(docs)*len(variants))
	training.Each(len(lessons), func(i int) { lessons[i] = examine(docs[i/len(variants)], i%len(variants)) })
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
	l := &lesson{author: d.author, variant: variant, counts: way.counts, orders: confidence.Examine(reading)}
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
