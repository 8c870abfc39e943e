package solve

import (
	"context"
	"os"
	"reflect"
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/items"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
	"lineitem/convert/pdftext"

	"github.com/shopspring/decimal"
)

var speller = ocrrepair.NewSpeller(ocrrepair.NewVocabulary)

// document is a document with the items that the rules read in it.
type document struct {
	pages  []*layout.Page
	locale value.Locale
	tables []*items.Table
}

func (d *document) items() (tables []*items.Table, seen bool) {
	tables, seen, _ = Items(d.pages, d.locale, speller, nil, nil)
	return tables, seen
}

func open(t *testing.T, file string) *document {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := pdftext.Read(context.Background(), data, pdftext.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return analyzed(d)
}

func analyzed(d *doc.Document) *document {
	pages := layout.Analyze(d)
	locale := value.FindLocale(pages)
	return &document{pages, locale, items.NewFinder(pages, locale, speller, nil).Tables()}
}

// TestItemsThatUsualRulesMiss checks that items that the rules do not see are read,
// in a layout that neither rules nor weights were made from.
func TestItemsThatUsualRulesMiss(t *testing.T) {
	d := open(t, "blind/docs/evan-09.pdf")
	if len(d.tables) > 0 {
		t.Fatalf("rules read %d tables; the test needs a document in which they read none", len(d.tables))
	}
	tables, _ := d.items()
	if len(tables) != 1 {
		t.Fatalf("Items = %d tables, want one", len(tables))
	}
	right := map[string]string{"54-1182": "24", "54-1190": "6", "88-4071": "10"} // item code to quantity
	for i := range tables[0].Lines {
		c := &tables[0].Lines[i]
		if q, ok := right[c[schema.ItemCode].Value]; ok && c[schema.Quantity].Value == q && c[schema.Description].Value != "" {
			delete(right, c[schema.ItemCode].Value)
		}
		if e := c[schema.Quantity].Evidence; c[schema.Quantity].Value != "" && (e.Page != 1 || e.Box.Empty() || len(e.Words) == 0) {
			t.Errorf("the quantity of item %d has the evidence %+v", i, e)
		}
	}
	if len(right) > 0 {
		t.Errorf("items that are not read with their quantities: %v", right)
	}
}

// TestHeadBeneathAnotherTable checks that a table right above the items' header row
// is not taken for a part of it.
func TestHeadBeneathAnotherTable(t *testing.T) {
	d := analyzed(ordertest.Typed(`
Terms of shipping             Shipping method
Free carrier                  Road and sea
         Code            Product description      Quantity    Unit price    Amount
KT-0412                  Door mat                 4           34.00         136.00
KT-0977                  Shelf, two boards        12          8.50          102.00
KT-1020                  Lamp                     5           20.00         100.00
`))
	tables, _ := d.items()
	if len(tables) != 1 || len(tables[0].Lines) != 3 {
		t.Fatalf("Items = %d tables, want one with three items", len(tables))
	}
	for i, want := range [...][3]string{{"KT-0412", "Door mat", "4"}, {"KT-0977", "Shelf, two boards", "12"}, {"KT-1020", "Lamp", "5"}} {
		c := &tables[0].Lines[i]
		if got := [3]string{c[schema.ItemCode].Value, c[schema.Description].Value, c[schema.Quantity].Value}; got != want {
			t.Errorf("item %d is %q, want %q", i, got, want)
		}
	}
}

// TestWeights checks that weights are read as they were written, and that damaged
// ones are refused.
func TestWeights(t *testing.T) {
	w := storedWeights()
	if w.Trees == nil {
		t.Error("the program carries no trees")
	}
	data, err := w.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseWeights(data)
	if err != nil || !reflect.DeepEqual(again, w) {
		t.Errorf("ParseWeights of what was written = %v, %v; want %v", again, err, w)
	}
	text, trees, _ := strings.Cut(string(data), "\n\n")
	if again, err := ParseWeights([]byte(text)); err != nil || again.Trees != nil || again.Readings != w.Readings {
		t.Errorf("ParseWeights without trees = %v, %v; want %v", again, err, w.Readings)
	}
	for _, bad := range []string{"", "agreed: 1.0\n", strings.Replace(text, "agreed: ", "agreed: x", 1), text + "\n\n" + trees[:len(trees)/2]} {
		if _, err := ParseWeights([]byte(bad)); err == nil {
			t.Errorf("ParseWeights(%.20q) = nil, want an error", bad)
		}
	}
}

// TestProvenItemsStand checks that items read by rules are not changed if the
// figures prove them.
func TestProvenItemsStand(t *testing.T) {
	d := open(t, "blind/docs/evan-01.pdf")
	var lines []schema.Cells
	for _, table := range d.tables {
		lines = append(lines, table.Lines...)
	}
	if p := prove(d.pages, d.locale, lines); !p.sure() {
		t.Fatalf("the figures prove %+v; the test needs a document whose sums close", p)
	}
	tables, seen := d.items()
	if seen || len(tables) != len(d.tables) {
		t.Fatalf("Items = %d tables, seen by the network: %v; want the rules' %d", len(tables), seen, len(d.tables))
	}
	for i := range tables {
		if !sameValues(tables[i].Lines, d.tables[i].Lines) {
			t.Errorf("table %d is not that of the rules", i)
		}
	}
}

// TestItemsThatCostNothing checks that an item may have words instead of a price.
func TestItemsThatCostNothing(t *testing.T) {
	d := analyzed(ordertest.Typed(`
Purchase order 4471

Item   Part no.       Description                  Qty   Unit    Unit price     Amount
1      KW-7781-01     Bearing housing, cast         14   EA        118.00      1652.00
2      KW-7781-90     Test report for each part     14   EA           NSP          NSP
3      KW-1006-03     Mounting ring                 28   EA         40.25      1127.00
4      KW-1006-07     Gasket                         2   EA         10.00        20.00
                                                                    Total      2799.00
`))
	tables, _ := d.items()
	if lines := linesOf(tables); len(lines) != 4 || lines[1][schema.ItemCode].Value != "KW-7781-90" || lines[1][schema.UnitPrice].Value != "" {
		t.Errorf("Items gives %d lines, want four, the second without a price", len(lines))
	}
}

// TestSure checks that the network is not asked about items whose figures prove
// them, even by other arithmetic than quantity × price, but that it is asked about
// a surcharge among them.
func TestSure(t *testing.T) {
	line := func(number, quantity, price, discount, total string) schema.Cells {
		var c schema.Cells
		c[schema.LineNumber].Value, c[schema.Quantity].Value, c[schema.UnitPrice].Value = number, quantity, price
		c[schema.Discount].Value, c[schema.LineTotal].Value, c[schema.Description].Value = discount, total, "valve"
		return c
	}
	for _, tt := range []struct {
		name  string
		lines []schema.Cells
		want  bool
	}{
		{"products", []schema.Cells{line("1", "2", "5.50", "", "11.00"), line("2", "4", "5", "", "20.00")}, true},
		{"prices per thousand", []schema.Cells{line("1", "8000", "41.25", "", "330.00")}, true},
		{"percentages", []schema.Cells{line("1", "24", "68.40", "40+10", "886.46"), line("2", "86", "12.90", "20,00%", "887.52")}, true},
		{"an amount off", []schema.Cells{line("1", "2", "10", "1.50", "18.50")}, true},
		{"a surcharge", []schema.Cells{line("1", "2", "5.50", "", "11.00"), line("", "4", "5", "", "20.00")}, false},
		{"one that costs nothing", []schema.Cells{line("1", "2", "5.50", "", "11.00"), line("2", "4", "5", "", "20.00"), line("3", "1", "5", "", "5.00"), line("4", "1", "", "", "")}, true},
		{"one with a price that costs nothing", []schema.Cells{line("1", "2", "5.50", "", "11.00"), line("2", "4", "5", "", "20.00"), line("3", "1", "5", "", "5.00"), line("4", "1", "7", "", "")}, true},
		{"one in a later section", []schema.Cells{line("1.1", "2", "5.50", "", "11.00"), line("1.2", "4", "5", "", "20.00"), line("1.3", "1", "5", "", "5.00"), line("2.1", "1", "", "", "")}, true},
		{"more that cost nothing", []schema.Cells{line("1", "2", "5.50", "", "11.00"), line("2", "4", "", "", ""), line("3", "1", "", "", "")}, false},
		{"other figures", []schema.Cells{line("1", "2", "5.50", "10 %", "11.50")}, false},
		{"no price", []schema.Cells{line("1", "2", "", "", "11.50")}, false},
		{"no items", nil, false},
	} {
		p := prove(nil, value.Locale{}, tt.lines)
		if got := p.sure(); got != tt.want {
			t.Errorf("%s: sure = %v, want %v (%+v)", tt.name, got, tt.want, p)
		}
	}
}

func TestProve(t *testing.T) {
	line := func(quantity, price, total string) schema.Cells {
		var c schema.Cells
		c[schema.Quantity].Value, c[schema.UnitPrice].Value, c[schema.LineTotal].Value = quantity, price, total
		return c
	}
	pages := layout.Analyze(&doc.Document{Pages: []doc.Page{{Number: 1, Width: 600, Height: 800, Words: []doc.Word{
		{Text: "31.00", Box: doc.Box{X0: 500, Y0: 600, X1: 530, Y1: 610}, Baseline: 608, Size: 10, Confidence: 1},
	}}}})
	locale := value.FindLocale(pages)
	for _, tt := range []struct {
		name  string
		lines []schema.Cells
		want  proof
	}{
		{"nothing", nil, proof{uniform: true}},
		{"products and sum", []schema.Cells{line("2", "5.50", "11.00"), line("4", "5", "20.00")}, proof{items: 2, stated: 2, proven: 2, priced: 2, uniform: true, summed: true}},
		{"a product that is none", []schema.Cells{line("2", "5.50", "11.00"), line("3", "5", "20.00")}, proof{items: 2, stated: 2, proven: 1, priced: 1, uniform: true, summed: true}},
		{"another sum", []schema.Cells{line("2", "5.50", "11.00")}, proof{items: 1, stated: 1, proven: 1, priced: 1, uniform: true}},
		{"a total that is missing", []schema.Cells{line("2", "5.50", "31.00"), line("2", "1", "")}, proof{items: 2, stated: 1, uniform: true}},
	} {
		if got := prove(pages, locale, tt.lines); got != tt.want {
			t.Errorf("%s: prove = %+v, want %+v", tt.name, got, tt.want)
		}
	}
}

func TestPrinted(t *testing.T) {
	d := analyzed(ordertest.Typed(`
Freight   9 900.00     12  31.00
Total     $1,234.50    2 1 234.50     1 234.50 EUR    18500     50 %
`))
	for _, tt := range []struct {
		amount string
		want   int
	}{{"1234.50", 3}, {"31", 1}, {"9900", 1}, {"18500", 1}, {"50", 0}, {"12", 0}} {
		if got := countPrinted(d.pages, d.locale, decimal.RequireFromString(tt.amount)); got != tt.want {
			t.Errorf("%s is printed %d times, want %d", tt.amount, got, tt.want)
		}
	}
}
