// Command solve fits the weights by which package solve chooses between readings of
// line items, and the lines of their descriptions. Its flags are those of package training, and
//
//	-items W    read the orders of fold 1 with the network W1.bin, which
//	            training/tagging wrote without that fold, and so on
//
// since a network agrees too well with readings of the orders that it has learned from. It
// prints, for each fold or author, the line F1 of the usual reading, of the reading chosen by
// weights that were fitted without this fold or author, and of the best reading.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/items"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/solve"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/training"
)

func main() {
	c := newCommand()
	c.Main()
}

func newCommand() *training.Command {
	prefix := ""
	return &training.Command{
		Name: "solve",
		File: "convert/order/solve/weights.bin",
		More: func(f *flag.FlagSet) {
			f.StringVar(&prefix, "items", "", "`prefix` of the files of the line items' network by fold")
		},
		Fit: func(s *training.Settings, stdout io.Writer) ([]byte, error) { return fitOrders(s, prefix, stdout) },
	}
}

func fitOrders(s *training.Settings, prefix string, stdout io.Writer) ([]byte, error) {
	orders, _, err := s.Orders()
	if err != nil {
		return nil, err
	}
	nets, err := samples.ByFold(orders, prefix, tagging.Parse)
	if err != nil {
		return nil, err
	}
	// The weights for description lines are fitted to the chosen readings, and the weights for readings to the
	// results after description lines are chosen. So the fits alternate.
	w := new(solve.Weights)
	var examples []example
	for range 2 {
		examples = readExamples(orders, nets, w)
		w.Readings, w.Trees = fit(examples), fitTrees(examples)
		fitSublines(&w.Sublines, readSublines(orders, nets, w))
	}
	report(stdout, examples)
	return w.AppendBinary(nil)
}

// example holds the readings of an order.
type example struct {
	group    string // its fold or author
	features []solve.Features
	f1       []float64 // F1 of the line item cells, by reading
}

// readExamples reads the orders with the networks of their folds. The weights choose the lines of the descriptions.
func readExamples(orders []samples.Sample, nets map[string]*tagging.Net, w *solve.Weights) []example {
	examples := make([]example, len(orders))
	training.Each(len(orders), func(i int) {
		s := &orders[i]
		examples[i].group = training.GroupOf(s)
		for _, r := range order.LineItems(s.Document, nets[s.Fold]) {
			examples[i].features = append(examples[i].features, r.Features)
			examples[i].f1 = append(examples[i].f1, lineF1(s.Truth, r.Revised(w)))
		}
	})
	return examples
}

// lineF1 returns the F1 of the cells of line items.
func lineF1(t *accuracy.Truth, tables []*items.Table) float64 {
	var lines []schema.Cells
	for _, table := range tables {
		lines = append(lines, table.Lines...)
	}
	cells := accuracy.Judge(t, accuracy.ResultOf([]order.Order{{Lines: lines}})).Cells
	return accuracy.F1(slices.DeleteFunc(cells, func(c accuracy.Cell) bool { return !c.Line }))
}

// report prints the mean line F1 of the usual, the chosen and the best readings, by group.
func report(out io.Writer, examples []example) {
	var groups []string
	sums := map[string]*[4]float64{}
	for i := range examples {
		if l := &examples[i]; sums[l.group] == nil {
			sums[l.group] = new([4]float64)
			groups = append(groups, l.group)
		}
	}
	for _, g := range groups {
		var others []example
		for _, l := range examples {
			if l.group != g {
				others = append(others, l)
			}
		}
		w := solve.Weights{Readings: fit(others), Trees: fitTrees(others)}
		for i := range examples {
			if l := &examples[i]; l.group == g {
				sum := sums[g]
				sum[0]++
				sum[1] += l.f1[0]
				sum[2] += l.f1[w.Choose(l.features)]
				sum[3] += slices.Max(l.f1)
			}
		}
	}
	fmt.Fprintln(out, "group  orders  usual  chosen  best")
	for _, g := range groups {
		sum := sums[g]
		fmt.Fprintf(out, "%-6s %6.0f  %.3f   %.3f  %.3f\n", cmp.Or(g, "-"), sum[0], sum[1]/sum[0], sum[2]/sum[0], sum[3]/sum[0])
	}
}
