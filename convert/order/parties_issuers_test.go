package order

import "testing"

// Who issues and who receives an order where no heading says so, and what
// belongs to their names.
func TestReadPartiesByTheirPlace(t *testing.T) {
	for _, tt := range []struct {
		name, page      string
		buyer, supplier string
	}{
		{"issuer registered in the foot", `
Torrick Civils Supply Ltd                     Order No      WB/26/3318
Unit 9 Lowmoor Industrial Est                 Date          03/08/2026
NG17 7ER Kirkby




















































WENLOCK BRADE GROUNDWORKS LIMITED Registered in England 05512098 VAT Reg GB 000 3321 18
`, "WENLOCK BRADE GROUNDWORKS LIMITED", "Torrick Civils Supply Ltd"},
		{"addressee by the attention it asks for", `
#van der Wiel Staalbouw Almelre B.V.

                                              IJzerhandel Terpstra & Zn.
                                              T.a.v. afd. Verkoop
                                              Havenkade 5
                                              8861 XA Harlingen

Ordernummer      : IO2501184
Leverancier      : 1600217
Uw offerte       : OF25-0771
`, "van der Wiel Staalbouw Almelre B.V.", "IJzerhandel Terpstra & Zn."},
		{"issuer by a domain of two of its words, beside a list of values", `
#Gebrüder Zurbuchen Metallbau AG
                                                  einkauf@zurbuchen-metall.example

Datum        Hasle-Rüegsau, 11. März 2025         Schrauben Wyss + Cie
Sachbearb.   B. Zurbuchen                         Techn. Handel
Ihre Nr.     120 455                              Postfach 331
Kommission   24-118 Schulhaus Dorf                8305 Dietlikon

Gebrüder Zurbuchen Metallbau AG

BESTELLUNG 25-0409
`, "Gebrüder Zurbuchen Metallbau AG", "Schrauben Wyss + Cie"},
		{"a firm behind its trading name", `
#Kaffehuset Nord

Til: Nordisk Emballage A/S
     Transportbuen 14
     4700 Næstved

Faktura udstedes til Rugby Retail ApS, Havnegade 2, 4600 Køge
`, "Rugby Retail ApS", "Nordisk Emballage A/S"},
		{"legal form in front, as in France", `
#SARL BÂTI-LOIRE RÉNOVATION
ZI du Clos Renard, 37540 SAINT-CYR

Fournisseur : EURL DUPONT MATÉRIEL
`, "SARL BÂTI-LOIRE RÉNOVATION", "EURL DUPONT MATÉRIEL"},
		{"a name of trades goes on", `
Wexcombe & Tarvale Hospitals NHS
Foundation Trust
Beacon Road, TARVALE TV4 2QQ

Supplier:
HOLLINS & TARRANT CIVIL
ENGINEERING LTD
Unit 11 Priory Works
WESTHAVEN WH2 6TR
`, "Wexcombe & Tarvale Hospitals NHS Foundation Trust", "HOLLINS & TARRANT CIVIL ENGINEERING LTD"},
		{"who signs for the firm, and its number", `
Lieferant: Trefilados Serrazul S/A (cód. 002214-01)

Besteller: ZEPPNER VERZAHNUNG GMBH i.V. Menn
`, "ZEPPNER VERZAHNUNG GMBH", "Trefilados Serrazul S/A"},
		{"a logo is of the firm that pays", `
#GRUPO
#ALTAMESA

Proveedor:                                   Facturar a:
Automatización Peñón, S.A. de C.V.           Cerámica Altamesa del Norte, S.A. de C.V.
Calle Platino 118                            Av. Real 222
66480 San Nicolás                            66278 San Pedro
`, "Cerámica Altamesa del Norte, S.A. de C.V.", "Automatización Peñón, S.A. de C.V."},
		{"a name that goes on in smaller type, with the address", `
#Pelletteria Valdarno 1962
di Bencista Renzo & Figli S.r.l. - Via del Macelletto 41 - 52028 Terranuova B.ni (AR)

Spett.le
CONCERIA TRE PONTI S.P.A.
Via di Pelle 8/10
56029 Santa Croce
`, "Pelletteria Valdarno 1962 di Bencista Renzo & Figli S.r.l.", "CONCERIA TRE PONTI S.P.A."},
		{"whole name beneath the logo", `
#LAPPVIK SHIPYARD
Lappvik Shipyard Oy
PL 55, 10820 Lappvik

Supplier: Ventec Marine Components AB
`, "Lappvik Shipyard Oy", "Ventec Marine Components AB"},
	} {
		got := partiesOf(tt.page)
		if got[Buyer].Value != tt.buyer || got[Supplier].Value != tt.supplier {
			t.Errorf("%s: buyer = %q, want %q; supplier = %q, want %q", tt.name, got[Buyer].Value, tt.buyer, got[Supplier].Value, tt.supplier)
		}
	}
}
