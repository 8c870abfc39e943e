package order

import "testing"

// TestHeadForms reads the heads of orders as printed by many kinds of systems and
// templates. The companies and figures are invented.
func TestHeadForms(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"number beneath the title", `
                                             PURCHASE ORDER
                                             PO-0012
Harbour Joinery Ltd
14 Quay Street`, wanted{PONumber: "PO-0012"}},
		{"number right of the title", `
Harbour Joinery Ltd                          PURCHASE ORDER   4500998
14 Quay Street                               Page 1 of 1`, wanted{PONumber: "4500998"}},
		{"number with blanks", `
PURCHASE ORDER
PO Number:   4500 123 778
Order date:  4 May 2026`, wanted{PONumber: "4500 123 778", PODate: "2026-05-04"}},
		{"number and year", `
                       PURCHASE ORDER  No 17/2026
                       dated 04.05.2026`, wanted{PONumber: "17/2026", PODate: "2026-05-04"}},
		{"number in capitals and dashes", `
P.O. #:  NW-ENG-26-0098-R2
P.O. Date:  05/04/26
Reqd By:  05/29/26`, wanted{PONumber: "NW-ENG-26-0098-R2", PODate: "2026-05-04", DeliveryDate: "2026-05-29"}},
		{"terms among numbered clauses", `
PURCHASE ORDER      PO-0012
1. Price: firm
2. Payment: 30% advance, balance against P.I.
3. Freight: to our account`, wanted{PONumber: "PO-0012", PaymentTerms: "30% advance, balance against P.I."}},
		{"revision behind the number", `
Purchase Order     Revision
70021443           2
Order Date         Buyer
14-MAY-2026        Lee, Dana`, wanted{PONumber: "70021443", PODate: "2026-05-14"}},
		{"number and revision in one cell", `
Purchase Order No.    70021443 Rev 2
Creation Date         14-MAY-2026`, wanted{PONumber: "70021443", PODate: "2026-05-14"}},
		{"labels in capitals far from values", `
PURCHASE ORDER NUMBER:                                             88-14412
DATE OF ISSUE:                                                     06/18/2026
DATE REQUIRED:                                                     07/02/2026
PAYMENT TERMS:                                                     NET 30`,
			wanted{PONumber: "88-14412", PODate: "2026-06-18", DeliveryDate: "2026-07-02", PaymentTerms: "NET 30"}},
		{"several pairs in one line of type", `
PURCHASE ORDER
ORDER NO: 33412  DATE: 06/18/26  VENDOR NO: 1180  PAGE: 1
SHIP VIA: YELLOW  FOB: ORIGIN  TERMS: 2% 10 NET 30  DUE DATE: 07/01/26`,
			wanted{PONumber: "33412", PODate: "2026-06-18", DeliveryDate: "2026-07-01", PaymentTerms: "2% 10 NET 30", ShipVia: "YELLOW"}},
		{"dots lead to values", `
Order number . . . . :   OP 118822
Order date . . . . . :   12/06/26
Requested date . . . :   26/06/26
Payment terms  . . . :   30 days end of month
United Kingdom`, wanted{PONumber: "OP 118822", PODate: "2026-06-12", DeliveryDate: "2026-06-26", PaymentTerms: "30 days end of month"}},
		{"cells of a spreadsheet", `
PURCHASE ORDER
Vendor Name                                      PO #                 A-1190
Brass & Tube Co                                  Date                 9/14/2026
                                                 Delivery Date        9/30/2026
                                                 Ship Via             UPS Ground`,
			wanted{PONumber: "A-1190", PODate: "2026-09-14", DeliveryDate: "2026-09-30", ShipVia: "UPS Ground"}},
		{"labels over values, web", `
Purchase Order

Purchase Order Date
5 Mar 2026

Delivery Date
12 Mar 2026

Purchase Order Number
PO-00441

Reference
KJ-FIT OUT

ABN
51 824 753 556`, wanted{PONumber: "PO-00441", PODate: "2026-03-05", DeliveryDate: "2026-03-12"}},
		{"labels of two languages", `
Order No. / Bestell-Nr.:  4500311
Date / Datum:  05.03.2026
Delivery date / Liefertermin:  26.03.2026`, wanted{PONumber: "4500311", PODate: "2026-03-05", DeliveryDate: "2026-03-26"}},
		{"french and english", `
Bon de commande / Purchase order:   77120
Date:   2026-03-05
Modalités / Terms:   Net 30
Expédier par / Ship via:   Purolator`, wanted{PONumber: "77120", PODate: "2026-03-05", PaymentTerms: "Net 30", ShipVia: "Purolator"}},
		{"date needed", `
PO No.  2026-117
Date Needed:  11/20/2026
Cancel Date:  12/05/2026`, wanted{PONumber: "2026-117", DeliveryDate: "2026-11-20"}},
		{"expected by", `
Purchase Order  P00031
Order Date:           Expected Arrival:
03/14/2026            03/28/2026`, wanted{PONumber: "P00031", PODate: "2026-03-14", DeliveryDate: "2026-03-28"}},
		{"hash before the number in the title", `
Purchase Order # P00031
Purchase Representative:     Order Date:          Expected Arrival:
Mina Roth                    14/03/2026 09:12:44  28/03/2026 12:00:00`,
			wanted{PONumber: "P00031", PODate: "2026-03-14", DeliveryDate: "2026-03-28"}},
		{"ship no later than", `
PO Number   55410
Ship No Later Than   08/20/2026
Payment   Net 45`, wanted{PONumber: "55410", DeliveryDate: "2026-08-20", PaymentTerms: "Net 45"}},
		{"delivery no later than", `
Order No.: 8812
Please deliver by: 12 June 2026
Terms of payment: 14 days net`, wanted{PONumber: "8812", DeliveryDate: "2026-06-12", PaymentTerms: "14 days net"}},
		{"delivery required by in words", `
Purchase Order: 8812
Delivery required on or before 12 June 2026`, wanted{PONumber: "8812", DeliveryDate: "2026-06-12"}},
		{"required delivery date beneath", `
PO NUMBER      ISSUE DATE     REQUIRED DELIVERY DATE      CURRENCY
4477-A         01-JUN-2026    15-JUN-2026                 EUR`,
			wanted{PONumber: "4477-A", PODate: "2026-06-01", DeliveryDate: "2026-06-15", Currency: "EUR"}},
		{"government form", `
1. ORDER NUMBER             2. DATE                  3. REQUISITION NUMBER
26-F-0042                   2026 MAR 17              R-112
4. DELIVER BY               5. DISCOUNT TERMS        6. SHIP VIA
2026 APR 30                 Net 30 Days              Best commercial carrier`,
			wanted{PONumber: "26-F-0042", PODate: "2026-03-17", DeliveryDate: "2026-04-30", PaymentTerms: "Net 30 Days", ShipVia: "Best commercial carrier"}},
		{"carrier and freight terms", `
PO#: 5511
Carrier: Old Dominion Freight
Freight Terms: Collect
FOB: Destination`, wanted{PONumber: "5511", ShipVia: "Old Dominion Freight"}},
		{"shipping method over terms", `
SHIPPING METHOD          SHIPPING TERMS          DELIVERY DATE
Air & Land               FOB Origin              06/30/2026`, wanted{ShipVia: "Air & Land", DeliveryDate: "2026-06-30"}},
		{"ship method", `
Requisitioner      Ship Via         F.O.B.           Shipping Terms
D. Okafor          Ground           Dest             Prepaid
PO # 123456`, wanted{PONumber: "123456", ShipVia: "Ground"}},
		{"release of a blanket order", `
Blanket Order No: B-1000
Release No: 14
Purchase Order No: B-1000-14
Date: 05/12/2026`, wanted{PONumber: "B-1000-14", PODate: "2026-05-12"}},
		{"contract and order", `
Contract No.: C-778
Order No.: 2026/44
Date: 5 December 2026`, wanted{PONumber: "2026/44", PODate: "2026-12-05"}},
		{"supplier's number is not the order's", `
PURCHASE ORDER
Supplier No.       70012
Our Ref            KT/44
PO                 61-2231
Your Ref           Q 778`, wanted{PONumber: "61-2231"}},
		{"document number", `
PURCHASE ORDER
Document No.: PO/2026/0114
Document Date: 2026-02-11
Delivery Date: 2026-02-25`, wanted{PONumber: "PO/2026/0114", PODate: "2026-02-11", DeliveryDate: "2026-02-25"}},
		{"sap print-out", `
PO number/date
4500045619 / 12/13/2026
Contact person/Telephone
Mr. Bram/555 0199
Your vendor number with us
100123
Delivery date: 01/15/2027
Terms of payment: Within 30 days Due net
Currency USD`,
			wanted{PONumber: "4500045619", PODate: "2026-12-13", DeliveryDate: "2027-01-15", PaymentTerms: "Within 30 days Due net", Currency: "USD"}},
		{"sap print-out in german", `
Bestellnummer/Datum
4500045619 / 13.12.2026
Ansprechpartner/Telefon
Frau Anders/0621 4711
Unsere Lieferantennummer bei Ihnen 11
Liefertermin:      Tag 15.01.2027
Zahlungsbed.:   30 Tage netto
Währung EUR`,
			wanted{PONumber: "4500045619", PODate: "2026-12-13", DeliveryDate: "2027-01-15", PaymentTerms: "30 Tage netto", Currency: "EUR"}},
		{"tally", `
                    PURCHASE ORDER
Invoice To                         Voucher No.             Dated
Om Textiles                        OT/PO/118               2-Apr-26
                                                           Mode/Terms of Payment
                                                           30 Days
Consignee (Ship to)                Reference No. & Date.   Other References
Om Textiles                        Q-12 dt. 1-Apr-26
                                   Dispatched through      Destination
                                   By Road                 Surat`,
			wanted{PONumber: "OT/PO/118", PODate: "2026-04-02", PaymentTerms: "30 Days", ShipVia: "By Road"}},
		{"india, number and date in one line", `
P.O. No. & Date : PO/26-27/0091 Dt. 12/05/2026
Delivery Schedule : 30/05/2026
Payment Terms : 100% against delivery
Mode of Despatch : By Road`,
			wanted{PONumber: "PO/26-27/0091", PODate: "2026-05-12", DeliveryDate: "2026-05-30", PaymentTerms: "100% against delivery", ShipVia: "By Road"}},
		{"mexican", `
ORDEN DE COMPRA
Folio: OC-00451
Fecha de elaboración: 14/03/2026
Fecha de entrega: 28/03/2026
Condiciones de pago: Crédito 30 días
Moneda: MXN`,
			wanted{PONumber: "OC-00451", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "Crédito 30 días", Currency: "MXN"}},
		{"mexican, over values", `
ORDEN DE COMPRA No.          FECHA              FECHA REQUERIDA
7781                         14-mar-2026        28-mar-2026
FORMA DE ENVÍO               TÉRMINOS DE PAGO   MONEDA
Paquetería                   30 días            Pesos M.N.`,
			wanted{PONumber: "7781", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "30 días", ShipVia: "Paquetería", Currency: "MXN"}},
		{"spanish with labels of its own", `
Pedido a proveedor
Número        Fecha         F. Entrega     Forma de pago
PC26/00118    14/03/2026    28/03/2026     Recibo 60 días`,
			wanted{PONumber: "PC26/00118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "Recibo 60 días"}},
		{"spanish, our order", `
N/Pedido: 2026-0771
Fecha pedido: 14/03/2026
Plazo de entrega: 28/03/2026
Portes: Pagados`, wanted{PONumber: "2026-0771", PODate: "2026-03-14", DeliveryDate: "2026-03-28"}},
		{"french column of labels", `
Commande fournisseur       CF-26-0331
Date                       14/03/2026
Livraison souhaitée le     28/03/2026
Règlement                  Virement 45 jours fin de mois
Transporteur               Geodis`,
			wanted{PONumber: "CF-26-0331", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "Virement 45 jours fin de mois", ShipVia: "Geodis"}},
		{"french sentence", `
COMMANDE N° 26-118 du 14/03/2026
Livraison pour le 28/03/2026
Règlement : 30 jours nets`, wanted{PONumber: "26-118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "30 jours nets"}},
		{"french, ordered number", `
Votre commande
Numéro de commande : A118-26
Passée le : 14/03/2026
Date de livraison prévue : 28/03/2026`, wanted{PONumber: "A118-26", PODate: "2026-03-14", DeliveryDate: "2026-03-28"}},
		{"italian column of labels", `
ORDINE A FORNITORE
Numero ordine      OF/2026/118
Data ordine        14/03/2026
Data consegna      28/03/2026
Pagamento          RIBA 60 gg FM
Spedizione         Corriere`,
			wanted{PONumber: "OF/2026/118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "RIBA 60 gg FM", ShipVia: "Corriere"}},
		{"italian headings", `
Ordine fornitore
Numero       Data          Cod. fornitore    Pagamento           Vettore
118          14/03/2026    F0012             Bonifico 30 gg      Mittente`,
			wanted{PONumber: "118", PODate: "2026-03-14", PaymentTerms: "Bonifico 30 gg", ShipVia: "Mittente"}},
		{"portuguese, brazil", `
PEDIDO DE COMPRA Nº 004512
Data de emissão: 14/03/2026
Previsão de entrega: 28/03/2026
Cond. Pagto: 28 DDL
Transportadora: Rápido Sul`,
			wanted{PONumber: "004512", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "28 DDL", ShipVia: "Rápido Sul"}},
		{"dutch column of labels", `
INKOOPORDER
Ordernummer           : I26-0118
Orderdatum            : 14-03-2026
Gewenste leverdatum   : 28-03-2026
Betalingsconditie     : 30 dagen netto
Leveringswijze        : Eigen vervoer`,
			wanted{PONumber: "I26-0118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "30 dagen netto", ShipVia: "Eigen vervoer"}},
		{"dutch headings", `
Bestelling
Bestelnr.      Datum           Leverdatum       Betalingsvoorwaarden
2026118        14-03-2026      28-03-2026       14 dagen`,
			wanted{PONumber: "2026118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "14 dagen"}},
		{"german column of labels", `
BESTELLUNG
Belegnummer:      BE-26-118
Belegdatum:       14.03.2026
Gewünschter Liefertermin:   28.03.2026
Zahlungsziel:     30 Tage
Versand per:      DHL`,
			wanted{PONumber: "BE-26-118", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "30 Tage", ShipVia: "DHL"}},
		{"german headings", `
Bestellung
Nummer       Datum          Lieferant      Lieferung bis     Versandart
118-26       14.03.2026     70012          28.03.2026        Abholung`,
			wanted{PONumber: "118-26", PODate: "2026-03-14", DeliveryDate: "2026-03-28", ShipVia: "Abholung"}},
		{"german, order number of its own wording", `
Auftragsnummer: 4711-2
Bestelldatum: 14.03.2026
Anlieferung: 28.03.2026
Zahlungsart: Rechnung 14 Tage`, wanted{PONumber: "4711-2", PODate: "2026-03-14", DeliveryDate: "2026-03-28", PaymentTerms: "Rechnung 14 Tage"}},
		{"date with its day", `
PO Number: 771
PO Date: Friday, March 13, 2026
Due: Mon 30 March 2026`, wanted{PONumber: "771", PODate: "2026-03-13", DeliveryDate: "2026-03-30"}},
		{"this number must appear", `
PURCHASE ORDER
P.O. NUMBER: 7718
[The P.O. number must appear on all related correspondence]
P.O. DATE    REQUISITIONER   SHIPPED VIA    F.O.B. POINT    TERMS
4/11/2026    K. Ito          Truck          Dest.           Net 30`,
			wanted{PONumber: "7718", PODate: "2026-04-11", ShipVia: "Truck", PaymentTerms: "Net 30"}},
		{"delivery for an order called by its job", `
PURCHASE ORDER NO: 20118
JOB NO: 7781
ON SITE DATE: 25 April 2026
PAYMENT: 30 days nett`, wanted{PONumber: "20118", DeliveryDate: "2026-04-25", PaymentTerms: "30 days nett"}},
		{"currency stated in a sentence", `
Purchase Order: 118
All prices are stated in USD unless noted
Total  118.00`, wanted{PONumber: "118", Currency: "USD", Total: "118.00"}},
		{"currency in the head of a column", `
Purchase Order: 118
Description      Qty     Unit Price (GBP)     Amount (GBP)
Bolt             1       118.00               118.00
Total                                         118.00`, wanted{PONumber: "118", Currency: "GBP", Total: "118.00"}},
		{"order called by the buyer's name for it", `
Purchase Order Details
Customer Order Number:  CON-7781
Internal Order Date:  14 May 2026
Confirmed Ship Date:  28 May 2026`, wanted{PONumber: "CON-7781", PODate: "2026-05-14", DeliveryDate: "2026-05-28"}},
		{"terms beneath the table", `
Purchase Order 8812
Term:  Net 35 Days
Carrier Name:  Northern Haulage`, wanted{PONumber: "8812", PaymentTerms: "Net 35 Days", ShipVia: "Northern Haulage"}},
		{"number with a blank in front", `
Order No :  4411/A
Order Dt.:  12-Mar-2026
Dely Date:  30-Mar-2026`, wanted{PONumber: "4411/A", PODate: "2026-03-12", DeliveryDate: "2026-03-30"}},
		{"title with the number in brackets", `
PURCHASE ORDER (PO-2231)
Issued: March 12, 2026`, wanted{PONumber: "PO-2231", PODate: "2026-03-12"}},
		{"title with a dash", `
Purchase Order - 100423
Created On   12/03/2026
Needed By    30/03/2026`, wanted{PONumber: "100423", PODate: "2026-03-12", DeliveryDate: "2026-03-30"}},
		{"title and number of the firm", `
Purchase Order: HJ/PO/26/0042
Supplier Ref: 8810
Supply By: 30 March 2026`, wanted{PONumber: "HJ/PO/26/0042", DeliveryDate: "2026-03-30"}},
		{"order of an agency", `
ORDER FOR SUPPLIES OR SERVICES
1. CONTRACT/PURCH ORDER NO.      2. DELIVERY ORDER NO.     3. DATE OF ORDER
SP-26-M-0042                                               2026 MAR 12`, wanted{PONumber: "SP-26-M-0042", PODate: "2026-03-12"}},
		{"order status and version", `
Purchase Order
Order        9001-22
Version      1
Status       Issued
Order Date   2026/03/12`, wanted{PONumber: "9001-22", PODate: "2026-03-12"}},
		{"number is a date-like run of digits", `
PO Number: 20260312
PO Date: 12.03.2026`, wanted{PONumber: "20260312", PODate: "2026-03-12"}},
		{"week of delivery", `
Bestellung 4711
Liefertermin: KW 14 / 2026
Datum: 12.03.2026`, wanted{PONumber: "4711", PODate: "2026-03-12"}},
		{"dates of several kinds", `
Order No: 771
Order Date: 03/12/2026
Earliest Ship: 03/20/2026
Latest Delivery Date: 03/30/2026
Expiry Date: 04/30/2026`, wanted{PONumber: "771", PODate: "2026-03-12", DeliveryDate: "2026-03-30"}},
		{"a range of dates of delivery", `
Order No: 771
Date: 12 March 2026
Delivery Date: 30 March 2026 08:00`, wanted{PONumber: "771", PODate: "2026-03-12", DeliveryDate: "2026-03-30"}},
		{"shipping instructions are no method", `
Order No: 771
Shipping Instructions: Call before delivery
Ship Via: FedEx Freight Economy
Freight: Collect`, wanted{PONumber: "771", ShipVia: "FedEx Freight Economy"}},
		{"delivery method of a british order", `
Our Order No     P/77123
Account Ref      NOR001
Date of Order    12/03/26
Date Required    30/03/26
Delivery Method  Own Van
VAT Reg No       GB 118 2210 07`, wanted{PONumber: "P/77123", PODate: "2026-03-12", DeliveryDate: "2026-03-30", ShipVia: "Own Van"}},
		{"boxes with small words", `
No.                    Date                 Terms                 Required Date
4410                   3/12/2026            Net 30                3/30/2026`, wanted{PONumber: "4410", PODate: "2026-03-12", PaymentTerms: "Net 30", DeliveryDate: "2026-03-30"}},
		{"requisition beside the order", `
Requisition No.   Purchase Order No.   Date of Order   Delivery Required By
R-118             26-0771              12 Mar 2026     30 Mar 2026`, wanted{PONumber: "26-0771", PODate: "2026-03-12", DeliveryDate: "2026-03-30"}},
		{"spanish, requested", `
Orden de Compra Núm. 45001-B
Fecha de la orden: 12/03/2026
Fecha de entrega solicitada: 30/03/2026
Vía de embarque: Terrestre`, wanted{PONumber: "45001-B", PODate: "2026-03-12", DeliveryDate: "2026-03-30", ShipVia: "Terrestre"}},
		{"french, by its date", `
Commande d'achat N° 4500118
Date de la commande : 12 mars 2026
Date de livraison confirmée : 30 mars 2026
Délai de règlement : 45 jours`, wanted{PONumber: "4500118", PODate: "2026-03-12", DeliveryDate: "2026-03-30", PaymentTerms: "45 jours"}},
		{"portuguese sentence", `
Nota de Encomenda N.º NE 26/118
Data do documento: 12-03-2026
Data prevista de chegada: 30-03-2026
Modo de pagamento: 30 dias após data da fatura`, wanted{PONumber: "NE 26/118", PODate: "2026-03-12", DeliveryDate: "2026-03-30", PaymentTerms: "30 dias após data da fatura"}},
		{"german, confirmed", `
Einkaufsbestellung EB-2026-118
Bestätigter Liefertermin: 30.03.2026
Unser Bestelldatum: 12.03.2026
Zahlung: 30 Tage netto
Versandbedingung: Frei Haus`, wanted{PONumber: "EB-2026-118", PODate: "2026-03-12", DeliveryDate: "2026-03-30", PaymentTerms: "30 Tage netto"}},
		{"japanese", `
注文書
注文番号：A-1180
発注日：2026年3月12日
納入期限：2026年3月30日
支払条件：月末締め翌月末払い`, wanted{PONumber: "A-1180", PODate: "2026-03-12", DeliveryDate: "2026-03-30", PaymentTerms: "月末締め翌月末払い"}},
		{"phrases that only look like labels", `
Purchase Order 55120
Order confirmed by: J. Moss          Goods received by:
Please confirm delivery by return mail.
Required for: Boiler House           Delivery site: North Yard
Order to be delivered in full on 1 pallet`, wanted{PONumber: "55120"}},
		{"terms that name dates of payment", `
Purchase Order 55120
Terms            Due on receipt
Payment due by   30 June 2026`, wanted{PONumber: "55120", PaymentTerms: "Due on receipt"}},
		{"labels and values far apart in a sheet", `
Purchase Order
Order no                                                      PO2026-55
Order date                                                    2026-06-01
Delivery                                                      2026-06-15
Ship by courier                                               DHL
Currency                                                      EUR`,
			wanted{PONumber: "PO2026-55", PODate: "2026-06-01", DeliveryDate: "2026-06-15", ShipVia: "DHL", Currency: "EUR"}},
		{"two blocks side by side", `
PURCHASE ORDER
Supplier:  Brass & Tube Co             PO No:          BT-118
Contact:   Mina Roth                   PO Date:        06/01/2026
Phone:     555-0199                    Deliver by:     06/15/2026
Fax:       555-0198                    Payment terms:  Net 30`,
			wanted{PONumber: "BT-118", PODate: "2026-06-01", DeliveryDate: "2026-06-15", PaymentTerms: "Net 30"}},
		{"number beneath a title in two lines", `
                                   Purchase
                                   Order
                                   No. 118-26`, wanted{PONumber: "118-26"}},
		{"supplier's confirmation", `
Purchase Order: 118-26
Sales Order: 9981
Order Confirmation No: 771
Delivery Note No: 5512`, wanted{PONumber: "118-26"}},
		{"dates of other things", `
Purchase Order 55120
Contract Date: 1 January 2026     Revision Date: 2 February 2026
Bid Due Date: 3 March 2026        Cancel By: 4 April 2026
Zahlbar bis: 5. Mai 2026          Inspection Date: 6 June 2026`, wanted{PONumber: "55120"}},
		{"delivery note of the day", `
ORDER
Your order reference:   KJ-771
Order placed:           3 June 2026
Estimated delivery:     10 June 2026
Shipping method:        Royal Mail Tracked 48`,
			wanted{PONumber: "KJ-771", PODate: "2026-06-03", DeliveryDate: "2026-06-10", ShipVia: "Royal Mail Tracked 48"}},
		{"must arrive", `
PO: 44120-7
PO Date: June 3, 2026
Must arrive by: June 10, 2026
Vendor to ship via: Prepaid UPS`,
			wanted{PONumber: "44120-7", PODate: "2026-06-03", DeliveryDate: "2026-06-10", ShipVia: "Prepaid UPS"}},
		{"delivery in french of canada", `
BON DE COMMANDE        NO. 26-0331
Date requise :         2026-06-10
Émis le :              2026-06-03
Termes :               Net 30 jours
Livrer via :           Purolator`,
			wanted{PONumber: "26-0331", PODate: "2026-06-03", DeliveryDate: "2026-06-10", PaymentTerms: "Net 30 jours", ShipVia: "Purolator"}},
		{"a truck and what is to be done with it", `
P.O.#         20731
Date          3/9/26
Truck:        Delta Cold Lines, 34F
Terms:        Net 10 days`,
			wanted{PONumber: "20731", PODate: "2026-03-09", ShipVia: "Delta Cold Lines, 34F", PaymentTerms: "Net 10 days"}},
		{"a truck that is no label", `
P.O. No: 20732     Ship Via: Our Truck
Date: 03/16/2026   Terms: Net 10`,
			wanted{PONumber: "20732", PODate: "2026-03-16", ShipVia: "Our Truck", PaymentTerms: "Net 10"}},
		{"a carrier under delivery", `
Ordrenr. 55120          Dato 11.06.2026

Levering                Betaling
GLS Pakkeshop           14 dage netto`,
			wanted{PONumber: "55120", PODate: "2026-06-11", ShipVia: "GLS Pakkeshop", PaymentTerms: "14 dage netto"}},
		{"a carrier that ends in a word of labels", `
Objednávka č. 26OV0118          Datum vystavení:  28.05.2026
                                Způsob dopravy:   naše vozidlo - dodavatel
                                Splatnost:        60 dnů`,
			wanted{PONumber: "26OV0118", PODate: "2026-05-28", ShipVia: "naše vozidlo - dodavatel", PaymentTerms: "60 dnů"}},
		{"a route by number", `
Order no.   47003       Order date   Mar 04, 2026
Route: Milk run 14      Terms: Net 45`,
			wanted{PONumber: "47003", PODate: "2026-03-04", ShipVia: "Milk run 14", PaymentTerms: "Net 45"}},
		{"execution in two languages", `
BESTELBON / BON DE COMMANDE  26/118
Datum / Date                            : 17/03/2026
Uitvoering voor / Exécution avant le    : 30/04/2026`,
			wanted{PONumber: "26/118", PODate: "2026-03-17", DeliveryDate: "2026-04-30"}},
	}
	for _, tt := range tests {
		testHead(t, tt.name, tt.text, tt.want)
	}
}

// TestTotalForms reads the sums of orders as printed by many kinds of systems and
// templates.
func TestTotalForms(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"base, rate and amount of a tax", `
                    Net          VAT %     VAT          Gross
                    1,000.00     20.00     200.00       1,200.00`,
			wanted{Subtotal: "1000.00", Tax: "200.00", Total: "1200.00"}},
		{"tax printed again by rate", `
                              Net total          1,000.00
                              VAT @ 20%            200.00
                              Order total        1,200.00
VAT Rate    Goods        VAT
20%         1,000.00     200.00`,
			wanted{Subtotal: "1000.00", Tax: "200.00", Total: "1200.00"}},
		{"the same label before and after tax", `
                              Total              1,000.00
                              GST 10%              100.00
                              Total              1,100.00`,
			wanted{Subtotal: "1000.00", Tax: "100.00", Total: "1100.00"}},
		{"includes tax", `
                              Subtotal           1,000.00
                              TOTAL GST 10%        100.00
                              TOTAL AUD          1,100.00`,
			wanted{Subtotal: "1000.00", Tax: "100.00", Total: "1100.00", Currency: "AUD"}},
		{"carriage and packing", `
                              Goods Total        1,000.00
                              Carriage              15.00
                              Packing                5.00
                              VAT                  204.00
                              Grand Total        1,224.00`,
			wanted{Subtotal: "1000.00", Shipping: "15.00", Tax: "204.00", Total: "1224.00"}},
		{"rounding", `
                              Sub Total          1,000.40
                              IGST @ 18%           180.07
                              Round Off             -0.47
                              Grand Total        1,180.00`,
			wanted{Subtotal: "1000.40", Tax: "180.07", Total: "1180.00"}},
		{"deposit and balance", `
                              Subtotal           1,000.00
                              Sales Tax             80.00
                              Total              1,080.00
                              Deposit              500.00
                              Balance Due          580.00`,
			wanted{Subtotal: "1000.00", Tax: "80.00", Total: "1080.00"}},
		{"other charges", `
                              SUBTOTAL           1,000.00
                              TAX                   80.00
                              SHIPPING              20.00
                              OTHER                 10.00
                              TOTAL              1,110.00`,
			wanted{Subtotal: "1000.00", Tax: "80.00", Shipping: "20.00", Total: "1110.00"}},
		{"tax in two provinces", `
                              Subtotal           1,000.00
                              GST (5%)              50.00
                              QST (9.975%)          99.75
                              Total              1,149.75`,
			wanted{Subtotal: "1000.00", Tax: "149.75", Total: "1149.75"}},
		{"line of leaders", `
Sub-total ........................... $1,000.00
Freight & Handling .................. $20.00
Total Order ......................... $1,020.00`,
			wanted{Subtotal: "1000.00", Shipping: "20.00", Total: "1020.00", Currency: "USD"}},
		{"amount right behind its sign", `
                              Subtotal       $   1,000.00
                              Sales tax      $      80.00
                              Total          $   1,080.00`,
			wanted{Subtotal: "1000.00", Tax: "80.00", Total: "1080.00", Currency: "USD"}},
		{"dashes stand for nothing", `
                              SUBTOTAL       $   1,000.00
                              TAX            $      -
                              SHIPPING       $      -
                              TOTAL          $   1,000.00`,
			wanted{Subtotal: "1000.00", Total: "1000.00", Currency: "USD"}},
		{"german with freight", `
                              Summe Positionen   1.000,00
                              Frachtkosten          25,00
                              Nettosumme         1.025,00
                              19,00 % MwSt         194,75
                              Bruttosumme        1.219,75`,
			wanted{Subtotal: "1000.00", Shipping: "25.00", Tax: "194.75", Total: "1219.75"}},
		{"german tax with base", `
                              Gesamt Netto                       1.000,00 EUR
                              zzgl. Umsatzsteuer 19 % auf 1.000,00 EUR    190,00 EUR
                              Gesamt Brutto                      1.190,00 EUR`,
			wanted{Subtotal: "1000.00", Tax: "190.00", Total: "1190.00", Currency: "EUR"}},
		{"french table of tax", `
Base HT          Taux TVA       Montant TVA
1 000,00         20,00 %        200,00
                                            Total HT       1 000,00 €
                                            Total TVA        200,00 €
                                            Net à payer    1 200,00 €`,
			wanted{Subtotal: "1000.00", Tax: "200.00", Total: "1200.00", Currency: "EUR"}},
		{"mexican sums", `
                              Subtotal     $ 1,000.00
                              I.V.A. 16%   $   160.00
                              Ret. ISR     $    12.50
                              Total        $ 1,147.50`,
			wanted{Subtotal: "1000.00", Total: "1147.50", Tax: "160.00", Currency: "USD"}},
		{"spanish headings over sums", `
Suma bruta      Dto.     Base imponible    % IVA    Cuota IVA    TOTAL PEDIDO
1.000,00        0,00     1.000,00          21,00    210,00       1.210,00`,
			wanted{Subtotal: "1000.00", Tax: "210.00", Total: "1210.00"}},
		{"italian", `
                              Totale imponibile  1.000,00
                              Totale IVA           220,00
                              Totale ordine EUR  1.220,00`,
			wanted{Subtotal: "1000.00", Tax: "220.00", Total: "1220.00", Currency: "EUR"}},
		{"brazilian", `
                              Subtotal        R$ 1.000,00
                              Desconto        R$    50,00
                              Frete           R$    30,00
                              Valor Total     R$   980,00`,
			wanted{Subtotal: "1000.00", Shipping: "30.00", Total: "980.00", Currency: "BRL"}},
		{"dutch", `
                              Subtotaal          1.000,00
                              21% BTW              210,00
                              Te betalen         1.210,00`,
			wanted{Subtotal: "1000.00", Tax: "210.00", Total: "1210.00"}},
		{"only a total", `
                              Total Amount of Order   USD 1,000.00`,
			wanted{Total: "1000.00", Currency: "USD"}},
		{"purchase order total", `
                              Subtotal: 1,000.00 USD
                              Tax: 0.00 USD
                              Purchase Order Total: 1,000.00 USD`,
			wanted{Subtotal: "1000.00", Tax: "0.00", Total: "1000.00", Currency: "USD"}},
		{"total excluding and including", `
                              Total (excl. VAT)   £1,000.00
                              VAT (20%)             £200.00
                              Total (incl. VAT)   £1,200.00`,
			wanted{Subtotal: "1000.00", Tax: "200.00", Total: "1200.00", Currency: "GBP"}},
		{"surcharge of fuel with freight", `
                              Merchandise         1,000.00
                              Fuel Surcharge         10.00
                              Freight                40.00
                              Total               1,050.00`,
			wanted{Subtotal: "1000.00", Shipping: "40.00", Total: "1050.00"}},
		{"net of discount", `
                              Gross Amount        1,000.00
                              Discount 10%         -100.00
                              Net Amount            900.00
                              VAT 20%               180.00
                              Total               1,080.00`,
			wanted{Subtotal: "900.00", Tax: "180.00", Total: "1080.00"}},
		{"withheld from nothing", `
                              Total Before Tax    1,000.00
                              Total Tax             180.00
                              Total After Tax     1,180.00`,
			wanted{Subtotal: "1000.00", Tax: "180.00", Total: "1180.00"}},
		{"total order value in rupees", `
                              Basic Value         1,00,000.00
                              CGST 9%                9,000.00
                              SGST 9%                9,000.00
                              Total PO Value (INR) 1,18,000.00`,
			wanted{Subtotal: "100000.00", Tax: "18000.00", Total: "118000.00", Currency: "INR"}},
		{"lump charges with tax of its own", `
                              NET TOTAL       GBP    1,000.00
                              CARRIAGE        GBP       12.50
                              VAT             GBP      202.50
                              ORDER TOTAL     GBP    1,215.00`,
			wanted{Subtotal: "1000.00", Shipping: "12.50", Tax: "202.50", Total: "1215.00", Currency: "GBP"}},
		{"freight with tax by two rates", `
                              Sub-total          1,000.00
                              Freight & Insurance   30.00
                              VAT 5%                10.00
                              VAT 20%              160.00
                              Total value        1,200.00`,
			wanted{Subtotal: "1000.00", Shipping: "30.00", Tax: "170.00", Total: "1200.00"}},
		{"total of the page", `
                              Page Total           500.00
                              Order Total        1,000.00`,
			wanted{Total: "1000.00"}},
		{"values beneath labels at the foot", `
Sub Total          Freight        Sales Tax       Order Total
1,000.00           25.00          82.00           1,107.00`,
			wanted{Subtotal: "1000.00", Shipping: "25.00", Tax: "82.00", Total: "1107.00"}},
		{"swiss apostrophes", `
                              Zwischensumme CHF     12'500.00
                              8.1% MWST              1'012.50
                              Gesamtbetrag CHF      13'512.50`,
			wanted{Subtotal: "12500.00", Tax: "1012.50", Total: "13512.50", Currency: "CHF"}},
		{"tax of the state and the county", `
                              Merchandise Total  1,000.00
                              State Tax 6.0%        60.00
                              County Tax 1.5%       15.00
                              S & H                 10.00
                              PO TOTAL           1,085.00`,
			wanted{Subtotal: "1000.00", Tax: "75.00", Shipping: "10.00", Total: "1085.00"}},
		{"total before and after tax in words", `
                              Total amount without VAT   1.000,00 EUR
                              Total VAT                    210,00 EUR
                              Total amount with VAT      1.210,00 EUR`,
			wanted{Subtotal: "1000.00", Tax: "210.00", Total: "1210.00", Currency: "EUR"}},
		{"french with carriage", `
                              Montant total HT      1 000,00
                              Frais de port HT         25,00
                              Montant de la TVA       205,00
                              Montant total TTC     1 230,00`,
			wanted{Subtotal: "1000.00", Shipping: "25.00", Tax: "205.00", Total: "1230.00"}},
		{"spanish with surcharge", `
                              Importe bruto         1.000,00
                              Gastos de envío          20,00
                              Total IVA (21%)         214,20
                              TOTAL PEDIDO (EUR)    1.234,20`,
			wanted{Subtotal: "1000.00", Shipping: "20.00", Tax: "214.20", Total: "1234.20", Currency: "EUR"}},
		{"brazilian taxes", `
                              Valor dos Produtos    1.000,00
                              Valor do IPI             50,00
                              Valor do Frete           30,00
                              Valor Total do Pedido 1.080,00`,
			wanted{Subtotal: "1000.00", Shipping: "30.00", Tax: "50.00", Total: "1080.00"}},
		{"total is negative for a return", `
                              Subtotal             -100.00
                              Tax                   -8.00
                              Total                -108.00`,
			wanted{Subtotal: "-100.00", Tax: "-8.00", Total: "-108.00"}},
		{"thousands with points", `
Bestellung 77
Pos   Menge   Preis    Betrag
1     1.000   0,45       450,00
2     2.500   1,20     3.000,00
      Nettobetrag      3.450,00
      MwSt 19 %          655,50
      Gesamtbetrag     4.105,50`,
			wanted{PONumber: "77", Subtotal: "3450.00", Tax: "655.50", Total: "4105.50"}},
		{"thousands with blanks", `
                    Total HT    12 345,60 EUR
                    TVA 20 %     2 469,12 EUR
                    Total TTC   14 814,72 EUR`,
			wanted{Subtotal: "12345.60", Tax: "2469.12", Total: "14814.72", Currency: "EUR"}},
		{"no decimals, thousands with points", `
Orden de compra 77              Bogotá, Colombia
                    Subtotal    $ 1.250.000
                    IVA 19%     $ 237.500
                    Total       $ 1.487.500`,
			wanted{PONumber: "77", Subtotal: "1250000", Tax: "237500", Total: "1487500", Currency: "COP"}},
		{"three decimals", `
                    Sub Total   KWD 1,250.500
                    Discount           50.500
                    Total       KWD 1,200.000`,
			wanted{Subtotal: "1250.500", Total: "1200.000", Currency: "KWD"}},
		{"minus behind the figure", `
                    Summe         100,00
                    Rabatt 10 %    10,00-
                    Gesamt         90,00`,
			wanted{Subtotal: "100.00", Total: "90.00"}},
	}
	for _, tt := range tests {
		testHead(t, tt.name, tt.text, tt.want)
	}
}
