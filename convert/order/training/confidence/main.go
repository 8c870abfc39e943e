// Command confidence fits the weights of package confidence to orders whose right rows are
// known. Its flags are those of package training, those of command ablate that name networks
// by fold, and
//
//	-generated N   learn from N generated orders as well
//
// It prints how reliable the confidences of documents are under weights that were fitted to other
// layouts and authors. Fit the weights again when the rules that read orders have changed.
package main

import (
	"errors"
	"flag"
	"io"

	"lineitem/convert/order/samples"
	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

// firstSeed is the first seed of the generated orders. No network has learned from orders with these seeds.
const firstSeed = 2_000_000

// command holds the flags that only this command has.
type command struct {
	nets  prefixes
	seeds int
}

func newCommand() *training.Command {
	var c command
	return &training.Command{
		Name: "confidence",
		File: "convert/order/confidence/weights.bin",
		More: func(f *flag.FlagSet) {
			f.StringVar(&c.nets.items, "items", "", "`prefix` of the files of the line items' network by fold")
			f.StringVar(&c.nets.lines, "lines", "", "`prefix` of the files of the weights of line items' readings by fold")
			f.StringVar(&c.nets.head, "head", "", "`prefix` of the files of the head's network by fold")
			f.IntVar(&c.seeds, "generated", 400, "how many orders are generated")
		},
		Fit: c.fit,
	}
}

func (c *command) fit(s *training.Settings, stdout io.Writer) ([]byte, error) {
	orders, _, err := s.Orders()
	if err != nil {
		return nil, err
	}
	if len(orders) == 0 {
		return nil, errors.New("there is nothing to fit to")
	}
	for i := range c.seeds {
		orders = append(orders, samples.Generated(firstSeed+i))
	}
	examples, err := readExamples(orders, c.nets)
	if err != nil {
		return nil, err
	}
	w, wholes := fit(examples)
	report(stdout, wholes, w)
	return w.AppendBinary(nil)
}
