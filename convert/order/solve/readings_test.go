package solve

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

// Figures alone leave a doubt, even where they make a sum that is printed.
func TestSureOfNames(t *testing.T) {
	const table = `
Quantity    Unit price    Amount
4           34.00         136.00
12          8.50          102.00
            Total         238.00
`
	d := analyzed(ordertest.Typed(table))
	if r := newReader(d.pages, d.locale, speller, nil); !r.readings[0].proof.sure() || r.sure {
		t.Errorf("sure of items without names = %v, want false (%+v)", r.sure, r.readings[0].proof)
	}
}
