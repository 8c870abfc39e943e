package main

import (
	"math"

	"lineitem/convert/order"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
	"lineitem/convert/order/training/alignment"
)

// realCounts is the weight of a real order's lines relative to those of an invented order; there are fewer real
// orders.
const realCounts = 2

// leastFound is the least share of an order's cells that must be found among its words; the lines of other orders
// are not learned from.
const leastFound = 0.6

// subline is an example: a line that may be part of an item's description.
type subline struct {
	features solve.LineFeatures
	is       float64 // 1 if it is part of the description, else 0
	counts   float64 // weight of the example
}

// sublinesOf returns the lines of an order's items in the reading that the weights choose.
func sublinesOf(o *samples.Sample, net *tagging.Net, w *solve.Weights) (lines []subline) {
	example, found := alignment.Example(o)
	if example == nil || found < leastFound {
		return nil
	}
	readings := order.LineItems(o.Document, net)
	for _, item := range readings[solve.Best(readings, w)].Sublines() {
		last := true
		for _, s := range item {
			describing := 0
			for _, n := range s.Nodes {
				if example.Words[n] == int8(tagging.Description) {
					describing++
				}
			}
			is := 2*describing > len(s.Nodes)
			s.Features.Follow(last)
			if !s.Features.Above() {
				last = is
			}
			line := subline{features: s.Features}
			if is {
				line.is = 1
			}
			lines = append(lines, line)
		}
	}
	// Lines of one order are much alike, so each counts less the more there are.
	counts := float64(training.Repeats(o, realCounts, 1)) / math.Sqrt(float64(len(lines)))
	for i := range lines {
		lines[i].counts = counts
	}
	return lines
}

// readSublines returns the lines of all orders, read with the networks of their folds. If there are any networks, it leaves
// out orders without one: those without a fold, from which the networks have learned.
func readSublines(orders []samples.Sample, nets map[string]*tagging.Net, w *solve.Weights) (all []subline) {
	read := make([][]subline, len(orders))
	training.Each(len(orders), func(i int) {
		if net := nets[orders[i].Fold]; net != nil || len(nets) == 0 {
			read[i] = sublinesOf(&orders[i], net, w)
		}
	})
	for _, lines := range read {
		all = append(all, lines...)
	}
	return all
}

// fitSublines fits the weights of the lines' features by logistic regression.
func fitSublines(w *solve.LineFeatures, lines []subline) {
	total := 0.0
	for i := range lines {
		total += lines[i].counts
	}
	ascend(w[:], ridge, func(slope []float64) {
		for i := range lines {
			l := &lines[i]
			odds := 0.0
			for k, v := range l.features {
				odds += w[k] * v
			}
			miss := (l.is - 1/(1+math.Exp(-odds))) * l.counts / max(1, total)
			for k, v := range l.features {
				slope[k] += miss * v
			}
		}
	})
}
