package main

import (
	"testing"

	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	trainingtest.FitsTheSameTwice(t, newCommand(), "-generated", "4", trainingtest.Folder(t))
}
