package solve

import (
	"lineitem/convert/order/schema"
	"lineitem/convert/order/tagging"
)

// item is a line item that was read from the network's classes.
type item struct {
	cells schema.Cells
	words cellWords
	rows  itemRows
}

// cellsOf returns the cells of items.
func cellsOf(seen []item) []schema.Cells {
	cells := make([]schema.Cells, len(seen))
	for i := range seen {
		cells[i] = seen[i].cells
	}
	return cells
}

// decoder makes line items from the classes of a document's words and rows.
type decoder struct {
	*tagging.Tags
	best     []tagging.Tag              // by node: its chosen class
	p        [][tagging.NumTags]float64 // by node: probabilities of its classes
	evidence *evidenceIndex
}

// newDecoder returns a decoder that has chosen the words' classes.
func newDecoder(t *tagging.Tags) *decoder {
	d := &decoder{Tags: t, evidence: newEvidenceIndex(t)}
	d.classify()
	return d
}

// items finds the items: first their rows, then these once more when it is known what items usually
// state, then their cells. Each item costs the given number of nats: if this is high, rows that might be items of their own go on with the
// item above.
func (d *decoder) items(cost float64) []item {
	groups := d.segment(nil, cost)
	groups = d.segment(d.usual(groups), cost)
	var found []item
	for _, rows := range groups {
		if it, ok := d.readItem(rows); ok {
			found = append(found, it)
		}
	}
	return found
}
