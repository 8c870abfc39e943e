package items

import (
	"strings"
	"testing"

	"lineitem/convert/layout"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// TestMatrix checks rows of a size matrix: the quantity is the sum of the row's other figures, and code and price are
// printed above the rows.
func TestMatrix(t *testing.T) {
	finder := typedFinder(`
Article No.: 40412          Price: 3,50 EUR

Summary of quantities
Col      Colour          Pcs     XS      S       M       L
10000    White           200     20      40      80      60
10001    Dark blue       200     20      40      80      60
10007    Red             90              30      30      30
Total                    490     40      110     190     150
`)
	checkItems(t, finder.Matrix(), []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice}, [][]string{
		{"40412", "White", "200", "3.50"}, {"40412", "Dark blue", "200", "3.50"}, {"40412", "Red", "90", "3.50"},
	})
}

// TestPricedMatrix checks that where a total follows the sum, the line above is part of the description, or all of it
// if the row itself has no text.
func TestPricedMatrix(t *testing.T) {
	fields := []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}
	checkItems(t, typedFinder(`
ART. 26K-118         Jacket, lined                             84.00
         Grey 901     2    4    6    6    -    18                    1,512.00
         Blue 755     1    3    5    5    1    15                    1,260.00
ART. 26K-204         Trousers                                  36.50
         Black 999    6    10   14   14   2    46                    1,679.00
`).Matrix(), fields, [][]string{
		{"26K-118", "Jacket, lined Grey 901", "18", "84.00", "1512.00"},
		{"26K-118", "Jacket, lined Blue 755", "15", "84.00", "1260.00"},
		{"26K-204", "Trousers Black 999", "46", "36.50", "1679.00"},
	})
	checkItems(t, typedFinder(`
7714     Walking boot, brown
Size     6    7    8    9
Pairs    2    4    8    8     22 prs   @ 64.50      1,419.00
7730     Sandal
Size     6    6.5  7    9
Pairs    1    1    2    2     6 prs    @ 10.00      60.00
`).Matrix(), fields, [][]string{{"7714", "Walking boot, brown", "22", "64.50", "1419.00"}, {"7730", "Sandal", "6", "10.00", "60.00"}})
}

// TestNoMatrix checks that rows in which no figure is the sum of the others are not a matrix.
func TestNoMatrix(t *testing.T) {
	if found := typedFinder(`
White           20      40      80      60
Blue            20      40      80      60
Red             4       0       0       4
Green           3       0       0       3
`).Matrix(); len(found) > 0 {
		t.Errorf("Matrix = %d tables, want none", len(found))
	}
}

// TestLabelled checks items with a label for each value: a repeated label begins the next item, a total beneath must
// be quantity times price, and the text above the first label describes the item.
func TestLabelled(t *testing.T) {
	fields := []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal}
	checkItems(t, typedFinder(`
    Copy paper, white, letter, a case
    of 10 reams
    Item #6028288
    Qty: 2 @ $40.99 / carton
    $81.98

    Markers, fine point
    Item #233812
    Qty: 1 @ $13.39 / dozen
    $13.39
`).Labelled(), fields, [][]string{
		{"6028288", "Copy paper, white, letter, a case of 10 reams", "2", "carton", "40.99", "81.98"},
		{"233812", "Markers, fine point", "1", "dozen", "13.39", "13.39"},
	})
	checkItems(t, typedFinder(`
Article No.:       12166518
Description:       Denim shirt
                   with long sleeves
Quantity:          2040 pcs
Unit price:        8.20 USD
Total amount:      16,728.00 USD
`).Labelled(), fields, [][]string{{"12166518", "Denim shirt with long sleeves", "2040", "pcs", "8.20", "16728.00"}})
	// A lone figure far above, and labels of one word without colons.
	checkItems(t, typedFinder(`
Terms       Net 30

Ship to     Store, gate 2
            12 Mill Lane
            Ashford

Item        1           Part Number     KB-1170
Description     Pump housing, welded
Qty         4 off       Unit Price      2,150.00       Line Value      8,600.00

Item        2           Part Number     KB-1182
Description     Hose clamp, wide
Qty         16 off      Unit Price      120.50         Line Value      1,928.00
`).Labelled(), fields, [][]string{
		{"KB-1170", "Pump housing, welded", "4", "off", "2150.00", "8600.00"},
		{"KB-1182", "Hose clamp, wide", "16", "off", "120.50", "1928.00"},
	})
}

// TestLabelledSupplierPart checks that a code is read after a longer label than its column would have as a heading,
// and that the first of several codes counts.
func TestLabelledSupplierPart(t *testing.T) {
	fields := []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal}
	checkItems(t, typedFinder(`
1       Balance, analytical, 220 g
        Supplier Part Number: 25-LAB-0881          Commodity Code: 41111500
        Quantity: 2    Unit: Each                  Price: $3,412.00 USD          Amount: $6,824.00 USD

2       Weigh boats, antistatic
        Supplier Part Number: 25-LAB-0907          Commodity Code: 41122404
        Quantity: 10   Unit: Case                  Price: $22.75 USD             Amount: $227.50 USD
`).Labelled(), fields, [][]string{
		{"25-LAB-0881", "Balance, analytical, 220 g", "2", "3412.00", "6824.00"},
		{"25-LAB-0907", "Weigh boats, antistatic", "10", "22.75", "227.50"},
	})
}

// TestFormItem checks that the item of a form is found by its product where only the price's label is known, or none,
// and that a sum that is no product gives nothing.
func TestFormItem(t *testing.T) {
	const form = `
SERVICE DETAILS
Service: Stump grinding and removal
Species: Maple
Stumps: 14
Schedule: Spring

PRICE
Unit Price (per stump): $$185.00
Subtotal: $`
	fields := []schema.Field{schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal}
	checkItems(t, typedFinder(form+"2,590.00").Labelled(), fields, [][]string{{"Stump grinding and removal", "14", "stump", "185.00", ""}})
	if found := typedFinder(form + "2,591.00").Labelled(); len(found) > 0 {
		t.Errorf("Labelled = %+v, want nothing", found[0].Lines)
	}
	for remark, unit := range map[string]string{"USD": "", "excl. VAT": "", "each": "each", "USD per m3": "m3"} {
		checkItems(t, typedFinder(strings.Replace(form, "per stump", remark, 1)+"2,590.00").Labelled(), fields, [][]string{{"Stump grinding and removal", "14", unit, "185.00", ""}})
	}
	checkItems(t, typedFinder(`
Work           Pool resurfacing
Surface        Gunite
Area           3120 sq ft

Rate           $6.85 / sq ft
Net            $21,372.00
`).Labelled(), fields, [][]string{{"Pool resurfacing", "3120", "sq ft", "6.85", ""}})
}

// checkItems checks the items of the only table.
func checkItems(t *testing.T, tables []*Table, fields []schema.Field, want [][]string) {
	t.Helper()
	if len(tables) != 1 || len(tables[0].Lines) != len(want) {
		t.Fatalf("%d tables %+v, want one of %d items", len(tables), tables, len(want))
	}
	for i, c := range tables[0].Lines {
		for k, f := range fields {
			if got := c[f].Value; got != want[i][k] {
				t.Errorf("item %d: %s %q, want %q", i, f.Key(), got, want[i][k])
			}
		}
	}
}

// typedFinder returns a finder for a typed page.
func typedFinder(text string) *Finder {
	pages := layout.Analyze(ordertest.Typed(strings.Trim(text, "\n")))
	return NewFinder(pages, value.FindLocale(pages), tableSpeller, nil)
}
