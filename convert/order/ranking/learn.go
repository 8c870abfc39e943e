package ranking

import (
	"math"
	"slices"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
)

// Example is an order whose head is known.
type Example struct {
	*Graph
	// Right reports whether a candidate's value is the field's; for an empty value,
	// whether the order does not state the field.
	Right func(f schema.Field, value string) bool
	// Issued is 0 if the buyer issued the document, 1 if the supplier did, and negative if that is
	// not known.
	Issued int
	// SoftTargets is what a network says that was not trained with the order, nil for none. See Learn.
	SoftTargets *Predictions

	answers [schema.NumFields]*answer
}

// answer says which candidates are right for a field.
type answer struct {
	right  []bool // by candidate
	absent bool   // the order does not state the field
}

// answer returns the answer for a field, which it computes only once.
func (l *Example) answer(k group, f schema.Field) *answer {
	if a := l.answers[f]; a != nil {
		return a
	}
	a := &answer{right: make([]bool, len(l.Candidates[k])), absent: l.Right(f, "")}
	known := map[string]bool{} // a value may stand in several places
	for i, c := range l.Candidates[k] {
		right, asked := known[c.Value]
		if !asked {
			right = l.Right(f, c.Value)
			known[c.Value] = right
		}
		a.right[i] = right
	}
	l.answers[f] = a
	return a
}

// Predictions is what a network says about an order: the probabilities of all candidates.
type Predictions struct{ given [numGroups][][2]chances } // by column

// Predict returns what the network says about an order.
func (n *Net) Predict(g *Graph) *Predictions {
	g.judgeIssuer(n.IssuerWords)
	o := new(Predictions)
	neural.Compute(func(t *neural.Tape) {
		a := n.forward(t, g)
		for k := range fieldsOf {
			for column := range fieldsOf[k] {
				o.given[k] = append(o.given[k], g.chances(a, group(k), column))
			}
		}
	})
	return o
}

// softTargetShare is the weight of another network's predictions in what is wanted; what is right has the rest.
const softTargetShare = 0.3

// Learn takes one step of training with an order and returns the mean loss of its
// fields, in nats. For each field the network is to give its probability to candidates that
// are right, no matter which; a field whose value is not among the candidates teaches nothing.
// With soft targets the network is taught this as well: a network that was not trained with an
// order shows how doubtful its values are, and one that is taught to be no surer than that does
// not learn them by heart (Hinton, Vinyals and Dean, "Distilling the Knowledge in a Neural
// Network", 2015; Furlanello et al., "Born-Again Neural Networks", ICML 2018).
func (n *Net) Learn(t *neural.Trainer, l *Example) float64 {
	tape := t.Tape()
	a := n.forward(tape, l.Graph)
	loss, fields := 0.0, 0
	for k := range fieldsOf {
		if group(k) == names {
			loss += l.parties(a)
			fields += len(fieldsOf[k])
			continue
		}
		for column := range fieldsOf[k] {
			if o := l.outcome(a, group(k), column); o != nil {
				fields++
				loss -= math.Log(o.sum[0])
				o.addSlope(a, l.SoftTargets, 0, 1)
			}
		}
	}
	l.organisations(a)
	tape.Backward()
	t.Step()
	return loss / float64(max(1, fields))
}

// outcome is what is right for a field, and how probable the network finds it. Arrays of two hold the case that the buyer
// issued the document and the case that the supplier did.
type outcome struct {
	group  group
	column int
	field  schema.Field
	given  [2]chances
	*answer
	sum [2]float64 // of the probabilities of what is right
}

// outcome returns the outcome for a field, nil for one whose value is not among the candidates.
func (l *Example) outcome(a *activations, k group, column int) *outcome {
	f := fieldsOf[k][column]
	o := &outcome{group: k, column: column, field: f, given: l.chances(a, k, column), answer: l.answer(k, f)}
	if !o.absent && !slices.Contains(o.right, true) {
		return nil
	}
	for z := range o.given {
		for i, p := range o.given[z].p {
			if o.right[i] {
				o.sum[z] += p
			}
		}
		if o.absent {
			o.sum[z] += o.given[z].none
		}
		o.sum[z] = max(tinyProbability, o.sum[z])
	}
	return o
}

