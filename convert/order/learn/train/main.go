// Command train makes the weights of package learn from orders whose right rows
// are known: generated ones (see package ordertest), and those of folders. From
// the root of the repository,
//
//	go run ./convert/order/learn/train testdata/unseen           # writes the weights
//	go run ./convert/order/learn/train -check testdata/unseen    # tells whether they would be the same
//	go run ./convert/order/learn/train -leave anna -test anna testdata/unseen
//
// The last trains without the documents of one author and tells what the weights
// are worth on them. A folder holds documents with a text layer in docs/NAME.pdf
// and their right rows in truth/NAME.json. The same orders, read by the same
// program, give the same weights to the byte, on one architecture.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"lineitem/convert/order/boost"
	"lineitem/convert/order/learn"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const weightsFile = "convert/order/learn/weights.bin"

// settings are the command line.
type settings struct {
	weights, leave, test string
	check                bool
	seeds                int
	folders              []string
}

func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.weights, "o", weightsFile, "the weights' `file`")
	flags.BoolVar(&s.check, "check", false, "compare the weights with the file instead of writing it")
	flags.StringVar(&s.leave, "leave", "", "train without orders of the folders whose names begin with this `prefix`")
	flags.StringVar(&s.test, "test", "", "try rules and weights on orders of the folders whose names begin with this `prefix`")
	flags.IntVar(&s.seeds, "seeds", 1500, "how many orders are generated")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "train: name the folders of the documents to learn from, usually testdata/unseen")
		return 2
	}
	s.folders = flags.Args()
	if err := s.run(stdout); err != nil {
		fmt.Fprintln(stderr, "train:", err)
		return 1
	}
	return 0
}

func (s *settings) run(stdout io.Writer) error {
	var read []*sample
	for _, folder := range s.folders {
		more, err := readFolder(folder)
		if err != nil {
			return err
		}
		read = append(read, more...)
	}
	var train, test []*sample
	for _, k := range read {
		if s.leave == "" || !strings.HasPrefix(k.name, s.leave) {
			train = append(train, k)
		}
		if s.test != "" && strings.HasPrefix(k.name, s.test) {
			test = append(test, k)
		}
	}
	lessons := newLessons(s.seeds, train)
	trials := tried(test)
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
	if !s.check {
		return os.WriteFile(s.weights, weights, 0o644)
	}
	old, err := os.ReadFile(s.weights)
	if err != nil {
		return err
	}
	if !bytes.Equal(old, weights) {
		return fmt.Errorf("%s is not what training gives", s.weights)
	}
	return nil
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
