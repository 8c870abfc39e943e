package main

import (
	"math"
	"testing"

	"lineitem/convert/order/confidence"
	"lineitem/convert/order/training/trainingtest"
)

func TestFitsTheSameTwice(t *testing.T) {
	trainingtest.FitsTheSameTwice(t, newCommand(), trainingtest.Folder(t))
}

// The odds are learned of which many right orders are sure, and a sign that right
// and wrong ones share costs nothing.
func TestWeigh(t *testing.T) {
	var wholes []*whole
	for i := range 50 {
		o := &whole{lesson: &lesson{counts: 1, complete: i%10 > 0}, signs: make([]float64, len(confidence.Signs{})), sound: true}
		o.signs[1] = float64(i % 2)
		if i%10 == 0 {
			o.signs[2] = 1
		}
		wholes = append(wholes, o)
	}
	base, signs := weigh(wholes)
	if base < 1 || signs[1] > 0.5 || signs[2] < 0.8 {
		t.Errorf("weigh = base %.2f, a sign of no meaning %.2f, one of wrong orders %.2f; want at least 1, about 0, at least 0.8", base, signs[1], signs[2])
	}
	for _, o := range wholes {
		o.odds = base - signs[2]*o.signs[2]
	}
	if least := leastOdds(wholes); math.Abs(least-base) > 1e-9 {
		t.Errorf("leastOdds = %g, want %g, of all that are right and no other", least, base)
	}
}
