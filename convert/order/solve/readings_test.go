package solve

import (
	"strings"
	"testing"

	"lineitem/convert/order/ordertest"
)

// Where nearly all items' figures make their totals, no other reading is tried, unless
// figures stand elsewhere that may be items.
func TestSettled(t *testing.T) {
	const table = `
Code            Product description      Quantity    Unit price    Amount
KT-0412         Door mat                 4           34.00         136.00
KT-0977         Shelf, two boards        12          8.50          102.00
KT-1020         Lamp                     5           20.00         100.00
`
	const stray = `

     one                                             7.50          15.00
     other                                           4.50          18.00
     third                                           2.50          25.00
`
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{"proven items", table, true},
		{"a total that is another", strings.Replace(table, "102.00", "112.00", 1), false},
		{"items without a name", strings.NewReplacer("KT-0412", "       ", "KT-0977", "       ", "KT-1020", "       ",
			"Door mat", "        ", "Shelf, two boards", "                 ", "Lamp", "    ").Replace(table), false},
		{"figures elsewhere", stray + table, false},
		{"no items", "Delivery to the back door", false},
	} {
		d := analyzed(ordertest.Typed(tt.text))
		r := newReader(d.pages, d.locale, speller)
		if got := r.settled(); got != tt.want {
			t.Errorf("%s: settled = %v, want %v (%+v, %d stray lines)", tt.name, got, tt.want, r.readings[0].proof, r.strayLines(r.readings[0].Tables))
		}
	}
}

// Figures alone leave a doubt, even where they make a sum that is printed.
func TestSureOfNames(t *testing.T) {
	const table = `
Quantity    Unit price    Amount
4           34.00         136.00
12          8.50          102.00
            Total         238.00
`
	d := analyzed(ordertest.Typed(table))
	if r := newReader(d.pages, d.locale, speller); !r.readings[0].proof.sure() || r.sure {
		t.Errorf("sure of items without names = %v, want false (%+v)", r.sure, r.readings[0].proof)
	}
}
