package items

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/headings"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/ordertest"
	"lineitem/convert/order/schema"
	"lineitem/convert/order/value"
)

// tableSpeller corrects words by the phrases of table headings only.
var tableSpeller = ocrrepair.NewSpeller(func() *ocrrepair.Vocabulary {
	v := ocrrepair.NewVocabulary()
	for phrases := range headings.Phrases() {
		for w := range strings.FieldsFuncSeq(phrases, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\t' }) {
			v.Add(w)
		}
	}
	return v
})

// find returns the tables on pages.
func find(pages []*layout.Page) []*Table {
	return NewFinder(pages, value.FindLocale(pages), tableSpeller, nil).Tables()
}

// itemsOf reads the tables of a typed document and returns their rows, one per
// line, with an empty line between tables.
func itemsOf(text string, fields ...schema.Field) string {
	var tables []string
	for _, t := range find(layout.Analyze(ordertest.Typed(strings.Trim(text, "\n")))) {
		var rows []string
		for _, cells := range t.Lines {
			var values []string
			for _, f := range fields {
				values = append(values, cells[f].Value)
			}
			rows = append(rows, strings.Join(values, "|"))
		}
		tables = append(tables, strings.Join(rows, "\n"))
	}
	return strings.Join(tables, "\n\n")
}

