package totals

import (
	"testing"

	"github.com/shopspring/decimal"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/value"
)

// terms makes terms of what they are called and their values, one line for each.
func terms(all ...string) (made []Term) {
	kinds := map[string]Kind{"subtotal": Subtotal, "tax": Tax, "shipping": Shipping, "total": Total, "discount": Discount}
	for i := 0; i < len(all); i += 2 {
		kind, named := kinds[all[i]]
		if !named {
			kind = Charge
		}
		number, _ := new(value.Locale).Number(all[i+1])
		word := &doc.Word{Text: all[i+1], Confidence: 0.5}
		s := &layout.Segment{Words: []*doc.Word{word}, Box: doc.Box{Y0: float64(10 * i)}, Line: i}
		made = append(made, Term{Kind: kind, Strength: 1, Named: named, Name: all[i], Number: number, At: Place{Segment: s, To: 1}})
	}
	return made
}

func TestRead(t *testing.T) {
	for _, test := range []struct {
		name     string
		lines    string
		labelled []string
		column   []string
		want     string
	}{
		{"labels add up", "0", []string{"subtotal", "100.00", "tax", "19.00", "total", "119.00"}, nil, "100.00 + 19.00 = 119.00"},
		{"one of two taxes belongs to it", "0", []string{"subtotal", "100.00", "tax", "19.00", "vat", "7.00", "tax", "7.00", "total", "107.00"}, nil, "100.00 + 7.00 = 107.00"},
		{"the lines stand for the subtotal", "100", []string{"tax", "19.00", "total", "119.00"}, nil, "sum of lines + 19.00 = 119.00"},
		{"a discount is taken off", "0", []string{"subtotal", "100.00", "discount", "10.00", "total", "90.00"}, nil, "100.00 - 10.00 = 90.00"},
		{"figures add up whatever they are called", "100", nil, []string{"zwurbel", "100.00", "brax", "19.00", "quux", "119.00"}, "100.00 + 19.00 = 119.00"},
		{"nothing adds up", "0", []string{"subtotal", "100.00", "tax", "19.00", "total", "128.00"}, nil, ""},
	} {
		r := &Reading{
			Lines: decimal.RequireFromString(test.lines), Labelled: terms(test.labelled...), Column: terms(test.column...),
		}
		sums := Read(r)
		if got := sums.Proof(); got != test.want {
			t.Errorf("%s: proof = %q, want %q", test.name, got, test.want)
		}
	}
}
