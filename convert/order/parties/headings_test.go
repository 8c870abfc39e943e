package parties

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/spelling"
	"lineitem/convert/order/wording"
)

// noWords spells nothing: the segments are of a text layer.
var noWords = spelling.NewSpeller(spelling.NewVocabulary)

// segmentOf makes a segment of the text; words between asterisks are bold.
func segmentOf(text string) *layout.Segment {
	s := &layout.Segment{}
	x, bold := 50.0, false
	for field := range strings.FieldsSeq(text) {
		rest, opens := strings.CutPrefix(field, "*")
		rest, closes := strings.CutSuffix(rest, "*")
		bold = bold || opens
		w := &doc.Word{Text: rest, Size: 10, Bold: bold, Baseline: 100, Confidence: 1, Box: doc.Box{X0: x, Y0: 92, X1: x + 5*float64(len(rest)), Y1: 102}}
		bold = bold && !closes
		x = w.Box.X1 + 3
		s.Words = append(s.Words, w)
		s.Box = s.Box.Union(w.Box)
	}
	return s
}

func TestMatchHeading(t *testing.T) {
	for _, tt := range []struct {
		text  string
		roles partyRole // 0: no heading
		value string    // what follows on the line
	}{
		{"VENDOR", roleSupplier, ""},
		{"Ship To:", roleShipTo, ""},
		{"SHIP-TO ADDRESS", roleShipTo, ""},
		{"6. SHIP TO:", roleShipTo, ""},
		{"16. MAIL INVOICE TO: (Include ZIP Code)", roleBillTo, ""},
		{"7. TO: a. NAME OF CONTRACTOR", roleTo, ""},
		{"Supplier (Bill from)", roleSupplier, ""},
		{"Buyer (Bill to)", roleBuyer | roleBillTo, ""},
		{"Bill To / Ship To", roleBillTo | roleShipTo, ""},
		{"Lieferant - Supplier:", roleSupplier, ""},
		{"Käufer/Leistungsempfänger", roleBuyer, ""},
		{"Rechnungs-Adresse", roleBillTo, ""},
		{"Adresse de livraison :", roleShipTo, ""},
		{"Livrer à : Quai 4", roleShipTo, "Quai 4"},
		{"Dirección de entrega", roleShipTo, ""},
		{"Luogo di consegna: Via Roma, 1", roleShipTo, "Via Roma, 1"},
		{"Morada de Faturação", roleBillTo, ""},
		{"Afleveradres", roleShipTo, ""},
		{"An:", roleTo, ""},
		{"Leveransadress", roleShipTo, ""},
		{"Leverandør: Vestfjord Rør AS", roleSupplier, "Vestfjord Rør AS"},
		{"Faktureringsadresse", roleBillTo, ""},
		{"Toimitusosoite", roleShipTo, ""},
		{"Toimittaja / Supplier", roleSupplier, ""},
		{"Zamawiający:", roleBuyer, ""},
		{"Miejsce dostawy: Magazyn 4", roleShipTo, "Magazyn 4"},
		{"Konečný příjemce:", roleShipTo, ""},
		{"Fakturační adresa", roleBillTo, ""},
		{"Til", 0, ""},
		{"VENDOR 20714", roleSupplier, ""},
		{"Supplier (No. 61120)", roleSupplier, ""},
		{"Supplier المورد (No. 61120)", roleSupplier, ""},
		{"买方 The Buyer: Taizhou Lamps Co., Ltd.", roleBuyer, "Taizhou Lamps Co., Ltd."},
		{"Señor(es):", roleTo, ""},
		{"Messrs.", roleTo, ""},
		{"Supplier / Beszállító: Acme Kft.", roleSupplier, "Acme Kft."},
		{"Please supply and deliver to: Goods Inwards", roleShipTo, "Goods Inwards"},
		{"Plant / Delivery address", roleShipTo, ""},
		{"DIRECT DELIVERY / DROP SHIPMENT TO:", roleShipTo, ""},
		{"Questions about the delivery address", 0, ""},
		{"Til:", roleTo, ""},
		{"Supplier: Acme Ltd", roleSupplier, "Acme Ltd"},
		{"*Vendor* Acme Ltd", roleSupplier, "Acme Ltd"},
		{"Requester/Deliver To", roleOther, ""},
		{"Bank details", roleThird, ""},
		{"Remit To", roleRemit, ""},

		{"an", 0, ""},
		{"Vendor No.: 123", 0, ""},
		{"Supplier Code 4711", 0, ""},
		{"Ship to arrive by Friday", 0, ""},
		{"Supplier shall deliver the goods to the Buyer", 0, ""},
		{"*Supplier* shall deliver the goods to the Buyer", 0, ""},
		{"the Supplier.", 0, ""},
		{"of the Supplier.", 0, ""},
		{"Purchase order", 0, ""},
	} {
		s := segmentOf(tt.text)
		h, ok := matchHeading(s, headKeys(noWords, s))
		if !ok {
			h.roles = 0
		}
		value := ""
		if ok {
			value = wording.Join(s.Words[h.value:])
		}
		if h.roles != tt.roles || value != tt.value {
			t.Errorf("matchHeading(%q) = %09b with value %q, want %09b with %q", tt.text, h.roles, value, tt.roles, tt.value)
		}
	}
}
