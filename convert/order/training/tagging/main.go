// Command tagging fits the weights of package tagging to orders whose right rows are
// known: generated ones (see package ordertest), and those of folders. Its flags are
// those of package training, and
//
//	go run ./convert/order/training/tagging -hold 1 -o W -results R testdata/training REAL
//
// trains without fold 1 and appends the rows that the program returns for the documents of
// that fold with these weights to R, one result a line. If this is done for each fold, R holds
// the cross-validated results of the whole folder. Orders with a fold have real layouts, and
// are seen more often than the others.
package main

import (
	"flag"
	"io"
	"os"
	"slices"

	"lineitem/convert/order"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
	"lineitem/convert/order/training/alignment"
)

func main() {
	c := newCommand()
	c.Main()
}

// options are the flags that only this command has.
type options struct {
	results string
	trained bool
}

func newCommand() *training.Command {
	var o options
	return &training.Command{
		Name:  "tagging",
		File:  "convert/order/tagging/weights.bin",
		Seeds: 400, Epochs: 5,
		More: func(f *flag.FlagSet) {
			f.StringVar(&o.results, "results", "", "append the rows of the orders held out to a `file`")
			f.BoolVar(&o.trained, "trained", false, "take the weights as they are instead of training them")
		},
		Fit: o.fit,
	}
}

func (o *options) fit(s *training.Settings, stdout io.Writer) ([]byte, error) {
	learned, held, err := s.Orders()
	if err != nil {
		return nil, err
	}
	net, err := o.net(s, learned, stdout)
	if err != nil {
		return nil, err
	}
	if o.results != "" {
		var read []samples.Result
		for _, h := range held {
			read = append(read, samples.ResultOf(&h, (&order.Reader{Nets: order.Nets{Items: net}}).Read(h.Document)))
		}
		if err := samples.AppendLines(o.results, read); err != nil {
			return nil, err
		}
	}
	return net.AppendBinary(nil), nil
}

// net trains a network or, with -trained, reads its weights from the file.
func (o *options) net(s *training.Settings, learned []samples.Sample, stdout io.Writer) (*tagging.Net, error) {
	if !o.trained {
		return train(s, learned, stdout), nil
	}
	b, err := os.ReadFile(s.File)
	if err != nil {
		return nil, err
	}
	return tagging.Parse(b)
}

// leastFound is the least share of an order's cells that must be found among its
// words; other orders are not learned from.
const leastFound = 0.6

// How many times an order with a real layout, and one invented after real forms, is seen for each
// time that another order is seen. With more repeats or epochs the network overfits.
const (
	realRepeats = 6
	formRepeats = 2
)

// leastSources is the least number of layout families or authors that must use a word for it
// to be learned.
const leastSources = 3

// mostWords is the number of words that the trained network keeps: each takes 25 bytes of the program.
const mostWords = 39_000

func train(s *training.Settings, all []samples.Sample, stdout io.Writer) *tagging.Net {
	var examples []*tagging.Example
	var words neural.Vocabulary
	for _, o := range all {
		if example, found := alignment.Example(&o); example != nil && found >= leastFound {
			example.AddTo(&words, o.Source)
			examples = append(examples, slices.Repeat([]*tagging.Example{example}, training.Repeats(&o, realRepeats, formRepeats))...)
		}
	}
	net := tagging.NewNet(1, words.Common(leastSources))
	t := neural.NewTrainer(&net.Network, 3)
	t.DropHashes, t.DropNumbers = 0.15, 0.2
	s.Train(t, len(examples), stdout, func(i int) float64 {
		words, rows := net.Learn(t, examples[i])
		return words + rows
	})
	net.KeepWords(mostWords)
	return net
}
