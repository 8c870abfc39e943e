package learn_test

import (
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/learn"
	"lineitem/convert/order/ordertest"
)

// TestWeightsFit holds the weights against the rows that readers make now: where
// these have other features, weights are to be trained anew.
func TestWeightsFit(t *testing.T) {
	asked := map[learn.Topic]int{}
	for seed := range 30 {
		for _, q := range order.Questions(ordertest.Generate(uint64(seed)).Document) {
			asked[q.Topic]++
			for _, row := range q.Rows {
				if want := learn.WidthOf(q.Topic); len(row) != want {
					t.Fatalf("rows about %s have %d features, and the weights %d: go run ./convert/order/training/learn", q.Topic, len(row), want)
				}
			}
		}
	}
	for topic := range learn.NumTopics {
		if asked[topic] == 0 {
			t.Errorf("nothing is asked about %s in 30 orders", topic)
		}
	}
}
