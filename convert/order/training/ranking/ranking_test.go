package main

import (
	"strings"
	"testing"

	"lineitem/convert/order/training/trainingtest"
)

// Training gives the same weights twice, and tells what they choose on the orders
// that are held out.
func TestTrain(t *testing.T) {
	c := newCommand()
	printed := trainingtest.FitsTheSameTwice(t, c, "-seeds", "3", "-epochs", "1", "-hold", trainingtest.Fold, trainingtest.Folder(t))
	if !strings.Contains(printed, "buyer          of 1: right ") {
		t.Errorf("nothing is told of the buyer of the order held out:\n%s", printed)
	}
}
