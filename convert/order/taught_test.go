package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/taught"
)

// taughtRows are rows as Learn takes them.
func taughtRows(s *ordertest.Sample) []map[string]string {
	rows := make([]map[string]string, len(s.Rows))
	for i, r := range s.Rows {
		rows[i] = r
	}
	return rows
}

// wrongCells counts the cells of line items that are not those of the sample.
func wrongCells(s *ordertest.Sample, orders []Order) int {
	var lines []Cells
	for i := range orders {
		lines = append(lines, orders[i].Lines...)
	}
	n := 0
	for i := range max(len(lines), len(s.Rows)) {
		for f := LineNumber; f <= LineTotal; f++ {
			if i >= len(lines) || i >= len(s.Rows) || !taught.SameValue(f, s.Rows[i][f.Key()], lines[i][f].Value) {
				n++
			}
		}
	}
	return n
}

// One corrected order teaches how the items of another one of the same layout stand, which
// the reader gets wrong by itself.
func TestTaughtLinesAreRead(t *testing.T) {
	for _, seed := range []uint64{7037, 7047, 7067, 7115, 7124} {
		example, other := ordertest.GenerateAlike(seed, 1), ordertest.GenerateAlike(seed, 2)
		by := new(Reader)
		before := wrongCells(other, by.Read(other.Document))
		lesson, err := by.Learn(example.Document, taughtRows(example))
		if err != nil {
			t.Fatalf("seed %d: Learn: %v", seed, err)
		}
		by.Layout = func(taught.Print) *taught.Layout { return lesson.Layout }
		after := wrongCells(other, by.Read(other.Document))
		if before == 0 || after > 0 {
			t.Errorf("seed %d: %d cells wrong before it was taught, %d after, want some and none", seed, before, after)
		}
	}
}

// A recognised order teaches its layout as well, though some of its words were misread: the
// right values tell what they were meant to be.
func TestTaughtByMisreadWords(t *testing.T) {
	for _, seed := range []uint64{11, 18, 28, 46, 47} {
		example, other := ordertest.GenerateAlike(seed, 2), ordertest.GenerateAlike(seed, 1)
		by := new(Reader)
		before := wrongCells(other, by.Read(other.Document))
		lesson, err := by.Learn(ordertest.Recognised(example.Document, 1000*seed+2, 0.006), taughtRows(example))
		if err != nil {
			t.Fatalf("seed %d: Learn: %v", seed, err)
		}
		by.Layout = func(taught.Print) *taught.Layout { return lesson.Layout }
		if after := wrongCells(other, by.Read(other.Document)); after > before {
			t.Errorf("seed %d: %d cells wrong after a scan was taught, %d before", seed, after, before)
		}
	}
}
