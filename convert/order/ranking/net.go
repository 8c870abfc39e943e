package ranking

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"lineitem/convert/order/linear"
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
	hidden        = 32
	rounds        = 2
	messageSize   = (1 + numNeighbours + 3) * hidden // a node's own state, its neighbours', and the means over its line, its page, and the nodes with the same first words
	spanInputSize = 4*hidden + embeddingSize + numSpan + 1
)

// magic begins stored weights; the numbers behind it are the network's sizes.
var magic = []byte{'l', 'r', 'k', 3, embeddingSize, byte(numDense), byte(numSpan), hidden, rounds, numNeighbours, byte(numGroups)}

// Net holds the weights of the network. Ranking does not change them.
type Net struct {
	neural.Network
	IssuerWords *linear.Words // gives the log odds that the supplier issued a document
	input       *neural.Layer
	document    *neural.Layer // from the mean and the maximum of the first page's node states to the scores of the document
	rounds      [rounds]*neural.Layer
	spans       [numGroups]*neural.Layer
	scores      [numGroups]*neural.Layer
}

// The scores of a document: that it does not state a field, and that it does not name who issued
// it, or its receiver.
const (
	unnamed     = int(schema.NumFields) // the score for the issuer; that for the receiver follows
	numDocument = unnamed + 2
)

func newNet() *Net {
	n := &Net{Network: neural.NewNetwork(magic, embeddingSize)}
	n.input = n.Layer(embeddingSize+numDense+1, hidden)
	n.document = n.Layer(2*hidden, numDocument)
	for r := range n.rounds {
		n.rounds[r] = n.Layer(messageSize, hidden)
	}
	for k := range n.spans {
		n.spans[k] = n.Layer(spanInputSize, hidden)
	}
	for k := range n.scores {
		n.scores[k] = n.Layer(hidden, columnsOf(group(k)))
	}
	return n
}

// NewNet returns a network with random weights, to begin training with, that knows
// the given words (see neural.Vocabulary).
func NewNet(seed uint64, words []int32) *Net {
	n := newNet()
	n.IssuerWords = linear.NewWords(nil, numIssuerFeatures)
	n.Randomize(seed, words)
	return n
}

// Parse reads weights that AppendBinary wrote.
func Parse(data []byte) (*Net, error) {
	n := newNet()
	var err error
	if n.IssuerWords, data, err = linear.ParseWords(data, numIssuerFeatures); err == nil {
		err = n.UnmarshalBinary(data)
	}
	if err != nil {
		return nil, fmt.Errorf("ranking: %w", err)
	}
	return n, nil
}

// AppendBinary appends the weights as Parse reads them.
func (n *Net) AppendBinary(b []byte) []byte {
	return n.Network.AppendBinary(n.IssuerWords.AppendBinary(b))
}

// activations are the scores that the network gives.
type activations struct {
	scores   [numGroups]*neural.Matrix // by candidate, a column for each field
	document *neural.Matrix
}

// forward computes the scores of all candidates.
func (n *Net) forward(t *neural.Tape, g *Graph) *activations {
	nodes := len(g.nodes)
	dense := &neural.Matrix{Rows: nodes, Columns: numDense, Values: g.dense}
	entered := t.Drop(t.ApplyConcat(n.input, nodes, true, neural.Input{X: t.Embed(n.Table, g.hashes)}, neural.Input{X: dense}, g.issuerInput(nodes)))
	state := entered
	lines, pages, sames := t.Rows(nodes), t.Rows(nodes), t.Rows(nodes)
	var next [numNeighbours][]int32
	for o := range next {
		next[o] = t.Rows(nodes)
	}
	for i := range g.nodes {
		k := &g.nodes[i]
		lines[i], pages[i], sames[i] = k.line, k.page, k.same
		for o, at := range k.next {
			next[o][i] = at
		}
	}
	for r := range n.rounds {
		sources := []neural.Input{{X: state}}
		for o := range next {
			sources = append(sources, neural.Input{X: state, Index: next[o]})
		}
		sources = append(sources, neural.Input{X: t.Mean(state, lines, g.lines), Index: lines},
			neural.Input{X: t.Mean(state, pages, g.pages), Index: pages},
			neural.Input{X: t.Mean(state, sames, g.sames), Index: sames})
		state = t.Drop(t.ApplyConcat(n.rounds[r], nodes, true, sources...))
	}
	a := &activations{document: t.ApplyConcat(n.document, g.pages, false, neural.Input{X: t.Mean(state, pages, g.pages)}, neural.Input{X: t.Max(state, pages, g.pages)})}
	for k, all := range g.Candidates {
		if len(all) == 0 {
			continue
		}
		hashes := make([][]int32, len(all))
		spans := &neural.Matrix{Rows: len(all), Columns: numSpan, Values: g.spans[k]}
		first, last, below := t.Rows(len(all)), t.Rows(len(all)), t.Rows(len(all))
		for i, c := range all {
			hashes[i], first[i], last[i], below[i] = c.hashes, c.first, c.last, c.next
		}
		x := t.Drop(t.ApplyConcat(n.spans[k], len(all), true, neural.Input{X: state, Index: first}, neural.Input{X: entered, Index: first}, neural.Input{X: state, Index: last},
			neural.Input{X: state, Index: below}, neural.Input{X: t.Embed(n.Table, hashes)}, neural.Input{X: spans}, g.issuerInput(len(all))))
		a.scores[k] = t.Apply(n.scores[k], x, false)
	}
	return a
}