func TestFind(t *testing.T) {
	usual := []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal}
	tests := []struct {
		name, text string
		fields     []schema.Field
		want       string
	}{
		{"no document", "", usual, ""},
		{"a letter", "Dear Sir,\nwe have received your order and thank you for it.", usual, ""},
		{
			name: "wrapped description, totals beneath",
			text: `
Line  Part No.   Description                Qty  UOM   Unit Price     Amount
1     AB-1042    Hex bolt M8 x 40, grade      100  EA          0.35      35.00
                 8.8, zinc plated
2     CD-7       Flat washer                   50  BX          4.10     205.00

                                                Subtotal              240.00
                                                Sales tax              16.80
                                                Total                 256.80
1. Ship complete. No partial deliveries.`,
			want: "1|AB-1042|Hex bolt M8 x 40, grade 8.8, zinc plated|100|EA|0.35|35.00\n2|CD-7|Flat washer|50|BX|4.10|205.00",
		},
		{
			name: "figures beside the middle of the text",
			text: `
Pos   Description                  Quantity   Price     Total
      Pump, centrifugal,
1     cast iron, with                     2   150.00    300.00
      motor
      Gasket set for
2                                         4     5.50     22.00
      pump type B
                                        Total            322.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "1|Pump, centrifugal, cast iron, with motor|2|150.00|300.00\n2|Gasket set for pump type B|4|5.50|22.00",
		},
		{
			name: "accounting format with unused rows",
			text: `
ITEM #      DESCRIPTION                QTY    UNIT PRICE        TOTAL
A-100       Desk lamp                    2  $     40.00  $     80.00
B-200       Extension cord               5  $      7.20  $     36.00
                                                         $         -
                                                         $         -
                                    SUBTOTAL             $    116.00`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "A-100|Desk lamp|2|40.00|80.00\nB-200|Extension cord|5|7.20|36.00",
		},
		{
			name: "quantity with its unit, price with its unit",
			text: `
Product                            Quantity       Price          Amount
Olive oil, extra virgin, 5 l       10 CS          23.56/CS       235.60
Sea salt, coarse                   4 BAG          3.00/BAG        12.00
                                   Total                         247.60`,
			fields: []schema.Field{schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "Olive oil, extra virgin, 5 l|10|CS|23.56|235.60\nSea salt, coarse|4|BAG|3.00|12.00",
		},
		{
			name: "a quantity in a cell that its heading says a description shares",
			text: `
Code        Colour            Cost          Qty/Article
014-22      Olive             9.85          11 800
015-22      Blue              9.85          2 400`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice},
			want:   "014-22||11800|9.85\n015-22||2400|9.85",
		},
		{
			name: "a table that goes on beside itself",
			text: `
No    Article                 Qty       No    Article                 Qty
101   Violets, mixed          12        201   Lavender                20
102   Violets, blue           6         202   Rosemary, potted        15
103   Primula                 40`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity},
			want: "|101|Violets, mixed|12\n|102|Violets, blue|6\n|103|Primula|40\n" +
				"|201|Lavender|20\n|202|Rosemary, potted|15",
		},
		{
			name: "two columns without headings between the same two headings",
			text: `
Code      Description                                    Price     Amount
AB-12     Ball valve          brass        3             10.00      30.00
AB-13     Gate valve          steel        4             12.00      48.00
AB-14     Check valve         iron         5             11.00      55.00`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "AB-12|Ball valve|3|10.00|30.00\nAB-13|Gate valve|4|12.00|48.00\nAB-14|Check valve|5|11.00|55.00",
		},
		{
			name: "code above its description under a combined heading",
			text: `
Item/Description                          Quantity  UOM     Price      Amount
FG-20-118                                        3  EA     54.95      164.85
Whiteboard, aluminium frame
FG-20-119                                        9  EA     63.39      570.51
Toner cartridge, magenta
Total                                                                735.36`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.LineTotal},
			want:   "FG-20-118|Whiteboard, aluminium frame|3|164.85\nFG-20-119|Toner cartridge, magenta|9|570.51",
		},
		{
			name: "labelled lines state other columns",
			text: `
Ln   Description                         Qty  Unit       Price    Extended
1    Ring binder, black                    8  EA         10.72       85.76
     Part Number: H5551
     Need By: 01/03/2026
2    Copy paper, white                     2  BX         20.00       40.00
     Part Number: H5552
     Need By: 01/10/2026
     Your ref. 77
                                      Total                         125.76`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.DeliveryDate},
			want:   "1|H5551|Ring binder, black|8|2026-01-03\n2|H5552|Copy paper, white Your ref. 77|2|2026-01-10",
		},
		{
			name: "lines whose labels name an account or the buyer describe nothing",
			text: `
Ln   Description / Item Number           Qty  Unit       Price    Extended
1    Ring binder, black                    8  EA         10.72       85.76
     Item No: H5551
     G/L account: 6100-40
     Colour: black
2    Copy paper, white                     2  BX         20.00       40.00
     Item No : H5552 | Lead time: 3 days
     Requested by: F. Osei
                                      Total                         125.76`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity},
			want:   "1|H5551|Ring binder, black Colour: black|8\n2|H5552|Copy paper, white|2",
		},
		{
			name: "sections, subtotals, carried forward, repeated head",
			text: `
Item  Qty  Unit  Description                  Unit Cost   Ext. Price
Phase 1: Site works
1       4  LOAD  Gravel, washed                  25.00       100.00
2       2  EA    Marker post                      5.00        10.00
                                      Section subtotal       110.00
                                      Carried forward        110.00
` + "\f" + `
Item  Qty  Unit  Description                  Unit Cost   Ext. Price
                                      Brought forward        110.00
Phase 2: Finishes
3      10  L     Paint, white                     8.00        80.00
                                      Section subtotal        80.00
                                      TOTAL                  190.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1|Gravel, washed|4|LOAD|25.00|100.00\n2|Marker post|2|EA|5.00|10.00\n3|Paint, white|10|L|8.00|80.00",
		},
		{
			name: "a page without a head goes on, an item is split",
			text: `
Article    Désignation                    Qté   Prix unitaire    Montant
K35        Disque à tronçonner              7           2,98       20,86
V37        Caisse carton double             5           1,00        5,00
` + "\f" + `
           cannelure
T75        Tôle acier                      10          12,50      125,00
                                         Total HT                 150,86`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "K35|Disque à tronçonner|7|2.98|20.86\nV37|Caisse carton double cannelure|5|1.00|5.00\nT75|Tôle acier|10|12.50|125.00",
		},
		{
			name: "typed with dashes for rules",
			text: `
-----------------------------------------------------------------------
ITEM   QTY    U/M   DESCRIPTION                      PRICE        AMOUNT
-----------------------------------------------------------------------
  1      12   EA    GLOVES, NITRILE, LARGE            4.25         51.00
                    BOX OF 100
  2       3   CS    TOWELS, PAPER                    18.00         54.00
-----------------------------------------------------------------------
                                         ** CONTINUED **
` + "\f" + `
-----------------------------------------------------------------------
ITEM   QTY    U/M   DESCRIPTION                      PRICE        AMOUNT
-----------------------------------------------------------------------
  3       1   EA    MOP BUCKET                       31.00         31.00
-----------------------------------------------------------------------
                                         TOTAL                    136.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1|GLOVES, NITRILE, LARGE BOX OF 100|12|EA|4.25|51.00\n2|TOWELS, PAPER|3|CS|18.00|54.00\n3|MOP BUCKET|1|EA|31.00|31.00",
		},
		{
			name: "tax and other quantities are kept out",
			text: `
Code    Item                Ordered  Received  Rate   GST %   GST Amount    Amount    Amount Incl Tax
A1      Cable tie 200 mm         10         0   2.00   18.00         3.60     20.00              23.60
A2      Cable tie 300 mm          5         0   3.00   18.00         2.70     15.00              17.70
                                          Total                                35.00              41.30`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "A1|Cable tie 200 mm|10|2.00|20.00\nA2|Cable tie 300 mm|5|3.00|15.00",
		},
		{
			name: "discount in percent",
			text: `
Pos.  Artikel    Bezeichnung             Menge  ME     Einzelpreis  Rabatt    Gesamt
10    P42        Handschuhe Nitril          10  Pck        11,68    20 %       93,44
20    P43        Schutzbrille                4  Stk         5,00              20,00
                                       Gesamtbetrag EUR                       113,44`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.Discount, schema.LineTotal},
			want:   "10|P42|Handschuhe Nitril|10|Pck|11.68|20 %|93.44\n20|P43|Schutzbrille|4|Stk|5.00||20.00",
		},
		{
			name: "two orders in one file",
			text: `
Line  Description            Qty   Price     Amount
1     Chair                    2   50.00     100.00
                           Total             100.00
` + "\f" + `
Line  Description            Qty   Price     Amount
1     Table                    1   80.00      80.00
                           Total              80.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.LineTotal},
			want:   "1|Chair|2|100.00\n\n1|Table|1|80.00",
		},
		{
			name: "number above, figures beside the last line",
			text: `
Line  Description                          Quantity   Unit   Unit Price   Total Price
1     Consulting services for the month
      of March, including travel                  1   LS      12,000.00     12,000.00
2     Project manager                            10   DAY        950.00      9,500.00
                                                          Total             21,500.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1|Consulting services for the month of March, including travel|1|LS|12000.00|12000.00\n2|Project manager|10|DAY|950.00|9500.00",
		},
		{
			name: "numbered articles are no line numbers",
			text: `
No.       Description             Quantity   Unit of    Direct Unit   Line Amount
                                             Measure    Cost
1000      Bicycle, touring               2   PCS             350.00        700.00
          frame size 54
2000      Bell                          12   PCS               1.50         18.00`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "|1000|Bicycle, touring frame size 54|2|PCS|350.00|700.00\n|2000|Bell|12|PCS|1.50|18.00",
		},
		{
			name: "list price, discount, net price",
			text: `
Catalog #    Product             Qty     List      Disc      Net       Ext Net
BD-309       Syringe 10 mL         5    50.00     20.0%     40.00       200.00
BD-310       Syringe 20 mL         2    60.00     20.0%     48.00        96.00`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.Discount, schema.LineTotal},
			want:   "BD-309|Syringe 10 mL|5|40.00|20.0%|200.00\nBD-310|Syringe 20 mL|2|48.00|20.0%|96.00",
		},
		{
			name: "headings that mislead",
			text: `
Code    Description             Qty    Pack    Price    Value     Total
A1      Screws, assorted          4      50     6.00     0.12     24.00
A2      Dowels                    3     100     2.50     0.03      7.50
A3      Anchors                   2      20     9.00     0.45     18.00`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "A1|Screws, assorted|4|6.00|24.00\nA2|Dowels|3|2.50|7.50\nA3|Anchors|2|9.00|18.00",
		},
		{
			name: "no prices at all",
			text: `
Qty    Part Number     Description
4      770-1           Bracket, left
4      770-2           Bracket, right

Please confirm receipt of this order by return.`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity},
			want:   "770-1|Bracket, left|4\n770-2|Bracket, right|4",
		},
	}
	for _, test := range tests {
		fields := test.fields
		if fields == nil {
			fields = usual
		}
		if got := itemsOf(test.text, fields...); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestRuledItems(t *testing.T) {
	// Each item is in a ruled row whose cells are each centred on their own: line
	// number and total beside one line, the quantity beside another. The last
	// ruled row has no figures and continues the item above.
	page := *layout.Analyze(ordertest.Typed(strings.Trim(`
Line   Description         Qty        Amount
       Pump, cast
1      iron, with                      50.00
       motor and           2
       bracket
2      Valve               4           10.00`, "\n")))[0].Page
	rule := func(y float64) {
		page.Rules = append(page.Rules, doc.Rule{Box: doc.Box{X0: 30, Y0: y, X1: 320, Y1: y + 0.5}})
	}
	for _, row := range []float64{0, 1, 5, 6} {
		rule(34.5 + 12*row)
	}
	for _, x := range []float64{30, 72, 190, 250, 320} {
		page.Rules = append(page.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: 34.5, X1: x + 0.5, Y1: 106.5}, Vertical: true})
	}
	var got []string
	for _, table := range find(layout.Analyze(&doc.Document{Pages: []doc.Page{page}})) {
		for _, c := range table.Lines {
			got = append(got, c[schema.LineNumber].Value+"|"+c[schema.Description].Value+"|"+c[schema.Quantity].Value+"|"+c[schema.LineTotal].Value)
		}
	}
	want := "1|Pump, cast iron, with motor and bracket|2|50.00\n2|Valve|4|10.00"
	if got := strings.Join(got, "\n"); got != want {
		t.Errorf("Find gives\n%s\nwant\n%s", got, want)
	}
}

func TestHeadsInLanguages(t *testing.T) {
	tests := []struct{ language, head string }{
		{"English", "Item Code    Description          Qty     Unit    Unit Price       Amount"},
		{"German", "Artikel-Nr.  Bezeichnung          Menge   Einh.   Einzelpreis   Gesamtpreis"},
		{"French", "Référence    Désignation          Qté     Unité   P.U. HT       Montant HT"},
		{"Spanish", "Código       Descripción          Cant.   Ud.     Precio unit.     Importe"},
		{"Italian", "Cod. art.    Descrizione          Q.tà    U.M.    Prezzo unit.     Importo"},
		{"Portuguese", "Código       Descrição            Qtd.    Un.     Preço unit.        Valor"},
		{"Dutch", "Artikelnr.   Omschrijving         Aantal  Eenh.   Stukprijs       Bedrag"},
		{"Polish", "Indeks       Nazwa towaru         Ilość   J.m.    Cena netto     Wartość"},
		{"Czech", "Kód zboží    Název                Počet   MJ      Cena za MJ       Celkem"},
		{"Swedish", "Artikelnr    Benämning            Antal   Enhet   Á-pris          Belopp"},
		{"Danish", "Varenr.      Varebeskrivelse      Antal   Enhed   Stykpris         Beløb"},
		{"Norwegian", "Varenr.      Beskrivelse          Antall  Enhet   Enhetspris       Beløp"},
		{"Finnish", "Tuotenro     Kuvaus               Määrä   Yks.    Yksikköhinta  Yhteensä"},
		{"Slovak", "Kód tovaru   Názov                Množstvo  MJ   Cena za MJ        Spolu"},
		{"Slovene", "Šifra        Naziv                Količina  EM   Cena na EM       Znesek"},
		{"Vietnamese", "Mã hàng      Tên hàng hóa         SL     ĐVT     Đơn giá     Thành tiền"},
		{"Indonesian", "Kode Barang  Nama Barang          Qty    Satuan  Harga Satuan  Jumlah"},
		{"Japanese", "品番           品名                  数量       単位         単価           金額"},
		{"Chinese", "物料编码         名称                  数量       单位         单价           金额"},
		{"Korean", "품번           품명                  수량       단위         단가           금액"},
		{"Thai", "รหัสสินค้า      รายการ              จำนวน  หน่วย   ราคาต่อหน่วย   จำนวนเงิน"},
		{"Hebrew", "מק\"ט         תיאור                כמות   יחידה   מחיר             סה\"כ"},
		{"Arabic", "كود          الوصف               الكمية   الوحدة     السعر        الإجمالي"},
	}
	for _, test := range tests {
		text := test.head + "\nAB-12        Ventil 50 mm          10     ST           2.50        25.00\n" +
			"AB-13        Ventil 80 mm           4     ST           4.00        16.00"
		want := "AB-12|Ventil 50 mm|10|ST|2.50|25.00\nAB-13|Ventil 80 mm|4|ST|4.00|16.00"
		if got := itemsOf(text, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal); got != want {
			t.Errorf("%s head: Find gives\n%s\nwant\n%s", test.language, got, want)
		}
	}
}

func TestItemEvidence(t *testing.T) {
	tables := find(layout.Analyze(ordertest.Typed("Line  Description            Qty   Price     Amount\n1     Chair, oak               2   50.00     100.00")))
	if len(tables) != 1 || len(tables[0].Lines) != 1 {
		t.Fatalf("Find gives %v, want one row", tables)
	}
	cell := tables[0].Lines[0][schema.LineTotal]
	if want := "2 × 50.00 = 100.00"; cell.Evidence.Proof != want {
		t.Errorf("proof of the total = %q, want %q", cell.Evidence.Proof, want)
	}
	words := tables[0].Lines[0][schema.Description].Evidence.Words
	if got, want := strings.Join(words, " "), "Chair, oak"; got != want {
		t.Errorf("words of the description = %q, want %q", got, want)
	}
	if e := cell.Evidence; e.Page != 1 || e.Box.Empty() || e.Confidence <= 0.9 {
		t.Errorf("evidence of the total = %+v, want a box on page 1, confirmed", e)
	}
}

// FuzzFind reads pages of arbitrary text: reading must end, and each row must
// have a value.
func FuzzFind(f *testing.F) {
	f.Add("Line  Description  Qty  Price  Amount\n1  Chair  2  50.00  100.00\nTotal 100.00\f2 Table 1 8.00 8.00")
	f.Add("Item   Material   Description\n   Order qty.  Unit   Price per unit   Net value\n00010 4711 Bearing\n 40 PC 12.50 500.00")
	f.Add("Pos  Bezeichnung  Menge  Preis\n\n1  Schraube  10  1,50\n-----\n")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4<<10 {
			t.Skip()
		}
		for _, table := range find(layout.Analyze(ordertest.Typed(text))) {
			for _, cells := range table.Lines {
				if !cells.Stated() {
					t.Errorf("Find(%q) gives a row that states nothing", text)
				}
			}
		}
	})
}

// BenchmarkFind measures reading the items of a page that is already laid out.
func BenchmarkFind(b *testing.B) {
	var text strings.Builder
	text.WriteString("Line  Part No.   Description                      Qty  UOM   Unit Price     Amount\n")
	for range 25 {
		text.WriteString("1     AB-1042    Hex bolt M8 x 40, grade 8.8      100  EA          0.35      35.00\n")
		text.WriteString("                 zinc plated, with washer\n")
	}
	pages := layout.Analyze(ordertest.Typed(text.String()))
	locale := value.FindLocale(pages)
	b.ReportAllocs()
	for b.Loop() {
		NewFinder(pages, locale, tableSpeller, nil).Tables()
	}
}

func TestLabelledCodes(t *testing.T) {
	tests := []struct{ label, want string }{
		{"Varenr. KP-4471-42", "KP-4471-42|Pumpe"},
		{"Varenummer: KP-4471", "KP-4471|Pumpe"},
		{"Indeks: KP-80-A4", "KP-80-A4|Pumpe"},
		{"Symbol: KP-80", "KP-80|Pumpe"},
		{"Nr kat. KP-118", "KP-118|Pumpe"},
		{"Tuotenro: 40118", "40118|Pumpe"},
		{"Symbol 12 series", "|Pumpe Symbol 12 series"},
	}
	for _, tt := range tests {
		text := "Name                    Qty    Price    Amount\nPumpe                   2      10.00    20.00\n" + tt.label + "\nDeckel                  1      5.00     5.00\n"
		got, _, _ := strings.Cut(itemsOf(text, schema.ItemCode, schema.Description), "\n")
		if got != tt.want {
			t.Errorf("item with %q beneath = %q, want %q", tt.label, got, tt.want)
		}
	}
}

func TestLabelledDescriptions(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a word with which a label may begin", `
Line     Catalog No.     Size        Unit Price    Quantity     Ext. Price
1        AB2201          100 UG          12.00            2          24.00
         Service of pumps
2        PL-9611         50 CS            3.00            3           9.00
         Service of tanks`,
			"AB2201|Service of pumps|2\nPL-9611|Service of tanks|3"},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, schema.ItemCode, schema.Description, schema.Quantity); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestInstructionsBeneathItems(t *testing.T) {
	const head = "Code     Description              Qty      Price    Amount\nKP-120   Ball valve               2        1.00       2.00\n\n" +
		"KP-121   Steel plate              4        1.00       4.00\n"
	tests := []struct{ name, text, want string }{
		{"a row's height beneath", "\n         Drawings before start of work", "Steel plate|"},
		{"far beneath, as a delivery's label begins", "\n\n         Delivery before 5 in the morning", "Steel plate|"},
		{"goes on", "         with holes", "Steel plate with holes|"},
		{"another code than that of its column", "         Supplier item: 4055-X", "Steel plate|"},
		{"a text that begins as a code's label", "         Part number on it", "Steel plate Part number on it|"},
		{"a text that begins as a sum's label", "         Base: smoked oak", "Steel plate Base: smoked oak|"},
		{"a small letter does not", "         deliver to the stores", "Steel plate deliver to the stores|"},
	}
	for _, tt := range tests {
		got := itemsOf(head+tt.text, schema.Description, schema.DeliveryDate)
		if got != "Ball valve|\n"+tt.want {
			t.Errorf("%s: Find gives %q, want %q", tt.name, got, "Ball valve|\n"+tt.want)
		}
	}
}
