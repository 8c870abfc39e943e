package order

import "testing"

// TestReadPartiesByTheirPlace checks who issues and who receives an order where
// no heading says so, and which words belong to their names.
func TestReadPartiesByTheirPlace(t *testing.T) {
	for _, tt := range []struct {
		name, page      string
		buyer, supplier string
	}{
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
		{"legal form in front, as in France", `
#SARL BÂTI-LOIRE RÉNOVATION
ZI du Clos Renard, 37540 SAINT-CYR

Fournisseur : EURL DUPONT MATÉRIEL
`, "SARL BÂTI-LOIRE RÉNOVATION", "EURL DUPONT MATÉRIEL"},
		{"whole name beneath the logo", `
#LAPPVIK SHIPYARD
Lappvik Shipyard Oy
PL 55, 10820 Lappvik

Supplier: Ventec Marine Components AB
`, "Lappvik Shipyard Oy", "Ventec Marine Components AB"},
	} {
		partiesOf(tt.page).want(t, tt.name, map[Field]string{Buyer: tt.buyer, Supplier: tt.supplier})
	}
}
