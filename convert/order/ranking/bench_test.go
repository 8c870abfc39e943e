package ranking_test

import (
	"testing"

	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/schema"
)

func BenchmarkChoose(b *testing.B) {
	var views []*ranking.View
	for seed := range 20 {
		views = append(views, order.Heads(ordertest.Generate(uint64(seed+1)).Document)...)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, v := range views {
			var head schema.Cells
			ranking.Rank(v, nil).Choose(&head)
		}
	}
}
