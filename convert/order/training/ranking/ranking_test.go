package main

import (
	"strings"
	"testing"

	"lineitem/convert/order/training/trainingtest"
)

// TestTrain checks that training twice gives the same weights, and that it
// reports their results on the orders held out.
func TestTrain(t *testing.T) {
	c := newCommand()
	printed := trainingtest.FitsTheSameTwice(t, c, "-seeds", "3", "-epochs", "1", "-hold", trainingtest.Fold, trainingtest.Folder(t))
	if !strings.Contains(printed, "buyer          of 1: right ") {
		t.Errorf("nothing is told of the buyer of the order held out:\n%s", printed)
	}
}
