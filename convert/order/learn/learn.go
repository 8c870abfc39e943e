// Package learn answers what the readers of an order ask where rules leave a
// choice: which of some candidates is a column's value.
//
// The answers come from boosted trees (see package boost), trained on generated
// orders and on invented ones that are kept beside the command that trains them,
// training/learn. The rules' own choice is one of the features and the answer
// unless the trees are surer of another, by margins that are set for each topic
// where they were seen to do better than rules alone on orders that they were
// not trained on.
package learn

import (
	_ "embed"
	"encoding/binary"
	"sync"

	"lineitem/convert/order/boost"
)

// Topic is what a question is about.
type Topic uint8

// The topics.
const (
	PONumber Topic = iota
	PODate
	PaymentTerms
	NumTopics // how many there are
)

// topics are the topics' names, in weights, and margins.
var topics = [NumTopics]struct {
	name string
	margins
}{
	PONumber:     {"po_number", margins{fill: 0.5, over: 0.8, under: 0.1}},
	PODate:       {"po_date", margins{fill: 0.5, over: 0.8, under: 0.1}},
	PaymentTerms: {"payment_terms", margins{fill: 0.5}},
}

// String is the topic's name.
func (t Topic) String() string { return topics[min(t, NumTopics-1)].name }

// margins are the probabilities by which trees are believed rather than rules.
// Those that are 0 never are.
type margins struct {
	fill  float64 // least of a candidate where the rules choose none
	over  float64 // least of a candidate in place of the rules' choice
	under float64 // most of the rules' choice that is replaced or dropped
	drop  float64 // least of none being right, where the rules choose one
}

// Row are the features of a candidate. All rows of a topic have the same.
type Row []float32

// Add appends numbers.
func (r *Row) Add(values ...float64) {
	for _, v := range values {
		*r = append(*r, float32(v))
	}
}

// Flag appends 1 or 0.
func (r *Row) Flag(b bool) {
	v := float32(0)
	if b {
		v = 1
	}
	*r = append(*r, v)
}

// Question is a choice.
type Question struct {
	Topic Topic
	Rows  []Row // by candidate
	Rule  int   // the candidate that the rules choose, -1 for none
	// Values tell what the candidates state, for those who know the right answer.
	Values [][]string
}

// Examiner poses questions. A nil Examiner answers them by the weights that the
// program carries; another notes them and answers as the rules do, so that what
// it notes does not depend on weights.
type Examiner struct {
	Questions []Question
}

// Choose answers a question with a candidate, or -1 for none, and how probable
// it is that this is right. Where rules decided, that is unknown and 0.
func (e *Examiner) Choose(q Question) (candidate int, probability float64) {
	if e != nil {
		e.Questions = append(e.Questions, q)
		return q.Rule, 0
	}
	return weights()[q.Topic].choose(&q, topics[q.Topic].margins)
}

// model is a topic's model; nil where there is none.
type model struct{ *boost.Model }

func (m model) fits(row Row) bool { return m.Model != nil && len(row) == m.Features() }

// choose answers a question within margins.
func (m model) choose(q *Question, is margins) (int, float64) {
	if is == (margins{}) || len(q.Rows) == 0 {
		return q.Rule, 0
	}
	p := make([]float64, len(q.Rows))
	for i, row := range q.Rows {
		if !m.fits(row) {
			return q.Rule, 0
		}
		p[i] = m.Score(row)
	}
	none := boost.Probabilities(p)
	top := 0
	for i := range p {
		if p[i] > p[top] {
			top = i
		}
	}
	switch {
	case q.Rule < 0 && is.fill > 0 && p[top] >= is.fill:
		return top, p[top]
	case q.Rule < 0:
		return -1, none
	case is.over > 0 && p[top] >= is.over && p[q.Rule] <= is.under:
		return top, p[top]
	case is.drop > 0 && none >= is.drop && p[q.Rule] <= is.under:
		return -1, none
	}
	return q.Rule, p[q.Rule]
}

// stored are the weights that the program carries.
//
//go:embed weights.bin
var stored []byte

// weights are the models of all topics. What cannot be read leaves its topic to
// the rules; a test sees to it that all can.
var weights = sync.OnceValue(func() [NumTopics]model {
	models, _ := parse(stored)
	return models
})

// parse reads weights: for each topic that has any, the length of its name, the
// name, the length of the model, and the model, as package boost stores it.
func parse(data []byte) (models [NumTopics]model, err error) {
	take := func() []byte {
		n, used := binary.Uvarint(data)
		if used <= 0 || n > uint64(len(data)-used) {
			err = &boost.FormatError{Reason: "weights are cut off"}
			return nil
		}
		taken := data[used : used+int(n)]
		data = data[used+int(n):]
		return taken
	}
	for len(data) > 0 {
		name := string(take())
		bytes := take()
		if err != nil {
			return models, err
		}
		m, bad := boost.Parse(bytes)
		if bad != nil {
			return models, bad
		}
		for t := range topics {
			if topics[t].name == name {
				models[t] = model{m}
			}
		}
	}
	return models, nil
}

// AppendModel appends a topic's model to weights.
func AppendModel(weights []byte, t Topic, m *boost.Model) []byte {
	name := t.String()
	weights = append(binary.AppendUvarint(weights, uint64(len(name))), name...)
	bytes, _ := m.AppendBinary(nil)
	return append(binary.AppendUvarint(weights, uint64(len(bytes))), bytes...)
}
