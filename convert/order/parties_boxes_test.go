package order

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
)

// boxed returns what is proposed for the parties of a page laid out by boxedPage.
func boxed(text string) proposals {
	return proposed(layout.Analyze(&doc.Document{Pages: []doc.Page{boxedPage(text)}}))
}

// boxedPage lays out a page like typewritten, with vertical rules for "|".
func boxedPage(text string) doc.Page {
	clean := strings.Map(func(r rune) rune {
		if r == '|' {
			return ' '
		}
		return r
	}, text)
	p := typewritten(clean)
	y := 40.0
	for line := range strings.SplitSeq(strings.Trim(text, "\n"), "\n") {
		y += 12
		if strings.HasPrefix(line, "#") {
			continue
		}
		for i, r := range []rune(line) {
			if r == '|' {
				x := 30 + 6*float64(i) + 3
				p.Rules = append(p.Rules, doc.Rule{Box: doc.Box{X0: x, X1: x + 0.5, Y0: y - 16, Y1: y + 9}, Vertical: true})
			}
		}
	}
	for i := range p.Rules {
		if !p.Rules[i].Vertical {
			p.Rules[i].X0 += 3
			p.Rules[i].X1 -= 3
		}
	}
	return p
}

func TestReadPartiesInBoxes(t *testing.T) {
	for _, tt := range []struct {
		name string
		page string
		want map[Field]string
	}{
		{"label column", `
#Halden Pump Works Inc.
                       PURCHASE ORDER

------------------------------------------------------------
|Vendor            |Corvid Fasteners LLC                   |
|                  |880 Dock Road                          |
|                  |Erie, PA 16501                         |
------------------------------------------------------------
|Ship To           |Halden Pump Works Inc.                 |
|                  |14 Mill Street                         |
|                  |Utica, NY 13501                        |
------------------------------------------------------------
|Buyer             |Lee Marsh                              |
------------------------------------------------------------
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., 14 Mill Street, Utica, NY 13501"}},
		{"sheet with all borders", `
#Halden Pump Works Inc.
                       PURCHASE ORDER

------------------------------------------------------------
|VENDOR:                     |SHIP TO:                     |
------------------------------------------------------------
|Corvid Fasteners            |Halden Pump Works            |
------------------------------------------------------------
|880 Dock Road               |14 Mill Street               |
------------------------------------------------------------
|Erie, PA 16501              |Utica, NY 13501              |
------------------------------------------------------------
|Phone: 814-555-0101         |Phone: 315-555-0100          |
------------------------------------------------------------
|Terms: Net 30               |Ship Via: UPS                |
------------------------------------------------------------
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works, 14 Mill Street, Utica, NY 13501, Phone: 315-555-0100"}},
		{"boxes with captions", `
------------------------------------------------------------
|From                        |PO Number                    |
|Halden Pump Works Inc.      |7781                         |
|14 Mill Street              |-----------------------------
|Utica, NY 13501             |Date                         |
|                            |01/12/2026                   |
------------------------------------------------------------
|To                          |Deliver to                   |
|Corvid Fasteners LLC        |Halden Pump Works Inc.       |
|880 Dock Road               |Dock 4                       |
|Erie, PA 16501              |14 Mill Street               |
|Attn: Ann Roe               |Utica, NY 13501              |
------------------------------------------------------------
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., Dock 4, 14 Mill Street, Utica, NY 13501"}},
		{"fields in a ruled table", `
                       PURCHASE ORDER
------------------------------------------------------------
|Supplier details            |Delivery details             |
------------------------------------------------------------
|Name     |Corvid Fasteners  |Name     |Halden Pumps       |
------------------------------------------------------------
|Address  |880 Dock Road     |Address  |14 Mill Street     |
|         |Erie, PA 16501    |         |Utica, NY 13501    |
------------------------------------------------------------
|Phone    |814-555-0101      |Phone    |315-555-0100       |
------------------------------------------------------------
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Halden Pumps", ShipTo: "Halden Pumps, 14 Mill Street, Utica, NY 13501, 315-555-0100"}},
		{"three columns, heads in one row, bodies in another", `
#Halden Pump Works Inc.
------------------------------------------------------------------------------
|        VENDOR           |       SHIP TO           |       BILL TO            |
------------------------------------------------------------------------------
|Corvid Fasteners LLC     |Halden Pump Works Inc.   |Halden Pump Works Inc.    |
|880 Dock Road            |Dock 4                   |PO Box 119                |
|Erie, PA 16501           |Utica, NY 13501          |Utica, NY 13503           |
------------------------------------------------------------------------------
|TERMS                    |SHIP VIA                 |BUYER                     |
------------------------------------------------------------------------------
|Net 30                   |UPS                      |Lee Marsh                 |
------------------------------------------------------------------------------
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., Dock 4, Utica, NY 13501", BillTo: "Halden Pump Works Inc., PO Box 119, Utica, NY 13503"}},
		{"lower block right of other fields", `
#Halden Pump Works Inc.
PURCHASE ORDER 7781                      Date: 01/12/2026

Supplier                                 Order details
Corvid Fasteners LLC                     Payment terms     Net 30
880 Dock Road                            Delivery terms    DAP
Erie, PA 16501                           Delivery address  14 Mill Street
Tel. 814-555-0101                                          Utica, NY 13501
                                         Our reference     Lee Marsh
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "14 Mill Street, Utica, NY 13501"}},
		{"bank and notify parties", `
#Halden Pump Works Inc.
14 Mill Street, Utica, NY 13501
                            PURCHASE ORDER
 Supplier                        Notify party
 Corvid Fasteners LLC            Gannet Brokers Inc.
 880 Dock Road                   5 Customs House
 Erie, PA 16501                  Buffalo, NY 14201

 Consignee                       Bank details
 Halden Pump Works Inc.          First Bank of Utica Inc.
 Dock 4                          1 Bank Street
 Utica, NY 13501                 Utica, NY 13501
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., Dock 4, Utica, NY 13501"}},
		{"people first", `
#Halden Pump Works Inc.
                            PURCHASE ORDER
 To:                             Ship To:
 Ann Roe                         Attn: Lee Marsh
 Corvid Fasteners LLC            Halden Pump Works Inc.
 880 Dock Road                   14 Mill Street
 Erie, PA 16501                  Utica, NY 13501
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Attn: Lee Marsh, Halden Pump Works Inc., 14 Mill Street, Utica, NY 13501"}},
		{"no supplier", `
#Halden Pump Works Inc.
14 Mill Street
Utica, NY 13501
                            PURCHASE ORDER
 PO Number: 771
 Buyer: Lee Marsh
`, map[Field]string{Buyer: "Halden Pump Works Inc."}},
	} {
		boxed(tt.page).want(t, tt.name, tt.want)
	}
}
