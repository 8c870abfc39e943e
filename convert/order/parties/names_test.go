package parties

import (
	"strings"
	"testing"

	"lineitem/convert/doc"
)

// TestNameBeforeStreet ends a name at the dash behind which its address begins.
func TestNameBeforeStreet(t *testing.T) {
	for _, c := range [...]struct{ line, want string }{
		{"Sandhof & Partner GmbH - Technologiepark Nord 32 - 49074 Osnabrück", "Sandhof & Partner GmbH"},
		{"Sandhof GmbH - Abteilung Einkauf", "Sandhof GmbH - Abteilung Einkauf"},
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
