package order_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
)

// judged compares the orders read from a generated document with those that it
// contains. medium is the document's medium, as named in truth files.
func judged(t *testing.T, s *ordertest.Sample, orders []order.Order, medium string) []accuracy.Cell {
	t.Helper()
	also := map[string]map[string][]string{}
	for i, values := range s.Also {
		also[strconv.Itoa(i)] = values
	}
	data, err := json.Marshal(map[string]any{"file": "order", "medium": medium, "rows": s.Rows, "alternatives": also})
	if err != nil {
		t.Fatal(err)
	}
	truth, err := accuracy.ParseTruth(data)
	if err != nil {
		t.Fatal(err)
	}
	return accuracy.Judge(truth, accuracy.ResultOf(orders)).Cells
}

// counts are the verdicts on cells, by column or by trait.
type counts map[string]*accuracy.Counts

func (c counts) add(name string, cells ...accuracy.Cell) {
	if c[name] == nil {
		c[name] = new(accuracy.Counts)
	}
	for _, cell := range cells {
		c[name][cell.Verdict]++
	}
}
