package order

import "testing"

// Headings that no lexicon holds, and numbers between headings and names.
func TestReadPartiesUnderLooseHeadings(t *testing.T) {
	const head = `
#Ostrowski Fabrication Ltd
12 Harbour Road, Leeds LS1 4AB

Supplier: Calder Fixings Ltd
          4 Mill Lane, Halifax HX1 2AB

`
	for _, tt := range []struct {
		name, page, shipTo string
	}{
		{"deliver with what", `
Deliver finished copies to
Evenlode Mailing
Unit 6, Great Western Park
Bicester OX26 0ZZ
`, "Evenlode Mailing, Unit 6, Great Western Park, Bicester OX26 0ZZ"},
		{"french site", `
Livrer sur chantier :
Collège Ronsard, portail nord
37300 JOUÉ-LES-BRUYÈRES
`, "Collège Ronsard, portail nord, 37300 JOUÉ-LES-BRUYÈRES"},
		{"german, in the line", `
Lieferung: Montageplatz Nord, Am Sportfeld 2, 24582 Bordesholm
`, "Montageplatz Nord, Am Sportfeld 2, 24582 Bordesholm"},
		{"a code beside the heading", `
SHIP TO BR 04
BRANCH 04 RECEIVING
5500 E ADMIRAL CT
TULSITA OK 74117
`, "BRANCH 04 RECEIVING, 5500 E ADMIRAL CT, TULSITA OK 74117"},
		{"a number before the name", `
SHIP TO   0310   ST ADELBERT HOSPITAL
                 RECEIVING DOCK B
                 FOND DU LAC WI 54935
`, "ST ADELBERT HOSPITAL, RECEIVING DOCK B, FOND DU LAC WI 54935"},
		{"dots lead to a number", `
Deliver To. .    302510
  NETWORKS DEPOT
  Marsh Lane
  SM9 1QD
`, "NETWORKS DEPOT, Marsh Lane, SM9 1QD"},
		{"polish building site", `
Budowa: Hala LogPark, etap II, ul. Transportowa 8, 62-330 Nekla
`, "Hala LogPark, etap II, ul. Transportowa 8, 62-330 Nekla"},
	} {
		if got := partiesOf(head + tt.page)[ShipTo].Value; got != tt.shipTo {
			t.Errorf("%s: ship_to = %q, want %q", tt.name, got, tt.shipTo)
		}
	}
}

// A sentence behind a heading goes on where the address ends.
