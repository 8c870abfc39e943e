package order

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ranking"
	"lineitem/convert/order/value"
)

// typewritten lays out a page as on a typewriter: each character is 6 points wide, each
// line 12 points high, in size 10. A line that begins with "#" is set in size 16. A line
// of dashes is a rule; a line that begins with "=" is on two coloured bars that meet at
// column 40.
func typewritten(text string) doc.Page {
	p := doc.Page{Number: 1, Width: 612, Height: 792}
	y := 40.0
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		size, width, x := 10.0, 6.0, 30.0
		if rest, ok := strings.CutPrefix(line, "#"); ok {
			line, size, width = rest, 16, 9
		}
		y += 12
		if rest, ok := strings.CutPrefix(line, "="); ok {
			line = rest
			for _, x := range []float64{x - 2, x + 6*40} {
				p.Fills = append(p.Fills, doc.Fill{Box: doc.Box{X0: x, Y0: y - 9, X1: x + 6*38, Y1: y + 3}, Color: 0x203060})
			}
		}
		if t := strings.TrimSpace(line); len(t) > 10 && strings.Trim(t, "-") == "" {
			p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, Y0: y - 4, X1: x + 6*float64(len(line)), Y1: y - 3.5}})
			continue
		}
		col := 0
		for _, field := range strings.SplitAfter(line, " ") {
			word := strings.TrimSpace(field)
			n := len([]rune(word))
			if word != "" {
				p.Words = append(p.Words, doc.Word{
					Text: word, Size: size, Baseline: y, Confidence: 1,
					Box: doc.Box{X0: x + width*float64(col), Y0: y - 0.75*size, X1: x + width*float64(col+n), Y1: y + 0.2*size},
				})
			}
			col += len([]rune(field))
		}
	}
	return p
}

// proposals holds, for each field, the cells that may be its value, by value.
type proposals map[Field]map[string]Cell

// proposed returns what is proposed for the parties of one laid-out page. Which
// candidates are chosen, in package ranking, is judged by whole documents.
func proposed(pages []*layout.Page) proposals {
	r := &reading{pages: pages, locale: value.FindLocale(pages)}
	r.findLabels()
	all := proposals{}
	ranked := ranking.Rank(r.view(part{last: len(pages) - 1}, new(Order)), nil)
	if ranked == nil {
		return all
	}
	for i := range ranked.Fields {
		f := &ranked.Fields[i]
		all[f.Field] = map[string]Cell{}
		for k, c := range f.Candidates {
			all[f.Field][c.Value] = ranked.Cell(f, k)
		}
	}
	return all
}

// partiesOf returns what is proposed for the parties of one typed page.
func partiesOf(text string) proposals {
	return proposed(layout.Analyze(&doc.Document{Pages: []doc.Page{typewritten(text)}}))
}

// want reports which of a document's correct values are not proposed.
func (all proposals) want(t *testing.T, name string, want map[Field]string) {
	t.Helper()
	for f, v := range want {
		c, ok := all[f][v]
		if !ok {
			t.Errorf("%s: %q is not proposed as %s", name, v, f.Key())
		} else if e := c.Evidence; e.Page < 1 || e.Box.Empty() || len(e.Words) == 0 || e.Confidence < 0 || e.Confidence > 1 {
			t.Errorf("%s: evidence of %s = %+v, want a page, a box, words and a confidence", name, f.Key(), e)
		}
	}
}

