package solve

import (
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// item is a line item as the network sees it.
type item struct {
	cells schema.Cells
	words cellWords
	rows  group
}

// cellsOf are the cells of items.
func cellsOf(seen []item) []schema.Cells {
	cells := make([]schema.Cells, len(seen))
	for i := range seen {
		cells[i] = seen[i].cells
	}
	return cells
}

// decoder makes line items of the classes of a document's words and rows.
type decoder struct {
	*tagging.Tags
	best []tagging.Tag              // by node
	p    [][tagging.NumTags]float64 // by node
	at   *places
}

// newDecoder returns a decoder that has chosen the words' classes.
func newDecoder(t *tagging.Tags) *decoder {
	d := &decoder{Tags: t, at: newPlaces(t)}
	d.classify()
	return d
}

// items finds the items: first their rows, once more when it is known what they usually
// state, then their cells. Each item costs as much as is given, nats: where that is much, rows that might be items of their own go on with the
// one above.
func (d *decoder) items(cost float64) []item {
	groups := d.segment(nil, cost)
	groups = d.segment(d.usual(groups), cost)
	var found []item
	for _, rows := range groups {
		if it, ok := d.read(rows); ok {
			found = append(found, it)
		}
	}
	return found
}
