package ranking

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/textnorm"
)

func amountOf(s string) float64 {
	v, _ := strconv.ParseFloat(s, 64)
	return v
}

// Sizes of the network.
const (
	hidden  = 32
	rounds  = 2
	message = (1 + numNeighbours + 3) * hidden // a node's own, its neighbours', and the means of those on its line, on its page, and of those that say the same
	spanIn  = 4*hidden + dimension + numSpan
)

// magic begins stored weights; the numbers behind it are the network's sizes.
var magic = []byte{'l', 'r', 'k', 2, dimension, byte(numDense), byte(numSpan), hidden, rounds, numNeighbours, byte(numGroups)}

// Net are the weights of the network. It is not changed while it ranks.
type Net struct {
	neural.Network
	enter  *neural.Layer
	none   *neural.Layer // from the first page's mean to a score for each field
	rounds [rounds]*neural.Layer
	spans  [numGroups]*neural.Layer
	scores [numGroups]*neural.Layer
}

func newNet() *Net {
	n := &Net{Network: neural.NewNetwork(magic, dimension)}
	n.enter = n.Layer(dimension+numDense, hidden)
	n.none = n.Layer(hidden, int(schema.NumFields))
	for r := range n.rounds {
		n.rounds[r] = n.Layer(message, hidden)
	}
	for k := range n.spans {
		n.spans[k] = n.Layer(spanIn, hidden)
	}
	for k := range n.scores {
		n.scores[k] = n.Layer(hidden, columnsOf(group(k)))
	}
	return n
}

// NewNet returns a network with weights at random, to begin training with, that knows
// some words (see neural.Vocabulary).
func NewNet(seed uint64, words []int32) *Net {
	n := newNet()
	n.Randomize(seed, words)
	return n
}

// Parse reads weights that AppendBinary wrote.
func Parse(data []byte) (*Net, error) {
	n := newNet()
	if err := n.UnmarshalBinary(data); err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	return n, nil
}

// activations are the scores that the network gives.
type activations struct {
	scores [numGroups]*neural.Matrix // by candidate, a column for each field
	none   *neural.Matrix
}

// forward computes the scores of all candidates.
func (n *Net) forward(t *neural.Tape, g *Graph) *activations {
	nodes := len(g.nodes)
	dense := &neural.Matrix{Rows: nodes, Columns: numDense, V: g.dense}
	entered := t.Drop(t.ApplyJoined(n.enter, nodes, true, neural.Source{X: t.Embed(n.Table, g.hashes)}, neural.Source{X: dense}))
	state := entered
	lines, pages, sames := make([]int32, nodes), make([]int32, nodes), make([]int32, nodes)
	var next [numNeighbours][]int32
	for o := range next {
		next[o] = make([]int32, nodes)
	}
	for i := range g.nodes {
		k := &g.nodes[i]
		lines[i], pages[i], sames[i] = k.line, k.page, k.same
		for o, at := range k.next {
			next[o][i] = at
		}
	}
	for r := range n.rounds {
		sources := []neural.Source{{X: state}}
		for o := range next {
			sources = append(sources, neural.Source{X: state, Index: next[o]})
		}
		sources = append(sources, neural.Source{X: t.Mean(state, lines, g.lines), Index: lines},
			neural.Source{X: t.Mean(state, pages, g.pages), Index: pages},
			neural.Source{X: t.Mean(state, sames, g.sames), Index: sames})
		state = t.Drop(t.ApplyJoined(n.rounds[r], nodes, true, sources...))
	}
	a := &activations{none: t.Apply(n.none, t.Mean(state, pages, g.pages), false)}
	for k, all := range g.Candidates {
		if len(all) == 0 {
			continue
		}
		hashes := make([][]int32, len(all))
		spans := &neural.Matrix{Rows: len(all), Columns: numSpan, V: g.spans[k]}
		first, last, below := make([]int32, len(all)), make([]int32, len(all)), make([]int32, len(all))
		for i, c := range all {
			hashes[i], first[i], last[i], below[i] = c.hashes, c.first, c.last, c.next
		}
		x := t.Drop(t.ApplyJoined(n.spans[k], len(all), true, neural.Source{X: state, Index: first}, neural.Source{X: entered, Index: first}, neural.Source{X: state, Index: last},
			neural.Source{X: state, Index: below}, neural.Source{X: t.Embed(n.Table, hashes)}, neural.Source{X: spans}))
		a.scores[k] = t.Apply(n.scores[k], x, false)
	}
	return a
}

// maxPairs bounds how many of the likeliest buyers and suppliers are paired.
const maxPairs = 12

