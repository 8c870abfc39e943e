package main

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"lineitem/convert/order/linear"
	"lineitem/convert/order/training"
)

// mostWords is the number of words that the fitted weights keep.
const mostWords = 1000

// fitWeights fits weights to the examples.
func fitWeights(cases []*example) *linear.Words {
	texts := make([]training.Text, len(cases))
	for i, c := range cases {
		texts[i] = training.Text{Source: c.source, Words: c.Words, Features: c.Features, Right: c.order}
	}
	w := training.Words{LeastSources: 3, Epochs: 8, Rate: 0.3, Ridge: 1e-4}.Fit(texts)
	w.Keep(mostWords)
	return w
}

// report prints how many documents of each group are misclassified by weights that were fitted to the other
// groups, and how many documents would be misclassified at other thresholds of the log odds.
func report(out io.Writer, cases []*example) {
	groups := map[string][]*example{}
	for _, c := range cases {
		groups[c.group] = append(groups[c.group], c)
	}
	var orders, others []float64 // log odds of the orders and of the other documents
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		own := fitWeights(slices.DeleteFunc(slices.Clone(cases), func(c *example) bool { return c.group == name }))
		bad := 0
		for _, c := range groups[name] {
			if c.Order(own) != c.order {
				bad++
			}
			if odds := c.Odds(own); c.order {
				orders = append(orders, odds)
			} else {
				others = append(others, odds)
			}
		}
		if bad > 0 {
			fmt.Fprintf(out, "%-14s %3d of %3d wrong\n", name, bad, len(groups[name]))
		}
	}
	for least := -6.0; least <= 2; least++ {
		low := func(odds float64) bool { return odds <= least }
		fmt.Fprintf(out, "least odds %2.0f: orders taken for none %d of %d, others taken for orders %d of %d\n", least,
			count(orders, low), len(orders), len(others)-count(others, low), len(others))
	}
}

func count(odds []float64, is func(float64) bool) (n int) {
	for _, v := range odds {
		if is(v) {
			n++
		}
	}
	return n
}
