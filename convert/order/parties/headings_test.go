package parties

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
	"lineitem/convert/layout"
	"lineitem/convert/order/keyvalue"
	"lineitem/convert/order/ocrrepair"
	"lineitem/convert/order/textnorm"
)

// noWords corrects no spelling, as the segments are those of a text layer.
var noWords = ocrrepair.NewSpeller(ocrrepair.NewVocabulary)

// segmentOf returns a segment of the text. Words between asterisks are bold.
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

func TestHeading(t *testing.T) {
	for _, tt := range []struct {
		text  string
		roles Role   // 0: no heading
		value string // what follows on the line
	}{
		{"VENDOR", keyvalue.RoleSupplier, ""},
		{"Ship To:", keyvalue.RoleShipTo, ""},
		{"SHIP-TO ADDRESS", keyvalue.RoleShipTo, ""},
		{"6. SHIP TO:", keyvalue.RoleShipTo, ""},
		{"16. MAIL INVOICE TO: (Include ZIP Code)", keyvalue.RoleBillTo, ""},
		{"Supplier (Bill from)", keyvalue.RoleSupplier, ""},
		{"Buyer (Bill to)", keyvalue.RoleBuyer, ""},
		{"Bill To / Ship To", keyvalue.RoleBillTo | keyvalue.RoleShipTo, ""},
		{"Lieferant - Supplier:", keyvalue.RoleSupplier, ""},
		{"Käufer/Leistungsempfänger", keyvalue.RoleBuyer, ""},
		{"Rechnungs-Adresse", keyvalue.RoleBillTo, ""},
		{"Adresse de livraison :", keyvalue.RoleShipTo, ""},
		{"Livrer à : Quai 4", keyvalue.RoleShipTo, "Quai 4"},
		{"Dirección de entrega", keyvalue.RoleShipTo, ""},
		{"Luogo di consegna: Via Roma, 1", keyvalue.RoleShipTo, "Via Roma, 1"},
		{"Morada de Faturação", keyvalue.RoleBillTo, ""},
		{"Afleveradres", keyvalue.RoleShipTo, ""},
		{"An:", keyvalue.RoleAddressee, ""},
		{"Leveransadress", keyvalue.RoleShipTo, ""},
		{"Leverandør: Vestfjord Rør AS", keyvalue.RoleSupplier, "Vestfjord Rør AS"},
		{"Faktureringsadresse", keyvalue.RoleBillTo, ""},
		{"Toimitusosoite", keyvalue.RoleShipTo, ""},
		{"Toimittaja / Supplier", keyvalue.RoleSupplier, ""},
		{"Zamawiający:", keyvalue.RoleBuyer, ""},
		{"Miejsce dostawy: Magazyn 4", keyvalue.RoleShipTo, "Magazyn 4"},
		{"Konečný příjemce:", keyvalue.RoleShipTo, ""},
		{"Fakturační adresa", keyvalue.RoleBillTo, ""},
		{"Til", 0, ""},
		{"Supplier (No. 61120)", keyvalue.RoleSupplier, ""},
		{"Señor(es):", keyvalue.RoleAddressee, ""},
		{"Supplier / Beszállító: Acme Kft.", keyvalue.RoleSupplier, "Acme Kft."},
		{"Questions about the delivery address", 0, ""},
		{"Til:", keyvalue.RoleAddressee, ""},
		{"Supplier: Acme Ltd", keyvalue.RoleSupplier, "Acme Ltd"},
		{"Requester/Deliver To", keyvalue.RoleOther | keyvalue.RoleShipTo, ""},
		{"Bank details", keyvalue.RoleThird, ""},
		{"Remit To", keyvalue.RoleRemit, ""},
		{"Ship To 4408", keyvalue.RoleShipTo, ""},

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
		page := &layout.Page{Page: &doc.Page{}, Lines: []layout.Line{{Segments: []*layout.Segment{s}}}}
		h, ok := headingOf(keyvalue.NewIndex([]*layout.Page{page}, noWords), s)
		if !ok {
			h.roles = 0
		}
		value := ""
		if ok {
			value = textnorm.Join(s.Words[h.value:])
		}
		if h.roles != tt.roles || value != tt.value {
			t.Errorf("headingOf(%q) = %09b with value %q, want %09b with %q", tt.text, h.roles, value, tt.roles, tt.value)
		}
	}
}
