// Command learn fits the weights of package learn to orders whose right rows are
// known: generated ones (see package ordertest), and those of folders. Its flags
// are those of package training; with -hold it also prints what the weights are
// worth on the orders held out.
package main

import (
	"flag"
	"fmt"
	"io"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

func newCommand() *training.Command {
	seeds := 1500
	return &training.Command{
		Name: "learn",
		File: "convert/order/learn/weights.bin",
		More: func(f *flag.FlagSet) { f.IntVar(&seeds, "seeds", seeds, "how many orders are generated") },
		Fit:  func(s *training.Settings, stdout io.Writer) ([]byte, error) { return fit(s, seeds, stdout) },
	}
}

func fit(s *training.Settings, seeds int, stdout io.Writer) ([]byte, error) {
	learned, held, err := s.Orders()
	if err != nil {
		return nil, err
	}
	lessons, trials := newLessons(seeds, samplesOf(learned)), tried(samplesOf(held))
	var weights []byte
	for t := range learn.NumTopics {
		m := lessons.teach(t)
		if m == nil {
			continue
		}
		weights = learn.AppendModel(weights, t, m)
		fmt.Fprintf(stdout, "%-24s %5d questions  %3d trees\n", t, len(lessons.questions[t]), m.Trees())
		trials.report(stdout, t, m)
	}
	return weights, nil
}

// options are those of every topic.
var options = boost.Options{Trees: 120, Leaves: 12, Shrinkage: 0.12, MinWeight: 3, Features: 0.5}

// repeats is how often each order of a folder counts beside the generated ones, which
// are more alike. Each time other labels of it are made unknown.
const repeats = 5

// lessons are what is trained from, and what ends training, by topic.
type lessons struct {
	questions, validation [learn.NumTopics][]question
}

// firstSeed and firstValidation are the first seeds of generated orders. Tests
// use low ones.
const (
	firstSeed       = 1_000_000
	firstValidation = 2_000_000
)

func newLessons(seeds int, read []*sample) *lessons {
	l := &lessons{
		questions:  byTopic(seeds, func(i int) *sample { return practice(firstSeed + i) }),
		validation: byTopic(seeds/4, func(i int) *sample { return practice(firstValidation + i) }),
	}
	more := byTopic(repeats*len(read), func(i int) *sample {
		return read[i%len(read)].garbled(uint64(i), garbleShares[i/len(read)%len(garbleShares)])
	})
	for t := range more {
		l.questions[t] = append(l.questions[t], more[t]...)
	}
	return l
}

// teach trains a topic's model; nil where nothing is asked about it.
func (l *lessons) teach(t learn.Topic) *boost.Model {
	if len(l.questions[t]) == 0 {
		return nil
	}
	m, _ := boost.Train(setOf(l.questions[t]), setOf(l.validation[t]), options)
	return m
}

// setOf makes a training set of questions about one topic, of which there must
// be at least one unless nothing is to be trained.
func setOf(questions []question) *boost.Set {
	if len(questions) == 0 {
		return nil
	}
	s := boost.NewSet(len(questions[0].Rows[0]))
	for _, q := range questions {
		rows := make([][]float32, len(q.Rows))
		for i := range rows {
			rows[i] = q.Rows[i]
		}
		s.Add(rows, q.right)
	}
	return s
}
