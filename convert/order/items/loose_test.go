package items

import (
	"testing"

	"lineitem/convert/order/schema"
)

func TestLooseItems(t *testing.T) {
	fields := []schema.Field{schema.LineNumber, schema.ItemCode, schema.Description, schema.Quantity, schema.Unit, schema.UnitPrice, schema.LineTotal, schema.DeliveryDate}
	tests := []struct{ name, text, want string }{
		{"lines of a message", `
please send us

  2,000 x KX-200 cardboard tube 20 cm @ EUR 0.31 = 620.00
  20 boxes x packing paper, as before @ EUR 14.50 = 290.00
  12 rolls x KT-48 brown tape @ EUR 2.00 = 24.00
  Total ex VAT EUR 934.00

Many thanks`, `
|KX-200|cardboard tube 20 cm|2000||0.31|620.00|
||packing paper, as before|20|boxes|14.50|290.00|
|KT-48|brown tape|12|rolls|2.00|24.00|`},
		{"price and quantity in one cell, a code beneath", `
Work table of steel, undershelf         $389.00 × 2       $778.00
SKU 88-1204
Sheet pan, case of 12                   $96.24 × 3        $288.72
SKU 71-0042
Subtotal                                                $1,066.72`, `
|88-1204|Work table of steel, undershelf|2||389.00|778.00|
|71-0042|Sheet pan, case of 12|3||96.24|288.72|`},
		{"a line of fields, the text beneath, then the figures", `
10        Artikel 4.20.118                           Levering 12-10-2026
          Cilinder, dubbelwerkend
          kleur: zwart
          4 st              a 1.485,00               5.940,00

20        Artikel 4.20.131                           Levering wk 39
          Afdichtset
          3 st              a 212,40                   637,20

                            Totaal                   6.577,20`, `
10|4.20.118|Cilinder, dubbelwerkend kleur: zwart|4|st|1485.00|5940.00|2026-10-12
20|4.20.131|Afdichtset|3|st|212.40|637.20|`},
		{"labels beside the figures, the text above", `
Line 1 Walk-off mats, weekly swap
 Type: Qty     Qty: 13     UOM: Each     Price: $11.25     Total: $146.25
 Billing: 5400-17
Line 2 Cleaning service, 22 basins,
 every second week
 Type: Qty     Qty: 6      UOM: Visit    Price: $184.00    Total: $1,104.00
 Billing: 5400-18
 Total $1,250.25`, `
1||Walk-off mats, weekly swap|13|Each|11.25|146.25|
2||Cleaning service, 22 basins, every second week|6|Visit|184.00|1104.00|`},
		{"numbers and codes before the text, prices per unit, dates beneath", `
00010     1001880     Glass vial, clear
          520 EA            41.85 / 1 EA            21,762.00
          Delivery date 30.11.2026     Certificate required

00020     1001945     Stopper of grey rubber
          36 BAG            398.00 / 1 BAG          14,328.00
          Delivery date 07.12.2026     Certificate required`, `
00010|1001880|Glass vial, clear|520|EA|41.85|21762.00|2026-11-30
00020|1001945|Stopper of grey rubber|36|BAG|398.00|14328.00|2026-12-07`},
		{"texts that go on beneath, units under the quantities", `
1. 48      Cutting edge, 6 ft x 8 in,     @ 139.80 6,710.40
   each    curved, 12 holes
2. 600     Bolt and nut                   @ 1.97   1,182.00
   each`, `
1||Cutting edge, 6 ft x 8 in, curved, 12 holes|48|each|139.80|6710.40|
2||Bolt and nut|600|each|1.97|1182.00|`},
		{"labels of codes and quantities beside the figures, the text beneath", `
 Item 1        Cat No 054/018832        Qty 64 No        @ £11.50 each        £736.00
               Bush, bolster anchor link
 Required by 06/11/2026

 Item 2        Cat No 054/020417        Qty 16 No        @ £96.50 each        £1,544.00
               Seal, body end gangway
 Required by 06/11/2026`, `
1|054/018832|Bush, bolster anchor link|64|No|11.50|736.00|2026-11-06
2|054/020417|Seal, body end gangway|16|No|96.50|1544.00|2026-11-06`},
		{"a sum that is once itself", `
We ordered 1 pump for 418.00 of which 418.00 was paid.`, ""},
	}
	for _, test := range tests {
		want := test.want
		if want != "" {
			want = want[1:]
		}
		if got := itemsOf(test.text, fields...); got != want {
			t.Errorf("%s: Find gives\n%s\nwant\n%s", test.name, got, want)
		}
	}
}
