package ranking

import (
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/schema"
)

// What rules are sure of, and what arithmetic proves, is not looked at again.
func TestDoubted(t *testing.T) {
	cell := func(confidence float64, proof string) schema.Cell {
		return schema.Cell{Value: "1", Evidence: doc.Evidence{Confidence: confidence, Proof: proof}}
	}
	var rules schema.Cells
	if got, want := doubted(&rules, false), (groups{names: true, numbers: true, dates: true, texts: true, sums: true, blocks: true}); got != want {
		t.Errorf("doubted without any value = %v, want %v", got, want)
	}
	rules[schema.Buyer], rules[schema.Supplier], rules[schema.PONumber] = cell(0.95, ""), cell(0.9, ""), cell(0.9, "")
	rules[schema.Subtotal], rules[schema.Total], rules[schema.ShipTo] = cell(0.5, "proof"), cell(0.5, "proof"), cell(0.9, "")
	if got, want := doubted(&rules, false), (groups{dates: true, texts: true}); got != want {
		t.Errorf("doubted with values that are sure = %v, want %v", got, want)
	}
	if got, want := doubted(&rules, true), (groups{names: true, numbers: true, dates: true, texts: true, sums: true, blocks: true}); got != want {
		t.Errorf("doubted on a scan = %v, want %v", got, want)
	}
	rules[schema.Supplier], rules[schema.PONumber], rules[schema.Subtotal], rules[schema.ShipTo] = cell(0.8, ""), cell(0.8, ""), schema.Cell{}, schema.Cell{}
	if got, want := doubted(&rules, false), (groups{names: true, numbers: true, dates: true, texts: true, sums: true, blocks: true}); got != want {
		t.Errorf("doubted with values that are not sure = %v, want %v", got, want)
	}
}
