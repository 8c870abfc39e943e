package main

import (
	"fmt"
	"io"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/learn"
)

// trials are questions about orders that nothing was trained on.
type trials [learn.NumTopics][]question

func tried(samples []*sample) trials {
	return byTopic(len(samples), func(i int) *sample { return samples[i] })
}

// ways are the ways to decide that a report compares, by margins: when weights
// are believed where rules choose none, in place of their choice, and when they
// say that none is right.
var ways = [...]struct {
	name                    string
	fill, over, under, drop float64
}{
	{"fill .5", .5, 2, 0, 2},
	{"fill .7", .7, 2, 0, 2},
	{"over .5", 2, .5, .4, 2},
	{"over .6", 2, .6, .3, 2},
	{"over .7", 2, .7, .2, 2},
	{"over .8", 2, .8, .1, 2},
	{"over .9", 2, .9, .05, 2},
	{"drop .8", 2, 2, .1, .8},
	{"drop .95", 2, 2, .05, .95},
}

// report tells how many answers are right by rules, by weights alone and by
// each way, and how many there is a right answer to.
func (t trials) report(w io.Writer, topic learn.Topic, m *boost.Model) {
	if len(t[topic]) == 0 {
		return
	}
	rules, alone, possible := 0, 0, 0
	var by [len(ways)]int
	for _, q := range t[topic] {
		right := func(i int) bool { return i < 0 && q.none || i >= 0 && q.right[i] }
		count := func(n *int, ok bool) {
			if ok {
				*n++
			}
		}
		p := make([]float64, len(q.Rows))
		for i := range p {
			p[i] = m.Score(q.Rows[i])
		}
		none := boost.Probabilities(p)
		top, can := 0, q.none
		for i := range p {
			if p[i] > p[top] {
				top = i
			}
			can = can || q.right[i]
		}
		best := top
		if none > p[top] {
			best = -1
		}
		count(&rules, right(q.Rule))
		count(&alone, right(best))
		count(&possible, can)
		for k, way := range ways {
			answer := q.Rule
			switch {
			case q.Rule < 0 && p[top] >= way.fill, q.Rule >= 0 && p[top] >= way.over && p[q.Rule] <= way.under:
				answer = top
			case q.Rule >= 0 && none >= way.drop && p[q.Rule] <= way.under:
				answer = -1
			}
			count(&by[k], right(answer))
		}
	}
	fmt.Fprintf(w, "    of %d: rules %d, weights %d, possible %d", len(t[topic]), rules, alone, possible)
	for k, way := range ways {
		fmt.Fprintf(w, ", %s %+d", way.name, by[k]-rules)
	}
	fmt.Fprintln(w)
}
