// Package training holds what the commands beneath it share: the command line, the
// orders, and the file of the weights. Each command fits the weights of one package
// to orders whose right rows are known. From the root of the repository,
//
//	go run ./convert/order/training/genre testdata/training          # writes the weights
//	go run ./convert/order/training/genre -check testdata/training   # reports whether they would be the same
//	go run ./convert/order/training/tagging -hold 1 -o W testdata/training REAL
//
// The last one leaves out fold 1, so that the weights can be measured on it. Folders are as
// package samples describes. The same orders, read by the same program, give the same
// weights to the byte, on one architecture.
package training

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"lineitem/convert/order/samples"
)

// Command is a command that fits weights.
type Command struct {
	Name string                // of the command
	File string                // of the weights, from the root of the repository
	More func(f *flag.FlagSet) // defines further flags; nil for none
	// Seeds is the number of generated orders that a network learns from as well, and Epochs the
	// number of times it sees each order, unless -seeds and -epochs say otherwise; both are 0 for
	// commands that train no network.
	Seeds, Epochs int
	// LastEpochs is the number of times the last epoch is trained. Each time starts from the end of the last but one epoch
	// and is shuffled differently, and the resulting weights are averaged. 0 counts as 1.
	LastEpochs int
	// Fit returns the weights, which are then written to the file.
	Fit func(s *Settings, stdout io.Writer) ([]byte, error)
}

// Settings holds the command line that all commands share.
type Settings struct {
	File    string   // of the weights
	Check   bool     // compare the weights with the file instead of writing it
	Hold    []string // folds, or authors of invented orders, that are not learned from
	Folders []string // at least one

	seeds, epochs int
	lastEpochs    int
	pixels        bool
	kept          string
}

// Main runs the command with the process's arguments and ends the process.
func (c *Command) Main() { os.Exit(c.Run(os.Args[1:], os.Stdout, os.Stderr)) }

// Run runs the command and returns its exit status.
func (c *Command) Run(args []string, stdout, stderr io.Writer) int {
	s := Settings{lastEpochs: c.LastEpochs}
	flags := flag.NewFlagSet(c.Name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.File, "o", c.File, "the weights' `file`")
	flags.BoolVar(&s.Check, "check", false, "compare the weights with the file instead of writing it")
	flags.Func("hold", "leave out the orders of these `folds`, as in 1,2, or of these authors where they have none", func(list string) error {
		s.Hold = strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
		return nil
	})
	flags.BoolVar(&s.pixels, "pixels", false, "learn from scans and photos as well, as the recogniser reads them")
	flags.StringVar(&s.kept, "recognised", "", "keep what the recogniser reads in this `folder`, and take it from there")
	if c.Seeds > 0 {
		flags.IntVar(&s.seeds, "seeds", c.Seeds, "how many orders are generated")
		flags.IntVar(&s.epochs, "epochs", c.Epochs, "how often each order is seen")
		flags.IntVar(&s.lastEpochs, "last", c.LastEpochs, "how often the last epoch is trained, for the mean of what comes out")
	}
	if c.More != nil {
		c.More(flags)
	}
	if flags.Parse(args) != nil {
		return 2
	}
	if s.Folders = flags.Args(); len(s.Folders) == 0 {
		fmt.Fprintf(stderr, "%s: name the folders of the orders to learn from, such as testdata/training\n", c.Name)
		return 2
	}
	weights, err := c.Fit(&s, stdout)
	if err == nil {
		err = s.keep(weights)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", c.Name, err)
		return 1
	}
	return 0
}

// keep writes the weights to the file or, with -check, reports an error if they differ from those in the file.
func (s *Settings) keep(weights []byte) error {
	if !s.Check {
		return os.WriteFile(s.File, weights, 0o644)
	}
	old, err := os.ReadFile(s.File)
	if err == nil && !bytes.Equal(old, weights) {
		err = fmt.Errorf("%s is not what training gives", s.File)
	}
	return err
}

// firstSeed is the first seed of generated orders. Tests use low seeds.
const firstSeed = 1_000_000

// Orders reads the orders of all folders, and generates others. It returns the orders to learn
// from and, separately, those that are held out.
func (s *Settings) Orders() (learned, held []samples.Sample, err error) {
	var reader samples.Reader // nil reads text layers only
	if s.pixels {
		var end func()
		reader, end = Pixels(s.kept)
		defer end()
	}
	for _, folder := range s.Folders {
		orders, err := samples.ReadFolder(folder, reader, s.pixels)
		if err != nil {
			return nil, nil, err
		}
		for _, o := range orders {
			if slices.Contains(s.Hold, GroupOf(&o)) {
				held = append(held, o)
			} else {
				learned = append(learned, o)
			}
		}
	}
	for i := range s.seeds {
		learned = append(learned, samples.Generated(firstSeed+i))
	}
	return learned, held, nil
}

// GroupOf returns the fold of an order or, if it has none, its author: the part of its
// name before the first "-". Weights are tested on groups that they were not fitted
// to.
func GroupOf(o *samples.Sample) string {
	if o.Fold != "" {
		return o.Fold
	}
	author, _, _ := strings.Cut(o.Truth.ID, "-")
	return author
}

// Each calls do for each index below n, in parallel on all processors, and waits for all calls to return.
func Each(n int, do func(i int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				do(int(i))
			}
		})
	}
	wait.Wait()
}
