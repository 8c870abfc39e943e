// Command ranking fits the weights of package ranking to orders whose right rows are
// known: generated ones (see package ordertest), and those of folders. Its flags are
// those of package training, and
//
//	go run ./convert/order/training/ranking -pixels -hold 1 -o W -log L testdata/training REAL
//
// learns from scans and photos as well, trains without fold 1, prints for each field how
// often it is right on the documents of that fold, and appends each choice to L. Orders
// with a fold have real layouts, and are seen more often than the others.
package main

import (
	"flag"
	"io"
	"math"
	"slices"

	"lineitem/convert/order/linear"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

// options are the flags that only this command has.
type options struct{ log, teachers string }

func newCommand() *training.Command {
	var o options
	return &training.Command{
		Name:  "ranking",
		File:  "convert/order/ranking/weights.bin",
		Seeds: 200, Epochs: 2, LastEpochs: 3,
		More: func(f *flag.FlagSet) {
			f.StringVar(&o.teachers, "teachers", "", "learn from networks as well that did not see the orders: those of fold 1 from `prefix`1.bin, and so on")
			f.StringVar(&o.log, "log", "", "append each choice on the orders held out to a `file`")
		},
		Fit: o.fit,
	}
}

func (o *options) fit(s *training.Settings, stdout io.Writer) ([]byte, error) {
	learned, held, err := s.Orders()
	if err != nil {
		return nil, err
	}
	teachers, err := samples.ByFold(learned, o.teachers, ranking.Parse)
	if err != nil {
		return nil, err
	}
	all := newSamples(learned)
	for _, s := range all {
		if net := teachers[s.Fold]; net != nil {
			s.example.SoftTargets = net.Predict(s.example.Graph)
		}
	}
	net := train(s, all, stdout)
	if err := compare(net, newSamples(held), o.log, stdout); err != nil {
		return nil, err
	}
	return net.AppendBinary(nil), nil
}

// How many times an order with a real layout, and one invented after real forms, is seen for each
// time that another order is seen. With more repeats or epochs the network overfits: it is more
// confident than it is right on layouts that it has not seen.
const (
	realRepeats = 4
	formRepeats = 2
)

// mostWords is the number of words that are kept: the others contribute too little for the space they take.
const mostWords = 28_700

// leastSources is the least number of layout families or authors that must use a word for it
// to be learned.
const leastSources = 10

// seed is the seed of the initial weights: the better of two seeds on testdata/forms-held,
// testdata/fresh, testdata/hard and testdata/blind, whose document F1 differs by .001 to .002 between them.
const seed = 1

func train(s *training.Settings, all []*sample, stdout io.Writer) *ranking.Net {
	var examples []*ranking.Example
	var words neural.Vocabulary
	for _, o := range all {
		o.example.AddTo(&words, o.Source)
		examples = append(examples, slices.Repeat([]*ranking.Example{&o.example}, training.Repeats(&o.Sample, realRepeats, formRepeats))...)
	}
	net := ranking.NewNet(seed, words.Common(leastSources))
	net.IssuerWords = issuers(all)
	for _, o := range all {
		o.Document = nil
		o.example.Release()
	}
	t := neural.NewTrainer(&net.Network, 3)
	t.DropHashes, t.DropNumbers = 0.1, 0.1
	s.Train(t, len(examples), stdout, func(i int) float64 { return net.Learn(t, examples[i]) })
	net.KeepWords(mostWords)
	return net
}

// issuerWords is the number of words by which the issuer of a document is told.
const issuerWords = 3000

// issuers fits the score that tells who issued a document. It sets BySupplier of each example by cross-fitting,
// from a score that was not fitted to that document.
func issuers(all []*sample) *linear.Words {
	var texts []training.Text
	for _, o := range all {
		words, features := o.example.IssuerText()
		texts = append(texts, training.Text{Source: o.Source, Words: words, Features: features, Right: o.example.Issued == 1})
	}
	fit := training.Words{LeastSources: leastSources, Most: issuerWords, Epochs: 4, Rate: 0.3, Ridge: 1e-4}
	for i, score := range fit.CrossFit(texts, 4) {
		all[i].example.BySupplier = 1 / (1 + math.Exp(-score))
	}
	return fit.Fit(texts)
}
