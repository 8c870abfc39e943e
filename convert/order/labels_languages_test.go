package order

import "testing"

// TestLanguages reads heads in the order's further languages, and such as print
// each label in two.
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
