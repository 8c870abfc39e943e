// Command confidence fits the weights of package confidence to orders whose right rows are
// known. Its flags are those of package training. It takes some 45 seconds of a
// processor.
//
// It prints how right the confidences are that are given to the documents of each
// author by weights that were fitted to those of the others. Fit them anew when the
// rules that read orders have changed.
package main

import (
	"errors"
	"fmt"
	"io"

	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

func newCommand() *training.Command {
	return &training.Command{Name: "confidence", File: "convert/order/confidence/weights.bin", Fit: fitOrders}
}

func fitOrders(s *training.Settings, stdout io.Writer) ([]byte, error) {
	learned, _, err := s.Orders()
	if err != nil {
		return nil, err
	}
	if len(learned) == 0 {
		return nil, errors.New("there is nothing to fit to")
	}
	data, err := fit(examineAll(documentsOf(learned)), stdout).AppendBinary(nil)
	fmt.Fprintf(stdout, "%d bytes\n", len(data))
	return data, err
}
