// Command genre fits the weights of package genre to orders and to invented
// documents that are not orders (see package othertest). Its flags are those of package
// training and -others. It prints how often weights are wrong about orders by authors, and
// about documents of kinds, that they were not fitted to.
package main

import (
	"flag"
	"io"

	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

func newCommand() *training.Command {
	others := 1080
	return &training.Command{
		Name: "genre",
		File: "convert/order/genre/weights.bin",
		More: func(f *flag.FlagSet) {
			f.IntVar(&others, "others", others, "how many documents that are no orders are drawn")
		},
		Fit: func(s *training.Settings, stdout io.Writer) ([]byte, error) { return fit(s, others, stdout) },
	}
}

func fit(s *training.Settings, others int, stdout io.Writer) ([]byte, error) {
	learned, _, err := s.Orders()
	if err != nil {
		return nil, err
	}
	cases, err := readCases(learned, others)
	if err != nil {
		return nil, err
	}
	w := fitWeights(cases)
	report(stdout, cases)
	return w.AppendBinary(nil), nil
}
