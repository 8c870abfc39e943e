package main

import (
	"errors"
	"maps"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/confidence"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
)

// way is a way in which a document is read.
type way struct {
	masked  float64 // share of its words that are masked
	misread float64 // share of its characters that are misread, to simulate OCR; 0 for none
}

// The ways in which orders are read. The rules were developed on the invented orders and know their labels.
// They know fewer labels of other orders; masking words makes them fail on the invented orders likewise.
var (
	invented = []way{{}, {masked: 0.15}, {misread: 0.01}}
	others   = []way{{}, {misread: 0.01}} // orders with a fold, whose networks have not learned from them, and generated ones
	pixels   = []way{{}}
)

// example is a reading of a document, with a verdict on each of its cells.
type example struct {
	way
	id         string
	set, group string
	orders     []confidence.Examined
	right      [][]verdict // by order and case
	count      bool        // there are as many lines as are stated
	core       bool        // and every core cell is right
}

// plain reports whether the document was read as it is.
func (l *example) plain() bool { return l.masked == 0 && l.misread == 0 }

// verdict says whether a cell is right.
type verdict uint8

const (
	wrong verdict = iota
	right
	unknown // not judged
)

// prefixes are the prefixes of the files that hold the networks and weights by fold.
type prefixes struct{ items, lines, head string }

// readExamples reads each order in its ways. It reads real orders with networks that have not learned from
// their fold, since networks are overconfident on orders that they have learned from.
func readExamples(orders []samples.Sample, by prefixes) ([]*example, error) {
	items, err1 := samples.ByFold(orders, by.items, tagging.Parse)
	lines, err2 := samples.ByFold(orders, by.lines, solve.ParseWeights)
	head, err3 := samples.ByFold(orders, by.head, ranking.Parse)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, err
	}
	type task struct {
		*samples.Sample
		way
	}
	var tasks []task
	for i := range orders {
		o, ways := &orders[i], invented
		switch {
		case o.Recognised():
			ways = pixels
		case o.Fold != "" || o.Source == generated:
			ways = others
		}
		for _, w := range ways {
			tasks = append(tasks, task{o, w})
		}
	}
	examples := make([]*example, len(tasks))
	training.Each(len(tasks), func(i int) {
		t := &tasks[i]
		examples[i] = examine(t.Sample, t.way, &order.Reader{Nets: order.Nets{Items: items[t.Fold], Lines: lines[t.Fold], Head: head[t.Fold]}})
	})
	return examples, nil
}

func examine(s *samples.Sample, w way, by *order.Reader) *example {
	read, truth := training.Masked(*s, w.masked).Document, s.Truth
	if w.misread > 0 {
		pictured := *truth
		pictured.Traits = maps.Clone(truth.Traits)
		pictured.Traits["medium"] = "image"
		read, truth = ordertest.Recognised(read, training.SeedOf(truth.ID), w.misread), &pictured
	}
	orders, reading := by.ReadUnjudged(read)
	judged := accuracy.Judge(truth, accuracy.ResultOf(orders))
	l := &example{way: w, id: s.Truth.ID, orders: confidence.Examine(reading), count: judged.Count, core: judged.Core}
	l.set, l.group = setOf(s)
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

// generated is the source of generated orders.
const generated = "generated"

// setOf returns the name of the set that a sample belongs to, for the report, and the group of samples like it: those
// of one family of layouts, of one template, or by one author.
func setOf(s *samples.Sample) (set, group string) {
	switch {
	case s.Source == generated:
		set, group = generated, s.Truth.ID
	case s.Fold != "":
		set, group = "real", s.Source
	case s.Source != s.Truth.ID:
		set, group = "templates", s.Source
	default:
		set, group = "invented", training.GroupOf(s)
	}
	if s.Recognised() {
		set += ", pixels"
	}
	return set, group
}