// maxPairs bounds how many of the likeliest buyers and suppliers are paired, and how many numbers preferOverlapping tries.
const maxPairs = 12

// decode chooses the likeliest pair of a buyer and a supplier that are not the same
// organisation. It changes only the choice, Best.
func decode(buyer, supplier *Ranked, issued [2]float64) {
	suppliers := supplier.options()
	top := math.Inf(-1)
	for _, b := range buyer.options() {
		for _, s := range suppliers {
			p := issued[0]*b.p[0]*s.p[0] + issued[1]*b.p[1]*s.p[1]
			if p > top && !b.sameOrganisation(&s) {
				top, buyer.Best, supplier.Best = p, b.candidate, s.candidate
			}
		}
	}
}

// option is a candidate that may be chosen, or -1 for none.
type option struct {
	candidate int
	name      string     // bare
	words     []*word    // from which the name is read
	p         [2]float64 // probability of its value if the buyer issued the document, and if the supplier did
}

// options returns the likeliest candidates, and none.
func (r *Ranked) options() []option {
	all := r.likeliest(maxPairs)
	options := make([]option, len(all))
	for k, i := range all {
		o := option{candidate: i}
		if i >= 0 {
			o.name, o.words = bareName(r.Candidates[i].Value), r.Candidates[i].words
		}
		for z := range o.p {
			o.p[z] = r.given[z].none
			if i >= 0 {
				o.p[z] = r.given[z].values[r.Candidates[i].value]
			}
			o.p[z] += tinyProbability
		}
		options[k] = o
	}
	return options
}

// tinyProbability is a tiny probability that stands in for 0 where probabilities are multiplied, divided by, or turned into logarithms.
const tinyProbability = 1e-9

// byValue returns the probability of each value: the sum for all candidates that have it.
func (r *Ranked) byValue(p []float64) []float64 {
	sums := make([]float64, len(p))
	for i, c := range r.Candidates {
		sums[c.value] += p[i]
	}
	return sums
}

// Probability returns the probability of a candidate's value, or of none for -1.
func (r *Ranked) Probability(i int) float64 {
	if i < 0 {
		return r.None
	}
	return r.values[r.Candidates[i].value]
}

// likeliest returns the indices of the likeliest candidates, likeliest first, at most the given number and one for each
// value, and then -1 for none.
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

// sameOrganisation reports whether two options are one organisation: the name of one contains the other's, or they share words on a page.
func (o *option) sameOrganisation(as *option) bool {
	return o.name != "" && as.name != "" && (strings.Contains(o.name, as.name) || strings.Contains(as.name, o.name)) ||
		slices.ContainsFunc(o.words, func(w *word) bool { return slices.Contains(as.words, w) })
}

// bareName returns a name folded, with letters and digits only.
func bareName(s string) string { return textnorm.Bare(textnorm.Fold(s)) }

// Rank ranks the candidates of all fields of an order, and returns the arithmetic that its sums rest on.
func (n *Net) Rank(g *Graph) (all []Ranked, proof string) {
	g.judgeIssuer(n.IssuerWords)
	neural.Compute(func(t *neural.Tape) { all, proof = g.ranked(n.forward(t, g)) })
	return all, proof
}

// ranked ranks the candidates of all fields by their scores: names first, since the choice of an address depends on the parties.
func (g *Graph) ranked(a *activations) (all []Ranked, proof string) {
	for k, fields := range fieldsOf {
		out, joints := g.impossible(group(k)), g.joints(group(k))
		for column, f := range fields {
			if f == schema.BillTo { // the supplier sends the bill
				out = g.ruleOutAddressesOf(out, &all[1])
			}
			all = append(all, g.rank(a, group(k), column, out, joints))
		}
		if group(k) == names {
			decode(&all[0], &all[1], g.issuerProbabilities())
		}
	}
	of := func(f schema.Field) *Ranked {
		return &all[slices.IndexFunc(all, func(r Ranked) bool { return r.Field == f })]
	}
	g.dateNumber(of(schema.PONumber), of(schema.PODate))
	return all, g.decodeSums(of(schema.Subtotal), of(schema.Tax), of(schema.Shipping), of(schema.Total))
}

