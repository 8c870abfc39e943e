package main

import (
	"testing"

	"lineitem/convert/order/confidence"
	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	trainingtest.FitsTheSameTwice(t, newCommand(), "-generated", "4", trainingtest.Folder(t))
}

// A document is verified from the probability on at which nearly all are right.
func TestLeastProbability(t *testing.T) {
	var wholes []*whole
	for i := range 1000 {
		wholes = append(wholes, &whole{lesson: &lesson{orders: []confidence.Examined{{Complete: true}}, core: i > 200}, p: float64(i) / 1000})
	}
	if got := leastProbability(wholes); got != 0.181 {
		t.Errorf("leastProbability = %g, want .181: of the 819 from there on twenty are wrong", got)
	}
	wholes[200].orders[0].Complete = false
	if got := leastProbability(wholes); got != 0.18 {
		t.Errorf("leastProbability = %g where one of these could not be verified, want .18", got)
	}
}
