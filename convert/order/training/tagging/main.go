// Command tagging fits the weights of package tagging to orders whose right rows are
// known: generated ones (see package ordertest), and those of folders. Its flags are
// those of package training, and
//
//	go run ./convert/order/training/tagging -hold 1 -o W -results R testdata/unseen REAL
//
// trains without fold 1 and appends the rows that the program gives for its documents
// with these weights to R, one result a line; done for each fold, R is the whole
// folder by cross-validation. Orders with a fold are of real layouts, and count more
// often than the others.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"lineitem/convert/order"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

// options are the flags of this command alone.
type options struct {
	results       string
	trained       bool
	seeds, epochs int
}

func newCommand() *training.Command {
	var o options
	return &training.Command{
		Name: "tagging",
		File: "convert/order/tagging/weights.bin",
		More: func(f *flag.FlagSet) {
			f.StringVar(&o.results, "results", "", "append the rows of the orders held out to a `file`")
			f.BoolVar(&o.trained, "trained", false, "take the weights as they are instead of training them")
			f.IntVar(&o.seeds, "seeds", 150, "how many orders are generated")
			f.IntVar(&o.epochs, "epochs", 6, "how often each order is seen")
		},
		Fit: o.fit,
	}
}

func (o *options) fit(s *training.Settings, stdout io.Writer) ([]byte, error) {
	learned, held, err := s.Orders()
	if err != nil {
		return nil, err
	}
	for i := range o.seeds {
		learned = append(learned, samples.Generated(firstSeed+i))
	}
	net, err := o.net(s.File, learned, stdout)
	if err != nil {
		return nil, err
	}
	if o.results != "" {
		if err := writeResults(o.results, net, held); err != nil {
			return nil, err
		}
	}
	return net.AppendBinary(nil), nil
}

// net trains a network, or reads its weights.
func (o *options) net(file string, learned []samples.Sample, stdout io.Writer) (*tagging.Net, error) {
	if !o.trained {
		return teach(learned, o.epochs, stdout), nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return tagging.Parse(b)
}

// firstSeed is the first seed of generated orders. Tests use low ones.
const firstSeed = 1_000_000

// leastFound is the least share of an order's cells that must be found among its
// words for it to be learned from.
const leastFound = 0.6

// firstRate is the step size at the beginning; it falls to nothing.
const firstRate = 2e-3

func teach(all []samples.Sample, epochs int, stdout io.Writer) *tagging.Net {
	var lessons []*tagging.Lesson
	for _, o := range all {
		s := newSample(o)
		if s == nil || s.found < leastFound {
			continue
		}
		for range s.repeats() {
			lessons = append(lessons, s.lesson)
		}
	}
	net := tagging.NewNet(1)
	t := neural.NewTrainer(&net.Network, 3)
	t.DropHashes, t.DropNumbers = 0.15, 0.2
	random := rand.New(rand.NewPCG(1, 2))
	for e := range epochs {
		t.Rate = firstRate * (1 - float64(e)/float64(epochs))
		words, rows := 0.0, 0.0
		for _, i := range random.Perm(len(lessons)) {
			w, r := net.Learn(t, lessons[i])
			words, rows = words+w, rows+r
		}
		n := float64(max(1, len(lessons)))
		fmt.Fprintf(stdout, "epoch %d of %d: %d lessons, loss of a word %.4f, of a row %.4f\n", e+1, epochs, len(lessons), words/n, rows/n)
	}
	t.Finish()
	return net
}

// writeResults converts documents with a network and appends one result a line.
func writeResults(file string, net *tagging.Net, held []samples.Sample) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(f)
	for _, s := range held {
		rows, _ := order.Rows(order.ReadBy(s.Document, order.Nets{Items: net}))
		if err := lines.Encode(map[string]any{"filename": s.Truth.File, "rows": rows}); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}
