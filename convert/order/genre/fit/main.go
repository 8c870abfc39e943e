// Command fit makes the weights of package genre from orders, and from invented
// documents that are none (see package othertest). From the root of the
// repository,
//
//	go run ./convert/order/genre/fit testdata/unseen          # writes the weights
//	go run ./convert/order/genre/fit -check testdata/unseen   # tells whether they would be the same
//
// Each folder holds orders with a text layer in docs/NAME.pdf and their right
// rows in truth/NAME.json. It prints how often the weights are right about
// documents of kinds, and orders of authors, that they were not fitted to.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const weightsFile = "convert/order/genre/weights.txt"

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("fit", flag.ContinueOnError)
	flags.SetOutput(stderr)
	file := flags.String("o", weightsFile, "the weights' `file`")
	check := flags.Bool("check", false, "compare the weights with the file instead of writing it")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprintln(stderr, "fit: name the folders of the orders to fit to, usually testdata/unseen")
		return 2
	}
	cases, err := readCases(flags.Args())
	if err != nil {
		fmt.Fprintln(stderr, "fit:", err)
		return 1
	}
	w := weigh(cases)
	report(stdout, cases, w)
	old, err := os.ReadFile(*file)
	switch {
	case !*check:
		err = os.WriteFile(*file, []byte(w.String()), 0o644)
	case err == nil && string(old) != w.String():
		err = fmt.Errorf("%s is not what fitting gives", *file)
	}
	if err != nil {
		fmt.Fprintln(stderr, "fit:", err)
		return 1
	}
	return 0
}
