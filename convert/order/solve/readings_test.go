package solve

import (
	"slices"
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/tagging"
)

// TestSettled checks that no other reading is looked for if the figures leave no
// doubt and the network agrees.
func TestSettled(t *testing.T) {
	const table = `
Item    Description       Quantity    Unit price    Amount
A-100   Hexagon bolt M8   4           34.00         136.00
A-200   Washer zinc M8    12          8.50          102.00
                                      Total         238.00
`
	d := analyzed(ordertest.Typed(table))
	tags := tagging.Classify(d.pages, d.locale, nil)
	if r := newReader(d.pages, d.locale, speller, tags); !r.settled() {
		t.Errorf("the items of a plain table are not settled (%+v)", r.readings[0].proof)
	}
	more := *tags
	more.Lines = slices.Clone(tags.Lines)
	more.Lines[0] = [tagging.NumParts]float32{tagging.Begins: 1}
	if r := newReader(d.pages, d.locale, speller, &more); r.settled() {
		t.Error("items are settled though the network sees one more")
	}
	for i := range tags.Words {
		tags.Words[i] = [tagging.NumTags]float32{tagging.Other: 1}
	}
	if r := newReader(d.pages, d.locale, speller, tags); r.settled() {
		t.Error("items are settled of which the network sees nothing")
	}
}
