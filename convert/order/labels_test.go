package order

import (
	"maps"
	"testing"

	"lineitem/convert/order/value"
)

// currencyOf returns the currency read from a typed document.
func currencyOf(text string) string {
	pages := typed(text)
	r := &reading{pages: pages, locale: value.FindLocale(pages)}
	r.findLabels()
	return r.currencyIn(part{last: len(pages) - 1}).Value
}

// wanted holds the values expected for an order, by column.
type wanted map[Field]string

// testHead checks what a document's labels announce, and that its other values are among the
// candidates. Which candidates are chosen, in package ranking, is judged by whole documents.
func testHead(t *testing.T, name, text string, w wanted) {
	t.Helper()
	pages := typed(text)
	r := &reading{pages: pages, locale: value.FindLocale(pages)}
	r.findLabels()
	p := part{last: len(pages) - 1}
	head := r.announcedHead(p)
	head[Currency] = r.currencyIn(p)
	others := maps.Clone(w)
	for _, f := range [...]Field{PONumber, PODate, DeliveryDate, PaymentTerms, ShipVia, Currency} {
		value, stated := w[f]
		if got := head[f].Value; got == "" && f != Currency {
			continue
		} else if got != value && (stated || len(w) > 0) {
			t.Errorf("%s: %s = %q, want %q, in\n%s", name, f.Key(), got, value, text)
		}
		delete(others, f)
	}
	maps.DeleteFunc(others, func(_ Field, v string) bool { return v == "" })
	proposed(pages).want(t, name, others)
}

func TestLabels(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"label and value in one line", `
Purchase Order
PO Number: 4711          PO Date: 12/31/2026
Terms: Net 30 Days       Ship Via: UPS Ground
Requested Delivery Date: 01/15/2027
Currency: USD`,
			wanted{PONumber: "4711", PODate: "2026-12-31", DeliveryDate: "2027-01-15", PaymentTerms: "Net 30 Days", ShipVia: "UPS Ground", Currency: "USD"}},
		{"values beside their labels", `
                           P.O. No.        KT/24-25/318
                           Order Date      18 March 2026
                           Terms           2% 10, Net 30
                           Carrier         Best Way`,
			wanted{PONumber: "KT/24-25/318", PODate: "2026-03-18", PaymentTerms: "2% 10, Net 30", ShipVia: "Best Way"}},
		{"a row of headings", `
PURCHASE ORDER
Order Date       PO Number       Terms          Ship Via        Due Date
2/28/2026        X3078           Net 15         FedEx           3/15/2026`,
			wanted{PONumber: "X3078", PODate: "2026-02-28", PaymentTerms: "Net 15", ShipVia: "FedEx", DeliveryDate: "2026-03-15"}},
		{"labels over their values", `
Purchase Order Number
PO-0042

Purchase Order Date
5 Mar 2026

Delivery Date
19 Mar 2026`,
			wanted{PONumber: "PO-0042", PODate: "2026-03-05", DeliveryDate: "2026-03-19"}},
		{"number in the title", `
Purchase Order #PO1043
Date: 12/31/2026`, wanted{PONumber: "PO1043", PODate: "2026-12-31"}},
		{"number and date in one label", `
PURCHASE ORDER
PO number/date
4500045619 / 12/13/2026`, wanted{PONumber: "4500045619", PODate: "2026-12-13"}},
		{"number and date beside one label", `
PO number/date     4500045619 / 13.12.2026`, wanted{PONumber: "4500045619", PODate: "2026-12-13"}},
		{"numbered boxes with remarks", `
1. DATE OF ORDER     2. CONTRACT NO. (If any)     3. ORDER NO.     4. REQUISITION NO.
17 MAR 2025          K-25-178                     25E75178         R29478

11. F.O.B. POINT     12. DELIVER ON OR BEFORE (Date)     13. DISCOUNT / PAYMENT TERMS
Destination          22 MAR 2025                         Net 30`,
			wanted{PONumber: "25E75178", PODate: "2025-03-17", DeliveryDate: "2025-03-22", PaymentTerms: "Net 30"}},
		{"other numbers and dates are kept out", `
PURCHASE ORDER
Quote No: Q-778            Requisition #: R-12
Print Date: 01/02/2026     Vendor No: 99887
Order No: 5512             Customer No: 31
Date: 01/01/2026           Phone: 555-0199
Incoterms: FOB             Freight Terms: Prepaid`, wanted{PONumber: "5512", PODate: "2026-01-01"}},
		{"an invoice that names none", `
TAX INVOICE
Invoice No: INV-100        Date: 11/15/2026
Reference: 778             Due Date: 12/15/2026`, wanted{}},
		{"an address of invoices in an order", `
Invoice To:                Order Date: 11/15/2026
Harbour Joinery Ltd        Reference: 77-812
Rechnung an:               Date Required: 11/30/2026`, wanted{PONumber: "77-812", PODate: "2026-11-15", DeliveryDate: "2026-11-30"}},
		{"terms over two lines", `
Payment Terms:   NET 60 DAYS FROM
                 DATE OF INVOICE
Ship Via:        Our Truck`, wanted{PaymentTerms: "NET 60 DAYS FROM DATE OF INVOICE", ShipVia: "Our Truck"}},
		{"voucher", `
                 PURCHASE ORDER
Invoice To                   Voucher No.        Dated
Shree Ganesh Infratech       PUR/24/1706        8-Feb-24
                             Dispatched through  Mode/Terms of Payment
GSTIN 27AAACL3047C1Z9        VRL Logistics       45 Days`,
			wanted{PONumber: "PUR/24/1706", PODate: "2024-02-08", ShipVia: "VRL Logistics", PaymentTerms: "45 Days"}},
		{"number of two words", `
Order No: ENC 2026/569     Date: 12 May 2026`, wanted{PONumber: "ENC 2026/569", PODate: "2026-05-12"}},
		{"british", `
PURCHASE ORDER
Order Number        PO6598
Date                07/06/2026
Due Delivery Date   07/07/2026
Terms               60 days from invoice date
VAT Reg. No. GB 498 1651 69`, wanted{PONumber: "PO6598", PODate: "2026-06-07", DeliveryDate: "2026-07-07", PaymentTerms: "60 days from invoice date"}},
		{"german information block", `
Bestellnummer        45-0098
Bestelldatum         3. Februar 2026
Ihr Angebot vom      20.01.2026
Kundennummer         88120
Lieferdatum          KW 9`, wanted{PONumber: "45-0098", PODate: "2026-02-03"}},
		{"french", `
Bon de commande n° BC-2026-118
Date de commande : 23/09/2026       Date de livraison : 15/10/2026
Conditions de paiement : 30 jours fin de mois
Mode d'expédition : Chronopost
N° de devis : D-99                  N° TVA : FR 12 345678901`,
			wanted{PONumber: "BC-2026-118", PODate: "2026-09-23", DeliveryDate: "2026-10-15", PaymentTerms: "30 jours fin de mois", ShipVia: "Chronopost"}},
		{"spanish", `
Pedido n.º 2026/0045
Fecha: 05/06/2026          Fecha de entrega: 12/06/2026
Forma de pago: Transferencia a 30 días
Transportista: SEUR
Nº de proveedor: 4410`,
			wanted{PONumber: "2026/0045", PODate: "2026-06-05", DeliveryDate: "2026-06-12", PaymentTerms: "Transferencia a 30 días", ShipVia: "SEUR"}},
		{"german", `
Bestellung Nr. 4711
Liefertermin: 26.03.2026
Zahlungsbedingungen: 14 Tage 2% Skonto, 30 Tage netto
Versandart: Spedition
Lieferanten-Nr.: 70012      Ansprechpartner: Frau Krug`,
			wanted{PONumber: "4711", DeliveryDate: "2026-03-26", PaymentTerms: "14 Tage 2% Skonto, 30 Tage netto", ShipVia: "Spedition"}},
		{"italian", `
Ordine n. 118/2026
Data di consegna     Condizioni di pagamento     Trasporto a mezzo
20/11/2026           Bonifico 60 gg d.f.         Corriere GLS`,
			wanted{PONumber: "118/2026", DeliveryDate: "2026-11-20", PaymentTerms: "Bonifico 60 gg d.f.", ShipVia: "Corriere GLS"}},
		{"portuguese", `
Nota de Encomenda Nº ENC-2231
Data                 Prazo de Entrega       Condições de Pagamento      Transportadora
04/11/2026           18/11/2026             30 dias                     CTT Expresso`,
			wanted{PONumber: "ENC-2231", PODate: "2026-11-04", DeliveryDate: "2026-11-18", PaymentTerms: "30 dias", ShipVia: "CTT Expresso"}},
		{"dutch", `
Inkooporder 2026-0311
Besteldatum: 26-11-2026         Leverdatum: 10-12-2026
Betalingstermijn: 30 dagen      Verzendwijze: PostNL
Debiteurnummer: 771`,
			wanted{PONumber: "2026-0311", PODate: "2026-11-26", DeliveryDate: "2026-12-10", PaymentTerms: "30 dagen", ShipVia: "PostNL"}},
		{"running text is no label", `
Purchase Order 8812
Please state our order number on all invoices. Terms and conditions of purchase apply.
Delivery is accepted on weekdays. Payment is made after receipt of goods.`, wanted{PONumber: "8812"}},
	}
	for _, tt := range tests {
		testHead(t, tt.name, tt.text, tt.want)
	}
}

