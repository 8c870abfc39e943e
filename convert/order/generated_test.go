package order_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lineitem/convert/accuracy"
	"lineitem/convert/order"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/testenv"
)

// generatedFloors are the least F1 by column in generated orders: what is reached, rounded down to
// half a percent.
var generatedFloors = map[string]float64{
	"po_number": 0.910, "po_date": 0.925, "buyer": 0.930, "supplier": 0.915, "ship_to": 0.930, "bill_to": 0.855,
	"delivery_date": 0.925, "payment_terms": 0.870, "ship_via": 0.960, "currency": 0.920,
	"line_number": 0.885, "item_code": 0.870, "description": 0.890, "quantity": 0.930, "unit": 0.915, "unit_price": 0.945,
	"discount": 0.915, "line_total": 0.940, "subtotal": 0.975, "tax": 0.955, "shipping": 0.955, "total": 0.970,
}

// generatedFloor is the least F1 of all cells of the first hundred orders together.
const generatedFloor = 0.955

// TestGeneratedOrders reads generated orders. It checks the F1 of all cells of a hundred orders or,
// in its long form, that of each column of 300.
//
// GENERATED sets the number of orders, and prints the figures of all columns and traits;
// GENERATED_FROM sets the first seed, GENERATED_TRAITS ("a; b") the traits that all orders have,
// and GENERATED_SHOW lists the wrong cells of a column or of "all".
func TestGeneratedOrders(t *testing.T) {
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
			return n
		}
		return otherwise
	}
	first, count := number("GENERATED_FROM", 0), number("GENERATED", testenv.Either(100, 300))
	force := map[string]bool{}
	for name := range strings.SplitSeq(os.Getenv("GENERATED_TRAITS"), "; ") {
		force[name] = true
	}
	columns, traits := counts{}, counts{}
	for seed := first; seed < first+count; seed++ {
		s := ordertest.GenerateWith(uint64(seed), force)
		cells := judged(t, s, order.Read(s.Document), accuracy.TextPDF)
		for _, c := range cells {
			columns.add(c.Key, c)
			if show := os.Getenv("GENERATED_SHOW"); c.Verdict != accuracy.Right && (show == c.Key || show == "all") {
				fmt.Printf("%d: %s: want %q, got %q\n", seed, c.Key, c.Want, c.Got)
			}
		}
		for _, trait := range append(s.Traits, "ALL") {
			traits.add(trait, cells...)
		}
	}
	if os.Getenv("GENERATED") != "" {
		for _, c := range []counts{columns, traits} {
			for _, name := range slices.SortedFunc(maps.Keys(c), func(a, b string) int {
				return cmp.Or(cmp.Compare(c[a].F1(), c[b].F1()), cmp.Compare(a, b))
			}) {
				t.Logf("%-34s %.3f of %d", name, c[name].F1(), c[name].Wanted())
			}
		}
		return
	}
	if count == 100 {
		if all := traits["ALL"].F1(); all < generatedFloor {
			t.Errorf("cells of %d generated orders: F1 = %.3f, want at least %.3f", count, all, generatedFloor)
		}
		return
	}
	for _, key := range slices.Sorted(maps.Keys(generatedFloors)) {
		t.Logf("%s: F1 = %.3f", key, columns[key].F1())
		if c := columns[key]; c == nil || c.F1() < generatedFloors[key] {
			t.Errorf("%s of %d generated orders: F1 = %.3f, want at least %.3f", key, count, c.F1(), generatedFloors[key])
		}
	}
}
