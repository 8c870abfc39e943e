package order

import (
	"testing"
)

func TestReadPartiesOfForms(t *testing.T) {
	for _, tt := range []struct {
		name string
		page string
		want map[Field]string
	}{
		{"typed two columns inline", `
                              PURCHASE ORDER

TO: CORVID FASTENERS LLC             SHIP TO: HALDEN PUMP WORKS INC
    880 DOCK ROAD                             RECEIVING
    ERIE, PA 16501                            14 MILL ST
                                              UTICA, NY 13501
P.O. NO: 8813       DATE: 01/12/26       TERMS: NET 30
`, map[Field]string{Supplier: "CORVID FASTENERS LLC", Buyer: "HALDEN PUMP WORKS INC", ShipTo: "HALDEN PUMP WORKS INC, RECEIVING, 14 MILL ST, UTICA, NY 13501"}},
		{"issuer right, addressee left, same height", `
#PURCHASE ORDER
Gumtree Hardware Pty Ltd        Purchase Order Date        Wattle Joinery Pty Ltd
12 Foundry Lane                 3 Feb 2026                 Unit 2, 40 Quarry Road
NEWCASTLE NSW 2300              Delivery Date              GEELONG VIC 3220
AUSTRALIA                       10 Feb 2026                AUSTRALIA
                                Reference                  ABN: 12 345 678 901
                                PO-0042

Description              Quantity      Unit Price     Amount AUD
Hinge                    5             2.00           10.00

DELIVERY DETAILS
Delivery Address             Attention           Delivery Instructions
Unit 2, 40 Quarry Road       Bob Marsh           Leave at gate
GEELONG VIC 3220             Telephone
AUSTRALIA                    03 5550 0101
`, map[Field]string{Supplier: "Gumtree Hardware Pty Ltd", Buyer: "Wattle Joinery Pty Ltd", ShipTo: "Unit 2, 40 Quarry Road, GEELONG VIC 3220, AUSTRALIA"}},
		{"addressee without heading, ship-to address below", `
                                                  Thornbury Bakeries Ltd.
                                                  5 The Ring
                                                  Westbury
                                                  BA13 3AA
Purchase Order 106001
Page 1

Lydeard Flour Mills                    Phone No.         0111 496 0101
10 North Lake Avenue                   VAT Reg. No.      GB777777777
TA4 3QS Lydeard                        Order Date        01/02/26

Buy-from Vendor No.  10000
Ship-to Address
Thornbury Bakeries Ltd.
Goods In
5 The Ring
BA13 3AA Westbury
`, map[Field]string{Supplier: "Lydeard Flour Mills", Buyer: "Thornbury Bakeries Ltd.", ShipTo: "Thornbury Bakeries Ltd., Goods In, 5 The Ring, BA13 3AA Westbury"}},
		{"form letter with values beneath captions", `
Alder Pump Company                                PURCHASE ORDER
PO Box 11                                         PO number/date
Erie PA 16501                                     4500012345 / 01/12/2026
                                                  Contact person/Telephone
                                                  John Dawes/555-010-1234
Company
Corvid Fasteners LLC
880 Dock Road
ERIE PA 16502

Your vendor number with us: 220418

Please deliver to:                                Delivery date: 02/01/2026
Alder Pump Company
Plant 2
77 Furnace Road
ERIE PA 16503

Terms of payt.: 30 days net                       Currency USD
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Alder Pump Company", ShipTo: "Alder Pump Company, Plant 2, 77 Furnace Road, ERIE PA 16503"}},
		{"headings on coloured bars", `
#Tarn Outfitters
9 Ridge Road                                          PURCHASE ORDER
Keene, NH 03431                                       DATE    1/2/2026
Phone: (603) 555-0100                                 PO #    2214
=VENDOR                                  SHIP TO
Corvid Fasteners                         Jan Holm
Sales Department                         Tarn Outfitters
880 Dock Road                            9 Ridge Road
Erie, PA 16501                           Keene, NH 03431
Phone: (814) 555-0101                    Phone: (603) 555-0100
=REQUISITIONER     SHIP VIA       F.O.B.        SHIPPING TERMS
 Jan Holm          UPS            Origin        Prepaid
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Tarn Outfitters", ShipTo: "Jan Holm, Tarn Outfitters, 9 Ridge Road, Keene, NH 03431, Phone: (603) 555-0100"}},
		{"from and to", `
From:                         To:                           Purchase Order
Halden Pump Works Inc.        CORVID FASTENERS LLC          (New)
14 Mill Street                880 Dock Road                 4500098
Utica, NY 13501               Erie, PA 16501                Amount: $51.00 USD
United States                 United States
Phone: +1 (315) 5550100       Phone:

Ship All Items To             Bill To                       Deliver To
Halden Pump Works Inc.        Halden Pump Works Inc.        Lee Marsh
14 Mill Street                PO Box 119                    Door 4
Utica, NY 13501               Utica, NY 13503
United States                 United States
`, map[Field]string{Supplier: "CORVID FASTENERS LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., 14 Mill Street, Utica, NY 13501, United States", BillTo: "Halden Pump Works Inc., PO Box 119, Utica, NY 13503, United States"}},
		{"german letter with buyer in foot and information block", `
                                                        Kröger & Söhne OHG
                                                        Fabrikstr. 9
Kröger & Söhne OHG, Fabrikstr. 9, 33602 Bielefeld       33602 Bielefeld
Herrn                                                   Tel. 0521 555-0
Bolte Verpackungen e.K.
Am Hafen 7                                              Unser Zeichen: MK
32423 Minden                                            Datum: 01.02.2026

Bestellung Nr. 2026-118

Lieferanschrift: Kröger & Söhne OHG, Werk 2, Fabrikstr. 11, 33602 Bielefeld
Rechnung an:     Kröger & Söhne OHG, Postfach 10 20, 33501 Bielefeld
`, map[Field]string{Supplier: "Bolte Verpackungen e.K.", Buyer: "Kröger & Söhne OHG", ShipTo: "Kröger & Söhne OHG, Werk 2, Fabrikstr. 11, 33602 Bielefeld", BillTo: "Kröger & Söhne OHG, Postfach 10 20, 33501 Bielefeld"}},
		{"german invoice", `
#Kröger & Söhne OHG
Kröger & Söhne OHG, Fabrikstr. 9, 33602 Bielefeld
Bolte Verpackungen e.K.                                  Rechnungsnummer: 5512
Am Hafen 7                                               Datum: 01.02.2026
32423 Minden                                             Kundennummer: 1001

#Rechnung
Pos   Bezeichnung        Menge     Einzelpreis   Gesamt
`, map[Field]string{Supplier: "Kröger & Söhne OHG", Buyer: "Bolte Verpackungen e.K.", BillTo: "Bolte Verpackungen e.K., Am Hafen 7, 32423 Minden"}},
		{"issued by in text", `
                       PURCHASE ORDER
This Purchase Order is issued by Halden Pump Works Inc. to the supplier named below.

Order number   771
Supplier       Corvid Fasteners LLC, 880 Dock Road, Erie, PA 16501
Deliver to     14 Mill Street, Utica, NY 13501
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "14 Mill Street, Utica, NY 13501"}},
		{"Mexican", `
#Aceros del Bajío, S.A. de C.V.
Av. Industria 500, Col. Centro, C.P. 37000, León, Gto.
RFC: ABA010101AB1
                              ORDEN DE COMPRA
Proveedor:                                  Lugar de entrega:
Tornillos Anáhuac, S. de R.L. de C.V.       Aceros del Bajío, S.A. de C.V.
Calle Norte 45 No. 12                       Almacén 3
Col. Vallejo, C.P. 07870                    Av. Industria 510
Ciudad de México                            León, Gto., C.P. 37000
RFC: TAN020202CD2
`, map[Field]string{Supplier: "Tornillos Anáhuac, S. de R.L. de C.V.", Buyer: "Aceros del Bajío, S.A. de C.V.", ShipTo: "Aceros del Bajío, S.A. de C.V., Almacén 3, Av. Industria 510, León, Gto., C.P. 37000"}},
		{"buyer organisation and a person", `
                      PURCHASE ORDER
Buyer: Halden Pump Works Inc.          Seller: Corvid Fasteners LLC
14 Mill Street                         880 Dock Road
Utica, NY 13501                        Erie, PA 16501
Buyer Contact: Lee Marsh               Seller Contact: Ann Roe

Delivery location: Door 4, 14 Mill Street, Utica, NY 13501
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Door 4, 14 Mill Street, Utica, NY 13501"}},
		{"school district form", `
            MARLOW UNIFIED SCHOOL DISTRICT
                   1 Academy Way
                  Marlow, CA 95001
            PURCHASE ORDER NO. 26-0091
To:                                 Ship To:                         Invoice To:
  Corvid Fasteners LLC                Marlow High School               Accounts Payable
  880 Dock Road                       Attn: Receiving                  1 Academy Way
  Erie, PA 16501                      22 Academy Way                   Marlow, CA 95001
                                      Marlow, CA 95001
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "MARLOW UNIFIED SCHOOL DISTRICT", ShipTo: "Marlow High School, Attn: Receiving, 22 Academy Way, Marlow, CA 95001", BillTo: "Accounts Payable, 1 Academy Way, Marlow, CA 95001"}},
		{"codes and people in the names' lines", `
                      PURCHASE ORDER
Supplier: 100482 Corvid Fasteners LLC  Attn: Ann Roe
          880 Dock Road
          Erie, PA 16501
Ship To:  Halden Pump Works Inc. (Site #20031)
          14 Mill Street
          Utica, NY 13501
Bill To:  Same
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc. (Site #20031), 14 Mill Street, Utica, NY 13501"}},
		{"headings one under another", `
#Halden Pump Works                                
14 Mill Street                                     PURCHASE ORDER
Utica New York 13501                               # PO-00012
U.S.A

Vendor Address
Corvid Fasteners
880 Dock Road
Erie Pennsylvania 16501
U.S.A

Deliver To                                         Date :           12 Jan 2026
Halden Pump Works                                  Delivery Date :  20 Jan 2026
14 Mill Street                                     Terms :          Net 15
Utica New York 13501
U.S.A
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Halden Pump Works", ShipTo: "Halden Pump Works, 14 Mill Street, Utica New York 13501, U.S.A"}},
		{"names and addresses with headings of their own", `
                                         Purchase Order
                                         PUR-ORD-2026-00012
Supplier Name:   Corvid Fasteners        Date:              12-01-2026
Supplier Address: 880 Dock Road          Required By:       20-01-2026
                  Erie                   Company:           Halden Pump Works
                  PA 16501
Shipping Address: 14 Mill Street         Billing Address:   PO Box 119
                  Utica                                     Utica
                  NY 13501                                  NY 13503
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Halden Pump Works", ShipTo: "14 Mill Street, Utica, NY 13501", BillTo: "PO Box 119, Utica, NY 13503"}},
		{"a person and a company by their captions", `
Order 26-119                             Date: 12 Jan 2026
Customer Information
Name: Jane Garrick
Company: Halden Valley Hospital
Phone: 555-0142
Dispatched to:
Halden Valley Hospital
14 Mill Street
Utica, NY 13501
`, map[Field]string{Buyer: "Halden Valley Hospital", ShipTo: "Halden Valley Hospital, 14 Mill Street, Utica, NY 13501"}},
		{"addressed to Messrs", `
#SAGAR POLYMERS PVT. LTD.
Plot No. 12, MIDC, Bhosari, Pune - 411026
GSTIN: 27AAAAA0000A1Z5   Email: purchase@sagarpolymers.in
                         PURCHASE ORDER
To,                                       PO No. : SP/26-27/041
M/s. Nirmal Traders                       Date : 14.04.2026
Shop No. 4, Main Bazar                    Ref : Quotation
Nashik - 422001
GSTIN: 27BBBBB0000B1Z5
Kind Attn: Mr. R. Patil

Dear Sir,
We are pleased to place an order for the following goods.
Delivery At: Plot No. 14, MIDC, Bhosari, Pune - 411026
`, map[Field]string{Supplier: "Nirmal Traders", Buyer: "SAGAR POLYMERS PVT. LTD.", ShipTo: "Plot No. 14, MIDC, Bhosari, Pune - 411026"}},
		{"italian invoice", `
#Torneria Baldini S.r.l.
Via Emilia, 12 - 40100 Bologna (BO)
P.IVA IT00000000001
FATTURA N. 12 del 03/02/2026
Cliente                                 Destinazione merce
Officine Prandi S.p.A.                  Officine Prandi S.p.A.
Viale Europa, 3                         Via del Lavoro, 9
25100 Brescia (BS)                      25100 Brescia (BS)
`, map[Field]string{Supplier: "Torneria Baldini S.r.l.", Buyer: "Officine Prandi S.p.A.", ShipTo: "Officine Prandi S.p.A., Via del Lavoro, 9, 25100 Brescia (BS)", BillTo: "Officine Prandi S.p.A., Viale Europa, 3, 25100 Brescia (BS)"}},
		{"Canadian", `
#Lac Seul Outfitters Ltd.
410 Pine Street, Dryden ON P8N 1A1
                               Purchase Order
Vendor:                                 Ship To:
Prairie Canvas Inc.                     Lac Seul Outfitters Ltd.
200 Portage Ave                         Dock 2
Winnipeg MB R3C 0A1                     410 Pine Street
CANADA                                  Dryden ON P8N 1A1
Tel: 204-555-0100                       CANADA
Terms: Net 30                           Ship Via: Manitoulin
`, map[Field]string{Supplier: "Prairie Canvas Inc.", Buyer: "Lac Seul Outfitters Ltd.", ShipTo: "Lac Seul Outfitters Ltd., Dock 2, 410 Pine Street, Dryden ON P8N 1A1, CANADA"}},
		{"supplier only by remit-to, with buyer first", `
#Halden Pump Works Inc.
14 Mill Street, Utica, NY 13501
                   PURCHASE ORDER 7781
Purchased From             Remit To
Corvid Fasteners LLC       Corvid Fasteners LLC
880 Dock Road              PO Box 7
Erie, PA 16501             Erie, PA 16512
Deliver To
Halden Pump Works Inc.
Attention: Stores
14 Mill Street
Utica, NY 13501
`, map[Field]string{Supplier: "Corvid Fasteners LLC", Buyer: "Halden Pump Works Inc.", ShipTo: "Halden Pump Works Inc., Attention: Stores, 14 Mill Street, Utica, NY 13501"}},
		{"spanish letter", `
#Bodegas Arrizabal, S.L.
Ctra. Logroño, km 4
26200 Haro (La Rioja)
CIF: B00000000
                                    Cristalerías Pujol, S.A.
                                    Polígono Can Roca, nave 12
                                    08100 Mollet del Vallès
PEDIDO Nº 2026/88
Fecha: 03/02/2026
Dirección de entrega: Bodegas Arrizabal, S.L.
                      Almacén 2
                      26200 Haro (La Rioja)
`, map[Field]string{Supplier: "Cristalerías Pujol, S.A.", Buyer: "Bodegas Arrizabal, S.L.", ShipTo: "Bodegas Arrizabal, S.L., Almacén 2, 26200 Haro (La Rioja)"}},
		{"values beside and beneath their headings", `
THE UNIVERSITY OF WEST DAKOTA                              PURCHASE ORDER
Procurement Services                                       PO Number: U000123
100 Campus Drive                                           Date: 01/12/2026
Minot, ND 58701                                            Page: 1 of 1

Supplier:  0000012345                    Ship To:  UWD Central Receiving
CORVID FASTENERS LLC                               1 Warehouse Loop
880 DOCK ROAD                                      Minot, ND 58701
ERIE PA 16501                                      United States
United States
                                         Bill To:  UWD Accounts Payable
Phone: 814/555-0101                                PO Box 9
                                                   Minot, ND 58702
`, map[Field]string{Supplier: "CORVID FASTENERS LLC", Buyer: "THE UNIVERSITY OF WEST DAKOTA", ShipTo: "UWD Central Receiving, 1 Warehouse Loop, Minot, ND 58701, United States", BillTo: "UWD Accounts Payable, PO Box 9, Minot, ND 58702"}},
		{"words without legal forms", `
Halden Pump Works                           Purchase Order
14 Mill Street
Utica NY 13501                              PO Number:   7781
USA                                         Order Date:  1/12/2026
Phone: 315-555-0100

To:  Corvid Fasteners                       Ship To:  Halden Pump Works
     880 Dock Road                                    14 Mill Street
     Erie PA 16501                                    Utica NY 13501
     USA                                              USA

Phone:                  Fax:                Ship Via: UPS
FOB: Origin             Terms: Net 30
`, map[Field]string{Supplier: "Corvid Fasteners", Buyer: "Halden Pump Works", ShipTo: "Halden Pump Works, 14 Mill Street, Utica NY 13501, USA"}},
		{"Swiss", `
Fromagerie du Moléson SA
Route de la Gare 5
1660 Château-d'Oex
Tél. 026 555 01 01
                                        Emballages Rossier Sàrl
                                        Chemin du Lac 8
                                        1800 Vevey
Commande N° 2026-15
Lieu de livraison
Fromagerie du Moléson SA
Quai 2
1660 Château-d'Oex
`, map[Field]string{Supplier: "Emballages Rossier Sàrl", Buyer: "Fromagerie du Moléson SA", ShipTo: "Fromagerie du Moléson SA, Quai 2, 1660 Château-d'Oex"}},
		{"Brazilian", `
#Metalúrgica Itapuã Ltda
CNPJ: 00.000.000/0001-00  IE: 123.456
Av. Brasil, 500 - Joinville/SC - CEP 89200-000
                        PEDIDO DE COMPRA Nº 771
Fornecedor: Parafusos Sul S.A.
CNPJ: 11.111.111/0001-11
Endereço: Rua XV de Novembro, 40
Cidade: Blumenau - SC   CEP: 89010-000
Local de Entrega: Av. Brasil, 500 - Joinville/SC
`, map[Field]string{Supplier: "Parafusos Sul S.A.", Buyer: "Metalúrgica Itapuã Ltda", ShipTo: "Av. Brasil, 500 - Joinville/SC"}},
		{"labels with colons apart", `
#Al Noor Trading FZE
PO Box 12345, Sharjah, UAE   TRN: 100000000000003
LOCAL PURCHASE ORDER
Supplier : Gulf Bearings LLC              LPO No : 771
Address  : Al Quoz Industrial Area 3      Date   : 12/01/2026
           Dubai, UAE                     Payment: 30 days
Tel      : +971 4 555 0101
Delivery : Al Noor Warehouse 4, Sharjah
`, map[Field]string{Supplier: "Gulf Bearings LLC", Buyer: "Al Noor Trading FZE"}},
		{"an invoice without letterhead", `
                               TAX INVOICE
NIRMAL TRADERS                              Invoice No. 88
Shop No. 4, Main Bazar                      Dated 14-Apr-26
Nashik - 422001
GSTIN: 27BBBBB0000B1Z5
Buyer (Bill to)
Sagar Polymers Pvt. Ltd.
Plot No. 12, MIDC, Bhosari
Pune - 411026
`, map[Field]string{Supplier: "NIRMAL TRADERS", Buyer: "Sagar Polymers Pvt. Ltd.", BillTo: "Sagar Polymers Pvt. Ltd., Plot No. 12, MIDC, Bhosari, Pune - 411026"}},
		{"a French invoice without headings", `
Ateliers Vauquelin SAS                                FACTURE
8 rue des Tanneurs                                    N° F2026-10
35000 Rennes

                                        Boulonnerie Kerdel SARL
                                        Zone artisanale du Port
                                        29200 Brest
`, map[Field]string{Supplier: "Ateliers Vauquelin SAS", Buyer: "Boulonnerie Kerdel SARL", BillTo: "Boulonnerie Kerdel SARL, Zone artisanale du Port, 29200 Brest"}},
		{"a shipper and where to deliver", `
Lowland Produce                                      PURCHASE ORDER
31 Market Way, Mobile AL 36602                       P.O.#     5110

Shipper:    Orchard Hill Sales
            18 Orchard Row
            Pharr TX 78577

Deliver:    Lowland dock 2, 31 Market Way, Mobile AL 36602
`, map[Field]string{Supplier: "Orchard Hill Sales", Buyer: "Lowland Produce", ShipTo: "Lowland dock 2, 31 Market Way, Mobile AL 36602"}},
		{"an addressee under one word", `
INKOOPORDER                                           Bloemist Van Dorp B.V.
                                                      Veldweg 214
                                                      1431 JX Aalsmeer

Aan                                                   Ordernummer   : IO-2608
Kwekerij Noordzoom V.O.F.                             Orderdatum    : 21 april 2026
Dijkweg 19a
2678 KM De Lier
`, map[Field]string{Supplier: "Kwekerij Noordzoom V.O.F.", Buyer: "Bloemist Van Dorp B.V."}},
		{"the maker beside the supplier", `
Tolland Sourcing Limited                              PURCHASE ORDER TS-26-0074
18/F Wah Building, Kwun Tong, Hong Kong

SUPPLIER                                              MANUFACTURER
Meridian Trading Ltd.                                 Padma Knit Composite Ltd.
2 Quay Street, Leeds LS1 4AP                          Plot 12, Ashulia, Dhaka 1349
`, map[Field]string{Supplier: "Meridian Trading Ltd.", Buyer: "Tolland Sourcing Limited"}},
	} {
		partiesOf(tt.page).want(t, tt.name, tt.want)
	}
}
