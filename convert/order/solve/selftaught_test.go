package solve

import (
	"testing"

	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/taught"
)

// Two items teach what the others look like.
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
