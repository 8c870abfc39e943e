package main

import (
	"bytes"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"lineitem/convert/order/solve"
	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	trainingtest.FitsTheSameTwice(t, newCommand(), trainingtest.Folder(t))
}

// TestNamesMissingNetwork checks that fitting fails, naming the file, if the network of a
// fold is missing: orders with a fold are read with the network of that fold.
func TestNamesMissingNetwork(t *testing.T) {
	var out, errors bytes.Buffer
	args := []string{"-o", filepath.Join(t.TempDir(), "weights"), "-items", filepath.Join(t.TempDir(), "net"), trainingtest.Folder(t)}
	if status := newCommand().Run(args, &out, &errors); status != 1 || !strings.Contains(errors.String(), "net"+trainingtest.Fold+".bin") {
		t.Errorf("without a network's file it ends with %d and %q, want 1 and the file's name", status, &errors)
	}
}

// TestFit checks that a feature that makes the better reading in all lessons gets
// weight, and one without influence does not.
func TestFit(t *testing.T) {
	var lessons []example
	for i := range 10 {
		l := example{features: make([]solve.Features, 2), f1: []float64{0.2, 0.9}}
		l.features[1][0] = 1
		l.features[i%2][1] = 1 // as often for either reading
		lessons = append(lessons, l)
	}
	w := fit(lessons)
	if w[0] < 1 || w[1] > 0.1 || w[1] < -0.1 {
		t.Errorf("fit gives %.2f to what tells and %.2f to what does not", w[0], w[1])
	}
	for name, w := range map[string]solve.Weights{"products": {Readings: w}, "trees": {Trees: fitTrees(lessons)}} {
		for i := range lessons {
			if k := w.Choose(lessons[i].features); k != 1 {
				t.Errorf("the weights of %s choose reading %d of order %d, want 1", name, k, i)
			}
		}
	}
}

// TestFitSublines checks that a sign that tells which lines are part of
// descriptions gets weight, and one that does not tell gets none.
func TestFitSublines(t *testing.T) {
	var lines []subline
	for i := range 40 {
		l := subline{counts: 1, is: float64(i % 2)}
		l.features[0], l.features[1] = 1, 2*l.is-1
		l.features[2] = float64(i / 2 % 2) // as often for either kind of line
		lines = append(lines, l)
	}
	var w solve.LineFeatures
	fitSublines(&w, lines)
	if w[1] < 1 || math.Abs(w[2]) > 0.1 {
		t.Errorf("fitSublines gives %.2f to what tells and %.2f to what does not", w[1], w[2])
	}
}
