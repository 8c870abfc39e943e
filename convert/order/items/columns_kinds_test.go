package items

import (
	"strings"
	"testing"

	"lineitem/convert/order/headings"
	"lineitem/convert/order/schema"
)

func TestColumnKinds(t *testing.T) {
	tests := []struct {
		name, text string
		fields     []schema.Field
		want       string
	}{
		{
			name: "the posts of a bill of quantities, numbered by section",
			text: `
Post   Omschrijving                  Eenh.   Hoeveelheid      E.P.      Totaal
A.1    Bekistingsplaat 27 mm         m2           320,00     21,50    6.880,00
A.2    Stalen schoor                 st           180,00      7,25    1.305,00
B.1    Wapeningsnet                  st           144,00     39,50    5.688,00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.LineTotal},
			want:   "A.1|Bekistingsplaat 27 mm|320.00|6880.00\nA.2|Stalen schoor|180.00|1305.00\nB.1|Wapeningsnet|144.00|5688.00",
		},
		{
			name: "headings at the left of columns whose figures stand at the right, taxes beneath prices",
			text: `
Description               Rate              Qty    Line Total
Crown cleaning                       $485.00      3           $1,455.00
Cable brace                          $620.00      1             $620.00
                                        +Tax
Crew day                           $1,100.00      1           $1,100.00`,
			fields: []schema.Field{schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "Crown cleaning|3||485.00|1455.00\nCable brace|1||620.00|620.00\nCrew day|1||1100.00|1100.00",
		},
		{
			name: "a Turkish head",
			text: `
Sıra  Malzeme Kodu   Malzeme Açıklaması        Miktar  Birim   Birim Fiyat   İsk.%        Tutar
1     153.02.0041    Kompakt Şalter 3x250A          4  AD           100,00      40       240,00
2     153.04.0117    Bara Bakır 40x10 mm          220  KG           512,50            112.750,00
                                                               Ara Toplam              112.990,00
                                                               KDV %20                  22.598,00`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1|153.02.0041|Kompakt Şalter 3x250A|4|AD|100.00|240.00\n2|153.04.0117|Bara Bakır 40x10 mm|220|KG|512.50|112750.00",
		},
		{
			name: "short names in Chinese, with their makes beside them",
			text: `
序号   名称        描述                单位   数量     单价      金额
1    深沟球轴承     SKF 6204 两面密封     只    10    25.00  250.00
2    六角螺栓      8.8 级 M12x60      件   200     1.50  300.00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Unit, schema.Quantity, schema.LineTotal},
			want:   "1|深沟球轴承|只|10|250.00\n2|六角螺栓|件|200|300.00",
		},
		{
			name: "a Hungarian head",
			text: `
Ssz.  Cikkszám     Megnevezés                   Menny.  Me.      Egységár       Érték
1.    HK-60x90     Légszűrő panel                   40  db         43,50    1.740,00
2.    HK-ZSF7      Zsákos szűrő, 8 zsák             24  db        129,00    3.096,00
Összesen:                                                                   4.836,00`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1.|HK-60x90|Légszűrő panel|40|db|43.50|1740.00\n2.|HK-ZSF7|Zsákos szűrő, 8 zsák|24|db|129.00|3096.00",
		},
		{
			name: "a Romanian head",
			text: `
Nr. crt.  Denumirea produselor           U.M.   Cantitatea   Preț unitar     Valoarea
1         Rulment radial 6204            buc            40         43,50     1.740,00
2         Simering 30x47                 buc            24        129,00     3.096,00`,
			fields: []schema.Field{schema.LineNumber, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal},
			want:   "1|Rulment radial 6204|40|buc|43.50|1740.00\n2|Simering 30x47|24|buc|129.00|3096.00",
		},
		{
			name: "packages and pieces per package multiply up to the quantity, too",
			text: `
Rg.   Descrizione                  Colli    Pz/collo    Quantità       Prezzo      Importo
1     Flacone 250 ml                  12         144        1728        30,60       528,77
2     Dispenser bianco                 3        1000        3000       112,00       336,00
3     Etichetta bianca                10        5000       50000        18,90       945,00`,
			fields: []schema.Field{schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "Flacone 250 ml|1728|30.60|528.77\nDispenser bianco|3000|112.00|336.00\nEtichetta bianca|50000|18.90|945.00",
		},
		{
			name: "prices of an agreement, and those of this order, which pay the lines",
			text: `
Line   Description               Qty     Agr. price   This Rel.      Amount
1      Road salt                  10           5.00        4.00       40.00
2      Winter sand                20           3.00        3.00       60.00
3      Fuel surcharge              1                      68.50       68.50
4      Granular, crushed           2           7.00        7.00       14.00`,
			fields: []schema.Field{schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "Road salt|10|4.00|40.00\nWinter sand|20|3.00|60.00\nFuel surcharge|1|68.50|68.50\nGranular, crushed|2|7.00|14.00",
		},
		{
			name: "dates before the texts tell when work was done",
			text: `
Date           Description                Qty     Price     Amount
08/14/2026     Consulting, on site         12     10.00     120.00
10/02/2026     Consulting, by phone         2    200.00     400.00`,
			fields: []schema.Field{schema.Description, schema.DeliveryDate, schema.Quantity},
			want:   "Consulting, on site||12\nConsulting, by phone||2",
		},
		{
			name: "prices with what they are for beside them",
			text: `
Line  Item       Description              Qty    U/M     Price/per     Extended
1     PKG-18     Carton, printed        5,000    EA     1,184.00/M     5,920.00
2     PKG-41     Partition              5,000    EA        48.90/C     2,445.00
3     TOOL-7     Cutting die                2    EA     1,350.00/E     2,700.00`,
			fields: []schema.Field{schema.ItemCode, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "PKG-18|5000|1184.00|5920.00\nPKG-41|5000|48.90|2445.00\nTOOL-7|2|1350.00|2700.00",
		},
		{
			name: "a heading that names only what prices are for",
			text: `
nr    code     soort                   aantal     per 1.000      bedrag
1     TU69     Tulipa Avondrood         2.500        220,00      550,00
2     TU13     Tulipa Zeeland           7.500        155,00    1.162,50`,
			fields: []schema.Field{schema.ItemCode, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "TU69|2500|220.00|550.00\nTU13|7500|155.00|1162.50",
		},
		{
			name: "a column of quantities that is still to be filled",
			text: `
#     Qty    U/I    Stock No.    Item                     Received    Initials
1       2    CS     11-8693      Copy paper, white
2      10    EA     67-9619      Pen, ballpoint`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit},
			want:   "1|11-8693|Copy paper, white|2|CS\n2|67-9619|Pen, ballpoint|10|EA",
		},
		{
			name: "a code that is broken at its hyphen, headings over two lines",
			text: `
Line-   Item      Description                   Qty       Price   Extended
Sch                                                                    Amt
1- 1    BW-       Pipette tips, filtered          24       2.00      48.00
        2210-05
2- 1    BW-       Gloves, nitrile                 10       9.00      90.00
        7741`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.LineTotal},
			want:   "1- 1|BW- 2210-05|Pipette tips, filtered|48.00\n2- 1|BW- 7741|Gloves, nitrile|90.00",
		},
		{
			name: "rates of tax that are the same twice, beside prices of about 1",
			text: `
SR   ITEM DESCRIPTION       QTY UNIT    RATE/UNIT    TENTATIVE      %      %
1    Screw washer, zinc     300000 Nos       0.98    300000.00      9      9
2    Washer assembly        160000 Nos       0.97    160000.00      9      9`,
			fields: []schema.Field{schema.Description, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "Screw washer, zinc|300000|0.98|\nWasher assembly|160000|0.97|",
		},
		{
			name: "figures far to the right of their headings, grouped by blanks",
			text: `
Item    Description             Unit   Qty          Rate            Amount (R)
12.01   Site establishment      month            4       16 250.00 65 000.00
21.01   Subsoil drain           m              212          184.50 39 114.00
21.02   Geotextile              m              960           31.75 30 480.00`,
			fields: []schema.Field{schema.LineNumber, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "12.01|4|16250.00|65000.00\n21.01|212|184.50|39114.00\n21.02|960|31.75|30480.00",
		},
		{
			name: "tax codes under a heading of codes, beside the items' own",
			text: `
Qty     Item No.     Description              Price     Extended     Code
6 BAG   HB10         House blend, 10 kg      285.00     1,710.00     FRE
2 CTN   CUP12        Cup, double wall         71.50       143.00     XGT`,
			fields: []schema.Field{schema.ItemCode, schema.Description, schema.Quantity, schema.Unit},
			want:   "HB10|House blend, 10 kg|6|BAG\nCUP12|Cup, double wall|2|CTN",
		},
		{
			name: "the new rate is the price, goods that are free are not ordered",
			text: `
Item   Part No.   Description       Qty        Old Rate    New Rate    Amount
10     CB-0047    Bracket, LH       48 +6 FOC     18.40       20.00    960.00
20     CB-0048    Bracket, RH       10            18.40       20.00    200.00`,
			fields: []schema.Field{schema.LineNumber, schema.ItemCode, schema.Quantity, schema.UnitPrice, schema.LineTotal},
			want:   "10|CB-0047|48|20.00|960.00\n20|CB-0048|10|20.00|200.00",
		},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, test.fields...); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestLineNumbers(t *testing.T) {
	tests := []struct {
		name, heading string
		numbers       []string
		line          bool // whether they are line numbers; otherwise they identify the items
	}{
		{"articles that look alike", "Item", []string{"K3", "V7", "A5"}, false},
		{"numbers of two levels", "Item", []string{"1.1", "1.2", "2"}, true},
		{"codes that do not", "Stock No.", []string{"7", "2", "3"}, false},
	}
	for _, test := range tests {
		var text strings.Builder
		text.WriteString(test.heading + strings.Repeat(" ", 12-len(test.heading)) + "Description             Qty     Price     Amount\n")
		var want []string
		for _, n := range test.numbers {
			text.WriteString(n + strings.Repeat(" ", 12-len(n)) + "Garden chair              2     50.00     100.00\n")
			want = append(want, map[bool]string{true: n + "|", false: "|" + n}[test.line])
		}
		if got, want := itemsOf(text.String(), schema.LineNumber, schema.ItemCode), strings.Join(want, "\n"); got != want {
			t.Errorf("%s: numbers and codes under %q are\n%s\nwant\n%s", test.name, test.heading, got, want)
		}
	}
}

// TestSecondKinds checks which second kind of value is in cells whose heading has
// several phrases.
func TestSecondKinds(t *testing.T) {
	tests := []struct {
		heading     string
		first, want headings.Kind
	}{
		{"Quantity UM", headings.Quantity, headings.Unit},
		{"Artikel / Bezeichnung Part no. / Description", headings.Code, headings.Description},
		{"Pos Item", headings.LineNumber, headings.Unknown},
		{"Description", headings.Description, headings.Unknown},
	}
	for _, test := range tests {
		var tokens []headings.Token
		for word := range strings.FieldsFuncSeq(strings.ToLower(test.heading), func(r rune) bool { return r == ' ' || r == '/' || r == '.' }) {
			tokens = append(tokens, headings.Token{Text: word})
		}
		d := &tableDraft{columns: make([]tableColumn, 1)}
		c := &d.columns[0]
		c.meanings, c.known = readHeading(tokens)
		d.assign(append(c.besideClaims(0), claim{kind: test.first, score: 1}))
		if c.kind != test.first || c.also != test.want {
			t.Errorf("%q states %d and %d, want %d and %d", test.heading, c.kind, c.also, test.first, test.want)
		}
	}
}
