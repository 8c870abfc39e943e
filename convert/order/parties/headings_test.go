package parties

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/wording"
)

// noWords spells nothing: the segments are of a text layer.
var noWords = ocrrepair.NewSpeller(ocrrepair.NewVocabulary)

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
		roles Role   // 0: no heading
		value string // what follows on the line
	}{
		{"VENDOR", RoleSupplier, ""},
		{"Ship To:", RoleShipTo, ""},
		{"SHIP-TO ADDRESS", RoleShipTo, ""},
		{"6. SHIP TO:", RoleShipTo, ""},
		{"16. MAIL INVOICE TO: (Include ZIP Code)", RoleBillTo, ""},
		{"Supplier (Bill from)", RoleSupplier, ""},
		{"Buyer (Bill to)", RoleBuyer | RoleBillTo, ""},
		{"Bill To / Ship To", RoleBillTo | RoleShipTo, ""},
		{"Lieferant - Supplier:", RoleSupplier, ""},
		{"Käufer/Leistungsempfänger", RoleBuyer, ""},
		{"Rechnungs-Adresse", RoleBillTo, ""},
		{"Adresse de livraison :", RoleShipTo, ""},
		{"Livrer à : Quai 4", RoleShipTo, "Quai 4"},
		{"Dirección de entrega", RoleShipTo, ""},
		{"Luogo di consegna: Via Roma, 1", RoleShipTo, "Via Roma, 1"},
		{"Morada de Faturação", RoleBillTo, ""},
		{"Afleveradres", RoleShipTo, ""},
		{"An:", RoleTo, ""},
		{"Leveransadress", RoleShipTo, ""},
		{"Leverandør: Vestfjord Rør AS", RoleSupplier, "Vestfjord Rør AS"},
		{"Faktureringsadresse", RoleBillTo, ""},
		{"Toimitusosoite", RoleShipTo, ""},
		{"Toimittaja / Supplier", RoleSupplier, ""},
		{"Zamawiający:", RoleBuyer, ""},
		{"Miejsce dostawy: Magazyn 4", RoleShipTo, "Magazyn 4"},
		{"Konečný příjemce:", RoleShipTo, ""},
		{"Fakturační adresa", RoleBillTo, ""},
		{"Til", 0, ""},
		{"Supplier (No. 61120)", RoleSupplier, ""},
		{"Supplier المورد (No. 61120)", RoleSupplier, ""},
		{"买方 The Buyer: Taizhou Lamps Co., Ltd.", RoleBuyer, "Taizhou Lamps Co., Ltd."},
		{"Señor(es):", RoleTo, ""},
		{"Supplier / Beszállító: Acme Kft.", RoleSupplier, "Acme Kft."},
		{"Questions about the delivery address", 0, ""},
		{"Til:", RoleTo, ""},
		{"Supplier: Acme Ltd", RoleSupplier, "Acme Ltd"},
		{"Requester/Deliver To", RoleOther, ""},
		{"Bank details", RoleThird, ""},
		{"Remit To", RoleRemit, ""},

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
		h, ok := matchHeading(s, headKeys(nil, noWords, s.Words))
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