// decode makes buyer and supplier two organisations: of the pairs of candidates, the
// likeliest in which they are not the same. Only the choice changes, as Best.
func decode(buyer, supplier *Ranked) {
	suppliers := supplier.options()
	top := math.Inf(-1)
	for _, b := range buyer.options() {
		for _, s := range suppliers {
			if score := b.score + s.score; score > top && !sameName(b.name, s.name) {
				top, buyer.Best, supplier.Best = score, b.candidate, s.candidate
			}
		}
	}
}

// option is a candidate that may be chosen, or -1 for none.
type option struct {
	candidate int
	name      string // bare
	score     float64
}

// options are the likeliest candidates, and none.
func (r *Ranked) options() []option {
	all := r.likeliest(maxPairs)
	options := make([]option, len(all))
	for k, i := range all {
		options[k] = option{candidate: i, score: math.Log(r.Probability(i) + 1e-9)}
		if i >= 0 {
			options[k].name = bareName(r.Candidates[i].Value)
		}
	}
	return options
}

// byValue returns the probability of each candidate's value: that of all candidates that
// say the same.
func (r *Ranked) byValue() []float64 {
	sums, all := make([]float64, len(r.P)), make([]float64, len(r.P))
	for i, c := range r.Candidates {
		sums[c.value] += r.P[i]
	}
	for i, c := range r.Candidates {
		all[i] = sums[c.value]
	}
	return all
}

// Probability is that of a candidate's value, or of none for -1.
func (r *Ranked) Probability(i int) float64 {
	if i < 0 {
		return r.None
	}
	return r.values[i]
}

// likeliest are so many of the likeliest candidates at most, one for each value, and -1
// for none.
func (r *Ranked) likeliest(most int) []int {
	first := make([]int, len(r.P)) // by value: the likeliest candidate, from 1
	for i, c := range r.Candidates {
		if k := first[c.value] - 1; k < 0 || r.P[i] > r.P[k] {
			first[c.value] = i + 1
		}
	}
	all := make([]int, 0, most+2)
	for i, c := range r.Candidates {
		if first[c.value]-1 != i || len(all) == most && r.Probability(i) <= r.Probability(all[most-1]) {
			continue
		}
		k := len(all)
		for k > 0 && r.Probability(i) > r.Probability(all[k-1]) {
			k--
		}
		all = slices.Insert(all, k, i)
		all = all[:min(most, len(all))]
	}
	return append(all, -1)
}

// sameName reports whether one of two bare names holds the other.
func sameName(a, b string) bool {
	return a != "" && b != "" && (strings.Contains(a, b) || strings.Contains(b, a))
}

// bareName is a name without case and marks.
func bareName(s string) string { return textnorm.Bare(textnorm.Fold(s)) }

// Rank ranks the candidates of all fields of an order.
func (n *Net) Rank(g *Graph) (all []Ranked) {
	neural.Compute(func(t *neural.Tape) { all = g.ranked(n.forward(t, g)) })
	return all
}

// ranked ranks candidates by their scores.
func (g *Graph) ranked(a *activations) []Ranked {
	var all []Ranked
	for k, fields := range fieldsOf {
		for column, f := range fields {
			r := Ranked{Field: f, Candidates: g.Candidates[k], Rule: -1}
			p, none := g.probabilities(a, group(k), column, f)
			r.P, r.None = p, none
			r.Best, r.values = -1, r.byValue()
			if likeliest := r.likeliest(1); r.Probability(likeliest[0]) > none {
				r.Best = likeliest[0]
			}
			if cell := &g.Rules[f]; cell.Value == "" {
				r.ruled = none
			} else if c := g.ruled(group(k), cell); c != nil {
				if r.Rule = slices.Index(r.Candidates, c); r.Rule >= 0 {
					r.ruled = r.Probability(r.Rule)
				}
			}
			all = append(all, r)
		}
	}
	decode(&all[0], &all[1])
	return all
}

// probabilities are the softmax over a field's candidates and none.
func (g *Graph) probabilities(a *activations, k group, column int, f schema.Field) (p []float64, none float64) {
	none = float64(a.none.Row(0)[f])
	m := a.scores[k]
	if m == nil {
		return nil, 1
	}
	top := none
	p = make([]float64, m.Rows)
	for i := range p {
		p[i] = float64(m.Row(i)[column])
		if k == names {
			p[i] += float64(m.Row(i)[g.issues(f)])
		}
		top = max(top, p[i])
	}
	none = math.Exp(none - top)
	sum := none
	for i, v := range p {
		p[i] = math.Exp(v - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p, none / sum
}
