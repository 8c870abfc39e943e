package order

import "testing"

// TestSentences reads what letters and lists of conditions say in sentences.
func TestSentences(t *testing.T) {
	tests := []struct {
		name, text string
		want       wanted
	}{
		{"a letter", `
Our ref: KJ/PO/0118
14th May 2026

Dear Ms Archer,
Further to your quotation of 28/4/26 please accept this letter as our order.
Delivery is required to the barn by 3rd July 2026. Payment will be made 28 days from
receipt of invoice. Kindly acknowledge by return.`,
			wanted{PONumber: "KJ/PO/0118", PODate: "2026-05-14", DeliveryDate: "2026-07-03", PaymentTerms: "28 days from receipt of invoice."}},
		{"numbered conditions", `
Order No: 4711
1. The items should be delivered and installed at the college on or before 10.01.2026.
2. Payment will be made within 15 days after satisfactory installation.
3. Two years onsite warranty.`,
			wanted{PONumber: "4711", DeliveryDate: "2026-01-10", PaymentTerms: "within 15 days after satisfactory installation."}},
		{"we pay", `
Purchase order number   ND-118
We pay undisputed invoices 30 days after receipt of a valid invoice. Invoices which do not
show this order number will be returned.`,
			wanted{PONumber: "ND-118", PaymentTerms: "30 days after receipt of a valid invoice."}},
		{"fields in one line", `
PO No: 4711
Payment : 30 days credit | Delivery before 2026.01.31 | Transport : through estate lorry`,
			wanted{PONumber: "4711", DeliveryDate: "2026-01-31", PaymentTerms: "30 days credit", ShipVia: "through estate lorry"}},
		{"Italian", `
Ordine n. 118/2026
Consegna entro 5 gg lavorativi dal ricevimento, e comunque entro il 25/09/2026. Pagamento a 60 gg data ricevimento fattura.`,
			wanted{PONumber: "118/2026", DeliveryDate: "2026-09-25", PaymentTerms: "a 60 gg data ricevimento fattura."}},
		{"French, with a remark", `
Commande n° 118/2026
Facture à déposer sur le portail. Paiement à 50 jours (mandat administratif).`,
			wanted{PONumber: "118/2026", PaymentTerms: "à 50 jours (mandat administratif)."}},
		{"dates of other things", `
PO No: 4711
Please confirm this order by 16.04.2026.
Your quotation dated 16.03.2026 for the supply of valves is accepted.
Invoices for deliveries before 31.12.2026 are to be sent by post.`,
			wanted{PONumber: "4711"}},
		{"late payment", `
PO No: 4711
On late payment interest of 2 % per month is charged from day 30.`,
			wanted{PONumber: "4711"}},
		{"text that runs on beyond the terms", `
PO No: 4711
Terms: 30 days EOM. Please text the driver when you leave. Timber is to be
stacked off the ground.`,
			wanted{PONumber: "4711", PaymentTerms: "30 days EOM."}},
		{"a caption behind the terms", `
PO No: 4711
Payment Terms: Cheque 60 days Shipping Type: Vendor transport`,
			wanted{PONumber: "4711", PaymentTerms: "Cheque 60 days", ShipVia: "Vendor transport"}},
		{"the next point behind the terms", `
PO No: 4711
3) Payment: 90% after receipt, 10% after trial season. 4) Insurance: by supplier.`,
			wanted{PONumber: "4711", PaymentTerms: "90% after receipt, 10% after trial season."}},
		{"a list of carriers", `
PO No: 4711
Ship via: Spedition Gebr. Lindner`,
			wanted{PONumber: "4711", ShipVia: "Spedition Gebr. Lindner"}},
	}
	for _, test := range tests {
		testHead(t, test.name, test.text, test.want)
	}
}

func TestSentenceEnd(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"30 days net. Goods are inspected.", "30 days net."},
		{"1 November a.s. op rekening", "1 November a.s. op rekening"},
		{"Spedition Gebr. Lindner", "Spedition Gebr. Lindner"},
		{"by 10.01.2026. Two years of warranty", "by 10.01.2026."},
		{"approx. 30 days", "approx. 30 days"},
		{"cash; no discount", "cash;"},
		{"", ""},
	} {
		if got := test.text[:sentenceEnd(test.text)]; got != test.want {
			t.Errorf("sentenceEnd(%q) ends %q, want %q", test.text, got, test.want)
		}
	}
}
