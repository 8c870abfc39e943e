package order

import "testing"

// TestReadPartiesOfLetters reads parties from letterheads, e-mails and forms
// whose headings say little or are printed in several languages and scripts.
func TestReadPartiesOfLetters(t *testing.T) {
	for _, tt := range []struct {
		name string
		page string
		want map[Field]string
	}{
		{"the vendor's number behind the heading", `
          ORCHARD HILL MEDICAL CENTER                        PAGE 1
          MATERIALS MANAGEMENT - 4100 KEPLER AVE
          DUNMORE, PA 18512                          PURCHASE ORDER
VENDOR 20714                            SHIP TO
HARBOR SURGICAL SUPPLY CO               OHMC DOCK 3 - GENERAL STORES
PO BOX 7731                             4100 KEPLER AVE REAR
WILKES BARRE PA 18711                   DUNMORE PA 18512
`, map[Field]string{Supplier: "HARBOR SURGICAL SUPPLY CO", Buyer: "ORCHARD HILL MEDICAL CENTER", ShipTo: "OHMC DOCK 3 - GENERAL STORES, 4100 KEPLER AVE REAR, DUNMORE PA 18512"}},
		{"the letterhead's address in another column", `
Corniche Relay Systems FZ-LLC                         Juniper Business Zone, Office 2417
                                                      Ras Al Khaimah, United Arab Emirates

Shipping address:                                     Dune Secure Distribution FZE
Palm Hills School                                     SAIF Zone, Q4-118
Al Corniche Road 4, Sharjah                           Sharjah
United Arab Emirates                                  United Arab Emirates
`, map[Field]string{Supplier: "Dune Secure Distribution FZE", Buyer: "Corniche Relay Systems FZ-LLC", ShipTo: "Palm Hills School, Al Corniche Road 4, Sharjah, United Arab Emirates"}},
		{"the next field flush with an address on one line", `
Padmini Knit Composite Ltd.
Factory: Kashimpur, Gazipur 1346

To                                 Delivery place: Padmini Knit Composite Ltd., Warehouse Gate 3, Gazipur
Turag Trims & Labels Ltd.          Required in-house date: early January
Plot 5, Sector 7, Tongi 1711       Payment: L/C 90 days
`, map[Field]string{Supplier: "Turag Trims & Labels Ltd.", Buyer: "Padmini Knit Composite Ltd.", ShipTo: "Padmini Knit Composite Ltd., Warehouse Gate 3, Gazipur"}},
		{"an address in a sentence", `
HOLLIN & SONS LTD                                          Order no. HS 2291
To: Fenwold Footwear Limited                               3 February 2026


Please supply the following and deliver to our stockroom at Unit 3, Old Maltings, Tarnmouth SY9 4RB by 14 August 2026.
`, map[Field]string{Buyer: "HOLLIN & SONS LTD", Supplier: "Fenwold Footwear Limited", ShipTo: "Unit 3, Old Maltings, Tarnmouth SY9 4RB"}},
		{"an address in a sentence of two lines, behind a date and a label", `
Zimmerei Aschl GmbH                                        4. Mai 2026
Bestellung Nr. 26/0417
Bitte liefern Sie am 11.05.2026 vormittags frei Baustelle: Kindergarten St. Veit, Leitenstr. 2,
83999 Elmau. Vor Ort ist der Polier, bitte eine Stunde vorher anrufen.
`, map[Field]string{Buyer: "Zimmerei Aschl GmbH", ShipTo: "Kindergarten St. Veit, Leitenstr. 2, 83999 Elmau"}},
		{"where the bill goes", `
Acheteur : Cuisines Verneau SARL
Bon de commande                                            N° 4471

Livraison à la cuisine centrale, comme d'habitude (16 rue du Lac, 38999 Seyssole).
Facture à adresser à Cuisines Verneau SARL, 1 place Neuve, 38999 Seyssole.
`, map[Field]string{Buyer: "Cuisines Verneau SARL", ShipTo: "16 rue du Lac, 38999 Seyssole", BillTo: "Cuisines Verneau SARL, 1 place Neuve, 38999 Seyssole"}},
		{"Czech", `
OBJEDNÁVKA VYDANÁ
Odběratel:                              Dodavatel:
AGROKOV DOLANY s.r.o.                   Ložiska Haná a.s.
Břeclavská 188                          Tovární 44
691 51 Lanžhot                          779 00 Olomouc
IČ: 01880018                            IČ: 48000188
Konečný příjemce:
AGROKOV DOLANY s.r.o., sklad ND
Masarykova 5, 691 45 Podivín
`, map[Field]string{Supplier: "Ložiska Haná a.s.", Buyer: "AGROKOV DOLANY s.r.o.", ShipTo: "AGROKOV DOLANY s.r.o., sklad ND, Masarykova 5, 691 45 Podivín"}},
		{"a field beside the supplier's number", `
Inkooporder                                             De Wilgen Zuivel B.V.
                                                        Havenkade 18
                                                        7741 LC Coevorden
Maasstad Pompen B.V.
t.a.v. verkoop
Kadeweg 81
3087 BM ROTTERDAM

Crediteur:      80118          Uw referentie:   OF-118 / K. Smit
Betaling:       30 dagen       Valuta:          EUR
`, map[Field]string{Supplier: "Maasstad Pompen B.V.", Buyer: "De Wilgen Zuivel B.V."}},
		{"Hungarian", `
MEGRENDELÉS
Megrendelő:                             Szállító:
Dunavölgyi Malom Zrt.                   Kékkői Csapágy Kft.
6500 Baja, Malom u. 12.                 1044 Budapest, Váci út 118.
Adószám: 11880018-2-03                  Adószám: 13180048-2-41

Szállítási cím: Dunavölgyi Malom, raktár, 6500 Baja, Kikötő u. 4.
`, map[Field]string{Supplier: "Kékkői Csapágy Kft.", Buyer: "Dunavölgyi Malom Zrt.", ShipTo: "Dunavölgyi Malom, raktár, 6500 Baja, Kikötő u. 4."}},
		{"Turkish", `
ERMENEK MAKİNE SAN. TİC. A.Ş.           SATINALMA SİPARİŞ FORMU
Organize San. Bölgesi 8. Cad. No:11

Sayın
TUZLA RULMAN LTD. ŞTİ.
Sanayi Cad. No:18
Tuzla / İSTANBUL

Teslim Yeri : Ana depo, 8. Cad. No:11, 70400 KARAMAN
`, map[Field]string{Supplier: "TUZLA RULMAN LTD. ŞTİ.", Buyer: "ERMENEK MAKİNE SAN. TİC. A.Ş.", ShipTo: "Ana depo, 8. Cad. No:11, 70400 KARAMAN"}},
		{"Romanian", `
COMANDĂ FURNIZOR
Cumpărător:                             Furnizor:
Moara Bistrița SRL                      Rulmenți Olt SRL
Str. Morii 12, 420118 Bistrița          Bd. Unirii 44, 230118 Slatina

Adresa de livrare:
Moara Bistrița SRL, Depozit 2
Str. Gării 8, 420118 Bistrița
`, map[Field]string{Supplier: "Rulmenți Olt SRL", Buyer: "Moara Bistrița SRL", ShipTo: "Moara Bistrița SRL, Depozit 2, Str. Gării 8, 420118 Bistrița"}},
		{"Swedish", `
                               Inköpsorder
Leveransadress                           Leverantör
Norrskog Entreprenad AB                  Betong & Bygg i Älvdal AB
Strandgatan 18                           Box 188
871 31 Härnösand                         872 22 Kramfors

Norrskog Entreprenad AB, Verkstadsvägen 8, 871 60 Härnösand
`, map[Field]string{Supplier: "Betong & Bygg i Älvdal AB", Buyer: "Norrskog Entreprenad AB", ShipTo: "Norrskog Entreprenad AB, Strandgatan 18, 871 31 Härnösand"}},
		{"the supplier under its number alone", `
Sunkanda Auto Systems Pvt. Ltd.
Plot 61, Sector 6, Gurugram 122052 Haryana

Supplier Code : V10077                   PO No. : OPO/5200017733
Rajgarh Press Components                 PO Date : 02-Apr-2024
Khasra 119, Manesar 122051               Currency : INR
`, map[Field]string{Supplier: "Rajgarh Press Components", Buyer: "Sunkanda Auto Systems Pvt. Ltd."}},
		{"the supplier in the terms", `
Hofer Systems spol. s r.o.                          OBJEDNÁVKA
Hlavní 7, 110 00 Praha 1

Tuto objednávku zasíláme firmě Marchetti Stroje a.s. za výše uvedených podmínek.
`, map[Field]string{Supplier: "Marchetti Stroje a.s.", Buyer: "Hofer Systems spol. s r.o."}},
	} {
		partiesOf(tt.page).want(t, tt.name, tt.want)
	}
}
