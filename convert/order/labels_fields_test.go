package order

import "testing"

// TestFields reads numbers, dates and terms in layouts that separate or join them
// in unusual ways.
func TestFields(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"fields parted by bars", `
Purchase Order #4500-118
Created 01/12/26 | Status Issued | Payment Terms Net 45 | Ship via UPS Ground`,
			wanted{PONumber: "4500-118", PODate: "2026-01-12", PaymentTerms: "Net 45", ShipVia: "UPS Ground"}},
		{"days behind a label that may go on with the word", `
Purchase Order   4711
Date   2026-01-12
Payment Terms 30 Days EOM`,
			wanted{PONumber: "4711", PODate: "2026-01-12", PaymentTerms: "30 Days EOM"}},
		{"fields parted by dots", `
Order WS-20931 · placed Nov 3, 2026 at 9:14 PM`,
			wanted{PONumber: "WS-20931", PODate: "2026-11-03"}},
		{"the date of delivery in a sentence", `
PO No: 4711
Please supply the following, delivery required by 25/06/2026
at our works.`,
			wanted{PONumber: "4711", DeliveryDate: "2026-06-25"}},
		{"dates without marks, and a revision behind the number", `
PO #: 21004471, 0          PO DATE: 20261015
REQUESTED SHIP: 20261109`,
			wanted{PONumber: "21004471", PODate: "2026-10-15", DeliveryDate: "2026-11-09"}},
		{"several numbers", `
PO No: 21004471, 21004472, 21004480`,
			wanted{PONumber: "21004471, 21004472, 21004480"}},
		{"another thing's number", `
Order for project no. 55118
PO No: 4711`,
			wanted{PONumber: "4711"}},
		{"blanks about slashes", `
Ordine     2026 / FAR / 118
Data       16-SET-2026`,
			wanted{PONumber: "2026 / FAR / 118", PODate: "2026-09-16"}},
		{"amount glued to its label", `
Date    3 July 2026

NET PO Amt:118,440.00`,
			wanted{PODate: "2026-07-03"}},
		{"terms that begin with a sum's name", `
PO No: 4711
Discount Terms
Net 30`,
			wanted{PONumber: "4711", PaymentTerms: "Net 30"}},
		{"date of another field behind the number", `
                    Document No. BT-118 | Document Dt. 09/12/26
ORDER               Due 16/12/26 | Place of supply: Depot`,
			wanted{PONumber: "BT-118", PODate: "2026-12-09", DeliveryDate: "2026-12-16"}},
		{"carrier or date behind ship by", `
PO No: 4711
Ship by: Aramex Freight`,
			wanted{PONumber: "4711", ShipVia: "Aramex Freight"}},
		{"abbreviated carrier", `
PO No: 4711
Versandart: Österr. Post Paket`,
			wanted{PONumber: "4711", ShipVia: "Österr. Post Paket"}},
		{"release date where no other is", `
Blanket order: B310
Release date: 29 June 2026`,
			wanted{PONumber: "B310", PODate: "2026-06-29"}},
		{"a town is no number", `
PURCHASE ORDER      MAPLE UNION OH 44199`,
			wanted{}},
		{"a list of carriers in a sentence", `
PO No: 4711
Please dispatch through Lindner Cargo / TCS`,
			wanted{PONumber: "4711", ShipVia: "Lindner Cargo / TCS"}},
		{"street by the name of via", `
PO No: 4711
Via Sampierdarena 18`,
			wanted{PONumber: "4711"}},
		{"invoice after so many days is no title", `
ORDEN DE SERVICIO Nº 3500118
Fecha de emisión
12.11.2026
Condición de pago
Factura a 60 días`,
			wanted{PONumber: "3500118", PODate: "2026-11-12", PaymentTerms: "Factura a 60 días"}},
	}
	for _, test := range tests {
		testHead(t, test.name, test.text, test.want)
	}
}
