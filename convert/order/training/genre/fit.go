package main

import (
	"fmt"
	"io"
	"slices"

	"lineitem/convert/order/genre"
	"lineitem/convert/order/training"
)

// regression weighs signs.
var regression = training.Logistic{Ridge: 1, Sweeps: 80}

// missed is how much worse it is to take an order for none than the other way round:
// an order that is lost is worse than a row too many.
const missed = 8

// fitWeights fits weights, none negative, to the examples. Each group counts as much as
// the other side has groups, so that no kind outweighs the others by its number.
func fitWeights(cases []*example) *genre.Weights {
	w := new(genre.Weights)
	counts := countsOf(cases)
	examples := make([]training.Example, len(cases))
	for i, c := range cases {
		e := training.Example{Signs: make([]float64, len(c.signs)), Right: c.order, Counts: counts[i]}
		for k, v := range c.signs {
			e.Signs[k] = genre.Direction(k) * v
		}
		examples[i] = e
	}
	w.Base = regression.Fit(examples, w.Signs[:])
	return w
}

// countsOf reports how much each example counts: both sides as much as there are
// examples that are no orders, orders missed times that.
func countsOf(cases []*example) []float64 {
	orders := 0
	for _, c := range cases {
		if c.order {
			orders++
		}
	}
	counts := make([]float64, len(cases))
	for i, c := range cases {
		counts[i] = 1
		if c.order {
			counts[i] = missed * float64(len(cases)-orders) / float64(max(1, orders))
		}
	}
	return counts
}

// report tells the weights, and what each group is taken for by weights that
// were fitted to the others.
func report(out io.Writer, cases []*example, w *genre.Weights) {
	fmt.Fprint(out, w)
	var groups []string
	for _, c := range cases {
		if !slices.Contains(groups, c.group) {
			groups = append(groups, c.group)
		}
	}
	wrong := map[bool]int{}
	all := map[bool]int{}
	for _, group := range groups {
		own := fitWeights(slices.DeleteFunc(slices.Clone(cases), func(c *example) bool { return c.group == group }))
		bad, n, order := 0, 0, false
		for _, c := range cases {
			if c.group == group {
				n++
				order = c.order
				if c.signs.Order(own) != c.order {
					bad++
				}
			}
		}
		wrong[order] += bad
		all[order] += n
		if bad > 0 {
			fmt.Fprintf(out, "%-14s %3d of %3d wrong\n", group, bad, n)
		}
	}
	fmt.Fprintf(out, "orders taken for none: %d of %d; others taken for orders: %d of %d\n", wrong[true], all[true], wrong[false], all[false])
}
