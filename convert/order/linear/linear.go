// Package linear stores the weights of a linear score as text, a line with the name and the
// value of each, and scores texts by their words.
package linear

import (
	"fmt"
	"strconv"
	"strings"
)

// Text returns weights as they are stored, rounded to thousandths.
func Text(names []string, weights []float64) string {
	var b strings.Builder
	for k, name := range names {
		fmt.Fprintf(&b, "%s: %.3f\n", name, weights[k])
	}
	return b.String()
}

// Parse reads the weights with the given names from text that Text returned. It ignores others.
func Parse(text string, names []string) ([]float64, error) {
	values := map[string]float64{}
	for line := range strings.Lines(text) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), ": ")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return nil, fmt.Errorf("weight of %q: %w", name, err)
		}
		values[name] = v
	}
	weights := make([]float64, len(names))
	for k, name := range names {
		v, ok := values[name]
		if !ok {
			return nil, fmt.Errorf("there is no weight of %q", name)
		}
		weights[k] = v
	}
	return weights, nil
}
