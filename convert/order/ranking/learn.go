package ranking

import (
	"math"
	"slices"

	"lineitem/convert/order/neural"
	"lineitem/convert/order/schema"
)

// Lesson is an order whose head is known.
type Lesson struct {
	*Graph
	// Right reports whether a candidate's value is the field's; for an empty value,
	// whether the order does not state the field.
	Right func(f schema.Field, value string) bool
}

// Learn takes one step of training with an order and returns the mean loss of its
// fields, nats. A field is what the network is to give to any of the candidates that
// are right; one whose value is among no candidates teaches nothing.
func (n *Net) Learn(t *neural.Trainer, l *Lesson) float64 {
	tape := t.Tape()
	a := n.forward(tape, l.Graph)
	loss, fields := 0.0, 0
	for k := range fieldsOf {
		for column, f := range fieldsOf[k] {
			p, none := l.probabilities(a, group(k), column, f)
			right := make([]bool, len(p))
			absent := l.Right(f, "")
			sum := 0.0
			for i, c := range l.Candidates[k] {
				if right[i] = l.Right(f, c.Value); right[i] {
					sum += p[i]
				}
			}
			if absent {
				sum += none
			}
			if !absent && !slices.Contains(right, true) {
				continue
			}
			fields++
			loss -= math.Log(max(1e-9, sum))
			sum = max(sum, 1e-9)
			for i := range p {
				d := p[i]
				if right[i] {
					d -= p[i] / sum
				}
				slope := a.scores[k].Slope(i)
				slope[column] += float32(d)
				if group(k) == names {
					slope[l.issues(f)] += float32(d)
				}
			}
			d := none
			if absent {
				d -= none / sum
			}
			a.none.Slope(0)[f] += float32(d)
		}
	}
	l.organisations(a)
	tape.Backward()
	t.Step()
	return loss / float64(max(1, fields))
}

// AddTo notes the words of a lesson from a source.
func (l *Lesson) AddTo(v *neural.Vocabulary, source string) {
	for _, h := range l.hashes {
		v.Note(source, h)
	}
	for _, all := range l.Candidates {
		for _, c := range all {
			v.Note(source, c.hashes)
		}
	}
}

// organisationShare is the weight of telling organisations beside that of choosing.
const organisationShare = 0.1

// organisations adds the slope of the logistic loss of telling buyer and supplier from
// what is no organisation. Of who stands in an address it is not known.
func (l *Lesson) organisations(a *activations) {
	if !l.stated(schema.Buyer) && !l.stated(schema.Supplier) {
		return
	}
	for i, c := range l.Candidates[names] {
		want := 0.0
		switch {
		case l.Right(schema.Buyer, c.Value) || l.Right(schema.Supplier, c.Value):
			want = 1
		case c.party != nil && c.party.BlockCell().Value != "":
			continue
		}
		slope := a.scores[names].Slope(i)
		p := 1 / (1 + math.Exp(-float64(a.scores[names].Row(i)[organisation])))
		slope[organisation] += float32(organisationShare * (p - want))
	}
}

// stated reports whether the order states a field.
func (l *Lesson) stated(f schema.Field) bool { return !l.Right(f, "") }
