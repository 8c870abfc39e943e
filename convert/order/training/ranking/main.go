// Command ranking fits the weights of package ranking to orders whose right rows are
// known: generated ones (see package ordertest), and those of folders. Its flags are
// those of package training, and
//
//	go run ./convert/order/training/ranking -pixels -hold 1 -o W -log L testdata/unseen REAL
//
// learns from scans and photos as well, trains without fold 1, tells of each field how
// often the rules, the network, and either are right on the documents of that fold,
// and appends each choice to L. Orders with a fold are of real layouts, and count more
// often than the others.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/tetratelabs/wazero"

	"lineitem/convert"
	"lineitem/convert/order/neural"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
	"lineitem/convert/raster"
	"lineitem/plugins"
)

func main() {
	c := newCommand()
	c.Main()
}

// options are the flags of this command alone.
type options struct {
	pixels        bool
	log           string
	seeds, epochs int
}

func newCommand() *training.Command {
	var o options
	return &training.Command{
		Name: "ranking",
		File: "convert/order/ranking/weights.bin",
		More: func(f *flag.FlagSet) {
			f.BoolVar(&o.pixels, "pixels", false, "learn from scans and photos as well, as the recogniser reads them")
			f.StringVar(&o.log, "log", "", "append each choice on the orders held out to a `file`")
			f.IntVar(&o.seeds, "seeds", 200, "how many orders are generated")
			f.IntVar(&o.epochs, "epochs", 6, "how often each order is seen")
		},
		Fit: o.fit,
	}
}

// firstSeed is the first seed of generated orders. Tests use low ones.
const firstSeed = 1_000_000

func (o *options) fit(s *training.Settings, stdout io.Writer) ([]byte, error) {
	if o.pixels {
		cache := wazero.NewCompilationCache()
		defer cache.Close(context.Background())
		s.Reader = &convert.Converter{Recognizer: plugins.NewOCR(plugins.Options{Cache: cache}), PDFium: &raster.PDFium{Cache: cache}}
	}
	learned, held, err := s.Orders()
	if err != nil {
		return nil, err
	}
	for i := range o.seeds {
		learned = append(learned, samples.Generated(firstSeed+i))
	}
	net := teach(newSamples(learned), o.epochs, stdout)
	if err := compare(net, newSamples(held), o.log, stdout); err != nil {
		return nil, err
	}
	return net.AppendBinary(nil), nil
}

// leastSources is in how many families or by how many authors a word must be used to
// be learned.
const leastSources = 3

// firstRate is the step size at the beginning; it falls to nothing.
const firstRate = 2e-3

func teach(all []*sample, epochs int, stdout io.Writer) *ranking.Net {
	var lessons []*ranking.Lesson
	var sources []string
	for _, s := range all {
		for range s.repeats() {
			lessons, sources = append(lessons, &s.lesson), append(sources, s.Source)
		}
	}
	net := ranking.NewNet(1)
	net.Forget(lessons, sources, leastSources)
	t := neural.NewTrainer(&net.Network, 3)
	t.DropHashes, t.DropNumbers = 0.3, 0.3
	random := rand.New(rand.NewPCG(1, 2))
	for e := range epochs {
		loss := 0.0
		for step, i := range random.Perm(len(lessons)) {
			t.Rate = firstRate * (1 - (float64(e)+float64(step)/float64(len(lessons)))/float64(epochs))
			loss += net.Learn(t, lessons[i])
		}
		fmt.Fprintf(stdout, "epoch %d of %d: %d lessons, loss %.4f\n", e+1, epochs, len(lessons), loss/float64(max(1, len(lessons))))
	}
	t.Finish()
	return net
}