func TestReadParties(t *testing.T) {
	for _, tt := range []struct {
		name string
		page string
		want map[Field]string
	}{
		{"columns under headings", `
#Halden Pump Works Inc.
14 Mill Street
Utica, NY 13501
                                                   PURCHASE ORDER
                                                   PO No: 7741
VENDOR                        SHIP TO                       BILL TO
Corvid Fasteners LLC          Halden Pump Works Inc.        Halden Pump Works Inc.
880 Dock Road                 Receiving, Door 4             Accounts Payable
Erie, PA 16501                14 Mill Street                PO Box 119
Attn: Lee Marsh               Utica, NY 13501               Utica, NY 13503

Item      Description                    Qty      Price       Amount`,
			map[Field]string{
				Buyer:    "Halden Pump Works Inc.",
				Supplier: "Corvid Fasteners LLC",
				ShipTo:   "Halden Pump Works Inc., Receiving, Door 4, 14 Mill Street, Utica, NY 13501",
				BillTo:   "Halden Pump Works Inc., Accounts Payable, PO Box 119, Utica, NY 13503",
			}},
		{"values beside headings, among other fields", `
                         PURCHASE ORDER
  Supplier:   Brodie Timber Ltd                     Order No:  P-2210
              3 Wharf Lane                          Date:      04/05/2026
              Hull                                  Buyer:     Janet Moss
              HU1 2AB
  Deliver To: Ockham Joinery Limited
              Unit 5, Vale Park
              Selby
              YO8 4QA
  Terms:      30 days

  for and on behalf of Ockham Joinery Limited`,
			map[Field]string{
				Buyer:    "Ockham Joinery Limited",
				Supplier: "Brodie Timber Ltd",
				ShipTo:   "Ockham Joinery Limited, Unit 5, Vale Park, Selby, YO8 4QA",
			}},
		{"headings halfway down beside their blocks", `
              Brodie Timber Ltd                     Ockham Joinery Limited
  Supplier:   3 Wharf Lane          Deliver To:     Unit 5, Vale Park
              Hull HU1 2AB                          Selby YO8 4QA
  Order No:   P-2210                Terms:          30 days`,
			map[Field]string{
				Buyer:    "Ockham Joinery Limited",
				Supplier: "Brodie Timber Ltd",
				ShipTo:   "Ockham Joinery Limited, Unit 5, Vale Park, Selby YO8 4QA",
			}},
		{"headings in two languages, one beneath the other", `
  Lieferadresse           Ockham Tischlerei AG
  Adresse de livraison    Tor 5
                          Hafenweg 14
                          3550 Langnau`,
			map[Field]string{
				Buyer:  "Ockham Tischlerei AG",
				ShipTo: "Ockham Tischlerei AG, Tor 5, Hafenweg 14, 3550 Langnau",
			}},
		{"blocks indented under headings, one with a number", `
 Supplier 31188                                    Ship To:
      Corvid Fasteners LLC                                 Halden Pump Works Inc.
      880 Dock Road                                        14 Mill Street
      Erie, PA 16501                                       Utica, NY 13501`,
			map[Field]string{
				Buyer:    "Halden Pump Works Inc.",
				Supplier: "Corvid Fasteners LLC",
				ShipTo:   "Halden Pump Works Inc., 14 Mill Street, Utica, NY 13501",
			}},
		{"address window under a sender's line", `
Sandhof Metallbau GmbH · Gewerbering 4 · 49074 Osnabrück

Firma                                              Bestellnummer:   4711
Krahe Werkzeuge AG                                 Datum:           03.02.2026
Postfach 12 34
58507 Lüdenscheid


#Bestellung
Bitte liefern Sie an unsere Lieferanschrift:

Lieferanschrift:
Sandhof Metallbau GmbH
Tor 3
Gewerbering 4
49074 Osnabrück`,
			map[Field]string{
				Buyer:    "Sandhof Metallbau GmbH",
				Supplier: "Krahe Werkzeuge AG",
				ShipTo:   "Sandhof Metallbau GmbH, Tor 3, Gewerbering 4, 49074 Osnabrück",
			}},
		{"labelled fields", `
                       PURCHASE ORDER
Vendor Details                          Ship To Details
Name:     Ridgeway Chemicals            Company:  Tallow Soap Company
Address:  7 Basin Street                Address:  90 Orchard Avenue
City:     Baton Rouge, LA 70801         City:     Athens, GA 30601
Phone:    225-555-0101                  Phone:    706-555-0199`,
			map[Field]string{
				Buyer:    "Tallow Soap Company",
				Supplier: "Ridgeway Chemicals",
				ShipTo:   "Tallow Soap Company, 90 Orchard Avenue, Athens, GA 30601, 706-555-0199",
			}},
		{"French, with the supplier across the page without heading", `
Ateliers Vauquelin SAS
8 rue des Tanneurs
35000 Rennes
                                              Boulonnerie Kerdel SARL
                                              Zone artisanale du Port
                                              29200 Brest
#Bon de commande n° 5512
Adresse de livraison :                        Adresse de facturation :
Ateliers Vauquelin SAS                        Ateliers Vauquelin SAS
Quai B                                        Service comptabilité
8 rue des Tanneurs                            8 rue des Tanneurs
35000 Rennes                                  35000 Rennes`,
			map[Field]string{
				Buyer:    "Ateliers Vauquelin SAS",
				Supplier: "Boulonnerie Kerdel SARL",
				ShipTo:   "Ateliers Vauquelin SAS, Quai B, 8 rue des Tanneurs, 35000 Rennes",
				BillTo:   "Ateliers Vauquelin SAS, Service comptabilité, 8 rue des Tanneurs, 35000 Rennes",
			}},
		{"Italian, addressed", `
#Torneria Baldini S.r.l.
Via Emilia, 12 - 40100 Bologna (BO)

                                              Spett.le
                                              Acciai Prandi S.p.A.
                                              Viale Europa, 3
                                              25100 Brescia (BS)
ORDINE D'ACQUISTO N. 88
Luogo di consegna: Torneria Baldini S.r.l., Via Emilia, 12, 40100 Bologna (BO)`,
			map[Field]string{
				Buyer:    "Torneria Baldini S.r.l.",
				Supplier: "Acciai Prandi S.p.A.",
				ShipTo:   "Torneria Baldini S.r.l., Via Emilia, 12, 40100 Bologna (BO)",
			}},
		{"Spanish, label and value in one line", `
                     ORDEN DE COMPRA
Proveedor: Tornillería Arce, S.L.
Calle Mayor, 15
28013 Madrid

Enviar a: Conservera Ibai, S.A.
Polígono Industrial Sur, Nave 4
48001 Bilbao

Facturar a: Conservera Ibai, S.A.
Apartado 77
48080 Bilbao

Comprador: Ane Goñi`,
			map[Field]string{
				Buyer:    "Conservera Ibai, S.A.",
				Supplier: "Tornillería Arce, S.L.",
				ShipTo:   "Conservera Ibai, S.A., Polígono Industrial Sur, Nave 4, 48001 Bilbao",
				BillTo:   "Conservera Ibai, S.A., Apartado 77, 48080 Bilbao",
			}},
		{"Dutch", `
#Zuivelfabriek De Linde B.V.
Melkweg 3
8000 AB Zwolle

Leverancier                             Afleveradres
Pompen Jansen BV                        Zuivelfabriek De Linde B.V.
Havenstraat 9                           Magazijn 2
3011 XX Rotterdam                       Melkweg 5
                                        8000 AB Zwolle
Bestelling 2026-91`,
			map[Field]string{
				Buyer:    "Zuivelfabriek De Linde B.V.",
				Supplier: "Pompen Jansen BV",
				ShipTo:   "Zuivelfabriek De Linde B.V., Magazijn 2, Melkweg 5, 8000 AB Zwolle",
			}},
		{"Portuguese", `
#Moinhos do Ave Lda.
Rua da Ponte, 40
4800-100 Guimarães
Nota de Encomenda N.º 77/26
Fornecedor                              Morada de Entrega
Papeleira Seabra S.A.                   Moinhos do Ave Lda.
Avenida Central, 5                      Cais 1
4700-200 Braga                          Rua da Ponte, 42
                                        4800-100 Guimarães`,
			map[Field]string{
				Buyer:    "Moinhos do Ave Lda.",
				Supplier: "Papeleira Seabra S.A.",
				ShipTo:   "Moinhos do Ave Lda., Cais 1, Rua da Ponte, 42, 4800-100 Guimarães",
			}},
		{"an invoice's issuer is the supplier", `
#Larch & Finch Ltd
6 Canal Side
Leeds LS1 1AA
                                                  INVOICE
                                                  Invoice No: 3001
Bill To:                                Ship To:
Pellan Stores Inc.                      Pellan Stores Inc.
22 King Street                          Depot 9
Dover, DE 19901                         Smyrna, DE 19977`,
			map[Field]string{
				Buyer:    "Pellan Stores Inc.",
				Supplier: "Larch & Finch Ltd",
				ShipTo:   "Pellan Stores Inc., Depot 9, Smyrna, DE 19977",
				BillTo:   "Pellan Stores Inc., 22 King Street, Dover, DE 19901",
			}},
		{"a name of two lines, a number before it", `
                    PURCHASE ORDER
Vendor: 100482
Consolidated Bearings and Transmissions
Company, Inc.
5 Foundry Row
Toledo, OH 43604

Ship To
Marlow County Water Authority
1 Reservoir Road
Marlow, NH 03456`,
			map[Field]string{
				Buyer:    "Marlow County Water Authority",
				Supplier: "Consolidated Bearings and Transmissions Company, Inc.",
				ShipTo:   "Marlow County Water Authority, 1 Reservoir Road, Marlow, NH 03456",
			}},
		{"a buyer in the foot", `
                    PURCHASE ORDER                                Order 51
Vendor                        Delivery Address
Gannet Seafood Co.            Pier Kitchen
2 Pier Road                   9 Bay Street
Bangor, ME 04401              Camden, ME 04843
` + strings.Repeat("\n", 48) + `
           Heron Hotels, LLC · 9 Bay Street · Camden, ME 04843 · (207) 555-0111`,
			map[Field]string{
				Buyer:    "Heron Hotels, LLC",
				Supplier: "Gannet Seafood Co.",
				ShipTo:   "Pier Kitchen, 9 Bay Street, Camden, ME 04843",
			}},
	} {
		partiesOf(tt.page).want(t, tt.name, tt.want)
	}
}

