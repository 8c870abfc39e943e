package main

import (
	"testing"

	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	trainingtest.FitsTheSameTwice(t, newCommand(), "-others", "18", trainingtest.Folder(t))
}
