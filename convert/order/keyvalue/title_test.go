package keyvalue

import "testing"

// TestTitles checks that a page counts as the supplier's if its title names a document
// that suppliers issue, unless the page also calls itself an order in type that is no
// smaller.
func TestTitles(t *testing.T) {
	for _, test := range []struct {
		text string
		want Titles
	}{
		{"Purchase Order 4711", Titles{}},
		{"Example Works Ltd", Titles{}},
		{"Quotation 4711", Titles{BySupplier: true}},
		{"Tax Invoice", Titles{BySupplier: true, Invoice: true}},
		{"Original tax invoice", Titles{BySupplier: true, Invoice: true}},
		{"Order Confirmation\n\nPurchase Order 4711", Titles{}},
	} {
		if got := reader(test.text).Index.Titles(0); got != test.want {
			t.Errorf("Titles of %q = %+v, want %+v", test.text, got, test.want)
		}
	}
}
