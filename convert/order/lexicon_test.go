package order

import (
	"testing"

	"lineitem/convert/doc"
)

func TestSpelling(t *testing.T) {
	for _, c := range [...]struct{ read, want string }{
		{"Quantitv", "quantity"}, {"Quant1ty", "quantity"}, {"Descriptlon", "description"}, {"QTV", "qty"}, {"Oty", "qty"},
		{"Arnount", "amount"}, {"Preís", "preis"}, {"Einzelprels", "einzelpreis"}, {"Bestellnurnmer", "bestellnummer"}, {"0rder", "order"},
		{"Tota1", "total"}, {"P0", "po"}, {"Livraisan", "livraison"}, {"Dclivery", "delivery"}, {"M€nge", "m€nge"},
		// Known words, short words and codes stay.
		{"Order", "order"}, {"Orders", "orders"}, {"EA", "ea"}, {"M8", "m8"}, {"B12", "b12"}, {"X1O", "x1o"}, {"5G4", "5g4"},
	} {
		if got := speller.Lookup(&doc.Word{Confidence: 0.95}, c.read); got != c.want {
			t.Errorf("Lookup(%q) = %q, want %q", c.read, got, c.want)
		}
	}
	if got := speller.Lookup(&doc.Word{Confidence: 1}, "Quantitv"); got != "quantitv" {
		t.Errorf("a word of a text layer is looked up as %q, want it as printed", got)
	}
}