// rank ranks the candidates of one field by itself; out says which are impossible.
func (g *Graph) rank(a *activations, k group, column int, out []bool, joints []joint) Ranked {
	r := Ranked{Field: fieldsOf[k][column], Candidates: g.Candidates[k]}
	given := g.chances(a, k, column)
	for z := range given {
		given[z].leaveOut(out)
		given[z].join(joints)
		if k == names {
			given[z].doubt(r.Candidates)
		}
		if k == numbers || r.Field == schema.PODate {
			given[z].favour(r.Candidates, g.BySupplier)
		}
	}
	r.mix(given, g.issuerProbabilities())
	r.choose()
	switch k {
	case numbers:
		r.preferOverlapping()
	case texts:
		r.extendText(g.nodes)
	case blocks:
		r.shortenAddress(g)
	}
	return r
}

// choose chooses the likeliest value, or none where that is likelier.
func (r *Ranked) choose() {
	r.Best, r.values = -1, r.byValue(r.P)
	if likeliest := r.likeliest(1); r.Probability(likeliest[0]) > r.None {
		r.Best = likeliest[0]
	}
}

// preferOverlapping chooses the number that is likeliest if its probability includes that of the less likely candidates that
// share words with it, such as the number with its label: "Release R-4711", "R-4711".
func (r *Ranked) preferOverlapping() {
	top, taken := r.None, map[*word]bool{}
	for _, i := range r.likeliest(maxPairs) {
		if i < 0 {
			return
		}
		if slices.ContainsFunc(r.Candidates[i].words, func(w *word) bool { return taken[w] }) {
			continue // another extent is likelier
		}
		own, sum := map[*word]bool{}, 0.0
		for _, c := range r.Candidates {
			if c.value == r.Candidates[i].value {
				for _, w := range c.words {
					own[w], taken[w] = true, true
				}
			}
		}
		for k, c := range r.Candidates {
			if slices.ContainsFunc(c.words, func(w *word) bool { return own[w] }) {
				sum += r.P[k]
			}
		}
		if sum > top {
			top, r.Best = sum, i
		}
	}
}

// mix sets the probabilities of candidates: for names to the mean of those that they have if the buyer
// issued the document and if the supplier did, weighted by how probable that is.
func (r *Ranked) mix(given [2]chances, issued [2]float64) {
	if given[1].p == nil {
		r.P, r.None = given[0].p, given[0].none
		return
	}
	r.P = make([]float64, len(given[0].p))
	for z := range given {
		for i, p := range given[z].p {
			r.P[i] += issued[z] * p
		}
		r.None += issued[z] * given[z].none
		given[z].values = r.byValue(given[z].p)
	}
	r.given = given
}

// chances holds the probabilities of a field's candidates, and of none.
type chances struct {
	p      []float64
	none   float64
	values []float64 // of each value, wherever it stands
}

// chances returns the softmax over a field's candidates and none. For names there are two, for a
// document that the buyer issued and for one that the supplier issued; otherwise the second is empty.
func (g *Graph) chances(a *activations, k group, column int) (given [2]chances) {
	f := fieldsOf[k][column]
	m, document := a.scores[k], a.document.Row(0)
	for z := range given {
		c := &given[z]
		if m == nil {
			c.none = 1
			continue
		}
		side := -1
		c.none = float64(document[f])
		if k == names {
			side = sideOf(f, z)
			c.none += float64(document[unnamed+side-issuerScore])
		}
		top := c.none
		c.p = make([]float64, m.Rows)
		for i := range c.p {
			c.p[i] = float64(m.Row(i)[column])
			if side >= 0 {
				c.p[i] += float64(m.Row(i)[side])
			}
			top = max(top, c.p[i])
		}
		c.softmax(top)
		if k != names {
			break
		}
	}
	return given
}

// softmax turns scores, the greatest of which is given, into probabilities.
func (c *chances) softmax(top float64) {
	c.none = math.Exp(c.none - top)
	sum := c.none
	for i, v := range c.p {
		c.p[i] = math.Exp(v - top)
		sum += c.p[i]
	}
	c.divide(sum)
}

// divide divides all probabilities by their sum, so that they add up to one.
func (c *chances) divide(by float64) {
	for i := range c.p {
		c.p[i] /= by
	}
	c.none /= by
}