// addSlope adds the gradient of the loss in case z, with the given weight.
func (o *outcome) addSlope(a *activations, predictions *Predictions, z int, weight float64) {
	side := -1
	if o.group == names {
		side = sideOf(o.field, z)
	}
	wanted := o.wanted(predictions, z)
	for i, p := range o.given[z].p {
		d := p - wanted.p[i]
		slope := a.scores[o.group].Gradient(i)
		slope[o.column] += float32(weight * d)
		if side >= 0 {
			slope[side] += float32(weight * d)
		}
	}
	d := o.given[z].none - wanted.none
	slope := a.document.Gradient(0)
	slope[o.field] += float32(weight * d)
	if side >= 0 {
		slope[unnamed+side-issuerScore] += float32(weight * d)
	}
}

// wanted returns the probabilities that the network is to give in case z: all to what is right, in
// the proportions that it gives now, but for a part (softTargetShare) what another network gives.
func (o *outcome) wanted(predictions *Predictions, z int) (w chances) {
	given := &o.given[z]
	w.p = make([]float64, len(given.p))
	for i, p := range given.p {
		if o.right[i] {
			w.p[i] = p / o.sum[z]
		}
	}
	if o.absent {
		w.none = given.none / o.sum[z]
	}
	if predictions == nil {
		return w
	}
	other := &predictions.given[o.group][o.column][z]
	for i := range w.p {
		w.p[i] += softTargetShare * (other.p[i] - w.p[i])
	}
	w.none += softTargetShare * (other.none - w.none)
	return w
}

// parties adds the gradient of the loss for buyer and supplier, and returns the loss. Their joint probability
// is a mixture of two cases: that the buyer issued the document and that the supplier did.
func (l *Example) parties(a *activations) (loss float64) {
	joint := l.issuerProbabilities()
	if l.Issued >= 0 {
		joint = [2]float64{}
		joint[l.Issued] = 1
	}
	var all []*outcome
	for column := range fieldsOf[names] {
		if o := l.outcome(a, names, column); o != nil {
			all = append(all, o)
			for z := range joint {
				joint[z] *= o.sum[z]
			}
		}
	}
	sum := joint[0] + joint[1]
	for z := range joint {
		for _, o := range all {
			o.addSlope(a, l.SoftTargets, z, joint[z]/sum)
		}
	}
	return -math.Log(sum)
}

// Release drops what the features of an example were computed from, such as pages and words: thousands of examples are kept
// at once, and everything they refer to is scanned in memory again and again. What is left serves only for learning.
func (l *Example) Release() {
	for k, fields := range fieldsOf {
		for _, f := range fields {
			l.answer(group(k), f)
		}
	}
	l.Right = nil
	g := l.Graph
	for i := range g.nodes {
		n := &g.nodes[i]
		*n = node{next: n.next, line: n.line, page: n.page, same: n.same}
	}
	for k, all := range g.Candidates {
		left := make([]Candidate, len(all))
		for i, c := range all {
			left[i] = Candidate{hashes: c.hashes, first: c.first, last: c.last, next: c.next, located: c.located}
			g.Candidates[k][i] = &left[i]
		}
	}
	*g = Graph{
		BySupplier: g.BySupplier, nodes: g.nodes, lines: g.lines, pages: g.pages, sames: g.sames, dense: g.dense, hashes: g.hashes,
		Candidates: g.Candidates, spans: g.spans,
	}
}

// AddTo notes in a vocabulary that the words of an example stand in a source.
func (l *Example) AddTo(v *neural.Vocabulary, source string) {
	for _, h := range l.hashes {
		v.Note(source, h)
	}
	for _, all := range l.Candidates {
		for _, c := range all {
			v.Note(source, c.hashes)
		}
	}
}

// organisationShare is the weight of the loss for recognising organisations, where that for choosing values has 1.
const organisationShare = 0.1

// organisations adds the gradient of the logistic loss for telling buyer and supplier from
// what is not an organisation. It skips other names with an address, for which that is unknown.
func (l *Example) organisations(a *activations) {
	buyer, supplier := l.answer(names, schema.Buyer), l.answer(names, schema.Supplier)
	if buyer.absent && supplier.absent {
		return
	}
	for i, c := range l.Candidates[names] {
		want := 0.0
		switch {
		case buyer.right[i] || supplier.right[i]:
			want = 1
		case c.located:
			continue
		}
		slope := a.scores[names].Gradient(i)
		p := 1 / (1 + math.Exp(-float64(a.scores[names].Row(i)[organisationScore])))
		slope[organisationScore] += float32(organisationShare * (p - want))
	}
}
