package order

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/ordertest"
)

func TestTotals(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"labels and values", `
                         Subtotal        104.00
                         Tax (8.00%)       8.32
                         Shipping         12.00
                         Total           124.32`,
			wanted{Subtotal: "104.00", Tax: "8.32", Shipping: "12.00", Total: "124.32"}},
		{"a credit, in brackets behind its label", `
                         Total: (124.32)`,
			wanted{Total: "-124.32"}},
		{"discount of the order", `
                         Subtotal              8,651.52
                         Less trade discount   (173.03)
                         Tax (6.50%)             551.10
                         Freight                  45.00
                         TOTAL                 9,074.59`,
			wanted{Subtotal: "8651.52", Tax: "551.10", Shipping: "45.00", Total: "9074.59"}},
		{"Turkish, with what a discount left over the sum", `
                         Brüt Toplam           1.100,00
                         Toplam İskonto          100,00
                         Ara Toplam            1.000,00
                         KDV %20                 200,00
                         Genel Toplam          1.200,00`,
			wanted{Subtotal: "1000.00", Tax: "200.00", Total: "1200.00"}},
		{"Malaysian", `
                         Sub Total (Excluding SST)   4,673.20
                         SST                           116.00
                         Total                       4,789.20`,
			wanted{Subtotal: "4673.20", Tax: "116.00", Total: "4789.20"}},
		{"Hungarian", `
                         Nettó összesen:   25 000 Ft
                         ÁFA 27%:           6 750 Ft
                         Fizetendő:        31 750 Ft`,
			wanted{Subtotal: "25000", Tax: "6750", Total: "31750", Currency: "HUF"}},
		{"two taxes", `
                         CGST 9 %      22,212.00
                         SGST 9 %      22,212.00
Taxable Value                        2,46,800.00
                         Total  7 Nos  2,91,224.00`,
			wanted{Subtotal: "246800.00", Tax: "44424.00", Total: "291224.00"}},
		{"two taxes with rates in a column of their own, and a rounded total", `
                         CGST      9  %      22,211.87
                         SGST      9  %      22,211.87
                         Round off                0.26
                         Taxable Value     2,46,800.00
                         Total  7 Nos      2,91,224.00`,
			wanted{Subtotal: "246800.00", Tax: "44423.74", Total: "291224.00"}},
		{"two taxes beside what they are of", `
                         Summe netto                    10.004,14
                         MwSt 7,00 % auf   9.260,62        648,24
                         MwSt 19,00 % auf    743,52        141,27
                         Gesamtbetrag                   10.793,65`,
			wanted{Subtotal: "10004.14", Tax: "789.51", Total: "10793.65"}},
		{"sections and carried forward", `
                         Section subtotal        100.00
                         Carried forward         100.00
                         Brought forward         100.00
                         Section subtotal        200.00
                         Subtotal                300.00
                         VAT 20%                  60.00
                         Total incl. VAT         360.00`,
			wanted{Subtotal: "300.00", Tax: "60.00", Total: "360.00"}},
		{"the total before tax is called total", `
                         Total           100.00
                         VAT 20%          20.00
                         Grand Total     120.00`,
			wanted{Subtotal: "100.00", Tax: "20.00", Total: "120.00"}},
		{"headings over sums", `
Totale merce        Spese di trasporto     IVA 22%          TOTALE ORDINE
2.108,18            12,00                  466,44           2.586,62`,
			wanted{Subtotal: "2108.18", Shipping: "12.00", Tax: "466.44", Total: "2586.62"}},
		{"on the next page", "Subtotal   104.00\n\fTax   8.32\nTotal   112.32", wanted{Subtotal: "104.00", Tax: "8.32", Total: "112.32"}},
		{"zeros", `
                         Sub-Total       50.00
                         Sales Tax        0.00
                         Freight          0.00
                         Total           50.00`,
			wanted{Subtotal: "50.00", Tax: "0.00", Shipping: "0.00", Total: "50.00"}},
		{"words and quantities are no sums", `
                         Total Quantity      40
                         Total           124.32
Amount in words: one hundred twenty four and 32/100`, wanted{Total: "124.32"}},
		{"german", `
                         Zwischensumme              9.726,66
                         zzgl. 19 % MwSt.           1.848,07
                         Gesamtbetrag              11.574,73`,
			wanted{Subtotal: "9726.66", Tax: "1848.07", Total: "11574.73"}},
		{"swiss", `
                         Zwischentotal       510.63
                         Versandkosten        76.79
                         MwSt. 8.1 %          41.36
                         Total inkl. MWST    628.78`,
			wanted{Subtotal: "510.63", Shipping: "76.79", Tax: "41.36", Total: "628.78"}},
		{"packing and freight in two languages", `
                         Warenwert / Value of goods            100,00
                         Verpackung und Fracht / Packing and freight   24,00
                         Gesamtwert / Total                    124,00`,
			wanted{Subtotal: "100.00", Shipping: "24.00", Total: "124.00"}},
		{"french", `
                         Total HT         5 147,01
                         TVA 20 %         1 029,40
                         Total TTC        6 176,41`,
			wanted{Subtotal: "5147.01", Tax: "1029.40", Total: "6176.41"}},
		{"spanish", `
                         Base imponible     1.000,00
                         IVA 21%              210,00
                         Portes                10,00
                         Total pedido       1.220,00`,
			wanted{Subtotal: "1000.00", Tax: "210.00", Shipping: "10.00", Total: "1220.00"}},
		{"portuguese", `
                         Total dos Produtos   4.984,28
                         Frete                   21,36
                         ICMS/IPI               598,11
                         Total Geral          5.603,75`,
			wanted{Subtotal: "4984.28", Tax: "598.11", Shipping: "21.36", Total: "5603.75"}},
		{"dutch", `
                         Totaal excl. BTW     1.313,00
                         BTW 21%                275,73
                         Totaalbedrag         1.588,73`,
			wanted{Subtotal: "1313.00", Tax: "275.73", Total: "1588.73"}},
		{"amounts before their labels", `
  100.00   SUBTOTAL
   20.00   VAT
  120.00   TOTAL`,
			wanted{Subtotal: "100.00", Tax: "20.00", Total: "120.00"}},
		{"an amount of something else before a label", `
  120.00   kg of steel bars in all
   99.00   kg   TOTAL`, wanted{}},
	}
	for _, tt := range tests {
		testHead(t, tt.name, tt.text, tt.want)
	}
}

