package order

import (
	"testing"

	"lineitem/convert/doc"
)

// TestSurer checks when the reading that includes names in pictures replaces the one without:
// if a name from a picture makes it surer of both parties, and if it has the same orders and
// line items.
func TestSurer(t *testing.T) {
	made := func(buyer string, b float64, supplier string, s float64, from doc.Source, lines int) Order {
		o := Order{Lines: make([]Cells, lines)}
		o.likely[Buyer], o.likely[Supplier] = b, s
		o.Head[Buyer].Value, o.Head[Supplier].Value = buyer, supplier
		o.Head[Buyer].Evidence.Source = from
		return o
	}
	const mill, quarry = "Mill Ltd", "Quarry Ltd"
	none := made("", 0, quarry, 0.9, doc.Text, 2)
	wrong := made("Gate 4", 0.3, quarry, 0.9, doc.Text, 2)
	sure := made("Mill Ltd of Leeds", 0.8, quarry, 0.9, doc.Text, 2)
	for _, tt := range []struct {
		name          string
		with, without Order
		unsure, want  bool
	}{
		{"a name where there was none", made(mill, 0.6, quarry, 0.9, doc.Pixels, 2), none, true, true},
		{"one that is hardly probable", made(mill, 0.1, quarry, 0.9, doc.Pixels, 2), none, true, false},
		{"one that makes the other unsure", made(mill, 0.6, quarry, 0.4, doc.Pixels, 2), none, true, false},
		{"one from the text", made(mill, 0.6, quarry, 0.9, doc.Text, 2), none, true, false},
		{"other line items", made(mill, 0.6, quarry, 0.9, doc.Pixels, 3), none, true, false},
		{"in the place of an unsure one", made(mill, 0.7, quarry, 0.9, doc.Pixels, 2), wrong, true, true},
		{"in the place of a longer form", made("MILL", 1.2, quarry, 0.9, doc.Pixels, 2), sure, false, false},
	} {
		if got := Unsure([]Order{tt.without}); got != tt.unsure {
			t.Errorf("Unsure of %s = %t, want %t", tt.name, got, tt.unsure)
		}
		if got := Surer([]Order{tt.with}, []Order{tt.without}); got != tt.want {
			t.Errorf("Surer of %s = %t, want %t", tt.name, got, tt.want)
		}
	}
	if Surer([]Order{none, none}, []Order{none}) {
		t.Error("Surer takes another number of orders")
	}
}
