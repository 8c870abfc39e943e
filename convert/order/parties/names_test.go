package parties

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// TestPartyName extracts the name of an organisation from a line that says more.
func TestPartyName(t *testing.T) {
	for _, c := range [...]struct{ line, want string }{
		{"Sandhof GmbH - Abteilung Einkauf", "Sandhof GmbH - Abteilung Einkauf"},
		{"Hotelaria Monte Claro, S.A. – Estrada do Pinhal, 18 – 2710-100 Sintra", "Hotelaria Monte Claro, S.A."},
		{"Hellgrund Kühlanlagen GmbH, Bremerhaven", "Hellgrund Kühlanlagen GmbH"},
		{"Orchard Hotels, LLC, 4 Mill Row", "Orchard Hotels, LLC"},
		{"Orchard & Sons Co., Ltd.", "Orchard & Sons Co., Ltd."},
		{"Orchard Inc (Vendor #206117)", "Orchard Inc"},
		{"Ganges Savouries (vendor id 55081)", "Ganges Savouries"},
		{"Orchard Oil Mill Sdn Bhd (118204-K)", "Orchard Oil Mill Sdn Bhd"},
		{"206117 - Orchard Inc", "Orchard Inc"},
		{"4411 - Orchard Inc", "Orchard Inc"},
		{"Printer: Orchard Press Pty Ltd — attention Jo Vance", "Orchard Press Pty Ltd"},
		{"Orchard Mills Sdn. Bhd. (201001038812 (881204-K))", "Orchard Mills Sdn. Bhd."},
		{"Pomar do Vale Ltda. – CNPJ 01.234.567/0001-89", "Pomar do Vale Ltda."},
		{"TRATTORIA DEL FRUTTETO – ORDINE MERCE", "TRATTORIA DEL FRUTTETO"},
		{"Orchard Supplies, Goods Inwards", "Orchard Supplies, Goods Inwards"},
	} {
		var words []*doc.Word
		for f := range strings.FieldsSeq(c.line) {
			words = append(words, &doc.Word{Text: f})
		}
		if got, _ := newPartyName(words); got.text != c.want {
			t.Errorf("newPartyName(%q) = %q, want %q", c.line, got.text, c.want)
		}
	}
}