// TestTotalsBehindANarrowSegment checks that a total is found behind a segment that is narrower
// than the overlap allowed between neighbours, or that has no place at all. Such a segment must
// be passed once, without an endless loop.
func TestTotalsBehindANarrowSegment(t *testing.T) {
	for _, narrow := range []doc.Box{{X0: 250, X1: 250.3}, {X0: 250, X1: 250}, {X0: math.Inf(1), X1: math.Inf(1)}, {X0: math.NaN(), X1: math.NaN()}} {
		page := doc.Page{Number: 1, Width: 600, Height: 800}
		add := func(text string, x0, x1 float64) {
			page.Words = append(page.Words, doc.Word{Text: text, Size: 10, Baseline: 108, Confidence: 1, Box: doc.Box{X0: x0, Y0: 100, X1: x1, Y1: 110}})
		}
		add("Total", 100, 130)
		add("|", narrow.X0, narrow.X1)
		add("124.32", 350, 400)
		places := newReading(&doc.Document{Pages: []doc.Page{page}}, new(Reader)).labels.Places(0)
		if math.IsInf(narrow.X0, 0) || math.IsNaN(narrow.X0) {
			continue // it only has to end
		}
		if !slices.ContainsFunc(places, func(p keyvalue.Place) bool { return p.Span.Text() == "124.32" }) {
			t.Errorf("a total behind a segment at %v is not found among %d places", narrow, len(places))
		}
	}
}

// TestPartedSums checks sums with blanks between thousands, beneath line items without them.
func TestPartedSums(t *testing.T) {
	orders := Read(ordertest.Typed(`
PURCHASE ORDER 4711

Item   Description          Qty    Price     Amount
1      Steel angle 40x40   1000     12.00  12000.00
2      Base plate 8 mm      400      7.50   3000.00

                            Subtotal      15 000.00
                            VAT 15%        2 250.00
                            Total         17 250.00
`))
	if len(orders) != 1 {
		t.Fatalf("%d orders, want one", len(orders))
	}
	for f, want := range map[Field]string{Subtotal: "15000.00", Tax: "2250.00", Total: "17250.00"} {
		if got := orders[0].Head[f].Value; got != want {
			t.Errorf("%s = %q, want %q", f.Key(), got, want)
		}
	}
}

// TestNoSumsInAddresses checks that "Port" before a number in an address is not taken for
// freight.
func TestNoSumsInAddresses(t *testing.T) {
	orders := Read(ordertest.Typed(`
INKÖPSORDER 4711

Leverantör                      Leveransadress             Fakturaadress
Småland Metall AB               Norrlin Maskiner AB        Norrlin Maskiner AB
Box 18                          Port C, Verkstadsgatan 9   c/o Scanning FE 2210
333 21 STEN                     828 33 EDSBYN              831 90 SUND

Rad    Benämning             Antal     Pris    Belopp
1      Steel angle 40x40        10    12.00    120.00
2      Base plate 8 mm           4     7.50     30.00
                 Summa exkl. moms              150.00`))
	if len(orders) != 1 {
		t.Fatalf("%d orders", len(orders))
	}
	if got := orders[0].Head[Shipping].Value; got != "" {
		t.Errorf("shipping = %q, want none", got)
	}
	if got := orders[0].Head[Total].Value; got != "150.00" {
		t.Errorf("total = %q, want %q", got, "150.00")
	}
}

// TestSumsBeforeConditions checks that the sums are found at the end of the items, although pages
// of conditions follow.
func TestSumsBeforeConditions(t *testing.T) {
	text := "Purchase Order   4711\nDate   2026-03-02\n"
	for page := range 4 {
		text += fmt.Sprintf(`
Item  Description       Qty   Unit price   Amount
%d1    Weld neck flange  2     50.00        100.00
%d2    Gasket            4     25.00        100.00
`, page+1, page+1)
		if page < 3 {
			text += "\f"
		}
	}
	text += `
                  Subtotal     800.00
                  VAT 20%      160.00
                  Total        960.00`
	for section := range 3 {
		text += fmt.Sprintf("\fConditions of purchase, section %d\nThe supplier warrants that the goods are free of defects.\nNothing in these conditions limits liability for fraud.\n", section+1)
	}
	orders := Read(ordertest.Typed(text))
	if len(orders) != 1 {
		t.Fatalf("%d orders, want one", len(orders))
	}
	for f, want := range map[Field]string{Subtotal: "800.00", Tax: "160.00", Total: "960.00"} {
		if got := orders[0].Head[f].Value; got != want {
			t.Errorf("%s is %q, want %q", f.Key(), got, want)
		}
	}
}
