package solve

import (
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/tagging"
)

// TestItemsThatCost decodes lines with prices that may begin items or continue those above them. Without a cost per
// item each of them is an item of its own; with a cost there are as few items as possible without a figure stated
// twice in one.
func TestItemsThatCost(t *testing.T) {
	d := analyzed(ordertest.Typed(`
560   Cabernet Reserva
      Valley         33.60      18,816.00
280   Carmenere Old
      Valley         34.80      9,744.00
140   Pais Viejo
      Secano         29.10      4,074.00
`))
	tags := tagging.Classify(d.pages, d.locale, nil)
	classes := map[string]tagging.Tag{
		"560": tagging.Quantity, "280": tagging.Quantity, "140": tagging.Quantity,
		"33.60": tagging.UnitPrice, "34.80": tagging.UnitPrice, "29.10": tagging.UnitPrice,
		"18,816.00": tagging.LineTotal, "9,744.00": tagging.LineTotal, "4,074.00": tagging.LineTotal,
	}
	for i := range tags.Words {
		tag, figure := classes[tags.Nodes[i].Word.Text]
		if !figure {
			tag = tagging.Description
		}
		tags.Words[i] = [tagging.NumTags]float32{}
		tags.Words[i][tag] = 1
	}
	for r := range tags.Lines {
		tags.Lines[r] = [tagging.NumParts]float32{tagging.Begins: 0.7, tagging.Inside: 0.3}
	}
	decoder := newDecoder(tags)
	for cost, want := range map[float64]int{0: 6, fewCost: 3} {
		if got := len(decoder.items(cost)); got != want {
			t.Errorf("items(%v) = %d items, want %d", cost, got, want)
		}
	}
}
