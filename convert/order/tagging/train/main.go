// Command train fits the weights of package tagging to orders whose right rows
// are known: generated ones (see package ordertest), and those of folders. From
// the root of the repository,
//
//	go run ./convert/order/tagging/train testdata/unseen REAL            # writes the weights
//	go run ./convert/order/tagging/train -hold 1 -o W -results R testdata/unseen REAL
//
// The second trains without fold 1 and appends the rows that the program gives
// for its documents with these weights to R, one result a line; done for each
// fold, R is the whole folder by cross-validation. Folders are those
// of package samples; documents with a fold are of real layouts, and count more often
// than the others. The same orders give the
// same weights to the byte, on one architecture.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"

	"lineitem/convert/order"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const weightsFile = "convert/order/tagging/weights.bin"

func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("train", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.weights, "o", weightsFile, "the weights' `file`")
	flags.StringVar(&s.held, "hold", "", "train without this `fold`")
	flags.StringVar(&s.results, "results", "", "append the rows of the fold held out to a `file`")
	flags.BoolVar(&s.trained, "trained", false, "take the weights as they are instead of training them")
	flags.IntVar(&s.seeds, "seeds", 150, "how many orders are generated")
	flags.IntVar(&s.epochs, "epochs", 6, "how often each order is seen")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "train: name the folders of the documents to learn from, such as testdata/unseen")
		return 2
	}
	if err := s.run(flags.Args(), stdout); err != nil {
		fmt.Fprintln(stderr, "train:", err)
		return 1
	}
	return 0
}

// settings are the command line.
type settings struct {
	weights, held, results string
	seeds, epochs          int
	trained                bool
}

func (s *settings) run(folders []string, stdout io.Writer) error {
	var learned, held []*sample
	for _, folder := range folders {
		all, err := samples.ReadFolder(folder)
		if err != nil {
			return err
		}
		for _, o := range all {
			k := newSample(o)
			switch {
			case k == nil:
			case s.held != "" && o.Fold == s.held:
				held = append(held, k)
			default:
				learned = append(learned, k)
			}
		}
	}
	for i := range s.seeds {
		learned = append(learned, newSample(samples.Generated(firstSeed+i)))
	}
	net, err := s.net(learned, stdout)
	if err != nil || s.results == "" {
		return err
	}
	return writeResults(s.results, net, held)
}

// net trains a network and writes its weights, or reads them.
func (s *settings) net(lessons []*sample, stdout io.Writer) (*tagging.Net, error) {
	if s.trained {
		b, err := os.ReadFile(s.weights)
		if err != nil {
			return nil, err
		}
		return tagging.Parse(b)
	}
	net := teach(lessons, s.epochs, stdout)
	b, err := net.AppendBinary(nil)
	if err != nil {
		return nil, err
	}
	return net, os.WriteFile(s.weights, b, 0o644)
}

// firstSeed is the first seed of generated orders. Tests use low ones.
const firstSeed = 1_000_000

// leastFound is the least share of an order's cells that must be found among its
// words for it to be learned from.
const leastFound = 0.6

// firstRate is the step size at the beginning; it falls to nothing.
const firstRate = 2e-3

func teach(all []*sample, epochs int, stdout io.Writer) *tagging.Net {
	var lessons []*tagging.Lesson
	for _, s := range all {
		if s == nil || s.found < leastFound {
			continue
		}
		for range s.repeats() {
			lessons = append(lessons, s.lesson)
		}
	}
	t := tagging.NewTrainer(tagging.NewNet(1))
	random := rand.New(rand.NewPCG(1, 2))
	for e := range epochs {
		t.Rate = firstRate * (1 - float64(e)/float64(epochs))
		words, rows := 0.0, 0.0
		for _, i := range random.Perm(len(lessons)) {
			w, r := t.Step(lessons[i])
			words, rows = words+w, rows+r
		}
		n := float64(max(1, len(lessons)))
		fmt.Fprintf(stdout, "epoch %d of %d: %d lessons, loss of a word %.4f, of a row %.4f\n", e+1, epochs, len(lessons), words/n, rows/n)
	}
	return t.Mean
}

// writeResults converts documents with a network and appends one result a line.
func writeResults(file string, net *tagging.Net, held []*sample) error {
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(f)
	for _, s := range held {
		rows, _ := order.Rows(order.ReadBy(s.Document, net))
		if err := lines.Encode(map[string]any{"filename": s.Truth.File, "rows": rows}); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}