func FuzzReadParties(f *testing.F) {
	f.Add("#Acme Ltd\n1 High Street\nVENDOR:   SHIP TO:\nBrodie Ltd   Acme Ltd\n\nfor Acme Ltd")
	f.Add("To:\nM/s.\n(V12)\n御中\nName:\nCity:   x.\n\"Buyer\" (\"Buyer\")")
	f.Add("=Bill To: a (b [c\n.. :: // &\n| Firma |   An:\n-----------------\nShip To . . .")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 || strings.Count(text, "\n") > 60 || !utf8.ValidString(text) {
			t.Skip()
		}
		first := partiesOf(text)
		if again := partiesOf(text); !reflect.DeepEqual(first, again) {
			t.Errorf("partiesOf(%q) = %v, then %v", text, first, again)
		}
	})
}

func TestReadPartiesOfManyHeadingsEnds(t *testing.T) {
	// A page of nothing but headings and names must not take time that grows with the
	// square of the number of words.
	page := doc.Page{Number: 1, Width: 612, Height: 792}
	for i := range 20000 {
		text := []string{"Vendor:", "Acme", "Ltd", "Ship-To:"}[i%4]
		x, y := float64(i%200)*40, float64(i/200)*7
		page.Words = append(page.Words, doc.Word{Text: text, Size: 6, Baseline: y + 6, Confidence: 1, Box: doc.Box{X0: x, Y0: y, X1: x + 20, Y1: y + 7}})
	}
	start := time.Now()
	proposed(layout.Analyze(&doc.Document{Pages: []doc.Page{page}}))
	if d := time.Since(start); d > time.Minute { // an endless loop never ends; a busy machine may take a while
		t.Errorf("ranking took %v for a page of %d words, want less than a minute", d, len(page.Words))
	}
}