func TestCurrency(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Purchase Order\nTotal  $1,250.00", "USD"},
		{"Purchase Order\nToronto, ON M5V 2T6\nHST  $130.00\nTotal  $1,130.00", "CAD"},
		{"Purchase Order\nAll prices in CAD\nTotal  $1,130.00", "CAD"},
		{"Purchase Order\nABN 51 824 753 556\nTotal  $1,100.00", "AUD"},
		{"Purchase Order\nQty  Rate  Amount AUD\n3  10.00  30.00", "AUD"},
		{"Orden de Compra para el proveedor\nTotal  $1,250.00 MXN", "MXN"},
		{"Bestellung\nGesamtbetrag EUR  111,19", "EUR"},
		{"Bestellung\nGesamtbetrag  111,19 €", "EUR"},
		{"Purchase Order\nTotal  £48.60", "GBP"},
		{"Purchase Order\nGSTIN 27AAACL3047C1Z9\nTotal  ₹ 2,91,224.00", "INR"},
		{"Purchase Order\nTotal  Rs. 3,18,450/-", "INR"},
		{"Pedido de Compra\nTotal  R$ 1.250,00", "BRL"},
		{"Bestellung\nTotal inkl. MWST CHF  628.78", "CHF"},
		{"Purchase Order\nCape Town South Africa\nTotal  R 1 250.00", "ZAR"},
		{"Purchase Order\nTotal  1,250.00", ""},
		{"Purchase Order\nDuluth, MN 55802\nRev R 3\nTotal  12.00", ""},
	} {
		if got := currencyOf(tt.text); got != tt.want {
			t.Errorf("currency of %q = %q, want %q", tt.text, got, tt.want)
		}
	}
}
