package main

import (
	"lineitem/convert/layout"
	"lineitem/convert/order/samples"
	"lineitem/convert/order/tagging"
	"lineitem/convert/order/value"
)

// sample is an order with its right classes.
type sample struct {
	samples.Sample
	lesson *tagging.Lesson
	found  float64 // share of the cells that stand among the words
}

// newSample aligns an order with its right rows; it returns nil for one without words.
func newSample(o samples.Sample) *sample {
	pages := layout.Analyze(o.Document)
	g := tagging.NewGraph(pages, value.FindLocale(pages))
	if g == nil {
		return nil
	}
	var rows []map[string]string
	for _, r := range o.Truth.Rows {
		rows = append(rows, r)
	}
	s := &sample{Sample: o}
	s.lesson, s.found = align(g, rows)
	return s
}

// realRepeats is how often an order of a real layout is seen for each time that an
// invented one is: there are fewer of them, and they are less alike.
const realRepeats = 4

func (s *sample) repeats() int {
	if s.Fold == "" {
		return 1
	}
	return realRepeats
}
