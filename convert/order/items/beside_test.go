package items

import (
	"strings"
	"testing"

	"lineitem/convert/order/schema"
)

// A head whose headings come twice heads a table that goes on beside itself.
func TestBeside(t *testing.T) {
	const rows = `
  2 cs    Avocado 48ct           54.00     108.00          4 lb    Pepper, red            3.80      15.20
  3 lb    Basil, fresh            9.50      28.50          2 cs    Potato, small         36.00      72.00
  1 cs    Cilantro               21.00      21.00`
	tests := []struct{ name, head, want string }{
		{"twice", "qty unit  item                   price       ext        qty unit  item                   price       ext", "2 3 1 4 2"},
		{"once", "qty unit  item                   price       ext", "2 3 1"},
	}
	for _, test := range tests {
		got := itemsOf(test.head+rows, schema.Quantity)
		if got = strings.Join(strings.FieldsFunc(got, func(r rune) bool { return r < '0' || r > '9' }), " "); got != test.want {
			t.Errorf("%s: quantities = %q, want %q", test.name, got, test.want)
		}
	}
}
