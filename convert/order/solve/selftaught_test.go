package solve

import (
	"slices"
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// TestItemsTeachOthers checks that two items suffice to read the others of their table.
func TestItemsTeachOthers(t *testing.T) {
	d := analyzed(ordertest.Typed(`
Code            Product description      Quantity    Unit price    Amount
KT-0412         Door mat                 4           34.00         136.00
KT-0977         Shelf, two boards        12          8.50          102.00
KT-1020         Lamp                     5           20.00         100.00
                with a switch            Box
KT-1151         Mirror                   2           45.00         90.00
`))
	if len(d.tables) != 1 || len(d.tables[0].Lines) != 4 {
		t.Fatalf("rules read %d tables, want one of 4 items", len(d.tables))
	}
	lines := d.tables[0].Lines
	reader := taught.NewRereader(&taught.View{Pages: d.pages, Locale: d.locale})
	again := reader.By([]schema.Cells{lines[1], lines[2]})
	if len(again) != len(lines) {
		t.Fatalf("two items teach %d, want %d", len(again), len(lines))
	}
	for i := range lines {
		for _, f := range [...]schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal} {
			if got, want := again[i][f].Value, lines[i][f].Value; got != want {
				t.Errorf("item %d: %s %q, want %q", i, f.Key(), got, want)
			}
		}
	}
	if again := reader.By(nil); len(again) > 0 {
		t.Errorf("no items teach %d", len(again))
	}
}

// TestSelfTaughtReading checks that an order whose items arithmetic proves in part has a
// reading of all items that look like the proven ones.
func TestSelfTaughtReading(t *testing.T) {
	d := analyzed(ordertest.Typed(`
Code            Product description      Quantity    Unit price    Amount
KT-0412         Door mat                 4           34.00         136.00
KT-0977         Shelf, two boards        12          8.50          102.00

We thank you for your offer

KT-1020         Lamp with a switch       5
KT-1151         Mirror                   2
KT-1152         Mirror, small            4
`))
	readings := Readings(d.pages, d.locale, speller, nil)
	i := slices.IndexFunc(readings, func(r Reading) bool { return r.way == selfTaught })
	if i < 0 {
		t.Fatalf("none of %d readings is what the proven items teach", len(readings))
	}
	var codes []string
	for k := range readings[i].Lines {
		codes = append(codes, readings[i].Lines[k][schema.ItemCode].Value)
	}
	if want := []string{"KT-0412", "KT-0977"}; !slices.Equal(codes, want) {
		t.Errorf("the proven items teach %q, want %q", codes, want)
	}
}
