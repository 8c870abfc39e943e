package order

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestLanguages reads the heads of orders in further languages, and of orders that print each
// label in two languages.
func TestLanguages(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"Swedish", `
Inköpsorder
Inköpsordernr:     20417            Orderdatum:        2026-03-04
Leveransdatum:     2026-03-18       Betalningsvillkor: 30 dagar netto
Leveranssätt:      Bil med kran     Valuta:            SEK`,
			wanted{PONumber: "20417", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 dagar netto", ShipVia: "Bil med kran", Currency: "SEK"}},
		{"Danish", `
Købsordre 55102
Ordredato             04-03-26
Forventet modtagelse  18-03-26
Betalingsbetingelser  Løbende måned + 15 dage
Leveringsmåde         Fragtmand
Købers reference      NN`,
			wanted{PONumber: "55102", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "Løbende måned + 15 dage", ShipVia: "Fragtmand"}},
		{"Norwegian", `
Innkjøpsordre
Bestillingsnr.:        8841-2
Bestillingsdato:       04.03.2026
Ønsket leveringsdato:  18.03.2026
Betalingsbetingelse:   Netto per 30 dager
Leveringsmåte:         Bil`,
			wanted{PONumber: "8841-2", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "Netto per 30 dager", ShipVia: "Bil"}},
		{"Finnish", `
OSTOTILAUS
Tilausnumero:     120088
Tilauspäivä:      4.3.2026
Toimituspäivä:    18.3.2026
Maksuehto:        14 pv netto
Toimitustapa:     Kaukokiito`,
			wanted{PONumber: "120088", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "14 pv netto", ShipVia: "Kaukokiito"}},
		{"Polish", `
ZAMÓWIENIE
Nr zamówienia:        ZK/118/2026
Data wystawienia:     04.03.2026
Termin dostawy:       18.03.2026
Sposób płatności:     przelew 30 dni
Sposób dostawy:       kurier`,
			wanted{PONumber: "ZK/118/2026", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "przelew 30 dni", ShipVia: "kurier"}},
		{"Czech", `
OBJEDNÁVKA VYDANÁ
Číslo objednávky:  260300118
Datum vystavení:   04.03.2026
Termín dodání:     18.03.2026
Forma úhrady:      převodem, splatnost 14 dnů
Způsob dopravy:    DPD`,
			wanted{PONumber: "260300118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "převodem, splatnost 14 dnů", ShipVia: "DPD"}},
		{"Hungarian", `
MEGRENDELÉS
Megrendelésszám:       MR-2026/118
Kelt:                  2026.03.04.
Szállítási határidő:   2026.03.18.
Fizetési mód:          Átutalás 30 nap
Szállítás módja:       Futár
Pénznem:               EUR`,
			wanted{PONumber: "MR-2026/118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "Átutalás 30 nap", ShipVia: "Futár", Currency: "EUR"}},
		{"Romanian", `
COMANDĂ FURNIZOR
Nr. comandă:           118
Data comenzii:         04.03.2026
Termen de livrare:     18.03.2026
Condiții de plată:     30 zile de la facturare
Mod de transport:      Curier`,
			wanted{PONumber: "118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 zile de la facturare", ShipVia: "Curier"}},
		{"Turkish", `
SATINALMA SİPARİŞ FORMU
Sipariş No       : 00000118
Sipariş Tarihi   : 04.03.2026
Sevk Tarihi      : 18.03.2026
Ödeme Şekli      : 30 gün vadeli
Nakliye          : Yurt içi ambar`,
			wanted{PONumber: "00000118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 gün vadeli", ShipVia: "Yurt içi ambar"}},
		{"Hebrew", leftward(`
הזמנת רכש מס' PR26/0118
תאריך הזמנה:      04/03/2026
תאריך אספקה:      18/03/2026
תנאי תשלום:       שוטף + 30
אופן משלוח:       משאית`),
			wanted{PONumber: "PR26/0118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "שוטף + 30", ShipVia: "משאית"}},
		{"Arabic", leftward(`
أمر شراء
رقم أمر الشراء:   PO-26118
تاريخ الطلب:      04/03/2026
تاريخ التسليم:    18/03/2026
شروط الدفع:       30 يوما
طريقة الشحن:      شاحنة`),
			wanted{PONumber: "PO-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 يوما", ShipVia: "شاحنة"}},
		{"Japanese", `
注文書
注文番号：HC-26118    発注日：2026年3月4日
納期：2026年3月18日
支払条件：月末締め翌月末払い
配送方法：路線便`,
			wanted{PONumber: "HC-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "月末締め翌月末払い", ShipVia: "路線便"}},
		{"Japanese without colons", `
注文書
注文番号HC-26118
納期2026年3月18日`,
			wanted{PONumber: "HC-26118", DeliveryDate: "2026-03-18"}},
		{"Chinese", `
采购订单
订单编号：CG-26118        下单日期：2026年3月4日
交货日期：2026年3月18日
付款方式：月结30天
运输方式：汽运`,
			wanted{PONumber: "CG-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "月结30天", ShipVia: "汽运"}},
		{"Korean", `
발주서
발주번호:      BJ-26118
발주일자:      2026-03-04
납기일:        2026-03-18
결제조건:      익월 말일 현금
운송방법:      화물`,
			wanted{PONumber: "BJ-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "익월 말일 현금", ShipVia: "화물"}},
		{"Thai", `
ใบสั่งซื้อ
เลขที่ใบสั่งซื้อ:        PO-26118
วันที่สั่งซื้อ:          04/03/2026
กำหนดส่ง:             18/03/2026
เงื่อนไขการชำระเงิน:     เครดิต 30 วัน
ขนส่งโดย:             รถบรรทุก`,
			wanted{PONumber: "PO-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "เครดิต 30 วัน", ShipVia: "รถบรรทุก"}},
		{"Slovak", `
OBJEDNÁVKA
Číslo objednávky:       OV260118
Dátum vystavenia:       04.03.2026
Termín dodania:         18.03.2026
Forma úhrady:           prevodom, splatnosť 14 dní
Spôsob dopravy:         kuriér`,
			wanted{PONumber: "OV260118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "prevodom, splatnosť 14 dní", ShipVia: "kuriér"}},
		{"Slovene", `
NAROČILO
Številka naročila:      26-0118
Datum naročila:         4.3.2026
Rok dobave:             18.3.2026
Plačilni pogoji:        30 dni
Način dostave:          kamion`,
			wanted{PONumber: "26-0118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 dni", ShipVia: "kamion"}},
		{"Vietnamese", `
ĐƠN ĐẶT HÀNG
Số đơn hàng:                DH-26118
Ngày đặt hàng:              04/03/2026
Ngày giao hàng:             18/03/2026
Điều kiện thanh toán:       Chuyển khoản trong 30 ngày
Phương thức vận chuyển:     Xe tải`,
			wanted{PONumber: "DH-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "Chuyển khoản trong 30 ngày", ShipVia: "Xe tải"}},
		{"Indonesian", `
PESANAN PEMBELIAN
No. Pesanan:            PP-26118
Tanggal Pesanan:        04/03/2026
Tanggal Pengiriman:     18/03/2026
Syarat Pembayaran:      30 hari setelah faktur
Ekspedisi:              Truk`,
			wanted{PONumber: "PP-26118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 hari setelah faktur", ShipVia: "Truk"}},
		{"two languages and a slash", `
N° commande / Order No.    Date (AAAA-MM-JJ)    Date requise / Date required
44-118                     2026-03-04           2026-03-18

Conditions / Terms         Transport / Ship via
2% 10, Net 30              Ramassage / Pickup`,
			wanted{PONumber: "44-118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "2% 10, Net 30", ShipVia: "Ramassage / Pickup"}},
		{"two languages and a dash", `
BESTELBON – BON DE COMMANDE
Nr. – N°                              BB26/118
Datum – Date                          04-03-2026
Leveringsdatum – Date de livraison    18-03-2026
Betaling – Paiement                   30 dagen / jours`,
			wanted{PONumber: "BB26/118", PODate: "2026-03-04", DeliveryDate: "2026-03-18", PaymentTerms: "30 dagen / jours"}},
		{"a half that is cut short", `
Zahlungsbed. / Payment     30 Tage netto / 30 days net
Lieferbed. / Incoterms     DAP Olten
Bestelldatum / Order date  04.03.2026`,
			wanted{PODate: "2026-03-04", PaymentTerms: "30 Tage netto / 30 days net"}},
		{"a half that is not known", `
Ostoehto / Payment terms:   60 days net
Payment terms / Zahlmodus:  60 days net
PO No.:   4411`, wanted{PONumber: "4411", PaymentTerms: "60 days net"}},
	}
	for _, test := range tests {
		testHead(t, test.name, test.text, test.want)
	}
}

// leftward lays out text from right to left: each line begins at the right edge, and its words
// are in the order in which they are seen.
func leftward(text string) string {
	const width = 90 // characters
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		columns := strings.Split(line, "  ")
		for k, column := range columns {
			words := strings.Fields(column)
			slices.Reverse(words)
			columns[k] = strings.Join(words, " ")
		}
		slices.Reverse(columns)
		line = strings.Join(columns, "  ")
		lines[i] = strings.Repeat(" ", max(0, width-utf8.RuneCountInString(line))) + line
	}
	return strings.Join(lines, "\n")
}
