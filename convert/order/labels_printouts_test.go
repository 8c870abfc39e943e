package order

import "testing"

func TestHeadOfPrintouts(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"a dash for the colon", `
BLANKET ORDER               Date    - 14/05/26
                            Order No - 40118826 OB`,
			wanted{PONumber: "40118826 OB", PODate: "2026-05-14"}},
		{"number in the bracket of a remark", `
            ANNEXURE 1
       (P.O. Ref. VIP/PUR/417/R1)`,
			wanted{PONumber: "VIP/PUR/417/R1"}},
		{"a revision behind the slash", `
PO No.   118204 / 2        Date: 14 May 2026`,
			wanted{PONumber: "118204", PODate: "2026-05-14"}},
		{"shortened number", `
Bestellung
Datum        04.05.2026
Best.-Nr.    Q 26-077`,
			wanted{PONumber: "Q 26-077", PODate: "2026-05-04"}},
		{"number of a release", `
RELEASE AGAINST STANDING OFFER
Release No.       SO-22-07 / R14
Release Date      21 October 2026`,
			wanted{PONumber: "SO-22-07 / R14", PODate: "2026-10-21"}},
		{"a release of an order", `
PO Number: 4711       Release No.: 3
Date: 2 May 2026`,
			wanted{PONumber: "4711", PODate: "2026-05-02"}},
		{"codes of an account are no labels in several languages", `
FUND / FUNC / OBJ / SCC / OPU / IL
006    2220   511   0000  022   17`,
			wanted{}},
		{"delivery required", `
Order No: WB/26/3318         Delivery reqd:    14 August 2026 a.m.`,
			wanted{PONumber: "WB/26/3318", DeliveryDate: "2026-08-14"}},
		{"shipment by its date, another by its means", `
Our Order No.: AK24         Shipment : On or before Nov. 29, 2026
                            Despatch : By road through Om Transport Co.`,
			wanted{PONumber: "AK24", DeliveryDate: "2026-11-29", ShipVia: "By road through Om Transport Co."}},
		{"shortened terms", `
Bestelnummer: 4711
Bet. 14 dgn 1%, 30 dgn netto`,
			wanted{PONumber: "4711", PaymentTerms: "14 dgn 1%, 30 dgn netto"}},
		{"terms end where another sentence begins", `
Bestelnummer: 4711        Betaling: 14 dgn 1%, 30 dgn netto
                                    Alle bedragen EUR excl. btw`,
			wanted{PONumber: "4711", PaymentTerms: "14 dgn 1%, 30 dgn netto", Currency: "EUR"}},
		{"ship complete is no method", `
PO# K118834      ORD DT 11/24/26      SHIP VIA CENTRAL PLAINS FRT
*** SHIP COMPLETE - CALL IF OVER 10 DAYS ***`,
			wanted{PONumber: "K118834", PODate: "2026-11-24", ShipVia: "CENTRAL PLAINS FRT"}},
		{"a vendor's number is no currency", `
PO 7S-446120      CURR: USD
TO: VND F2207`,
			wanted{PONumber: "7S-446120", Currency: "USD"}},
	}
	for _, tt := range tests {
		testHead(t, tt.name, tt.text, tt.want)
	}
}
