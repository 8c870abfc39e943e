package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestGluedHeadings(t *testing.T) {
	fields := []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.LineTotal}
	tests := []struct{ name, text, want string }{
		{
			name: "a blank between narrow columns, numbers right-aligned",
			text: `
POS ART.-NR BEZEICHNUNG                          MENGE      PREIS       WERT
  1 5532018 Kugelhahn PN 40                          4      10,00      40,00
 12 5532028 Dichtring                               20       0,50      10,00`,
			want: "1|5532018|Kugelhahn PN 40|4|40.00\n12|5532028|Dichtring|20|10.00",
		},
		{
			name: "numbers and codes that do not stand under their headings",
			text: `
Poz. Indeks   Nazwa                          Ilość      Cena    Wartość
10 500188     Soda kaustyczna 50%                4     10,00      40,00
20 500204     Kwas siarkowy, techniczny          3      5,00      15,00
              paletopojemnik 1000 l`,
			want: "10|500188|Soda kaustyczna 50%|4|40.00\n20|500204|Kwas siarkowy, techniczny paletopojemnik 1000 l|3|15.00",
		},
		{
			name: "two headings that may both mean the line",
			text: `
# ITEM NO.  ITEM NAME              QTY      PRICE      AMOUNT
1 596.459   Steel plate              3      10.00       30.00
2 873.793   Copper cable             2      20.00       40.00`,
			want: "1|596.459|Steel plate|3|30.00\n2|873.793|Copper cable|2|40.00",
		},
		{
			name: "texts that begin far to the left of their centred heading",
			text: `
#   ITEM NO.                           ITEM NAME                 QTY       VALUE
1   782.486    Copper cable                                        3       30.00
2   873.793    Steel plate, heavy duty, with holes at the ends     2       40.00
3   693.296    Water pump                                          5       50.00`,
			want: "1|782.486|Copper cable|3|30.00\n2|873.793|Steel plate, heavy duty, with holes at the ends|2|40.00\n3|693.296|Water pump|5|50.00",
		},
		{
			name: "columns that are aligned to the outer ends of their headings, a heading that is not known",
			text: `
Lp. Symbol prod.   Nazwa                   Ilość  J.m. Cena netto    Wartość
1   R-0603-10K     Rezystor 10k               50  szt        9,40     470,00
2   U-STM-G071     Mikrokontroler, tray       10  szt        7,86      78,60`,
			want: "1|R-0603-10K|Rezystor 10k|50|470.00\n2|U-STM-G071|Mikrokontroler, tray|10|78.60",
		},
		{
			name: "prices and what they are for, beside dates",
			text: `
LN ITEM NUMBER     DESCRIPTION                  QTY UM  UNIT COST/PER DUE DATE        EXTENDED
01 7714-0286-B     BUSHING, FLANGED              40 EA      10.00/EA  08/14/26          400.00
02 90211-312C      SCREW, HEX HEAD              300 EA     100.00/C   08/07/26          300.00`,
			want: "01|7714-0286-B|BUSHING, FLANGED|40|400.00\n02|90211-312C|SCREW, HEX HEAD|300|300.00",
		},
		{
			name: "codes in groups are one column",
			text: `
Pos  Unsere Nr.   Ihre Nr.       Bezeichnung          Menge      Preis      Gesamt
1    C158929      7436 244 800   Schraube M5x12           4      10,00       40,00
2    C158952      9768 337 828   Schraube M5x16          20       0,50       10,00`,
			want: "1|C158929|Schraube M5x12|4|40.00\n2|C158952|Schraube M5x16|20|10.00",
		},
		{
			name: "one heading of several words stays one",
			text: `
No    Part description                Qty     Price      Amount
1     Pump, cast iron                   2     30.00       60.00
2     Part, spare                       3     20.00       60.00`,
			want: "1||Pump, cast iron|2|60.00\n2||Part, spare|3|60.00",
		},
	}
	for _, test := range tests {
		if got := itemsOf(test.text, fields...); got != test.want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
