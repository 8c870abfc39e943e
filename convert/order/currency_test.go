package order

import (
	"testing"

	"lineitem/convert/order/ordertest"
)

func TestCurrencyWords(t *testing.T) {
	const head = "Purchase Order   4711\n\n"
	tests := []struct{ text, want string }{
		{"Item  Description  Qty  Price (KShs)  Total (KShs)\n1     Pump         2    12.50         25.00", "KES"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    GH¢ 12.50  GH¢ 25.00", "GHS"},
		{"Item  Description  Qty  Rate        Amount (PKR)\n1     Pump         2    Rs. 12.50   25.00", "PKR"},
		{"Item  Description  Qty  Rate        Amount\n1     Pump         2    Rs. 12.50   25.00", "INR"},
		{"Item   Description    Qty   Unit price   Amount\n1      Bench pump     2     12.50        25.00\n(Rupees Twenty Five only)", "INR"},
		{"Item   Description    Qty   Unit price   Amount\n1     Pump K.D.    2    25.000\n      TOTAL             25.000", ""},
		{"Ssz.  Megnevezés   Menny.  Egységár (Ft)  Nettó\n1     Szivattyú    2       12 500         25 000", "HUF"},
		{"Item  Description  Qty     Rate Ft  Amount\n1     Hose         250 Ft  0.10     25.00", ""},
		{"Item   Description    Qty   Unit price   Amount (in Rs.)\n1      Bench pump     2     12.50        25.00", "INR"},
		{"Item  Description  Qty   Amount\n1     Pump         2      25.00\nTotaal           Eur      25.00", "EUR"},
		{"Toronto, ON M5V 2T6\nPayable in USD($)\n\nItem   Description    Qty   Unit price   Amount\n1     Pump         2    $25.00", "USD"},
		{"Calle Sol 12, 06600 Ciudad de México\n\nItem   Description    Qty   Unit price   Amount\n1      Bench pump     2     12.50        25.00\nPrecios expresados en PESOS", "MXN"},
		{"Item   Description    Qty   Unit price   Amount\n1      Bench pump     2     12.50        25.00\nPrecios expresados en PESOS", ""},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    R 12.50    R 25.00\nTotal due                     R 25.00", "ZAR"},
		{"Item  Description  Qty  Price      Total\n1     Valve R      2    12.50      25.00\nTotal due                     25.00", ""},
		{"Antal  Artikel  Preis/€  Summe/€\n2      Pumpe    12,50    25,00", "EUR"},
		{"MİKTAR  CİNSİ  FİYAT TL  TUTAR TL\n2       Pompa  12,50     25,00", "TRY"},
		{"Item  Description  Qty  Rate   Amount\n                        Rs.    Rs. P.\n1     Pump         2    12.50  25.00", "INR"},
		{"Cantidad  Artículo  Precio  Importe\n2         Bomba     12.50   25.00\nTOTAL M.N.                  25.00", "MXN"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    12 500.00  25 000.00\nTOTAL R                            25 000.00", "ZAR"},
		{"Pos.  Artikel      Menge  Preis  Summe\n1     Pumpe        2      12.50  25.00\nTotal                        Fr. 25.00", "CHF"},
		{"CANT.  DESCRIPCIÓN  PRECIO Q  VALOR Q\n2      Bomba        12.50     25.00\nTOTAL Q                       25.00", "GTQ"},
		{"Item  Description  Qty  Price  Extended\n1     Pump         2    12.50  25.00\nTOTAL                          25.00  US", "USD"},
		{"Item  Description  Qty  Amount\n1     CA recycling fee   2    25.00", ""},
		{"Sr.  Particulars  Qty  Rate BHD  Amount BHD\n1    Pump         2    12.500    25.000", "BHD"},
		{"Cant.  Artículo  Precio    Importe\n2      Bomba     $ 12.500  $ 25.000\nVALOR TOTAL (PESOS COLOMBIANOS)  $ 25.000", "COP"},
		{"R.F.C. BOM010203AB1\nCant.  Artículo  Precio  Importe\n2      Bomba     12.50   25.00\nTOTAL PESOS              25.00", "MXN"},
		{"Moneda: Peso Mexicano\n\nCant.  Artículo  Precio  Importe\n2      Bomba     12.50   25.00", "MXN"},
		{"Qté  Désignation  P.U (DH)  Montant (DH)\n2    Pompe        12,50     25,00", "MAD"},
		{"Item  Description            Qty  Amount\n1     Stomach tube long 8 FR.  2    25.00", ""},
		{"Item      Description  Qty  Amount\nRUB-0315  Pump         2    25.00", ""},
		{"Item      Description  Qty  Amount\nRM-20118  Bearing 2RS  2    25.00", ""},
		{"Kilang Utara Sdn. BHD.\n\nItem  Description  Qty  Amount\n1     Pump         2    25.00", ""},
		{"Turan Cad. 14\n\nItem  Description  Qty  Amount\n1     Pump         2    25.00", ""},
		{"Item  Description  Qty  Amount\n1     Pump         2    25.00\nTOTAL                   25.00\nU.S. Dollars", "USD"},
		{"Item  Description  Qty  Price EUR/kg\n1     Flour        2    12.50", "EUR"},
		{"Inköpsorder till oss enligt\ntel. 031-12 34 56\n\nArtikelnr  Benämning  Antal  Belopp\n1          Pump       2      25,00 kr\nSumma                        25,00 kr\nBetalningsvillkor 30 dagar", "SEK"},
		{"Item  Description  Qty  Price(RMB)  Amount(RMB)\n1     Pump         2    12.50       25.00", "CNY"},
		{"Item  Description  Qty  Amount\n1     Pump         2    25.00\nAmounts shown in Euros", "EUR"},
		{"Item  Description  Qty  Amount\n1     Pump         2    25.00\n15. SCHEDULE (amounts in U.S. dollars; others on request)", "USD"},
		{"Cant.  Artículo  Precio U$S  Importe U$S\n2      Bomba     12,50       25,00", "USD"},
		{"Кол.  Товар   Цена, тенге  Сумма, тенге\n2     Насос   12,50        25,00", "KZT"},
		{"Tel. +47 22 12 34 56\n\nItem  Description  Qty  Amount\n1     Pump         2    25,00 kr\nTotal                   25,00 kr", "NOK"},
		{"Item  Description  Qty  Amount\n1     Pump         2    $25.00\nTotal                   $25.00\nCurrency: New Zealand Dollar", "NZD"},
		{"Item  Description  Qty  Amount\n1     Pump         2    2,500\nTotal of this offer (₩ 2,500) for two pumps of our make", "KRW"},
		{"Item  Description  Qty  Price       Total\n1     Pump         2    12.500đ     25.000đ\nTotal                         25.000đ", "VND"},
		{"Item  Description  Qty  Price J$    Total J$\n1     Pump         2    12.50       25.00", "JMD"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    12.50      25.00\nTotal                        BYN 25.00", "BYN"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    JMD12.50   JMD25.00", "JMD"},
		{"序号  名称  数量  单价      金额\n1     水泵  2     ¥12.50    ¥25.00\n合计                        ¥25.00", "CNY"},
		{"番号  品名    数量  単価      金額\n1     ポンプ  2     ¥12       ¥24\n合計                        ¥24", "JPY"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    ¥12        ¥24\nTotal                           ¥24", "JPY"},
		{"Item  Description  Qty  Price      Total\n1     Pump         2    $12.50     $25.00\nPay to account USD 11-22 or account CAD 33-44", "USD"}, // named as often, and first
	}
	for _, tt := range tests {
		got := ""
		if orders := Read(ordertest.Typed(head + tt.text)); len(orders) > 0 {
			got = orders[0].Head[Currency].Value
		}
		if got != tt.want {
			t.Errorf("currency of %q = %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestCurrencyDoubted checks that signs in small print that was hardly readable
// do not decide an order's currency.
func TestCurrencyDoubted(t *testing.T) {
	d := ordertest.Typed("Purchase Order   4711\n\nItem  Description  Qty  Curr  Price   Total\n1     Pump         2    USD   12.50   25.00\n\nCHF   CHF   CHF")
	for i := range d.Pages[0].Words {
		if w := &d.Pages[0].Words[i]; w.Text == "CHF" {
			w.Confidence = 0.5
		}
	}
	orders := Read(d)
	if len(orders) != 1 {
		t.Fatalf("%d orders, want 1", len(orders))
	}
	if got := orders[0].Head[Currency].Value; got != "USD" {
		t.Errorf("currency of an order in USD above unsure words %q, want USD", got)
	}
}
